/// Intervals by resampling (Efron 1979, the percentile method), from a generator that is passed in.
///
/// The same samples, generator and number of resamples give the same interval on every machine.
/// Twenty samples or more are wanted: of fewer the interval is too narrow (with n equal samples it
/// has no width at all), and the caller should say so.
package struct Bootstrap: Hashable, Sendable {
  /// A figure with the interval it lies in.
  package struct Interval: Hashable, Sendable {
    /// The figure of the samples themselves.
    package var estimate: Double
    /// The interval's lower end.
    package var low: Double
    /// The interval's upper end.
    package var high: Double

    package init(estimate: Double, low: Double, high: Double) {
      self.estimate = estimate
      self.low = low
      self.high = high
    }

    /// Whether `value` lies in the interval, its ends included.
    package func contains(_ value: Double) -> Bool { low <= value && value <= high }
  }

  /// How many times to resample.
  package let resamples: Int
  /// How likely the interval is to contain the truth, above 0 and below 1.
  package let confidence: Double

  /// Chooses how to resample.
  ///
  /// - Precondition: `resamples` is in 1 ... 1,000,000; `confidence` lies above 0 and below 1.
  package init(resamples: Int = 2000, confidence: Double = 0.99) {
    precondition(
      (1...1_000_000).contains(resamples),
      "1 to 1,000,000 resamples, got \(resamples)"
    )
    precondition(confidence > 0 && confidence < 1, "confidence in 0 ... 1, got \(confidence)")
    self.resamples = resamples
    self.confidence = confidence
  }

  /// Finds the interval of the samples' median.
  ///
  /// - Returns: nil without samples.
  /// - Complexity: O(resamples * n log n).
  package func median(
    of samples: [Double],
    using generator: inout some RandomNumberGenerator
  ) -> Interval? {
    interval(count: samples.count, using: &generator) { indices in
      Self.median(indices.map { samples[$0] })
    }
  }

  /// Finds the interval of the median ratio `second` / `first`, pair by pair.
  ///
  /// Works on the ratios themselves: the median of their logarithms is the logarithm of their
  /// median for an odd number of pairs, and the ends of the interval are the same ones.
  ///
  /// - Returns: nil without pairs.
  /// - Precondition: Both have as many samples, all above 0.
  /// - Complexity: O(resamples * n log n).
  package func pairedRatio(
    _ first: [Double],
    _ second: [Double],
    using generator: inout some RandomNumberGenerator
  ) -> Interval? {
    precondition(
      first.count == second.count,
      "pairs of \(first.count) and \(second.count) samples"
    )
    precondition(
      (first + second).allSatisfy { $0 > 0 && $0.isFinite },
      "a ratio needs samples above 0"
    )
    return median(of: zip(first, second).map { $1 / $0 }, using: &generator)
  }

  /// Finds the interval of any statistic of `count` samples, given by the indices drawn.
  ///
  /// - Returns: nil when `count` is 0.
  /// - Complexity: O(resamples) calls of `statistic`, and sorting their results.
  package func interval(
    count: Int,
    using generator: inout some RandomNumberGenerator,
    statistic: ([Int]) -> Double
  ) -> Interval? {
    guard count > 0 else { return nil }
    var indices = Array(0..<count)
    let estimate = statistic(indices)
    var results: [Double] = []
    results.reserveCapacity(resamples)
    for _ in 0..<resamples {
      for position in indices.indices {
        let draw = generator.next().multipliedFullWidth(by: UInt64(count)).high
        indices[position] = Int(draw)
      }
      results.append(statistic(indices))
    }
    results.sort()
    let tail = (1 - confidence) / 2
    let lowest = Int((tail * Double(resamples)).rounded(.down))
    let skipped = min(lowest, (resamples - 1) / 2)
    return Interval(
      estimate: estimate,
      low: results[skipped],
      high: results[resamples - 1 - skipped]
    )
  }

  /// Finds the median: the middle sample, or the mean of the two in the middle.
  ///
  /// - Precondition: There is at least one sample.
  package static func median(_ samples: [Double]) -> Double {
    precondition(!samples.isEmpty, "no median of nothing")
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
