import Histogram

/// Signed whole samples (nanoseconds, as a rule) and their percentiles.
///
/// **Small n is exact.** Up to `exactLimit` samples are kept as they are and every percentile is one
/// of them. Beyond that they move into HDR histograms (Gil Tene's; one for each sign) of three
/// significant digits: a percentile is then off by less than 0.1 % of itself, while the count, the
/// sum, the least and the greatest sample stay exact.
///
/// **Merging loses nothing.** `merge` gives the same state as recording all samples into one, in any
/// order, so a percentile of a merge is the percentile of all the samples.
package struct Samples: Sendable {
  /// How many samples are kept as they are; more go into histograms.
  package static let exactLimit = 4096
  /// The greatest magnitude a histogram can tell; 2^53, 104 days in nanoseconds.
  package static let greatestMagnitude: Int64 = 1 << 53

  private var exact: [Int64] = []
  /// Whether these are in ascending order.
  private var isSorted = false
  private var positive: HighDynamicRange?
  private var negative: HighDynamicRange?

  /// How many samples were recorded.
  package private(set) var count = 0
  /// The sum of all samples.
  package private(set) var sum: Int64 = 0
  /// The least sample; nil without samples.
  package private(set) var minimum: Int64?
  /// The greatest sample; nil without samples.
  package private(set) var maximum: Int64?

  /// Makes an empty collection.
  package init() {}

  /// Makes a collection of `samples`.
  package init(_ samples: [Int64]) {
    for sample in samples { record(sample) }
  }

  /// Whether nothing was recorded.
  package var isEmpty: Bool { count == 0 }
  /// Whether every percentile is exact.
  package var isExact: Bool { positive == nil && negative == nil }
  /// The mean; nil without samples.
  package var mean: Double? { isEmpty ? nil : Double(sum) / Double(count) }

  /// Adds one sample.
  ///
  /// - Precondition: The magnitude is at most `greatestMagnitude`, and the sum of all samples fits
  ///   into 64 bits.
  /// - Complexity: O(1); the sample after `exactLimit` moves all before it.
  package mutating func record(_ sample: Int64) {
    precondition(
      sample.magnitude <= UInt64(Self.greatestMagnitude),
      "sample \(sample) is out of range"
    )
    count += 1
    sum += sample
    minimum = Swift.min(minimum ?? sample, sample)
    maximum = Swift.max(maximum ?? sample, sample)
    if isExact && exact.count < Self.exactLimit {
      exact.append(sample)
      isSorted = false
    } else {
      spill()
      distribute(sample)
    }
  }

  /// Adds all samples of `other`.
  ///
  /// - Complexity: O(samples of the smaller side) while exact, else O(buckets).
  package mutating func merge(_ other: Samples) {
    if other.isExact {
      for sample in other.exact { record(sample) }
      return
    }
    spill()
    if let theirs = other.positive { positive = theirs.merged(into: positive) }
    if let theirs = other.negative { negative = theirs.merged(into: negative) }
    count += other.count
    sum += other.sum
    minimum = [minimum, other.minimum].compactMap(\.self).min()
    maximum = [maximum, other.maximum].compactMap(\.self).max()
  }

  /// Finds a percentile.
  ///
  /// - Returns: The least sample that at least the given share of all samples does not exceed; nil
  ///   without samples. Out of a histogram it is the greatest value told apart from it by none,
  ///   never beyond the greatest sample.
  /// - Complexity: O(n log n) while exact (n at most `exactLimit`), O(1) after ``sorted()``; else
  ///   O(buckets).
  package func value(at percentile: Percentile) -> Int64? {
    guard let minimum, let maximum else { return nil }
    let rank = percentile.rank(among: count)
    if rank == count { return maximum }
    if isExact { return (isSorted ? exact : exact.sorted())[rank - 1] }
    let below = negative?.count ?? 0
    let found: Int64
    if rank <= below, let negative {
      found = -negative.value(atRank: below - rank + 1, isLowest: true)
    } else if let positive {
      found = positive.value(atRank: rank - below, isLowest: false)
    } else {
      found = maximum
    }
    return Swift.min(Swift.max(found, minimum), maximum)
  }

  /// The same samples, of which any number of percentiles is found without sorting them again.
  ///
  /// - Complexity: O(n log n) while exact, else O(1).
  package func sorted() -> Samples {
    var sorted = self
    sorted.exact.sort()
    sorted.isSorted = true
    return sorted
  }

  /// Counts the samples by magnitude, for a picture of their distribution.
  ///
  /// - Parameter bounds: Ascending bounds; bin i takes samples at or above `bounds[i]` and below
  ///   `bounds[i + 1]`; what lies outside is in no bin.
  /// - Returns: One count fewer than there are bounds. Out of a histogram a sample counts where
  ///   its bucket's least value lies.
  package func counts(between bounds: [Int64]) -> [Int] {
    var counts = Array(repeating: 0, count: Swift.max(bounds.count - 1, 0))
    func add(_ sample: Int64, _ times: Int) {
      var low = 0
      var high = bounds.count
      while low < high {
        let middle = (low + high) / 2
        if bounds[middle] <= sample { low = middle + 1 } else { high = middle }
      }
      if low >= 1 && low <= counts.count { counts[low - 1] += times }
    }
    for sample in exact { add(sample, 1) }
    positive?.forEach { add($0, $1) }
    negative?.forEach { add(-$0, $1) }
    return counts
  }

  private mutating func spill() {
    guard isExact else { return }
    positive = HighDynamicRange()
    negative = HighDynamicRange()
    for sample in exact { distribute(sample) }
    exact = []
    isSorted = false
  }

  private mutating func distribute(_ sample: Int64) {
    if sample >= 0 {
      positive?.record(sample.magnitude)
    } else {
      negative?.record(sample.magnitude)
    }
  }
}
