import FrameMetrics
import Timebase

/// The fixed refresh rate that is assumed where a file promises nothing.
struct AssumedRate: Equatable {
  /// The refresh period.
  var period: Nanoseconds
  /// Where it is from, as a reason: "assumes a fixed 60 Hz, as stated".
  var words: String
  /// How far the display's own may be from it, as a share of it.
  var tolerance: Double

  /// Pictures further apart belong to different animations, or to one that was blocked.
  static let bridge = Nanoseconds.milliseconds(100)

  /// The rate that was stated.
  ///
  /// - Parameter hertz: Refreshes a second, above 0.
  init(stated hertz: Double) {
    period = Nanoseconds(rawValue: Int64((1e9 / hertz).rounded()))
    words = "assumes a fixed \(Self.text(hertz)) Hz, as stated"
    tolerance = PictureCadence.tolerance
  }

  private init(derived period: Nanoseconds, hertz: Double) {
    self.period = period
    words =
      "assumes a fixed \(Self.text(hertz)) Hz, derived from the 10th percentile of the intervals"
    tolerance = Self.derivedTolerance
  }

  /// Allows for durations in whole milliseconds: each may be off by half of one, and all of them alike.
  mutating func allowForRounding(of intervals: [Int64]) {
    guard Self.areMultiples(intervals, of: 1_000_000) else { return }
    tolerance = max(tolerance, 0.5e6 / Double(max(1, period.rawValue)))
  }

  /// Within which share of a rate that displays have the intervals' own is taken for it.
  private static let derivedTolerance = 0.02

  /// Why none can be derived.
  struct Refusal: Error, Equatable {
    var reason: String
  }

  /// Derives a rate from the times between pictures: their 10th percentile, if it is within 2 % of a rate
  /// that displays have. Of times in whole milliseconds the mean of the shortest intervals is taken. No
  /// display shows pictures nearer to each other than its period: where more than a few are, the rate is
  /// that of those.
  ///
  /// - Parameters:
  ///   - intervals: In nanoseconds.
  ///   - mayBeCut: Whether whole milliseconds may be durations without their decimals.
  /// - Throws: `Refusal` when there are too few, when they keep to no rate, to one that no display has, or
  ///   to steps of time that are too coarse to tell.
  init(derivedFrom intervals: [Int64], mayBeCut: Bool = false) throws(Refusal) {
    let short = intervals.filter { $0 > 500_000 && $0 <= Self.bridge.rawValue }.sorted()
    guard short.count >= 3 else {
      throw Refusal(
        reason: "fewer than 3 intervals between pictures; state the rate with --refresh"
      )
    }
    var tenth = Double(short[(short.count - 1) / 10])
    if let step = Self.coarseStep(short) {
      throw Refusal(
        reason:
          "the times are in steps of \(Self.text(step / 1e6)) ms, too coarse to tell when pictures "
          + "were shown; write them to a tenth of a millisecond"
      )
    }
    let isWhole = Self.areMultiples(short, of: 1_000_000)
    var (hertz, isKnown, period) = Self.rate(
      of: &tenth,
      short,
      isWhole: isWhole,
      mayBeCut: mayBeCut
    )
    if !isKnown, let mean = Self.evenMean(short) {
      // Times that scatter around an even rate: the shortest lie below it.
      tenth = mean
      (hertz, isKnown, period) = Self.rate(of: &tenth, short, isWhole: false, mayBeCut: false)
    }
    // The shorter ones contradict it: then they tell the rate, or nothing does.
    while true {
      let least = 0.9 * period - (isWhole ? 1_001_000 : 0)
      let nearer = short.prefix { Double($0) < least }
      guard nearer.count > max(2, short.count * 3 / 100) else { break }
      let longer = period
      tenth = Double(nearer[(nearer.count - 1) / 2])
      (hertz, isKnown, period) = Self.rate(of: &tenth, short, isWhole: isWhole, mayBeCut: mayBeCut)
      guard period < 0.95 * longer else {
        throw Refusal(
          reason:
            "\(100 * nearer.count / short.count) % of the intervals are shorter than the period of "
            + "\(Self.text(longer / 1e6)) ms that the others keep to; state a rate with --refresh"
        )
      }
    }
    var counts: [Int: Int] = [:]
    var offGrid = 0
    for interval in short {
      let periods = Double(interval) / period
      let whole = max(1, periods.rounded())
      if abs(periods - whole) > 0.25 { offGrid += 1 }
      counts[Int(whole), default: 0] += 1
    }
    if offGrid * 4 > short.count {
      throw Refusal(
        reason: "the intervals keep to no fixed rate (\(100 * offGrid / short.count) % lie between "
          + "whole multiples of \(Self.text(period / 1e6)) ms): a display of variable rate, or "
          + "frames that are not synchronised; state a rate with --refresh"
      )
    }
    let clusters = counts.count { $0.value * 10 >= short.count }
    if clusters > 2 {
      throw Refusal(
        reason: "the intervals form \(clusters) clusters: a display of variable rate, or an app "
          + "that changes its rate; state a rate with --refresh"
      )
    }
    guard isKnown else {
      throw Refusal(
        reason: "the shortest intervals are of \(Self.text(tenth / 1e6)) ms "
          + "(\(Self.text(1e9 / tenth)) a second), which is no usual display's rate: the app may be "
          + "slower than its display; state the display's rate with --refresh"
      )
    }
    self.init(derived: Nanoseconds(rawValue: Int64(period.rounded())), hertz: hertz)
  }

  /// The rate of a display whose pictures are this far apart, and whether it is one that displays have.
  ///
  /// - Parameter tenth: A short interval; of whole milliseconds the mean of those that are about as long.
  private static func rate(
    of tenth: inout Double,
    _ short: [Int64],
    isWhole: Bool,
    mayBeCut: Bool
  ) -> (hertz: Double, isKnown: Bool, period: Double) {
    if isWhole {
      let about = tenth
      let first = short.filter { 0.75 * about - 1e6 < Double($0) && Double($0) < 1.5 * about }
      tenth = first.reduce(0) { $0 + Double($1) } / Double(first.count)
    }
    let mean = tenth
    let hertz = rates.min { abs($0 * mean - 1e9) < abs($1 * mean - 1e9) } ?? 60
    let distance = abs(mean - 1e9 / hertz)
    // Whole milliseconds are off by up to half of one, and by nearly one where they were cut and are all the same.
    let isCut =
      mayBeCut && isWhole && short.first == short.last && mean < 1e9 / hertz
      && distance < min(1e6, 0.05e9 / hertz)
    let isKnown =
      distance <= derivedTolerance * 1e9 / hertz || isWhole && distance <= 500_000 || isCut
    return (hertz, isKnown, isKnown ? 1e9 / hertz : mean)
  }

  /// The mean of intervals that lie around one length, nine in ten of them within 12 % of the middle; nil for others.
  private static func evenMean(_ short: [Int64]) -> Double? {
    let middle = Double(short[short.count / 2])
    let near = short.filter { abs(Double($0) - middle) <= 0.12 * middle }
    guard near.count * 10 >= short.count * 9 else { return nil }
    return near.reduce(0) { $0 + Double($1) } / Double(near.count)
  }

  /// Whether all intervals are whole multiples of a step: great numbers lose a few hundred nanoseconds.
  private static func areMultiples(_ intervals: [Int64], of step: Int64) -> Bool {
    intervals.allSatisfy { ($0 + 1_000) % step <= 2_000 }
  }

  /// The step in which times were written, where it is so coarse that an even rate looks uneven: 5 ms or
  /// more, with intervals of several lengths.
  private static func coarseStep(_ short: [Int64]) -> Double? {
    guard let step = [10_000_000, 5_000_000].first(where: { areMultiples(short, of: $0) }) else {
      return nil
    }
    let uneven = short.count { $0 - short[0] > 1_000_000 }
    return uneven * 20 > short.count ? Double(step) : nil
  }

  /// Rates that displays have; 59.94 Hz is within 2 % of 60. Slower displays are rare, and slow apps are not:
  /// below 60 Hz a rate has to be stated.
  private static let rates: [Double] = [
    60, 72, 75, 80, 90, 96, 100, 120, 144, 160, 165, 180, 240,
  ]

  static func text(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
