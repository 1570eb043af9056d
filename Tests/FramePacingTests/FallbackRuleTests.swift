import FramePacing
import Testing
import Timebase

extension FallbackRule.Configuration {
  /// Relative to the refresh rate, and slow to come back.
  static let withHysteresis = Self(entersBelow: .fiveSixths, hasHysteresis: true)
  /// One number at every refresh rate, and back at once.
  static let withoutHysteresis = Self(entersBelow: .framesPerSecond(50), hasHysteresis: false)
}

/// Feeds a rule frame by frame: each is a tick later, and may have lost vsyncs.
final class FallbackDriver {
  let rate: RefreshRate
  var rule: FallbackRule
  var tick = 0

  init(_ configuration: FallbackRule.Configuration, hertz: Int) {
    rate = RefreshRate(hertz: hertz)
    rule = FallbackRule(configuration, rate: rate)
  }

  /// Decides at the next tick and then notes what became of its frame.
  @discardableResult func frame(
    lost: Int = 0,
    swallowed: Int = 0,
    cost: FrameCost = FrameCost()
  ) -> Bool {
    for passed in tick..<tick + swallowed { rule.pass(tick: passed) }
    tick += swallowed
    let instant = rate.instant(ofTick: tick)
    let isActive = rule.decide(at: instant)
    let vsync = tick + 1 + lost
    let shown = PresentedFrame(
      tick: tick,
      end: rate.instant(ofTick: vsync),
      vsync: vsync,
      lostVsyncs: lost,
      isOnTime: lost == 0
    )
    rule.note(shown, cost: cost)
    tick += 1
    return isActive
  }

  func frames(_ count: Int) -> [Bool] { (0..<count).map { _ in frame() } }
}

@Suite struct FallbackRuleTests {
  private func cost(_ phase: Phase, _ milliseconds: Int) -> FrameCost {
    var cost = FrameCost()
    cost[phase] = .milliseconds(milliseconds)
    return cost
  }

  /// Below 50 of 60, not at it: the eleventh lost vsync of a window triggers.
  @Test(
    arguments: [(60, 11), (90, 16), (120, 21), (24, 5)]
  )
  func itIsEnteredBelowFiveSixthsOfTheRate(hertz: Int, trigger: Int) {
    let driver = FallbackDriver(.withHysteresis, hertz: hertz)
    for _ in 0..<(trigger - 1) { #expect(!driver.frame(lost: 1)) }
    #expect(!driver.frame(lost: 1))
    #expect(driver.frame())
    #expect(driver.rule.episodes.count == 1)
  }

  /// Each leaves the window where it was lost, in its turn, and not with the frame that lost it.
  @Test func lossesLeaveTheWindowOneByOne() {
    for last in 60...67 {
      // Of the losses at ticks 0 to 9 those are left that the window from tick last - 59 on holds.
      let left = 69 - last
      for (lost, isEntered) in [(10 - left, false), (11 - left, true)] {
        let driver = FallbackDriver(.withHysteresis, hertz: 60)
        driver.frame(lost: 10)
        for _ in 1..<last { #expect(!driver.frame()) }
        driver.frame(lost: lost)
        #expect(driver.frame() == isEntered, "\(lost) more at tick \(last)")
      }
    }
  }

  /// Of a stall longer than the window what was lost within the window counts.
  @Test(arguments: [60, 120], [900, 1_000, 1_500, 3_000])
  func thePlainRuleSeesAStallOfAnyLength(hertz: Int, milliseconds: Int) {
    let driver = FallbackDriver(.withoutHysteresis, hertz: hertz)
    for _ in 0..<(2 * hertz) { #expect(!driver.frame()) }
    let lost = hertz * milliseconds / 1_000
    #expect(!driver.frame(lost: lost))
    #expect(driver.frame(swallowed: lost))
    // It goes on until a second holds 50 frames again.
    let last = driver.tick - 1
    var end = last
    while driver.frame() { end = driver.tick }
    #expect(end - last == 49)
    #expect(driver.rule.episodes.count == 1)
  }

  /// The active ticks that the last late frame swallowed push older losses out before the decision.
  @Test func swallowedTicksAreSeenByTheNextDecision() {
    let driver = FallbackDriver(.withHysteresis, hertz: 60)
    for _ in 0..<100 { driver.frame() }
    driver.frame(lost: 3)
    driver.frame(swallowed: 3)
    for _ in 0..<47 { #expect(!driver.frame()) }
    driver.frame(lost: 8)
    // 60 active ticks back from here, the swallowed ones among them, lie 10 losses; 11 are too many.
    #expect(!driver.frame(swallowed: 8))
    #expect(driver.rule.episodes.isEmpty)
  }

  @Test func oneLongHitchTriggersAtTheNextFrame() {
    let driver = FallbackDriver(.withHysteresis, hertz: 60)
    for _ in 0..<100 { driver.frame() }
    #expect(!driver.frame(lost: 29))
    #expect(driver.frame(swallowed: 29))
    let episode = driver.rule.episodes.first
    #expect(episode?.start == driver.rate.instant(ofTick: 130))
    #expect(episode?.end == nil)
    // From the late frame's own tick.
    #expect(
      episode?.detection == driver.rate.instant(ofTick: 130) - driver.rate.instant(ofTick: 100)
    )
  }

  /// Back after 120 active ticks that lost at most 4 vsyncs, counted from the trigger on: what was
  /// swallowed before it does not count.
  @Test func itComesBackAfterTwoCleanSeconds() {
    let driver = FallbackDriver(.withHysteresis, hertz: 60)
    driver.frame(lost: 29)
    #expect(driver.frame(swallowed: 29))
    let states = driver.frames(130)
    #expect(states.firstIndex(of: false) == 119)
    #expect(driver.rule.episodes.first?.end == driver.rate.instant(ofTick: 30 + 120))
    #expect(states[119...].allSatisfy { !$0 })
  }

  @Test func fourLostVsyncsInTwoSecondsLetItComeBackAndFiveDoNot() {
    for (losses, returns) in [(4, true), (5, false)] {
      let driver = FallbackDriver(.withHysteresis, hertz: 60)
      driver.frame(lost: 29)
      driver.frame(swallowed: 29)
      for index in 0..<119 { driver.frame(lost: index >= 119 - losses ? 1 : 0) }
      #expect(driver.frame() == !returns, "\(losses) lost")
    }
  }

  @Test func swallowedTicksCountInTheFallback() {
    let driver = FallbackDriver(.withHysteresis, hertz: 60)
    driver.frame(lost: 29)
    driver.frame(swallowed: 29)
    driver.frame(lost: 4)
    driver.frame(swallowed: 4)
    // 1 + 1 + 4 + 1 ticks of the stay are over: 113 more make 120.
    let states = driver.frames(120)
    #expect(states.firstIndex(of: false) == 113)
  }

  @Test func idleTicksNeitherCountNorInterrupt() {
    let driver = FallbackDriver(.withHysteresis, hertz: 60)
    for _ in 0..<10 { driver.frame(lost: 1) }
    driver.tick += 10_000
    #expect(!driver.frame(lost: 1))
    #expect(driver.frame())
  }

  /// A word every 150 ms: 13 active ticks in two seconds of screen time, and no more are needed.
  @Test(arguments: [60, 120])
  func slowTextComesBackAfterTwoSecondsOfScreenTime(hertz: Int) {
    let driver = FallbackDriver(.withHysteresis, hertz: hertz)
    let pause = hertz * 150 / 1_000
    driver.frame(lost: hertz / 5)
    driver.tick += hertz / 5
    #expect(driver.frame())
    let entry = driver.tick - 1
    while driver.tick - entry < 10 * hertz {
      driver.tick += pause - 1
      let tick = driver.tick
      #expect(driver.frame() == (tick - entry < 2 * hertz), "tick \(tick - entry)")
    }
    #expect(driver.rule.episodes.count == 1)
  }

  /// One vsync lost by one of a few active ticks is more than a thirtieth until it is two seconds old.
  @Test func aLossAmongFewTicksHoldsItForTwoSecondsMore() {
    let driver = FallbackDriver(.withHysteresis, hertz: 60)
    driver.frame(lost: 12)
    driver.tick += 12
    #expect(driver.frame())
    driver.tick += 49
    #expect(driver.frame(lost: 1))
    let late = driver.tick - 1
    var back: Int?
    while back == nil, driver.tick < 1_000 {
      driver.tick += 9
      let tick = driver.tick
      if !driver.frame() { back = tick }
    }
    #expect((121..<131).contains((back ?? 0) - late))
  }

  /// What led to a stay is forgotten with it: as many losses as at first are needed for the next.
  @Test func theWindowStartsEmptyAfterAStay() {
    let driver = FallbackDriver(.withHysteresis, hertz: 60)
    driver.frame(lost: 30)
    driver.tick += 30
    #expect(driver.frame())
    driver.tick += 120
    for _ in 0..<10 { #expect(!driver.frame(lost: 1)) }
    #expect(!driver.frame(lost: 1))
    #expect(driver.frame())
    #expect(driver.rule.episodes.count == 2)
  }

  @Test func theCauseIsWhatTheLateFramesSpentMostOn() {
    let driver = FallbackDriver(.withHysteresis, hertz: 60)
    // Frames in time do not count, however costly.
    for _ in 0..<40 { driver.frame(cost: cost(.layout, 100)) }
    for _ in 0..<11 {
      var both = cost(.measure, 20)
      both[.input] = .milliseconds(19)
      driver.frame(lost: 1, cost: both)
    }
    driver.frame()
    #expect(driver.rule.episodes.first?.cause == .phase(.measure))
  }

  @Test func aBusyHostIsACause() {
    let driver = FallbackDriver(.withHysteresis, hertz: 60)
    var stalled = cost(.measure, 20)
    stalled.stall = .milliseconds(480)
    driver.frame(lost: 29, cost: stalled)
    driver.frame(swallowed: 29)
    #expect(driver.rule.episodes.first?.cause == .hostStall)
    #expect(FallbackCause.hostStall.name == "host_stall")
  }

  @Test func causesKeepTheirNames() {
    for phase in Phase.allCases {
      #expect(FallbackCause(name: FallbackCause.phase(phase).name) == .phase(phase))
      #expect(Phase(name: phase.name) == phase)
    }
    #expect(FallbackCause(name: "host_stall") == .hostStall)
    #expect(FallbackCause(name: "nothing") == nil)
  }

  /// Idle ticks are on time: a second after the loss it no longer counts, whatever was shown since.
  @Test(arguments: [(60, 11), (120, 71)])
  func thePlainRuleLooksAtTheLastSecondOfScreenTime(hertz: Int, lost: Int) {
    let driver = FallbackDriver(.withoutHysteresis, hertz: hertz)
    driver.frame(lost: lost)
    driver.tick += hertz / 2
    #expect(driver.frame())
    driver.tick = hertz
    #expect(driver.frame())
    #expect(!driver.frame())
    #expect(driver.rule.episodes.count == 1)
  }

  /// The parameter article's rule: below 50 at every rate, gone as soon as it no longer holds.
  @Test func thePlainRuleHasOneLimitAndNoHysteresis() {
    let fast = FallbackDriver(.withoutHysteresis, hertz: 120)
    for _ in 0..<70 { #expect(!fast.frame(lost: 1)) }
    // 70 of 120 lost are 50 frames a second; with the next it is 49.
    #expect(!fast.frame(lost: 1))
    #expect(fast.frame())
    let slow = FallbackDriver(.withoutHysteresis, hertz: 60)
    for _ in 0..<11 { slow.frame(lost: 1) }
    #expect(slow.frame())
    // 48 clean frames fill the window; with the next the first loss leaves it, and 50 are shown.
    let states = slow.frames(60)
    #expect(states.firstIndex(of: false) == 49)
    #expect(slow.rule.episodes.count == 1)
  }
}
