/// Times counted in buckets whose bounds are the same in every file, so that histograms are added exactly.
///
/// Bucket i < 8 begins at i/64 ms. Bucket i >= 8 begins at (8 + s) * 2^o / 64 ms with o = (i - 8) / 8 in whole
/// numbers and s = (i - 8) modulo 8: each is at most an eighth wider than its lower bound. 16 to 18 ms is one.
package struct FixedHistogram: Hashable, Sendable {
  /// How many buckets there are; the last one has no upper bound.
  package static let count = 176
  /// A 64th of a millisecond in nanoseconds.
  private static let unit: Int64 = 15_625

  /// How many times lie in each bucket.
  package private(set) var counts: [Int64]

  /// Makes one without a time.
  package init() { counts = Array(repeating: 0, count: Self.count) }

  /// The bucket of a time in nanoseconds; below 0 the first.
  package static func bucket(of nanoseconds: Int64) -> Int {
    let units = max(0, nanoseconds / unit)
    if units < 8 { return Int(units) }
    let octave = 60 - units.leadingZeroBitCount
    return min(count - 1, 8 + octave * 8 + Int(units >> Int64(octave)) & 7)
  }

  /// Where a bucket begins, in nanoseconds.
  package static func lowerBound(of bucket: Int) -> Int64 {
    if bucket < 8 { return Int64(bucket) * unit }
    let (octave, step) = (bucket - 8).quotientAndRemainder(dividingBy: 8)
    return Int64(8 + step) * (1 << Int64(octave)) * unit
  }

  /// How many times there are.
  package var total: Int64 { counts.reduce(0, &+) }

  /// Adds a time in nanoseconds.
  package mutating func add(_ nanoseconds: Int64) { counts[Self.bucket(of: nanoseconds)] &+= 1 }

  /// Adds times that lie in a bucket.
  mutating func add(_ times: Int64, in bucket: Int) { counts[bucket] &+= times }

  /// Adds another one.
  package mutating func add(_ other: FixedHistogram) {
    for index in counts.indices { counts[index] &+= other.counts[index] }
  }

  /// The buckets that hold anything, as `bucket:count` with blanks between.
  package var text: String {
    counts.indices.lazy.filter { counts[$0] > 0 }.map { "\($0):\(counts[$0])" }
      .joined(separator: " ")
  }
}
