/// Signed whole samples (nanoseconds, as a rule) and their percentiles, each of which is one of them.
package struct Samples: Sendable {
  private var values: [Int64] = []
  /// Whether these are in ascending order.
  private var isSorted = false

  /// The sum of all samples.
  package private(set) var sum: Int64 = 0
  /// The least sample; nil without samples.
  package private(set) var minimum: Int64?
  /// The greatest sample; nil without samples.
  package private(set) var maximum: Int64?

  package init() {}

  /// Makes a collection of `samples`.
  package init(_ samples: [Int64]) {
    values.reserveCapacity(samples.count)
    for sample in samples { record(sample) }
  }

  /// How many samples were recorded.
  package var count: Int { values.count }
  /// Whether nothing was recorded.
  package var isEmpty: Bool { values.isEmpty }
  /// The mean; nil without samples.
  package var mean: Double? { isEmpty ? nil : Double(sum) / Double(count) }

  /// Adds one sample.
  ///
  /// - Precondition: The sum of all samples fits into 64 bits.
  /// - Complexity: O(1).
  package mutating func record(_ sample: Int64) {
    sum += sample
    minimum = Swift.min(minimum ?? sample, sample)
    maximum = Swift.max(maximum ?? sample, sample)
    values.append(sample)
    isSorted = false
  }

  /// Finds a percentile.
  ///
  /// - Returns: The least sample that at least the given share of all samples does not exceed; nil
  ///   without samples.
  /// - Complexity: O(n log n), O(1) after ``sorted()``.
  package func value(at percentile: Percentile) -> Int64? {
    guard !isEmpty else { return nil }
    let rank = percentile.rank(among: count)
    if rank == count { return maximum }
    return (isSorted ? values : values.sorted())[rank - 1]
  }

  /// The same samples, of which any number of percentiles is found without sorting them again.
  ///
  /// - Complexity: O(n log n).
  package func sorted() -> Samples {
    var sorted = self
    sorted.values.sort()
    sorted.isSorted = true
    return sorted
  }

  /// Counts the samples by magnitude, for a picture of their distribution.
  ///
  /// - Parameter bounds: Ascending bounds; bin i takes samples at or above `bounds[i]` and below
  ///   `bounds[i + 1]`; what lies outside is in no bin.
  /// - Returns: One count fewer than there are bounds.
  package func counts(between bounds: [Int64]) -> [Int] {
    var counts = Array(repeating: 0, count: Swift.max(bounds.count - 1, 0))
    for sample in values {
      var low = 0
      var high = bounds.count
      while low < high {
        let middle = (low + high) / 2
        if bounds[middle] <= sample { low = middle + 1 } else { high = middle }
      }
      if low >= 1 && low <= counts.count { counts[low - 1] += 1 }
    }
    return counts
  }
}
