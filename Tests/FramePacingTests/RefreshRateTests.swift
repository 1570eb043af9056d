import FramePacing
import Testing
import Timebase

@Suite struct RefreshRateTests {
  @Test(arguments: [24, 60, 90, 120])
  func ticksLieAtTheFloorOfTheirPlace(hertz: Int) {
    let rate = RefreshRate(hertz: hertz)
    for tick in [0, 1, 2, 59, 60, 61, 7_199, 1_000_000] {
      let expected = Int64(tick) * 1_000_000_000 / Int64(hertz)
      #expect(rate.instant(ofTick: tick).nanoseconds == expected)
      #expect(rate.firstTick(atOrAfter: rate.instant(ofTick: tick)) == tick)
      let later = Instant(nanoseconds: expected + 1)
      #expect(rate.firstTick(atOrAfter: later) == tick + 1)
    }
  }
}
