/// A column of times beside one of durations: whether each row is a frame, and what the times tell beyond the
/// durations.
///
/// Tools write a frame's duration and when its row was written. Where the two agree in most rows, each row is a
/// frame, and a row that comes later than its duration says was idle before it, or late. Where they agree nowhere,
/// rows are samples of some frames.
struct PlainClock {
  /// What the two columns say together.
  enum Reading {
    /// Each row is a frame: how long after the one before it was shown, in the durations' unit, and the rows for
    /// which that is the clock's and not the duration.
    case frames(intervals: [Double], longer: [Int])
    /// Rows are samples: the durations' sum and what the times span, in seconds.
    case samples(sum: Double, span: Double)
  }

  let times: [Double]
  let durations: [Double]
  /// Nanoseconds each of the durations.
  let unit: Double
  /// Nanoseconds each of the times, as their name says; nil where it does not.
  let named: Double?

  /// What the columns say; nil where the times tell nothing.
  var reading: Reading? {
    let usual = durations.filter { $0 > 0 }.sorted()
    guard usual.count > 2 else { return nil }
    // MangoHud writes nanoseconds under the name `elapsed`.
    let units: [Double] = named.map { [$0] } ?? [1, 1e3, 1e6, 1e9]
    let tolerance = max(usual[usual.count / 2] / 4, 1.1e6 / unit)
    var best: (steps: [Double], same: Int) = ([], 0)
    for clock in units {
      // The time before a row, or the one after it, in the durations' unit.
      for shift in [0, 1] {
        var steps = Array(repeating: Double.nan, count: durations.count)
        for row in durations.indices.dropFirst(1 - shift).dropLast(shift) {
          steps[row] = (times[row + shift] - times[row + shift - 1]) * clock / unit
        }
        let same = steps.indices.count { abs(steps[$0] - durations[$0]) <= tolerance }
        if same > best.same { best = (steps, same) }
      }
    }
    let steps = best.steps
    if best.same * 4 >= steps.count(where: { !$0.isNaN }) * 3, best.same > 0 {
      let same = steps.indices.filter { abs(steps[$0] - durations[$0]) <= tolerance }
      let stated = same.reduce(0) { $0 + durations[$1] }
      let told = same.reduce(0) { $0 + steps[$1] }
      if stated > 0, abs(told / stated - 1) <= 0.05 {
        let longer = steps.indices.filter { steps[$0] > durations[$0] + tolerance }
        var intervals = durations
        for row in longer { intervals[row] = steps[row] }
        return .frames(intervals: intervals, longer: longer)
      }
    }
    return samples(units)
  }

  /// Samples where sum and span differ by over 5 %.
  private func samples(_ units: [Double]) -> Reading? {
    let known = times.filter { !$0.isNaN }
    let own = durations.filter { !$0.isNaN }
    guard let first = known.first, let last = known.last, last > first else { return nil }
    let sum = own.dropFirst().reduce(0, +) * unit / 1e9
    let spans = units.map { (last - first) * $0 / 1e9 }
    guard sum > 0, let span = spans.min(by: { abs($0 / sum - 1) < abs($1 / sum - 1) }),
      abs(span / sum - 1) > 0.05
    else { return nil }
    return .samples(sum: (sum * 100).rounded() / 100, span: (span * 100).rounded() / 100)
  }
}
