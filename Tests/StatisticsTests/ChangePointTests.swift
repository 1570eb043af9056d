import Statistics
import Testing
import Timebase

@Suite struct ChangePointTests {
  private func trials(_ missed: [(Double, [Bool])]) -> [ChangePoint.Trial] {
    missed.flatMap { place, outcomes in
      outcomes.map { ChangePoint.Trial(place: place, isMissed: $0) }
    }
  }

  @Test func aCleanChangeLiesBetweenTheTwoPlaces() throws {
    let trials = trials([(1, [false, false]), (2, [false, false]), (8, [true, true])])
    #expect(try #require(ChangePoint.of(trials)) == 4)
  }

  @Test func oneTrialThatErrsMovesNothing() throws {
    let trials = trials([
      (1, [false, false, true]), (2, [false, false, false]), (8, [true, true, false]),
      (16, [true, true, true]),
    ])
    #expect(try #require(ChangePoint.of(trials)) == 4)
  }

  @Test func whatIsMissedEverywhereChangesBelowTheFirstPlace() throws {
    let below = try #require(ChangePoint.of(trials([(4, [true]), (16, [true])])))
    let above = try #require(ChangePoint.of(trials([(4, [false]), (16, [false])])))
    #expect(below == 2)
    #expect(above == 32)
    #expect(ChangePoint.of([]) == nil)
  }

  @Test func theIntervalHoldsTheTruthOfNoisyTrials() throws {
    var held = 0
    for seed in 0..<100 as Range<UInt64> {
      var chance = SeededGenerator(seed: seed)
      var trials: [ChangePoint.Trial] = []
      for step in -4...4 {
        let place = 100 * Double(1 << (step + 4)).squareRoot() / 4
        // At 100 one half of the trials miss; an octave away hardly any err.
        let share = 1 / (1 + (100 / place) * (100 / place) * (100 / place) * (100 / place))
        for _ in 0..<8 {
          trials.append(ChangePoint.Trial(place: place, isMissed: chance.nextFraction() < share))
        }
      }
      let interval = try #require(ChangePoint.interval(of: trials, using: &chance))
      #expect(interval.low <= interval.estimate && interval.estimate <= interval.high)
      if interval.contains(100) { held += 1 }
    }
    #expect(held >= 90, "\(held) of 100")
  }

  @Test func theSlopeOfAPowerLawIsItsExponent() throws {
    let points = [1.0, 2, 4, 8].map { ($0, 3 * $0 * $0) }
    #expect(abs(try #require(LogSlope.of(points)) - 2) < 1e-12)
    #expect(LogSlope.of([(1, 1), (2, 2)]) == nil)
    #expect(LogSlope.of([(1, 1), (1, 2), (1, 3)]) == nil)
  }
}
