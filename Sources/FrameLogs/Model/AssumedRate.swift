import FrameMetrics
import Timebase

/// The fixed refresh rate that is assumed where a file promises nothing.
struct AssumedRate: Equatable {
  /// The refresh period.
  var period: Nanoseconds
  /// Where it is from, as a reason: "assumes a fixed 60 Hz, as stated".
  var words: String

  /// Pictures further apart belong to different animations, or to one that was blocked.
  static let bridge = Nanoseconds.milliseconds(100)

  /// The rate that was stated.
  ///
  /// - Parameter hertz: Refreshes a second, above 0.
  init(stated hertz: Double) {
    period = Nanoseconds(rawValue: Int64((1e9 / hertz).rounded()))
    words = "assumes a fixed \(Self.text(hertz)) Hz, as stated"
  }

  private init(derived period: Nanoseconds, hertz: Double) {
    self.period = period
    words =
      "assumes a fixed \(Self.text(hertz)) Hz, derived from the 10th percentile of the intervals"
  }

  /// Why none can be derived.
  struct Refusal: Error, Equatable {
    var reason: String
  }

  /// Derives a rate from the times between pictures: their 10th percentile, as the nearest rate
  /// that displays have where one is within 4 %.
  ///
  /// - Parameter intervals: In nanoseconds.
  /// - Throws: `Refusal` when there are too few, or when they keep to no rate.
  init(derivedFrom intervals: [Int64]) throws(Refusal) {
    let short = intervals.filter { $0 > 500_000 && $0 <= Self.bridge.rawValue }.sorted()
    guard short.count >= 3 else {
      throw Refusal(
        reason: "fewer than 3 intervals between pictures; state the rate with --refresh"
      )
    }
    let tenth = Double(short[(short.count - 1) / 10])
    let hertz = Self.rates.min { abs($0 * tenth - 1e9) < abs($1 * tenth - 1e9) } ?? 60
    let isKnown = abs(hertz * tenth / 1e9 - 1) < 0.04
    let period = isKnown ? 1e9 / hertz : tenth
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
    self.init(
      derived: Nanoseconds(rawValue: Int64(period.rounded())),
      hertz: isKnown ? hertz : 1e9 / tenth
    )
  }

  /// Rates that displays have.
  private static let rates: [Double] = [
    10, 15, 20, 24, 25, 30, 40, 48, 50, 60, 72, 75, 80, 90, 100, 120, 144, 165, 180, 200, 240, 300,
    360,
  ]

  private static func text(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension SessionBuilder {
  /// Promises each picture one period after the one before: all that a file of pictures allows.
  ///
  /// Gaps over 100 ms are idle or blocked: listed, and counted in neither.
  ///
  /// - Parameter ownWanted: Whether the frames say when they were wanted; else from the picture
  ///   before on.
  mutating func assumeRate(_ options: LogOptions, ownWanted: Bool) {
    let pictures = frames.compactMap(\.presented)
    let intervals = zip(pictures, pictures.dropFirst()).map {
      $1.nanoseconds &- $0.nanoseconds
    }
    let rate: AssumedRate
    if let hertz = options.refreshHertz {
      rate = AssumedRate(stated: hertz)
    } else {
      do {
        rate = try AssumedRate(derivedFrom: intervals)
      } catch {
        support.set(.absent(error.reason), .hitches, .onTime, .rates, .overrun)
        if !ownWanted { wantFromPictures(period: nil) }
        return
      }
    }
    period = rate.period
    assumption = rate.words
    support.set(.approximate(rate.words), .hitches, .onTime, .rates)
    wantFromPictures(period: rate.period, ownWanted: ownWanted)
  }

  private mutating func wantFromPictures(period: Nanoseconds?, ownWanted: Bool = false) {
    var last: Instant?
    // Frames since then that were not shown: each had a picture's place of its own.
    var unshown = 0
    // What was wanted later stays later, also after a gap that counts as no animation.
    var least = Instant(nanoseconds: .min)
    for index in frames.indices {
      let shown = frames[index].presented
      let length = period ?? .milliseconds(0)
      frames[index].wanted = max(frames[index].wanted, least)
      defer { least = frames[index].wanted }
      if let last, shown.map({ $0 - last <= AssumedRate.bridge }) ?? true {
        if !ownWanted { frames[index].wanted = min(last, shown ?? last) }
        frames[index].promised = period.map { last + $0 * (unshown + 1) }
      } else if let shown {
        if let last { unknownGaps.append(.init(min(last, shown), shown)) }
        frames[index].wanted =
          ownWanted ? max(frames[index].wanted, shown - length) : shown - length
        frames[index].promised = period.map { _ in shown }
      } else {
        frames[index].promised = period.map { frames[index].wanted + $0 }
      }
      if let shown { last = shown }
      unshown = shown == nil ? unshown + 1 : 0
    }
    if !unknownGaps.isEmpty {
      support.weaken("gaps over 100 ms may be idle or blocked", .animating, .skipped)
    }
  }
}
