import Histogram

/// Magnitudes in an HDR histogram of three significant digits, with ranks from 1.
struct HighDynamicRange: Sendable {
  private var histogram = Histogram<UInt64>(
    lowestDiscernibleValue: 1,
    highestTrackableValue: UInt64(Samples.greatestMagnitude),
    numberOfSignificantValueDigits: .three
  )

  /// How many magnitudes were recorded.
  var count: Int { Int(histogram.totalCount) }

  mutating func record(_ magnitude: UInt64) {
    let isRecorded = histogram.record(magnitude)
    precondition(isRecorded, "magnitude \(magnitude) is out of range")
  }

  /// This histogram and `other`, if any, in one.
  func merged(into other: HighDynamicRange?) -> HighDynamicRange {
    guard var sum = other else { return self }
    sum.histogram.add(histogram)
    return sum
  }

  /// The value of a rank in ascending order: its bucket's lowest or highest value.
  func value(atRank rank: Int, isLowest: Bool) -> Int64 {
    for step in histogram.recordedValues() where step.totalCountToThisValue >= UInt64(rank) {
      return Int64(
        isLowest
          ? histogram.lowestEquivalentForValue(step.value)
          : histogram.highestEquivalentForValue(step.value)
      )
    }
    return Int64(histogram.maxRecorded)
  }

  /// Calls `body` with the least value and the count of every bucket in use, ascending.
  func forEach(_ body: (Int64, Int) -> Void) {
    for step in histogram.recordedValues() {
      body(Int64(histogram.lowestEquivalentForValue(step.value)), Int(step.count))
    }
  }
}
