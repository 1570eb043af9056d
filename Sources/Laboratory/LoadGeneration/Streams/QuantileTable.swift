/// A distribution as figures: its quantiles at equal steps from the least to the greatest.
///
/// The inverse of a cumulative distribution: a share of 0.9 gives the value that nine tenths of the
/// recorded ones do not pass. Between two steps it is a straight line.
package struct QuantileTable: Hashable, Sendable {
  /// The table's name.
  package let name: String
  /// Where the figures come from, with licence.
  package let source: String
  /// The quantiles, from share 0 to share 1, at equal steps.
  package let values: [Double]

  /// Makes a table.
  ///
  /// - Precondition: There are two values or more and they never fall.
  package init(name: String, source: String, values: [Double]) {
    precondition(values.count >= 2, "\(name) has \(values.count) values")
    precondition(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }, "\(name) falls")
    self.name = name
    self.source = source
    self.values = values
  }

  /// Makes a table of 101 values of which only three are known: the median below it, the last one
  /// above it, straight lines between.
  package init(name: String, source: String, median: Double, p90: Double, p99: Double) {
    let values = (0...100).map { step in
      if step <= 50 { return median }
      if step <= 90 { return median + (p90 - median) * Double(step - 50) / 40 }
      return step <= 99 ? p90 + (p99 - p90) * Double(step - 90) / 9 : p99
    }
    self.init(name: name, source: source, values: values)
  }

  /// The value that a share of the distribution does not pass.
  ///
  /// - Parameter share: 0 to 1.
  /// - Complexity: O(1).
  /// - Precondition: `share` is in 0 ... 1.
  package func value(at share: Double) -> Double {
    precondition(share >= 0 && share <= 1, "a share is 0 to 1, got \(share)")
    let place = share * Double(values.count - 1)
    let step = min(Int(place), values.count - 2)
    return values[step] + (values[step + 1] - values[step]) * (place - Double(step))
  }

  /// The value at `share`, rounded to a whole number of at least 1.
  package func count(at share: Double) -> Int { max(1, Int(value(at: share).rounded())) }

  /// The mean of the distribution.
  ///
  /// - Complexity: O(values).
  package var mean: Double {
    let sum = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.0 + $1.1) / 2 }
    return sum / Double(values.count - 1)
  }

  /// The same table with a thinner end: the last step rises with the square of its share.
  ///
  /// A straight line to the greatest of thousands of values overstates a long tail, and with it the
  /// mean: 1.91 for the tokens per flush of `cloud_fast_20b`, of which 1.85 were recorded. With the
  /// square it is 1.87, and the gaps between its tokens keep their recorded median.
  ///
  /// - Complexity: O(values).
  var withThinEnd: QuantileTable {
    let parts = 10
    let last = values.count - 2
    let refined = (0...((values.count - 1) * parts)).map { place -> Double in
      let step = min(place / parts, last)
      let share = Double(place - step * parts) / Double(parts)
      let rise = values[step + 1] - values[step]
      return values[step] + rise * (step == last ? share * share : share)
    }
    return QuantileTable(name: name, source: source, values: refined)
  }
}
