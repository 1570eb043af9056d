import Comparing

/// What the sessions of a group come to: shares, distributions, sums.
package struct FleetSummary: Sendable {
  /// A percentile over sessions with its 95 % interval, in a millionth of the figure's unit.
  package struct Percentile: Hashable, Sendable {
    package var value: Int64
    package var low: Int64
    package var high: Int64
  }

  /// The percentiles that are given.
  package static let percentiles = [50, 90, 95, 99]
  /// The most points of a distribution's line.
  private static let points = 120

  package let sessions: Int
  package let parts: [SessionPart: Int]
  /// In the order of ``SessionShare``.
  package let shares: [ShareCount]
  /// How many hitch ratios are approximate, and how many are ranges.
  package let approximate: Int
  package let ranges: Int
  package let intervals: FixedHistogram
  package let hitches: FixedHistogram
  package let works: FixedHistogram
  package let frames: Int128
  package let late: Int128
  package let animating: Int128
  package let hitchTime: Int128
  package let rates: [String: Int]
  package let formats: [String: Int]
  package let worst: [NamedSession]
  /// The values of each figure from the least to the greatest, in the order of ``FleetFigure``.
  private let values: [[Int64]]

  init(_ tally: consuming FleetTally) {
    (sessions, parts, shares) = (tally.sessions, tally.parts, tally.shares)
    (approximate, ranges) = (tally.approximate, tally.ranges)
    (intervals, hitches, works) = (tally.intervals, tally.hitches, tally.works)
    (frames, late) = (tally.frames, tally.late)
    (animating, hitchTime) = (tally.animating, tally.hitchTime)
    (rates, formats, worst) = (tally.rates, tally.formats, tally.worst)
    var sorted = tally.values
    for index in sorted.indices { sorted[index].sort() }
    values = sorted
  }

  /// The count of a share.
  package subscript(share: SessionShare) -> ShareCount {
    shares[SessionShare.allCases.firstIndex(of: share) ?? 0]
  }

  /// How many sessions have a figure.
  package func count(of figure: FleetFigure) -> Int { sorted(figure).count }

  /// A percentile over sessions, exact, with the interval by the ranks of a binomial distribution; nil without a session.
  package func percentile(_ percent: Int, of figure: FleetFigure) -> Percentile? {
    let values = sorted(figure)
    guard !values.isEmpty else { return nil }
    let (count, part) = (Double(values.count), Double(percent) / 100)
    let reach = 1.959964 * (count * part * (1 - part)).squareRoot()
    func value(_ rank: Double) -> Int64 {
      values[min(values.count - 1, max(0, Int(rank.rounded(.up)) - 1))]
    }
    return Percentile(
      value: value(count * part),
      low: value(count * part - reach),
      high: value(count * part + reach)
    )
  }

  /// The greatest value; nil without a session.
  package func greatest(of figure: FleetFigure) -> Int64? { sorted(figure).last }

  /// The distribution: values, and which part of the sessions has at most so much; the same for any order of rows.
  package func distribution(of figure: FleetFigure) -> [(value: Int64, share: Double)] {
    let values = sorted(figure)
    let count = min(values.count, Self.points)
    return (0..<count).map { index in
      let place = count == 1 ? 0 : (values.count - 1) * index / (count - 1)
      return (values[place], Double(place + 1) / Double(values.count))
    }
  }

  private func sorted(_ figure: FleetFigure) -> [Int64] {
    values[FleetFigure.allCases.firstIndex(of: figure) ?? 0]
  }

  /// The share of bad sessions among those that can be judged, in percent, and the 95 % interval. Sessions that may
  /// be bad widen it: at its lower end none of them is, at the upper all are. Nil where nothing can be judged.
  package func share(_ share: SessionShare) -> (value: Double, low: Double, high: Double)? {
    let count = self[share]
    guard count.judged > 0 else { return nil }
    let all = count.judged + count.open
    let value = ShareComparison.Side(missed: count.bad, judged: count.judged)
    let least = ShareComparison.Side(missed: count.bad, judged: all)
    let most = ShareComparison.Side(missed: count.bad + count.open, judged: all)
    return (
      100 * value.share, 100 * ShareComparison.score(least).lowerBound,
      100 * ShareComparison.score(most).upperBound
    )
  }
}
