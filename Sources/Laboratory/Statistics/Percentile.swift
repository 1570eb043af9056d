/// A share of all samples, as an exact fraction.
///
/// The percentile of n samples is the least sample that at least `numerator * n / denominator` of
/// them do not exceed (nearest rank, no interpolation): it is always a sample that occurred.
/// Fractions are whole numbers so that no rank depends on how a decimal was rounded.
package struct Percentile: Hashable, Sendable {
  /// The share's numerator.
  package let numerator: Int
  /// The share's denominator.
  package let denominator: Int

  /// Makes the share `numerator` / `denominator`.
  ///
  /// - Precondition: 0 < `numerator` <= `denominator` <= 1,000,000.
  package init(_ numerator: Int, of denominator: Int) {
    precondition(
      numerator > 0 && numerator <= denominator && denominator <= 1_000_000,
      "a percentile is a share above 0 and at most 1, got \(numerator) / \(denominator)"
    )
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Half of the samples: the median, the lower one of two.
  package static let p50 = Percentile(50, of: 100)
  package static let p95 = Percentile(95, of: 100)
  package static let p99 = Percentile(99, of: 100)
  package static let p999 = Percentile(999, of: 1000)
  /// All: the greatest sample.
  package static let max = Percentile(1, of: 1)

  /// The rank, from 1, of this percentile among `count` samples in ascending order.
  ///
  /// - Parameter count: How many samples there are, at least 1 and below 2^43.
  /// - Returns: The ceiling of `count` times the share. With fewer samples than `denominator` the
  ///   highest percentiles are the maximum: p99 of up to 99 samples is the greatest one.
  package func rank(among count: Int) -> Int {
    precondition(count > 0, "no percentile of \(count) samples")
    return (count * numerator + denominator - 1) / denominator
  }
}
