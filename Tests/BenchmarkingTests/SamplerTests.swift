import Benchmarking
import Testing

/// How contestants take turns.
@Suite struct SamplerTests {
  /// Which contestant worked when.
  private final class Log {
    var turns: [String] = []
  }

  @Test func contestantsTakeTurnsInBothOrdersAndTheLeastOfARoundCounts() {
    let log = Log()
    var costs = [8.0, 7, 9, 6, 5, 4, 3, 2, 1, 10, 11, 12]
    let ours = Contestant("ours") {
      log.turns.append("ours")
      return (costs.removeFirst(), 0)
    }
    let twin = Contestant("twin") {
      log.turns.append("twin")
      return (5, 0)
    }
    let rounds = Sampler().rounds([Case("suite", "case", [ours, twin])], count: 12)
    // What times itself does a whole run each time: as many as an interval needs, one a round.
    #expect(rounds == [[[8, 7, 9, 6, 5, 4], [Double](repeating: 5, count: 6)]])
    #expect(log.turns.prefix(6) == ["ours", "twin", "twin", "ours", "ours", "twin"])
  }

  @Test func aBatchEndsWhereAContestantHasNoMoreOperations() {
    var asked: [Int] = []
    let contestant = Contestant("ours", most: 3, make: { 0 }) { (_: inout Int, operations) in
      asked.append(operations)
      return 0
    }
    _ = Sampler().rounds([Case("suite", "case", [contestant])], count: 6)
    #expect(asked.max() == 3)
  }
}
