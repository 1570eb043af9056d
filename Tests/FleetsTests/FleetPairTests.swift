import Comparing
import Fleets
import Foundation
import Records
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 6
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1

/// Pairs of fleets: equal ones are silent, and three points of bad sessions among 10,000 a side are found.
@Suite struct FleetPairTests {
  private func side(
    _ count: Int,
    _ share: Double,
    from first: Int,
    _ chance: inout SeededGenerator
  ) -> [SessionRow] {
    (0..<count).map { index in
      let isBad = chance.nextFraction() < share
      return Rows.row(
        first + index,
        ratio: isBad ? 20_000_000 : 2_000_000,
        longest: isBad && chance.nextFraction() < 0.5 ? 300_000_000 : 30_000_000,
        [
          .device: "device-\(chance.nextIndex(below: 20))",
          .rate: chance.nextFraction() < 0.3 ? "120" : "60",
        ]
      )
    }
  }

  /// In test-long 200 pairs of 10,000 sessions a side.
  @Test func equalFleetsAreSilent() throws {
    var chance = SeededGenerator(seed: seed)
    let count = iterations >= 200 ? 10_000 : 2_000
    for pair in 0..<iterations {
      let share = [0.02, 0.1, 0.3][pair % 3]
      let report = try Rows.report(
        [side(count, share, from: 0, &chance)],
        before: [side(count, share, from: count, &chance)]
      )
      let loud = report.comparisons.filter {
        [.worse, .better].contains($0.verdict) || $0.mixture != nil
      }
      #expect(loud.isEmpty, "pair \(pair): \(loud.map(\.note))")
      #expect(report.verdict == .pass)
    }
  }

  @Test func threePointsAreFound() throws {
    var chance = SeededGenerator(seed: seed &+ 1)
    let pairs = iterations >= 200 ? 20 : 2
    var found = 0
    for pair in 0..<pairs {
      let share = [0.05, 0.1, 0.2][pair % 3]
      let report = try Rows.report(
        [side(10_000, share + 0.03, from: 0, &chance)],
        before: [side(10_000, share, from: 10_000, &chance)]
      )
      if report.comparisons.contains(where: { $0.share == .hitching10 && $0.verdict == .worse }),
        report.verdict == .worse
      {
        found += 1
      }
    }
    #expect(found * 20 >= pairs * 19, "\(found) of \(pairs)")
  }
}
