import Statistics
import Testing
import Timebase

@Suite struct LevelShiftTests {
  @Test func theShiftIsFoundWhereItIs() throws {
    let samples = (0..<30).map { index in
      Double(index % 3) * 0.1 + (index < 18 ? 10 : 11)
    }
    let shift = try #require(LevelShift.of(samples))
    #expect(shift.index == 18)
    #expect(abs(shift.difference - 1) < 0.05)
    #expect(shift.probability < 1e-6)
  }

  @Test func scatterAloneIsUnlikelyToBeAShift() {
    for seed in 0..<50 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let samples = (0..<100).map { _ in generator.nextFraction() }
      #expect((LevelShift.of(samples)?.probability ?? 1) > 1e-5, "seed \(seed)")
    }
  }

  @Test func fewOrEqualSamplesSayNothing() {
    #expect(LevelShift.of([1, 2, 3, 4, 5]) == nil)
    #expect(LevelShift.of(Array(repeating: 1, count: 20)) == nil)
  }
}
