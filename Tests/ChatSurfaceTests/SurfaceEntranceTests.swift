import ChatSurface
import Lengths
import Ornaments
import Testing
import Timebase

/// The first messages of a new chat, as frames show them: 60 frames a second, so that the 12th is at
/// 200 ms, the 36th at 600 ms.
@Suite struct SurfaceEntranceTests {
  /// A question sent into an empty chat at 0 ms.
  private func sent(_ profile: Profile = .reference) -> Driver {
    let driver = Driver(profile)
    driver.frame(.send("u", text: "A question"))
    return driver
  }

  /// A part of the look at a tick: 0.3 s with bounce 0.2 towards the middle, from 200 ms on 0.4 s
  /// with bounce 0.15 towards rest.
  private func expected(_ values: (Double, Double, Double), tick: Int) -> Double {
    let (hidden, middle, rest) = values
    let seconds = Double(tick) / 60
    let first = DampedSpring(response: 0.3, bounce: 0.2)
      .state(.init(position: hidden - middle, velocity: 0), after: min(seconds, 0.2))
    guard seconds > 0.2 else { return middle + first.position }
    let start = DampedSpring.State(
      position: middle + first.position - rest,
      velocity: first.velocity
    )
    let second = DampedSpring(response: 0.4, bounce: 0.15).state(start, after: seconds - 0.2)
    return rest + second.position
  }

  @Test func theFirstMessageComesInFromBelow() {
    let driver = sent()
    #expect(driver.snapshot.entrance == Entrance.Look(opacity: 0, offset: 50, scale: 0.95))
    while driver.tick <= 12 { driver.frame() }
    #expect(driver.snapshot.instant == Instant(milliseconds: 200))
    let middle = driver.snapshot.entrance
    #expect(middle.map { abs($0.opacity - 0.5) < 0.03 } == true)
    #expect(middle.map { abs($0.offset - 10) < 2 } == true)
    #expect(middle.map { abs($0.scale - 0.98) < 0.002 } == true)
    driver.settle()
    #expect(driver.snapshot.entrance == nil)
  }

  @Test func itsTwoSpringsCarryIt() throws {
    let driver = sent()
    for tick in 1...36 {
      driver.frame()
      let look = try #require(driver.snapshot.entrance)
      let opacity = min(1, max(0, expected((0, 0.5, 1), tick: tick)))
      #expect(abs(look.opacity - opacity) < 1e-6, "tick \(tick)")
      #expect(abs(look.offset - expected((50, 10, 0), tick: tick)) < 1e-4, "tick \(tick)")
      #expect(abs(look.scale - expected((0.95, 0.98, 1), tick: tick)) < 1e-6, "tick \(tick)")
    }
  }

  @Test func theFirstAnswerFadesIn350msOnceTheEntranceIsDone() {
    let driver = sent()
    driver.frame(.streamBegin("a"), .token("a", "An answer "))
    while driver.tick <= 36 {
      driver.frame()
      #expect(driver.snapshot.answerOpacity == 0, "\(driver.snapshot.instant)")
    }
    var last = 0.0
    while driver.tick < 57 {
      driver.frame()
      #expect(driver.snapshot.answerOpacity > last && driver.snapshot.answerOpacity < 1)
      last = driver.snapshot.answerOpacity
    }
    driver.frame()
    #expect(driver.snapshot.instant == Instant(milliseconds: 950))
    #expect(driver.snapshot.answerOpacity == 1)
  }

  @Test(arguments: Profile.all.indices)
  func aChatThatWasThereShowsAtOnce(index: Int) {
    let driver = Driver(Profile.all[index], messages: Message.history(4))
    #expect(driver.snapshot.entrance == nil && driver.snapshot.answerOpacity == 1)
    #expect(!driver.snapshot.visible.isEmpty)
    driver.frame(.send("u", text: "A question"), .streamBegin("a"), .token("a", "An answer "))
    for _ in 0..<60 {
      #expect(driver.snapshot.entrance == nil && driver.snapshot.answerOpacity == 1)
      driver.frame()
    }
  }

  /// Another conversation takes nothing over of an entrance that is under way.
  @Test(arguments: Profile.all.map(\.name))
  func anEntranceEndsWithItsConversation(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let next: [SurfaceEvent] = [.removeAll, .load(ListedMessages([.user("v")]))]
    for event in next {
      let driver = Driver(profile)
      driver.frame(.send("u", text: "A question"), .streamBegin("a"), .token("a", "An answer "))
      driver.frame()
      driver.frame(event)
      #expect(driver.snapshot.entrance == nil && driver.snapshot.answerOpacity == 1)
      driver.frame(.append(.user("w")), .append(.assistant("b")))
      for _ in 0..<60 {
        #expect(driver.snapshot.entrance == nil && driver.snapshot.answerOpacity == 1)
        driver.frame()
      }
    }
  }

  /// The window is 667 pt tall, the keyboard 260, and the bubble of one line 44.
  @Test(arguments: [false, true])
  func inV0TheMessageStartsFromItsHeightTheWindowsAndTheKeyboards(isKeyboardOpen: Bool) throws {
    let driver = Driver(.builtIn("vercel-v0"))
    let keyboard = LayoutUnit(points: isKeyboardOpen ? 260 : 0)
    driver.frame(.keyboard(height: keyboard, .easeInOut))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    #expect(driver.snapshot.visible.first?.isEstimated == false)
    let share = (44.0 - 32) / (220 - 32)
    let start = 667 - keyboard.points + 16 + (44 * 0.85 - 16) * share
    let look = try #require(driver.snapshot.entrance)
    #expect(abs(look.offset - start) < 1e-9)
    #expect(look.opacity == 0 && look.scale == 1)
  }

  @Test func inV0ItRunsOnce() {
    let driver = sent(.builtIn("vercel-v0"))
    #expect(driver.snapshot.entrance != nil)
    driver.frame(.append(.assistant("a")))
    driver.settle()
    #expect(driver.snapshot.entrance == nil)
    driver.frame(.send("v", text: "Another"))
    #expect(driver.snapshot.entrance == nil)
    driver.frame()
    #expect(driver.snapshot.entrance == nil)
  }
}
