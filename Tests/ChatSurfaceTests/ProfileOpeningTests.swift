import ChatSurface
import Lengths
import PublishedDesigns
import Testing
import Timebase

/// How each design opens a conversation. A composer that grows puts the end 20 pt a line further
/// away, so that a frame that jumps to the end can be told from one that does not.
@Suite struct ProfileOpeningTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  /// The profile with a composer that moves nothing: their own rules would hide the jumps.
  private func opening(_ profile: Profile) -> Profile {
    var profile = profile
    profile.composer = .changesInsetOnly
    return profile
  }

  @Test
  func v0JumpsAtOnceAtTheNextFrameAndSixteenMillisecondsLater() {
    let driver = Driver(opening(.builtIn("vercel-v0")), messages: Message.withoutBlank)
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.snapshot.scroll == .idle)
    driver.frame(.composer(lines: 3))
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.surface.nextDue == driver.snapshot.instant + .milliseconds(16))
    driver.frame(.composer(lines: 5))
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.surface.nextDue != nil, "it is done a frame later")
    driver.frame(.composer(lines: 6))
    #expect(driver.pointsFromEnd == points(20))
    #expect(driver.surface.nextDue == nil)
  }

  @Test func theThirdJumpWaitsForItsTimeAndNotForItsFrame() {
    let driver = Driver(opening(.builtIn("vercel-v0")), hertz: 120, messages: Message.withoutBlank)
    driver.frame(.composer(lines: 3))
    #expect(driver.pointsFromEnd == .zero)
    driver.frame(.composer(lines: 5))
    #expect(driver.pointsFromEnd == points(40), "8.3 ms after the second")
    driver.frame()
    #expect(driver.pointsFromEnd == .zero, "16.7 ms after the second")
  }

  @Test func theArticleJumpsInEachOfTheFirstFrames() {
    let driver = Driver(opening(.builtIn("parameter-article")), messages: Message.withoutBlank)
    #expect(driver.pointsFromEnd == .zero)
    for lines in [3, 5] {
      driver.frame(.composer(lines: lines))
      #expect(driver.pointsFromEnd == .zero)
    }
    driver.frame(.composer(lines: 6))
    #expect(driver.pointsFromEnd == points(20))
    #expect(driver.surface.nextDue == nil)
  }

  @Test func theTipsOpenHeldByTheirBottom() {
    let driver = Driver(.builtIn("swiftui-tips"), messages: Message.history(60))
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.bottom(of: "m59") == points(667 - 48))
    driver.frame(.setHeight("m59", points(300)))
    #expect(driver.pointsFromEnd == .zero)
    driver.settle()
    driver.tap()
    driver.frame(.scroll(to: .end, isAnimated: false))
    driver.frame(.setHeight("m59", points(512)))
    #expect(driver.pointsFromEnd == points(212), "a hand has ended the hold")
    let short = Driver(.builtIn("swiftui-tips"), messages: [.user("u")])
    #expect(short.bottom(of: "u") == points(667 - 48))
  }

  @Test func messagingUIOpensAtTheEndUnlessToldNotTo() {
    let messages = Message.history(60)
    let end = Driver(.builtIn("messaging-ui"), messages: messages)
    #expect(end.pointsFromEnd == .zero)
    #expect(end.bottom(of: "m59") == points(667 - 48))
    end.frame(.scroll(to: .top, isAnimated: false))
    end.frame(.replaceAll(ListedMessages(Message.history(40, prefix: "n"))))
    #expect(end.pointsFromEnd == .zero)
    var profile = Profile.builtIn("messaging-ui")
    profile.opening = .startOfContent
    let start = Driver(profile, messages: messages)
    for _ in 0..<3 {
      #expect(start.place(of: "m0") == start.snapshot.topInset + points(16))
      #expect(start.snapshot.follow == .free)
      start.frame(.append(.assistant("x\(start.tick)", lines: 3)))
    }
    start.frame(.scroll(to: .end, isAnimated: false))
    start.frame(.replaceAll(ListedMessages(Message.history(40, prefix: "n"))))
    start.settle()
    #expect(start.place(of: "n0") == start.snapshot.topInset + points(16))
    #expect(start.violations.isEmpty)
  }

  @Test func conversationKitOpensAtTheTopOfTheLastTurn() {
    let messages = Message.history(20) + [.user("u"), .assistant("z", lines: 60)]
    let driver = Driver(.builtIn("conversation-kit"), messages: messages)
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    #expect(driver.snapshot.follow == .free)
    driver.settle()
    #expect(driver.place(of: "u") == driver.snapshot.topInset)
    #expect(driver.pointsFromEnd > .zero)
  }

  @Test func anOpeningGoesToTheEndAlthoughTheBlankIsZero() {
    for profile in Profile.all where profile.opening != .topOfLastTurn {
      let driver = Driver(profile, messages: Message.withoutBlank)
      #expect(driver.snapshot.blank == .zero)
      #expect(driver.pointsFromEnd == .zero, "\(profile.name)")
      #expect(driver.bottom(of: "z") == points(667 - 48), "\(profile.name)")
    }
  }
}
