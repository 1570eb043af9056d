import FramePacing
import Statistics
import Timebase

/// Processor times of two builds that took turns, pair by pair, of one cell.
package struct PairedTimes: Sendable {
  /// By pair, then by phase, in nanoseconds.
  package private(set) var base: [[Double]] = []
  package private(set) var head: [[Double]] = []

  package init() {}

  /// How many pairs there are.
  package var count: Int { base.count }

  /// Adds a pair.
  ///
  /// - Precondition: Both have a time for each phase.
  package mutating func append(base: [Double], head: [Double]) {
    precondition(
      base.count == Phase.allCases.count && head.count == Phase.allCases.count,
      "times of \(base.count) and \(head.count) phases"
    )
    self.base.append(base)
    self.head.append(head)
  }

  /// Adds a pair as its turns compare; none where one of them was not measured.
  package mutating func append(_ base: TurnTimes?, _ head: TurnTimes?) {
    guard let base, let head, let pair = TurnTimes.pair(base, head) else { return }
    append(base: pair.base, head: pair.head)
  }

  /// The interval of the median ratio; nil without pairs, and where a time is 0.
  ///
  /// - Parameter phase: The phase; nil for all of them together.
  package func ratio(of phase: Phase?, confidence: Double, seed: UInt64) -> Bootstrap.Interval? {
    let before = base.map { Self.time($0, phase) }
    let after = head.map { Self.time($0, phase) }
    guard (before + after).allSatisfy({ $0 > 0 }) else { return nil }
    var generator = SeededGenerator(seed: seed)
    return Bootstrap(resamples: 2_000, confidence: confidence)
      .pairedRatio(before, after, using: &generator)
  }

  /// The median time of a phase, of the base.
  package func baseTime(of phase: Phase?) -> Double {
    base.isEmpty ? 0 : Bootstrap.median(base.map { Self.time($0, phase) })
  }

  private static func time(_ phases: [Double], _ phase: Phase?) -> Double {
    phase.map { phases[$0.rawValue] } ?? phases.reduce(0, +)
  }
}

/// Holds processor times of a head against those of its base.
package struct PairedTimeJudge {
  private let thresholds: GateThresholds
  private let cell: CellIdentity
  private let seed: UInt64

  /// Prepares to judge a cell.
  ///
  /// - Parameter seed: Of the resampling.
  package init(_ thresholds: GateThresholds, _ cell: CellIdentity, seed: UInt64) {
    self.thresholds = thresholds
    self.cell = cell
    self.seed = seed
  }

  /// What a round says: of all phases together first, then of each that is judged by itself.
  ///
  /// A phase is judged by itself from a share of the whole on, and where it costs several times what
  /// an empty frame does: there is nothing to see below. Where the interval holds the bound,
  /// nothing can be said, which is never a pass.
  ///
  /// - Parameter floor: What as many empty frames cost by phase, in nanoseconds; nil for nothing.
  package func results(_ times: PairedTimes, floor: [Double]?) -> [CheckResult] {
    let whole = times.baseTime(of: nil)
    guard whole > 0, let total = result(times, nil) else {
      return [CheckResult(.cpu, cell, .invalid, notes: ["no processor time was measured"])]
    }
    var results = [total]
    for phase in Phase.allCases {
      let time = times.baseTime(of: phase)
      let empty = floor.flatMap { $0.indices.contains(phase.rawValue) ? $0[phase.rawValue] : nil }
      let least = (empty ?? 0) * thresholds.cpuFloorFactor
      guard time >= thresholds.cpuPhaseShare * whole, time >= least,
        let result = result(times, phase)
      else { continue }
      results.append(result)
    }
    let worst = results.dropFirst().filter { $0.verdict == .regression }
      .max { ($0.ratio ?? 0) < ($1.ratio ?? 0) }
    if results[0].verdict == .regression { results[0].culprit = worst?.culprit }
    return results
  }

  /// What two rounds say together: a regression is one only when both say so.
  package static func confirmed(
    _ first: [CheckResult],
    by second: [CheckResult]
  ) -> [CheckResult] {
    first.map { result in
      guard result.verdict == .regression else { return result }
      var result = result
      let again = second.first { $0.figure == result.figure }
      if again?.verdict == .regression {
        result.notes.append("so in a second round too: \(shown(again?.ratio))")
      } else {
        result.verdict = .inconclusive
        result.notes.append("not so in a second round: \(shown(again?.ratio))")
      }
      return result
    }
  }

  private static func shown(_ ratio: Double?) -> String {
    ratio.map { "\(($0 * 1_000).rounded() / 1_000)" } ?? "n/a"
  }

  private func result(_ times: PairedTimes, _ phase: Phase?) -> CheckResult? {
    guard
      let interval = times.ratio(of: phase, confidence: thresholds.cpuConfidence, seed: seed)
    else { return nil }
    let bound = thresholds.cpuRatio
    let verdict: GateVerdict =
      if interval.low > bound {
        .regression
      } else if interval.high >= bound {
        .inconclusive
      } else {
        // Both ends below one over the bound is as sure an improvement as the other a regression.
        interval.high < 1 / bound ? .improvement : .pass
      }
    return CheckResult(
      .cpu,
      cell,
      verdict,
      figure: phase.map { "CPU of \($0.name)" } ?? "CPU",
      ratio: interval.estimate,
      interval: interval.low...interval.high,
      bound: bound,
      culprit: verdict == .regression ? phase?.name : nil,
      notes: ["\(times.count) pairs"]
    )
  }
}
