import Statistics
import Testing

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

  @Test func theSlopeOfAPowerLawIsItsExponent() throws {
    let points = [1.0, 2, 4, 8].map { ($0, 3 * $0 * $0) }
    #expect(abs(try #require(LogSlope.of(points)) - 2) < 1e-12)
    #expect(LogSlope.of([(1, 1), (2, 2)]) == nil)
    #expect(LogSlope.of([(1, 1), (1, 2), (1, 3)]) == nil)
  }
}
