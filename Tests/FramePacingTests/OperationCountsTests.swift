import FramePacing
import Testing

@Suite struct OperationCountsTests {
  @Test func countsAreChargedWithTheirDeclaredCost() {
    var costs = OperationCosts()
    var counts = OperationCounts()
    var expected = 0
    for operation in Operation.allCases {
      costs[operation] = 7 * operation.rawValue + 1
      counts[operation] = 100 - operation.rawValue
      expected += (7 * operation.rawValue + 1) * (100 - operation.rawValue)
    }
    #expect(costs.charge(counts) == expected)
    #expect(OperationCosts().charge(counts) == 0)
    #expect(costs.charge(OperationCounts()) == 0)
  }

  /// Fractions of nanoseconds add up before they are dropped.
  @Test func costsAreWholePicoseconds() {
    var costs = OperationCosts()
    costs[picosecondsOf: .arrayElementMoved] = 250
    costs[.event] = 2
    #expect(costs[picosecondsOf: .event] == 2_000 && costs[.arrayElementMoved] == 0)
    var counts = OperationCounts()
    for (moved, charge) in [(3, 0), (4, 1), (7, 1), (100_000, 25_000)] {
      counts[.arrayElementMoved] = moved
      #expect(costs.charge(counts) == charge)
    }
    counts[.event] = 10
    #expect(costs.charge(counts) == 25_020)
  }

  @Test func addingAndTakingOffAreInverse() {
    var counts = OperationCounts()
    counts[.glyphShaped] = 5
    var more = OperationCounts()
    more[.glyphShaped] = 2
    more[.event] = 1
    var sum = counts
    sum += more
    #expect(sum[.glyphShaped] == 7 && sum[.event] == 1)
    sum -= more
    #expect(sum == counts)
  }

  @Test func everyOperationAndPhaseHasItsOwnName() {
    #expect(Set(Operation.allCases.map(\.name)).count == Operation.allCases.count)
    #expect(
      Phase.allCases.map(\.name) == ["input", "ingest", "reveal", "measure", "layout", "commit"]
    )
  }
}
