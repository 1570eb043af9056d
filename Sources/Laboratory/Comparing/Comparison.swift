import FrameMetrics
import Statistics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The rule by which figures are compared; see the module.
package struct Comparison: Sendable {
  /// How the samples of a side came about.
  package enum Kind: String, Hashable, Codable, Sendable {
    /// They differ from one to the next with nothing changed.
    case scattering
    /// They repeat: a difference has a cause.
    case exact
  }

  /// The fewest scattering samples of each side of which anything is said.
  package static let least = 6
  /// How likely a false word among all figures of one comparison of recordings may be: one in 500
  /// comparisons.
  package static let level = 0.002
  /// A scattering figure is equal when the 95 % interval of its change lies within this part.
  package static let resolution = 0.05
  /// How often ``FigureComparison/detectable`` would be found.
  package static let power = 0.9

  /// How the samples came about.
  package var kind: Kind
  /// The display's refresh period in ms, of which 1 % is the smallest noticeable time; nil where it
  /// is unknown, and a time is taken as a share then.
  package var period: Double?
  /// Metrics with a budget of 0: any difference of theirs is noticeable.
  package var unforgiving: Set<String>
  /// How likely a false word among all figures of the comparison may be, above 0.
  package var level = Self.level

  /// Chooses what the samples are.
  ///
  /// - Parameter period: In ms, above 0; nil where it is unknown.
  package init(_ kind: Kind, period: Double?, unforgiving: Set<String> = []) {
    self.kind = kind
    self.period = period
    self.unforgiving = unforgiving
  }

  /// Compares the figures that both sides have, in the order of the first.
  ///
  /// - Complexity: O(figures log figures + samples).
  package func compare(
    _ before: [FigureSamples],
    _ after: [FigureSamples]
  ) -> [FigureComparison] {
    let others = Dictionary(after.map { ($0.name, $0) }) { first, _ in first }
    return compare(
      before.compactMap { figure in
        guard let other = others[figure.name], !figure.samples.isEmpty, !other.samples.isEmpty
        else { return nil }
        // Where no recording missed anything, there is no share of them.
        if figure.isShare, (figure.samples + other.samples).allSatisfy({ $0 == 0 }) { return nil }
        return FigurePair(before: figure, after: other)
      }
    )
  }

  /// Compares figures, all of one comparison.
  ///
  /// - Returns: One for each pair, in order.
  /// - Precondition: No side is without a sample.
  /// - Complexity: O(pairs log pairs + samples).
  package func compare(_ pairs: [FigurePair]) -> [FigureComparison] {
    var results: [FigureComparison] = []
    var tests: [(index: Int, test: WelchTest)] = []
    for pair in pairs {
      guard let first = pair.before.typical, let second = pair.after.typical else {
        preconditionFailure("\(pair.before.name) without samples")
      }
      var result = FigureComparison(
        before: pair.before,
        after: pair.after,
        verdict: .cannotTell,
        first: first,
        second: second
      )
      let samples = pair.before.samples + pair.after.samples
      if pair.before.isShare {
        let share = ShareComparison(.init(pair.before), .init(pair.after))
        (result.verdict, result.note) = (share.verdict, share.note)
      } else if kind == .exact {
        judgeExact(&result)
      } else if samples.allSatisfy({ $0 == first }) {
        result.verdict = isNoticeable(result) ? direction(of: result) : .equal
      } else if min(pair.before.samples.count, pair.after.samples.count) < Self.least {
        let count = min(pair.before.samples.count, pair.after.samples.count)
        result.note = "\(count) a side; \(Self.least) are needed"
      } else if let test = weigh(&result) {
        if pair.machine != nil, isWithinResolution(result) {
          result.verdict = .equal
        } else if let doubt = pair.machine?.doubt {
          result.note = doubt
        } else {
          tests.append((results.count, test))
        }
      }
      results.append(result)
    }
    let believed = HolmCorrection.believed(tests.map(\.test.probability), level: level)
    for (test, isBelieved) in zip(tests, believed) {
      finish(
        &results[test.index],
        test.test,
        isBelieved,
        among: tests.count,
        pairs[test.index].machine
      )
    }
    return results
  }

  // MARK: Exact samples

  /// A figure that differs within a side differs without a cause: it is worse or better only where no sample of one
  /// side lies among those of the other, and worse where it repeated before.
  private func judgeExact(_ result: inout FigureComparison) {
    result.verdict = isNoticeable(result) ? direction(of: result) : .equal
    let sides = [result.before, result.after]
    let ranges = sides.compactMap { side in
      side.samples.min().flatMap { least in side.samples.max().map { least...$0 } }
    }
    let scatters = zip(sides, ranges).map { side, range in
      isNoticeable(side.metric, in: side.unit, from: range.lowerBound, to: range.upperBound)
    }
    guard scatters.contains(true) else { return }
    if !scatters[0] {
      result.verdict = result.before.better == .none ? .changed : .worse
      result.note = "it repeated before, and does not now"
    } else if ranges[0].overlaps(ranges[1]) {
      result.verdict = .equal
      result.note = "it differs as much between runs of one side"
    }
  }

  // MARK: Scattering samples

  /// Whether a difference is one of logarithms: of samples above 0.
  private static func isRatio(_ result: FigureComparison) -> Bool {
    (result.before.samples + result.after.samples).allSatisfy { $0 > 0 }
  }

  /// Whether the samples of either side are all alike.
  private static func repeats(_ result: FigureComparison) -> Bool {
    [result.before.samples, result.after.samples].allSatisfy { Set($0).count == 1 }
  }

  private func weigh(_ result: inout FigureComparison) -> WelchTest? {
    let isRatio = Self.isRatio(result)
    let sides = [result.before.samples, result.after.samples]
      .map { side in isRatio ? side.map { log($0) } : side }
    guard let test = WelchTest(sides[0], sides[1]) else { return nil }
    let means = sides.map { $0.reduce(0, +) / Double($0.count) }
    result.first = isRatio ? exp(means[0]) : means[0]
    result.second = isRatio ? exp(means[1]) : means[1]
    let ends = (
      Self.length(test.interval.lowerBound, result), Self.length(test.interval.upperBound, result)
    )
    result.interval = min(ends.0, ends.1)...max(ends.0, ends.1)
    return test
  }

  /// A difference of the samples, or of their logarithms, in the figure's unit.
  private static func length(_ difference: Double, _ result: FigureComparison) -> Double {
    isRatio(result) ? result.first * (exp(difference) - 1) : difference
  }

  /// Whether the whole interval of a ratio lies within the resolution.
  private func isWithinResolution(_ result: FigureComparison) -> Bool {
    guard Self.isRatio(result), let interval = result.interval else { return false }
    return max(abs(interval.lowerBound), abs(interval.upperBound))
      <= Self.resolution * abs(result.first)
  }

  private func finish(
    _ result: inout FigureComparison,
    _ test: WelchTest,
    _ isBelieved: Bool,
    among count: Int,
    _ machine: MachineShare?
  ) {
    // What the first of as many tests must reach, and what nine in ten exceed.
    let reach =
      StudentDistribution.quantile(level / Double(count), freedom: test.freedom)
      + StudentDistribution.quantile(2 * (1 - Self.power), freedom: test.freedom)
    result.detectable = max(abs(Self.length(reach * test.error, result)), threshold(of: result))
    if isBelieved, let machine {
      let exceeded = machine.isExceeded(
        by: Self.isRatio(result) ? test.difference : nil,
        from: result.first,
        to: result.second
      )
      result.note = exceeded.note
      if exceeded.isExceeded {
        result.verdict = isNoticeable(result) ? direction(of: result) : .equal
      }
    } else if isBelieved, isNoticeable(result) {
      result.verdict = direction(of: result)
    } else if isWithinResolution(result) || isBelieved && Self.repeats(result) {
      // What repeats on both sides differs by less than is noticed.
      result.verdict = .equal
    }
  }

  // MARK: What is noticeable

  /// The smallest difference that is noticeable, in the figure's unit.
  ///
  /// Times: 1 % of the refresh period. Lengths: 1 pt. Counts, shares and all else: 0.5 % of the value.
  /// A metric with a budget of 0: any.
  private func threshold(
    of metric: String,
    in unit: Metric.Unit,
    from first: Double
  ) -> Double {
    if unforgiving.contains(metric) { return 0 }
    switch unit {
    case .milliseconds: return period.map { 0.01 * $0 } ?? 0.005 * abs(first)
    case .points: return 1
    default: return 0.005 * abs(first)
    }
  }

  private func threshold(of result: FigureComparison) -> Double {
    threshold(of: result.before.metric, in: result.before.unit, from: result.first)
  }

  private func isNoticeable(_ result: FigureComparison) -> Bool {
    isNoticeable(
      result.before.metric,
      in: result.before.unit,
      from: result.first,
      to: result.second
    )
  }

  /// Whether a difference of a metric is one that is spoken of.
  package func isNoticeable(
    _ metric: String,
    in unit: Metric.Unit,
    from first: Double,
    to second: Double
  ) -> Bool {
    let difference = abs(second - first)
    return difference > 0 && difference >= threshold(of: metric, in: unit, from: first)
  }

  private func direction(of result: FigureComparison) -> FigureComparison.Verdict {
    switch result.before.better {
    case .none: .changed
    case .up: result.second > result.first ? .better : .worse
    case .down: result.second > result.first ? .worse : .better
    }
  }
}
