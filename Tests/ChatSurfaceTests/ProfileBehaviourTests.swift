import ChatSurface
import Lengths
import PublishedDesigns
import Testing
import Timebase

/// What each published design does differently.
@Suite struct ProfileBehaviourTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  @Test(arguments: Profile.all.map(\.name))
  func everyProfileShowsAllTextInOrder(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: Message.history(20))
    let text = String(repeating: "some words of an answer, ", count: 30)
    driver.frame(.send("u", text: "A question"))
    driver.frame(.streamBegin("a"))
    for index in stride(from: 0, to: text.count, by: 7) {
      driver.frame(.token("a", String(text.dropFirst(index).prefix(7))))
    }
    driver.frame(.streamEnd("a", .complete), .taskEnd)
    driver.settle(limit: 6_000)
    #expect(driver.text(of: "a") == text)
    #expect(driver.refusals.isEmpty)
    #expect(driver.surface.poolCounts.peak <= 4)
  }

  @Test(arguments: Profile.all.map(\.name))
  func everyProfileOpensAtItsPlace(name: String) throws {
    let profile = try #require(Profile.all.first { $0.name == name })
    let driver = Driver(profile, messages: Message.history(60))
    driver.settle()
    if profile.opening == .topOfLastTurn {
      // The last turn is shorter than the viewport: the end of the content is in the way.
      #expect(driver.pointsFromEnd == .zero)
      #expect(driver.snapshot.follow == .free)
    } else {
      #expect(driver.pointsFromEnd == .zero, "\(name)")
      #expect(driver.snapshot.follow == .following)
    }
  }

  @Test func threeJumpsOpenV0() {
    let driver = Driver(.builtIn("vercel-v0"), messages: Message.history(60))
    var ends = [driver.pointsFromEnd]
    for _ in 0..<4 {
      driver.frame()
      ends.append(driver.pointsFromEnd)
    }
    #expect(ends.last == .zero)
  }

  @Test func shortContentRestsAtTheTopOrAboveTheComposer() {
    let top = Driver(.reference, messages: [.user("u")])
    #expect(top.place(of: "u") == top.snapshot.topInset + points(16))
    for profile in [Profile.builtIn("swiftui-tips"), .builtIn("conversation-kit")] {
      let bottom = Driver(profile, messages: [.user("u")])
      bottom.settle()
      #expect(bottom.pointsFromEnd == .zero, "\(profile.name)")
      let item = bottom.snapshot.visible[0]
      #expect(
        item.y + item.height == bottom.snapshot.viewportHeight - bottom.snapshot.bottomInset
      )
    }
  }

  @Test func pushAndPinPushesTheMessageUpUntilItIsAtTheTop() {
    let driver = Driver(.builtIn("conversation-kit"), messages: [.user("a1"), .assistant("b1")])
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    // Too short to reach the top: it rests above the composer.
    #expect(driver.snapshot.follow == .pinning("u"))
    #expect(driver.pointsFromEnd == .zero)
    var last = driver.place(of: "u")
    driver.frame(.streamBegin("a"))
    var pinnedAt: LayoutUnit?
    for index in 0..<60 {
      driver.frame(.token("a", "line \(index) of it  \n"))
      guard let place = driver.place(of: "u") else { continue }
      if let last { #expect(place <= last) }
      last = place
      if driver.snapshot.follow == .pinned("u"), pinnedAt == nil { pinnedAt = place }
    }
    #expect(pinnedAt == driver.snapshot.topInset)
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    driver.frame(.streamEnd("a", .complete), .taskEnd)
    driver.frame(.send("u2", text: "Another one"))
    driver.settle()
    #expect(driver.snapshot.follow == .pinning("u2") || driver.snapshot.follow == .pinned("u2"))
  }

  @Test func tipsAddsAPlaceholderWithTheMessageAndTheAnswerTakesItsPlace() {
    let driver = Driver(.builtIn("swiftui-tips"), messages: Message.history(4))
    driver.frame(.send("u", text: "A question"))
    #expect(driver.surface.ids.count == 6)
    #expect(driver.surface.ids.contains("u.answer"))
    driver.frame(.streamBegin("a"))
    #expect(driver.surface.ids.last == "a")
    #expect(driver.surface.ids.count == 6)
    driver.frame(.stop)
    driver.frame(.send("v", text: "Another"))
    driver.frame(.stop)
    #expect(!driver.surface.ids.contains("v.answer"))
  }

  /// Its list follows 16 ms after the last change; text that comes faster puts that off.
  @Test
  func aDebounceOf16MillisecondsNeverFiresWhileTokensComeFaster() {
    let driver = Driver(.builtIn("swiftui-tips"), messages: Message.history(30))
    driver.settle()
    driver.frame(.touch(.began, y: 300), .touch(.ended, y: 300))
    driver.settle()
    driver.frame(.streamBegin("a"))
    driver.frame(.scroll(to: .end, isAnimated: false))
    // A token every 8 ms, each a line; the answer shows two words at a time.
    for index in 0..<180 {
      let tick = driver.next
      let half = Instant(nanoseconds: tick.nanoseconds - 8_000_000)
      let events: [SurfaceEvent] = [
        .token("a", "line\(index)  \n"), .token("a", "and\(index)  \n"),
      ]
      driver.frame(scheduled: [
        ScheduledEvent(events[0], at: half), ScheduledEvent(events[1], at: tick),
      ])
    }
    let behind = driver.pointsFromEnd
    #expect(behind > points(100))
    driver.run(milliseconds: 100)
    #expect(driver.pointsFromEnd < behind)
  }

  /// Without the composer's height in the blank a sent message goes under the top inset by it.
  @Test
  func withoutTheComposerTermASentMessageGoesUnderTheTopInset() {
    let driver = Driver(.builtIn("parameter-article"), messages: Message.history(20))
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    driver.frame(.scroll(to: .end, isAnimated: false))
    driver.settle()
    let place = driver.place(of: "u")
    #expect(place == driver.snapshot.topInset - driver.snapshot.composer)
  }
}
