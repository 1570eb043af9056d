import ChatSurface
import Lengths
import Testing
import Timebase

@Suite struct FollowTests {
  private let point = LayoutUnit(points: 1)

  @Test func aConversationOpensAtItsEndInTheFirstFrame() {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let driver = Driver(profile, messages: Message.history(50))
      #expect(driver.pointsFromEnd == .zero)
      #expect(driver.snapshot.follow == .following)
      #expect(driver.snapshot.scroll == .idle)
      #expect(driver.snapshot.visible.last?.id == "m49")
      #expect(driver.violations.isEmpty)
    }
  }

  @Test func followingKeepsTheEndInViewInTheFrameThatGrows() {
    for profile in [Profile.reference, .builtIn("messaging-ui")] {
      let driver = Driver(profile, messages: Message.history(20))
      for index in 0..<10 {
        driver.frame(.append(.assistant("a\(index)", lines: index + 1)))
        #expect(driver.pointsFromEnd == .zero)
      }
      #expect(driver.violations.isEmpty)
    }
  }

  @Test func followingExtendsTheContentUpwardAndLeavesTheOffset() {
    let driver = Driver(messages: Message.history(20))
    let offset = driver.snapshot.offset
    driver.frame(.append(.assistant("a", lines: 9)))
    #expect(driver.snapshot.offset == offset)
  }

  @Test
  func aDragOfEightPointsUpLeavesTheEndAndOneOfNineLetsGo() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.touch(.began, y: 100), .touch(.moved, y: 108))
    #expect(driver.snapshot.follow == .following)
    driver.frame(.touch(.moved, y: 109))
    #expect(driver.snapshot.follow == .free)
  }

  @Test func anUpwardFlingLetsGo() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.fling(velocity: -2_000))
    driver.run(milliseconds: 50)
    #expect(driver.snapshot.follow == .free)
    driver.settle()
    #expect(driver.pointsFromEnd > LayoutUnit(points: 100))
    #expect(driver.violations.isEmpty)
  }

  @Test func aScrollThatComesBackToWithinEightPointsFollowsAndGoesThere() {
    for (way, isBack) in [(8, true), (9, false), (60, false)] {
      let driver = Driver(messages: Message.history(20))
      driver.frame(.touch(.began, y: 100), .touch(.moved, y: 180))
      #expect(driver.pointsFromEnd == LayoutUnit(points: 80))
      driver.frame(.touch(.moved, y: 100 + Double(way)))
      driver.run(milliseconds: 200)
      let before = driver.snapshot.offset
      driver.frame(.touch(.ended, y: 100 + Double(way)))
      #expect(driver.snapshot.follow == (isBack ? .following : .free), "\(way) pt")
      #expect((driver.snapshot.offset - before).magnitude < LayoutUnit(points: 8))
      driver.settle()
      #expect(driver.pointsFromEnd == (isBack ? .zero : LayoutUnit(points: way)))
      #expect(driver.violations.isEmpty)
    }
  }

  @Test func aScrollThatRestsFurtherUpStaysThere() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.touch(.began, y: 100), .touch(.moved, y: 201))
    driver.run(milliseconds: 200)
    driver.frame(.touch(.ended, y: 201))
    driver.settle()
    #expect(driver.snapshot.follow == .free)
    #expect(driver.pointsFromEnd == LayoutUnit(points: 101))
  }

  @Test func anAppendWithinReachOfTheEndIsFollowed() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.scroll(to: .message("m19", .bottom), isAnimated: false))
    #expect(driver.snapshot.follow == .free)
    driver.frame(.append(.assistant("a", lines: 30)))
    #expect(driver.snapshot.follow == .following)
    #expect(driver.pointsFromEnd == .zero)
  }

  @Test func anAppendFurtherUpMovesNothing() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
    let (offset, place) = (driver.snapshot.offset, driver.place(of: "m10"))
    driver.frame(.append(.assistant("a", lines: 30)))
    #expect(driver.snapshot.follow == .free)
    #expect(driver.snapshot.offset == offset)
    #expect(driver.place(of: "m10") == place)
  }

  @Test
  func anUnanimatedJumpIsExactAlthoughNothingThereWasMeasured() {
    for alignment in ScrollTarget.Alignment.allCases {
      let driver = Driver(messages: Message.history(400))
      let frame = driver.frame(.scroll(to: .message("m200", alignment), isAnimated: false))
      let item = frame.visible.first { $0.id == "m200" }
      let top = frame.topInset
      let bottom = frame.viewportHeight - frame.composer - frame.covered
      switch alignment {
      case .top: #expect(item?.y == top)
      case .bottom: #expect(item.map { $0.y + $0.height } == bottom)
      case .center:
        let above = item.map { $0.y - top } ?? .zero
        let below = item.map { bottom - $0.y - $0.height } ?? .zero
        #expect((above - below).magnitude <= LayoutUnit(rawValue: 1))
      }
      #expect(frame.follow == .free)
      #expect(driver.violations.isEmpty)
    }
  }

  @Test
  func anAnimatedJumpArrivesExactlyAlthoughContentChangesOnTheWay() {
    let driver = Driver(messages: Message.history(100))
    driver.frame(.scroll(to: .message("m50", .top), isAnimated: true))
    #expect(driver.snapshot.scroll == .animating)
    driver.frame(.prepend(ListedMessages(Message.history(5, prefix: "p"))))
    driver.frame(.setHeight("m48", LayoutUnit(points: 300)))
    driver.settle()
    #expect(driver.place(of: "m50") == driver.snapshot.topInset)
    #expect(driver.violations.isEmpty)
  }

  @Test func aTouchStopsAProgrammaticMove() {
    let driver = Driver(messages: Message.history(100))
    driver.frame(.scroll(to: .top, isAnimated: true))
    driver.run(milliseconds: 50)
    driver.frame(.touch(.began, y: 100))
    let offset = driver.snapshot.offset
    driver.run(milliseconds: 100)
    #expect(driver.snapshot.offset == offset)
    #expect(driver.snapshot.scroll == .dragging)
  }

  @Test func contentCaughtBeyondAnEndStaysUnderTheFinger() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.fling(velocity: 4_000))
    driver.run(milliseconds: 60)
    let offset = driver.snapshot.offset
    #expect(driver.pointsFromEnd < .zero)
    driver.frame(scheduled: [ScheduledEvent(.touch(.began, y: 300), at: driver.snapshot.instant)])
    #expect((driver.snapshot.offset - offset).magnitude <= LayoutUnit(rawValue: 1))
  }

  @Test func aLateFrameLandsWhereAPunctualOneWould() {
    let (punctual, late) = (
      Driver(messages: Message.history(60)), Driver(messages: Message.history(60))
    )
    for driver in [punctual, late] { driver.frame(.fling(velocity: -3_000)) }
    for _ in 0..<30 { punctual.frame() }
    late.skip(ticks: 29)
    late.frame()
    #expect(punctual.snapshot.instant == late.snapshot.instant)
    #expect(punctual.pointsFromEnd == late.pointsFromEnd)
    #expect(late.violations.isEmpty)
  }

  @Test
  func aGrowingComposerKeepsTheEndInViewByAnAnimation() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.composer(lines: 6))
    #expect(driver.snapshot.composer == LayoutUnit(points: 148))
    #expect(driver.snapshot.scroll == .animating)
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
    driver.frame(.composer(lines: 1))
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
    #expect(driver.violations.isEmpty)
  }

  @Test func aGrowingComposerMovesNoReaderFurtherUp() {
    let driver = Driver(messages: Message.history(40))
    driver.frame(.scroll(to: .message("m10", .top), isAnimated: false))
    let offset = driver.snapshot.offset
    driver.frame(.composer(lines: 6))
    #expect(driver.snapshot.offset == offset)
    #expect(driver.snapshot.scroll == .idle)
  }

  @Test
  func aProfileThatChangesTheInsetOnlyDoesNotJumpUntilContentGrows() {
    let driver = Driver(.builtIn("messaging-ui"), messages: Message.history(20))
    let offset = driver.snapshot.offset
    driver.frame(.composer(lines: 3))
    #expect(driver.snapshot.offset == offset)
    #expect(driver.snapshot.follow == .following)
    driver.frame()
    #expect(driver.snapshot.offset == offset)
    driver.frame(.append(.assistant("a")))
    #expect(driver.pointsFromEnd == .zero)
  }
}
