import ChatSurface
import Lengths
import Testing
import Timebase
import ViewportPlacing

/// The numbers of the scroll view's motion, each from its formula.
@Suite struct MotionTests {
  /// 0.998 a millisecond: after 500 ms, 2 pt/ms have made 2 (1 - 0.998^500) / -ln 0.998 = 631.9 pt.
  @Test(
    arguments: [(DecelerationRule.normal, 631.86), (.fast, 197.69)]
  )
  func aFlingSlowsDownByItsRate(rule: DecelerationRule, points: Double) {
    var profile = Profile.reference
    profile.deceleration = rule
    let driver = Driver(profile, messages: Message.history(400))
    driver.frame(.scroll(to: .message("m200", .top), isAnimated: false))
    driver.frame()
    let start = driver.frame(.fling(velocity: -2_000)).offset
    for _ in 0..<30 { driver.frame() }
    #expect(abs((start - driver.snapshot.offset).points - points) < 0.1)
  }

  /// (1 - 1 / (100 x 0.55 / 667 + 1)) x 667 = 50.8 pt.
  @Test func aDragBeyondTheEndIsBandedAndComesBack() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.touch(.began, y: 300), .touch(.moved, y: 200))
    #expect(abs(driver.pointsFromEnd.points + 50.81) < 0.05)
    driver.run(milliseconds: 200)
    driver.frame(.touch(.ended, y: 200))
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
  }

  /// A spring of 0.3 s without bounce has left (1 + w t) e^(-w t) = 0.381 of its way after 0.1 s.
  @Test func aProgrammaticMoveIsASpring() {
    let driver = Driver(messages: Message.history(20))
    driver.frame(.composer(lines: 6))
    #expect(driver.snapshot.composer == LayoutUnit(points: 148))
    #expect(driver.pointsFromEnd == LayoutUnit(points: 100))
    for _ in 0..<6 { driver.frame() }
    #expect(abs(driver.pointsFromEnd.points - 38.1) < 0.1)
  }

  @Test(arguments: [true, false])
  func aScrollToAnEdgeReachesIt(isAnimated: Bool) {
    let driver = Driver(messages: Message.history(100))
    driver.frame(.scroll(to: .top, isAnimated: isAnimated))
    driver.settle()
    #expect(driver.snapshot.offset == driver.snapshot.contentTop - driver.snapshot.topInset)
    driver.frame(.scroll(to: .end, isAnimated: isAnimated))
    driver.settle()
    #expect(driver.pointsFromEnd == .zero)
  }

  @Test func aJumpToTheEndFollowsAndOneToTheTopIsFree() {
    let driver = Driver(messages: Message.history(100))
    #expect(driver.frame(.scroll(to: .top, isAnimated: false)).follow == .free)
    #expect(driver.frame(.scroll(to: .end, isAnimated: false)).follow == .following)
    #expect(driver.frame(.scroll(to: .message("m3", .top), isAnimated: true)).follow == .free)
    #expect(driver.frame(.scroll(to: .end, isAnimated: true)).follow == .following)
  }
}
