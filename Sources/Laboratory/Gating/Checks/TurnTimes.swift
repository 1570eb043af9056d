import FramePacing
import Foundation
import Statistics

/// Processor time of a cell, of so many frames at a time, in repetitions that do the same work.
///
/// Two processes take turns, these frames in one and then in the other, so that both meet the machine in
/// the same state: a virtual processor that shares a core with a neighbour's runs at two speeds, for
/// milliseconds or for seconds. What is compared is therefore turn with turn, not sum with sum.
package struct TurnTimes: Codable, Hashable, Sendable {
  /// By repetition, then by turn, then by phase, in nanoseconds.
  package var nanoseconds: [[[Double]]]

  /// Takes in what was measured.
  ///
  /// - Parameter repetitions: By repetition, then by turn.
  package init(_ repetitions: [[FrameCost]]) {
    nanoseconds = repetitions.map { turns in
      turns.map { turn in Phase.allCases.map { Double(turn[$0].rawValue) } }
    }
  }

  /// The times of two builds by phase, in nanoseconds, of which the quotient is how much longer the
  /// second takes.
  ///
  /// Of each turn it is the median of the repetitions' ratios: one repetition in which only one of the
  /// two was interrupted, or the machine changed between them, does not count. A turn weighs what it takes
  /// the base, so that work which is in few frames alone counts as in the whole. Builds that do
  /// not make the same number of frames are compared repetition by repetition.
  ///
  /// - Returns: Nil without repetitions of both.
  /// - Complexity: O(repetitions * turns).
  package static func pair(_ base: TurnTimes, _ head: TurnTimes) -> (
    base: [Double], head: [Double]
  )? {
    let count = min(base.nanoseconds.count, head.nanoseconds.count)
    guard count > 0 else { return nil }
    var (old, new) = (base.nanoseconds, head.nanoseconds)
    let turns = Set((old + new).map(\.count))
    if turns.count > 1 { (old, new) = (old.map(whole), new.map(whole)) }
    var sums = (
      base: Phase.allCases.map { _ in 0.0 },
      head: Phase.allCases.map { _ in 0.0 }
    )
    for turn in old[0].indices {
      for phase in Phase.allCases.map(\.rawValue) {
        let before = (0..<count).map { old[$0][turn][phase] }
        let after = (0..<count).map { new[$0][turn][phase] }
        let weight = Bootstrap.median(before)
        sums.base[phase] += weight
        // A phase in which nothing was seen to pass has no ratio.
        sums.head[phase] +=
          (before + after).contains(0)
          ? Bootstrap.median(after)
          : weight * exp(Bootstrap.median(zip(before, after).map { log($1 / $0) }))
      }
    }
    return sums
  }

  /// All turns of a repetition as one.
  private static func whole(_ turns: [[Double]]) -> [[Double]] {
    [Phase.allCases.map { phase in turns.reduce(0) { $0 + $1[phase.rawValue] } }]
  }
}
