import ConformanceTags
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

  @Test(.tags(.framesPhases)) func everyOperationAndPhaseHasItsOwnName() {
    #expect(Set(Operation.allCases.map(\.name)).count == Operation.allCases.count)
    #expect(
      Phase.allCases.map(\.name) == ["input", "ingest", "reveal", "measure", "layout", "commit"]
    )
  }
}
