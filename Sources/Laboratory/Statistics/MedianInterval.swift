/// An interval for the median of what samples are drawn from, that assumes nothing of how they lie.
///
/// Each sample is below the true median with a chance of one half, so how many are is binomial: of n
/// ordered samples the k-th from below and the k-th from above hold the median between them with
/// 1 - 2 * P(at most k - 1 of n) (Conover, Practical Nonparametric Statistics, 3.2).
package enum MedianInterval {
  /// The most samples: beyond them 0.5^n is no longer a number.
  package static let mostSamples = 1_000

  /// Finds the narrowest such interval that holds the median at least so surely.
  ///
  /// - Parameters:
  ///   - samples: In ascending order, ``mostSamples`` at most.
  ///   - confidence: Above 0 and below 1.
  /// - Returns: Nil when even the least and the greatest are not enough: of fewer than 6 for 95 %, of
  ///   fewer than 8 for 99 %.
  /// - Complexity: O(samples).
  package static func of(sorted samples: [Double], confidence: Double) -> ClosedRange<Double>? {
    precondition(
      samples.count <= mostSamples,
      "at most \(mostSamples) samples, got \(samples.count)"
    )
    precondition(confidence > 0 && confidence < 1, "confidence in 0 ... 1, got \(confidence)")
    let count = samples.count
    var chance = 1.0
    for _ in 0..<count { chance /= 2 }
    var below = 0.0
    var rank: Int?
    for index in 0..<(count + 1) / 2 {
      // `below` becomes the chance that at most `index` samples are below the median.
      below += chance
      guard 1 - 2 * below >= confidence else { break }
      rank = index
      chance *= Double(count - index) / Double(index + 1)
    }
    guard let rank else { return nil }
    return samples[rank]...samples[count - 1 - rank]
  }
}
