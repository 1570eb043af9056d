import ChatSurface
import Lengths
import Testing

/// Push and pin: the sent message rests above the composer, is pushed up by the answer, and stays
/// at the top.
@Suite struct PushAndPinTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  /// A message sent into a short chat, at rest.
  private func sent(_ profile: Profile = .builtIn("conversation-kit")) -> Driver {
    let driver = Driver(profile, messages: [.user("a1"), .assistant("b1")])
    driver.settle()
    driver.frame(.send("u", text: "A question"))
    driver.settle()
    return driver
  }

  /// From the message's top to the content's end.
  private func turn(_ driver: Driver, _ id: MessageID = "u") -> LayoutUnit {
    driver.surface.y(of: id).map { driver.snapshot.contentBottom - $0 } ?? .zero
  }

  /// Where the message has to be: as far up as the content below it pushes it, at most at the top.
  private func expectPlace(_ driver: Driver, _ id: MessageID = "u") {
    let bottom = driver.snapshot.viewportHeight - driver.snapshot.bottomInset
    let place = max(driver.snapshot.topInset, bottom - turn(driver, id))
    let name = driver.profile.name
    #expect(driver.place(of: id) == place, "\(name), tick \(driver.tick)")
    let isAtTop = place == driver.snapshot.topInset
    #expect(driver.snapshot.follow == (isAtTop ? .pinned(id) : .pinning(id)), "\(name)")
  }

  @Test func inAShortChatTheMessageRestsAtTheBottom() {
    let driver = sent()
    #expect(driver.snapshot.follow == .pinning("u"))
    #expect(driver.bottom(of: "u") == points(667 - 48))
    #expect(driver.snapshot.blank == .zero)
    let long = Driver(.builtIn("conversation-kit"), messages: Message.history(40))
    long.settle()
    long.frame(.send("u", text: "A question"))
    long.settle()
    #expect(long.bottom(of: "u") == points(667 - 48))
  }

  @Test func aMessageTallerThanTheViewportGoesToTheTopAtOnce() {
    let driver = Driver(.builtIn("conversation-kit"), messages: Message.history(10))
    driver.settle()
    driver.frame(.send("u", text: .lines(40)))
    driver.settle()
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    #expect(driver.snapshot.follow == .pinned("u"))
  }

  @Test
  func theReplyPushesTheMessageUpUntilItFillsTheViewportAndThenNoFurther() {
    let driver = sent()
    driver.frame(.streamBegin("a"))
    expectPlace(driver)
    var places: [LayoutUnit] = []
    for line in 0..<60 {
      driver.frame(.token("a", "line \(line)  \n"))
      expectPlace(driver)
      if let place = driver.place(of: "u") { places.append(place) }
    }
    #expect(places.count == 60)
    // 20 pt a line until it is at the top, to the point.
    let top = driver.snapshot.topInset
    for (upper, lower) in zip(places.dropFirst(), places.dropFirst(2)) where lower > top {
      #expect(lower == upper - points(20))
    }
    #expect(places.filter { $0 == top }.count > 20)
    #expect(driver.pointsFromEnd > points(400), "the reply grows out of view below")
    #expect(driver.violations.isEmpty)
  }

  @Test func whatHappensAboveAPinnedMessageDoesNotMoveIt() {
    var profile = Profile.reference
    profile.afterSend = .pushAndPin
    let driver = sent(profile)
    driver.frame(.append(.assistant("a", lines: 60)))
    driver.settle()
    driver.frame(.prepend(ListedMessages(Message.history(20, prefix: "p"))))
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    driver.frame(.remove("a1"), .update("b1", text: .lines(30)))
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    #expect(driver.snapshot.follow == .pinned("u"))
    #expect(driver.violations.isEmpty)
  }

  @Test func theNextSendArmsThePinAgain() {
    let driver = sent()
    driver.frame(.append(.assistant("a", lines: 60)))
    driver.settle()
    #expect(driver.snapshot.follow == .pinned("u"))
    driver.frame(.taskEnd)
    driver.frame(.send("v", text: "Another question"))
    #expect(driver.snapshot.follow == .pinning("v"))
    driver.settle()
    #expect(driver.bottom(of: "v") == points(667 - 48))
    driver.frame(.streamBegin("b"))
    for line in 0..<60 {
      driver.frame(.token("b", "line \(line)  \n"))
      expectPlace(driver, "v")
    }
    #expect(driver.snapshot.follow == .pinned("v"))
  }

  @Test(arguments: Profile.all.map(\.name))
  func anyProfileCanPushAndPinInPlaceOfTheBlank(name: String) throws {
    var profile = try #require(Profile.all.first { $0.name == name })
    profile.afterSend = .pushAndPin
    let driver = sent(profile)
    expectPlace(driver)
    #expect(driver.snapshot.follow == .pinning("u"))
    #expect(driver.bottom(of: driver.surface.ids.last ?? "u") == points(667 - 48))
    driver.frame(.streamBegin("a"))
    for line in 0..<60 {
      driver.frame(.token("a", "line \(line)  \n"))
      #expect(driver.snapshot.blank == .zero)
      expectPlace(driver)
    }
    driver.frame(.streamEnd("a", .complete), .taskEnd)
    for _ in 0..<600 {
      driver.frame()
      expectPlace(driver)
    }
    #expect(driver.snapshot.follow == .pinned("u"))
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
  }
}
