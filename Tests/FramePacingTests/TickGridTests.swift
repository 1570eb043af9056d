import FramePacing
import Testing
import Timebase

@Suite struct TickGridTests {
  private let sixty = RefreshRate(hertz: 60)
  private let thirty = RefreshRate(hertz: 30)

  @Test func ofOneRateItIsThatRatesTicks() {
    let grid = TickGrid(sixty)
    for tick in [0, 1, 7, 59, 60, 100_003] {
      #expect(grid.instant(ofTick: tick) == sixty.instant(ofTick: tick))
      #expect(grid.firstTick(atOrAfter: sixty.instant(ofTick: tick)) == tick)
    }
    #expect(grid.instant(ofTick: -1) == sixty.instant(ofTick: -1))
    #expect(grid.onlyRate == sixty && grid.stretches.count == 1)
  }

  @Test func theFirstTickAtOrAfterAChangeIsTheNewOrigin() {
    var grid = TickGrid(sixty)
    grid.change(to: thirty, at: Instant(milliseconds: 501))
    let origin = sixty.instant(ofTick: 31)
    #expect(grid.instant(ofTick: 31) == origin)
    #expect(grid.instant(ofTick: 30) == sixty.instant(ofTick: 30))
    for step in 0..<90 {
      let instant = grid.instant(ofTick: 31 + step)
      #expect(instant - origin == Nanoseconds(rawValue: Int64(step) * 1_000_000_000 / 30))
      #expect(grid.firstTick(atOrAfter: instant) == 31 + step)
      #expect(grid.tick(nearest: instant + .milliseconds(16)) == 31 + step)
      #expect(grid.tick(nearest: instant + .milliseconds(17)) == 32 + step)
    }
    #expect(grid.rate(ofTick: 30) == sixty && grid.rate(ofTick: 31) == thirty)
    #expect(grid.rate(at: origin) == thirty)
    #expect(grid.rate(at: origin - Nanoseconds(rawValue: 1)) == sixty)
    #expect(grid.onlyRate == nil)
  }

  @Test func aChangeThatIsTakenBackBeforeItsTickIsNone() {
    var grid = TickGrid(sixty)
    grid.change(to: thirty, at: Instant(milliseconds: 501))
    grid.change(to: sixty, at: Instant(milliseconds: 502))
    #expect(grid == TickGrid(sixty))
    grid.change(to: sixty, at: Instant(milliseconds: 700))
    #expect(grid == TickGrid(sixty))
    grid.change(to: thirty, at: Instant(milliseconds: 701))
    grid.change(to: RefreshRate(hertz: 20), at: Instant(milliseconds: 702))
    #expect(grid.stretches.map(\.rate.hertz) == [60, 20])
  }

  /// Ticks of random grids lie in order, and each is the first at its own instant.
  @Test func ticksAndInstantsAgreeOverAnyChanges() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      var grid = TickGrid(RefreshRate(hertz: 24 + random.nextIndex(below: 120)))
      var at = Instant.zero
      for _ in 0..<random.nextIndex(below: 6) {
        at = at + Nanoseconds(rawValue: Int64(random.nextIndex(below: 700_000_000)))
        grid.change(to: RefreshRate(hertz: 24 + random.nextIndex(below: 120)), at: at)
      }
      var before = grid.instant(ofTick: 0)
      for tick in 1..<400 {
        let instant = grid.instant(ofTick: tick)
        #expect(instant > before)
        #expect(grid.firstTick(atOrAfter: instant) == tick)
        #expect(grid.firstTick(atOrAfter: before + Nanoseconds(rawValue: 1)) == tick)
        before = instant
      }
    }
  }

  @Test func framesAreShownByTheRateInForceAtTheirTick() {
    var grid = TickGrid(sixty)
    grid.change(to: thirty, at: sixty.instant(ofTick: 10))
    var pipeline = FramePipeline(grid: grid, hostShare: 0.5)
    for tick in 0..<20 {
      #expect(pipeline.nextTick <= tick)
      // More than is left of a period at 60 Hz, less than of one at 30 Hz.
      let frame = pipeline.present(
        tick: tick,
        firstActiveTick: tick,
        duration: .milliseconds(tick < 10 ? 8 : 16)
      )
      #expect(frame.isOnTime && frame.lostVsyncs == 0 && frame.vsync == tick + 1)
    }
  }

  @Test func anotherRateIsNoReasonToFallBackAndCountsItsOwnTicks() {
    let configuration = FallbackRule.Configuration(entersBelow: .fiveSixths, hasHysteresis: true)
    var grid = TickGrid(RefreshRate(hertz: 120))
    grid.change(to: thirty, at: Instant(milliseconds: 1_000))
    var rule = FallbackRule(configuration, rate: RefreshRate(hertz: 120))
    var pipeline = FramePipeline(grid: grid)
    var fallbacks: [Int] = []
    for tick in 0..<260 {
      let instant = grid.instant(ofTick: tick)
      if tick == 120 { rule.setRate(thirty, at: Instant(milliseconds: 1_000)) }
      if rule.decide(at: instant) { fallbacks.append(tick) }
      // From tick 180 on each frame takes two periods.
      let isLate = tick >= 180
      guard pipeline.nextTick <= tick else { continue }
      let frame = pipeline.present(
        tick: tick,
        firstActiveTick: pipeline.handledTick + 1,
        duration: .milliseconds(isLate ? 60 : 1)
      )
      rule.note(frame, cost: FrameCost())
      rule.checkInvariants()
    }
    // Six of thirty vsyncs lost are five sixths of a second's frames; 18 of 120 would not be.
    let first = fallbacks.first ?? 0
    #expect((186...200).contains(first), "\(first)")
  }
}
