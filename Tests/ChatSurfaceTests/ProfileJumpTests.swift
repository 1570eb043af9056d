import ChatSurface
import Lengths
import PublishedDesigns
import Testing
import Timebase

/// How each design goes to the end when something has put it further away.
@Suite struct ProfileJumpTests {
  private func points(_ value: Int) -> LayoutUnit { LayoutUnit(points: value) }

  /// A conversation without a blank, not held by its opening.
  private func opened(_ profile: Profile, hertz: Int = 60) -> Driver {
    let driver = Driver(profile, hertz: hertz, messages: Message.withoutBlank)
    driver.settle()
    driver.tap()
    return driver
  }

  /// The cubic Bézier (0, 0, 0.58, 1), found by halving.
  private func easeOut(_ x: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let s = (low + high) / 2
      let reached = 3 * (1 - s) * s * s * 0.58 + s * s * s
      if reached < x { low = s } else { high = s }
    }
    return 3 * (1 - low) * low * low + low * low * low
  }

  @Test
  func v0JumpsWhenTheComposerLeavesItPastTheEndAndAgainSixteenMillisecondsLater() {
    for lines in [6, 1, 3] {
      let driver = opened(.builtIn("vercel-v0"))
      driver.rest(pointsFromEnd: 0)
      driver.frame(.composer(lines: 2))
      driver.settle()
      driver.frame(.composer(lines: lines))
      #expect(driver.pointsFromEnd == .zero, "at once")
      #expect(!driver.snapshot.isClamped, "it jumps; nothing has to push it")
      #expect(driver.surface.nextDue == driver.snapshot.instant + .milliseconds(16))
      // What has grown meanwhile is gone to as well.
      driver.frame(.setHeight("z", points(1_300)))
      #expect(driver.pointsFromEnd == .zero, "again")
      #expect(driver.surface.nextDue == nil)
      driver.frame(.setHeight("z", points(1_340)))
      #expect(driver.pointsFromEnd == points(40))
    }
  }

  @Test(arguments: ["scroll", "restore"])
  func v0DoesNotJumpAgainOnceAnotherPlaceWasAskedFor(by way: String) throws {
    let driver = opened(.builtIn("vercel-v0"))
    driver.rest(pointsFromEnd: 0)
    driver.frame(.composer(lines: 2))
    driver.settle()
    let id = try #require(driver.surface.ids.dropFirst().first)
    let asked: SurfaceEvent =
      way == "scroll"
      ? .scroll(to: .message(id, .top), isAnimated: false)
      : .restore(Anchor(id: id, distance: points(10)))
    driver.frame(.composer(lines: 6), asked)
    let place = driver.snapshot.offset
    #expect(driver.pointsFromEnd > points(100))
    #expect(driver.surface.nextDue == nil)
    for _ in 0..<3 { driver.frame() }
    #expect(driver.snapshot.offset == place)
  }

  @Test
  func aGrowingComposerNearTheEndEasesToItInATenthOfASecond() {
    for profile in [
      Profile.builtIn("swiftui-tips"), .builtIn("parameter-article"), .builtIn("conversation-kit"),
    ] {
      let driver = opened(profile)
      driver.rest(pointsFromEnd: 100)
      driver.frame(.composer(lines: 3))
      let start = driver.snapshot.instant
      #expect(driver.pointsFromEnd == points(140))
      for _ in 0..<5 {
        driver.frame()
        let part = (driver.snapshot.instant - start).seconds / 0.1
        let left = 140 * (1 - easeOut(part))
        #expect(abs(driver.pointsFromEnd.points - left) <= 1.0 / 64, "\(profile.name)")
        #expect(driver.snapshot.scroll == .animating)
      }
      driver.frame()
      driver.frame()
      #expect(driver.pointsFromEnd == .zero)
      #expect(driver.snapshot.scroll == .idle)
    }
  }

  /// One that shrinks eases nowhere: the range's end takes the viewport along at once.
  @Test func aShrinkingComposerEasesNowhere() {
    for profile in [
      Profile.builtIn("swiftui-tips"), .builtIn("parameter-article"), .builtIn("conversation-kit"),
    ] {
      let driver = opened(profile)
      driver.frame(.composer(lines: 5))
      driver.settle()
      driver.rest(pointsFromEnd: 40)
      let offset = driver.snapshot.offset
      driver.frame(.composer(lines: 4))
      #expect(driver.snapshot.scroll == .idle, "\(profile.name)")
      #expect(driver.snapshot.offset == offset && driver.pointsFromEnd == points(20))
      driver.frame(.composer(lines: 1))
      #expect(driver.snapshot.scroll == .idle && driver.pointsFromEnd == .zero)
    }
  }

  @Test func furtherFromTheEndAGrowingComposerMovesNothing() {
    let driver = opened(.builtIn("swiftui-tips"))
    driver.rest(pointsFromEnd: 101)
    let offset = driver.snapshot.offset
    driver.frame(.composer(lines: 3))
    #expect(driver.snapshot.scroll == .idle)
    driver.settle()
    #expect(driver.snapshot.offset == offset)
  }

  @Test
  func theTipsGoToTheEndSixteenMillisecondsAfterTheLastChange() {
    let driver = opened(.builtIn("swiftui-tips"), hertz: 120)
    driver.frame(.scroll(to: .end, isAnimated: false))
    driver.frame(.setHeight("z", points(1_312)))
    #expect(driver.pointsFromEnd == points(112))
    #expect(driver.surface.nextDue == driver.snapshot.instant + .milliseconds(16))
    driver.frame(.setHeight("z", points(1_424)))
    #expect(driver.surface.nextDue == driver.snapshot.instant + .milliseconds(16))
    driver.frame()
    #expect(driver.pointsFromEnd == points(224), "16.7 ms after the first, 8.3 after the second")
    driver.frame()
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.surface.nextDue == nil)
  }

  @Test func theReferenceAndTwoMoreGoToTheEndInTheFrameOfTheChangeOnly() {
    for profile in [Profile.reference, .builtIn("messaging-ui"), .builtIn("conversation-kit")] {
      let driver = opened(profile)
      driver.frame(.scroll(to: .end, isAnimated: false))
      driver.settle()
      driver.frame(
        .append(.supplied("a", .assistant, 100)),
        .append(.supplied("b", .assistant, 100))
      )
      #expect(driver.pointsFromEnd == .zero, "\(profile.name)")
      #expect(driver.surface.nextDue == nil, "\(profile.name)")
    }
  }

  @Test func v0AndTheArticleGoThereAgainSixteenMillisecondsLater() {
    for var profile in [Profile.builtIn("vercel-v0"), .builtIn("parameter-article")] {
      profile.composer = .changesInsetOnly
      let driver = opened(profile)
      driver.frame(.scroll(to: .end, isAnimated: false))
      driver.settle()
      driver.frame(.append(.supplied("a", .assistant, 100)))
      #expect(driver.pointsFromEnd == .zero, "\(profile.name)")
      #expect(driver.surface.nextDue == driver.snapshot.instant + .milliseconds(16))
      driver.frame(.composer(lines: 3))
      #expect(driver.pointsFromEnd == .zero, "\(profile.name): again")
      #expect(driver.surface.nextDue == nil)
      driver.frame(.composer(lines: 5))
      #expect(driver.pointsFromEnd == points(40), "\(profile.name)")
    }
  }
}
