import FrameMetrics
import Statistics

/// The share of recordings that missed a limit, before and after.
///
/// One question about each recording, so it has a test and a level of its own beside the figures: of users'
/// sessions most have no late frame at all, and how many have one says more than any mean.
package struct ShareComparison: Sendable {
  /// Recordings of one side.
  package struct Side: Hashable, Sendable {
    /// How many missed a limit, and how many could have.
    package var missed: Int
    package var judged: Int
    /// How many more may have missed one: of those nothing is known.
    package var open: Int

    package init(missed: Int, judged: Int, open: Int = 0) {
      (self.missed, self.judged, self.open) = (missed, judged, open)
    }

    /// The side of a figure that says of each recording what became of it.
    init(_ figure: FigureSamples) {
      open = figure.samples.count { $0 == ShareComparison.sample(of: nil) }
      missed = figure.samples.count { $0 == ShareComparison.sample(of: true) }
      judged = figure.samples.count - open
    }

    /// The share of them that missed.
    package var share: Double { judged == 0 ? 0 : Double(missed) / Double(judged) }
    fileprivate var words: String { "\(missed) of \(judged)" }
  }

  /// The figure's name for programs, and for people.
  package static let metric = "recordings_missed_pct"
  package static let title = "recordings that miss a limit"

  /// The figure of recordings of which each missed a limit or kept all; nil for what nobody knows.
  package static func figure(_ areMissed: [Bool?]) -> FigureSamples {
    FigureSamples(
      metric: metric,
      statistic: .value,
      unit: .percent,
      better: .down,
      samples: areMissed.map(sample)
    )
  }

  /// What stands for a recording among the figure's samples: all of it missed, nothing, or something between.
  fileprivate static func sample(of isMissed: Bool?) -> Double {
    isMissed.map { $0 ? 100 : 0 } ?? 50
  }
  /// How likely a share is called worse although nothing changed: at most one in 200 comparisons.
  package static let level = 0.005
  /// Shares are equal when the 95 % interval of their difference lies within this, unless another is named.
  package static let resolution = 0.05

  package let before: Side
  package let after: Side
  /// What can be said.
  package private(set) var verdict = FigureComparison.Verdict.cannotTell
  /// The 95 % interval of the difference, as a part of 1 (Newcombe 1998, method 10); nil without recordings.
  package private(set) var interval: ClosedRange<Double>?
  /// Whether it would be told if all recordings had been judged.
  private var isOpen = false
  /// How likely chance alone makes one side so much worse; nil with too few recordings.
  private var chance: Double?
  /// What is said from that on, and within which difference shares are equal.
  private var level = Self.level
  private let resolution: Double

  /// Compares two sides.
  ///
  /// - Parameter resolution: Shares are equal when the 95 % interval of their difference lies within this.
  /// - Complexity: O(missed).
  package init(_ before: Side, _ after: Side, resolution: Double = Self.resolution) {
    (self.before, self.after, self.resolution) = (before, after, resolution)
    guard min(before.judged, after.judged) >= Comparison.least else { return }
    let interval = Self.interval(before, after)
    self.interval = interval
    let isWorse = after.share > before.share
    let (fewer, more) = isWorse ? (before, after) : (after, before)
    let chance = FisherTest(fewer.judged, more.judged)
      .probabilityOfAnyShare(first: fewer.missed, second: more.missed)
    self.chance = chance
    decide(chance <= level)
    guard [.better, .equal].contains(verdict), before.open + after.open > 0 else { return }
    // Those that could not be judged may have missed: what is good only without them is not known.
    let atWorst = ShareComparison(
      Side(missed: before.missed, judged: before.judged + before.open),
      Side(missed: after.missed + after.open, judged: after.judged + after.open),
      resolution: resolution
    )
    if atWorst.verdict != verdict { (verdict, isOpen) = (.cannotTell, true) }
  }

  /// Compares several shares of one comparison: a false word among all of them is as likely as `level`, both ways
  /// together.
  ///
  /// - Complexity: O(missed + shares log shares).
  package static func all(
    _ sides: [(before: Side, after: Side)],
    level: Double,
    resolution: Double
  ) -> [ShareComparison] {
    var shares = sides.map { ShareComparison($0.before, $0.after, resolution: resolution) }
    let tests = shares.indices.filter { shares[$0].chance != nil }
    let believed = HolmCorrection.believed(
      tests.map { 2 * (shares[$0].chance ?? 1) },
      level: level
    )
    for (index, isBelieved) in zip(tests, believed) {
      shares[index].level = level / 2 / Double(tests.count)
      shares[index].decide(isBelieved)
    }
    return shares
  }

  private mutating func decide(_ isBelieved: Bool) {
    guard let interval else { return }
    verdict = .cannotTell
    if isBelieved {
      verdict = after.share > before.share ? .worse : .better
    } else if max(-interval.lowerBound, interval.upperBound) <= resolution {
      verdict = .equal
    }
  }

  /// Both sides in numbers, and where nothing can be told, what would have been seen and what it takes.
  package var note: String {
    let sides = "\(before.words) before, \(after.words) after"
    let count = min(before.judged, after.judged)
    guard let interval else { return "\(sides); \(Comparison.least) a side are needed" }
    if isOpen {
      return "\(sides); \(before.open) before and \(after.open) after could not be judged"
    }
    if verdict != .cannotTell {
      let (low, high) = (points(interval.lowerBound), points(interval.upperBound))
      return "\(sides); \(low) to \(high) points (95 %)"
    }
    let difference = abs(after.share - before.share)
    let asked = max(0.01, (difference * 100).rounded() / 100)
    let base = min(before.share, after.share)
    let needed = Self.needed(for: asked, from: base, level: level).map { count in
      "; \(Self.points(asked)) points with \(count) a side"
    }
    let seen = (1...100).lazy.map { Double($0) / 100 }.first {
      Self.needed(for: $0, from: base, level: level).map { $0 <= count } ?? false
    }
    let reach = seen.map { "seen from \(Self.points($0)) points on" } ?? "no change would be seen"
    return "\(sides); \(reach)\(needed ?? "")"
  }

  private static func points(_ part: Double) -> String {
    (part > 0 ? "+" : "") + "\(Int((part * 100).rounded()))"
  }

  /// Points of percent, with a decimal where differences below one are looked at.
  private func points(_ part: Double) -> String {
    guard resolution < 0.05 else { return Self.points(part) }
    let tenths = Int((part * 1000).rounded())
    let digits = tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    return (tenths > 0 ? "+" : "") + digits
  }

  /// How many recordings a side would show a rise of the share 9 times in 10 (Fleiss's sample size, with the
  /// correction that an exact test needs); nil for a share above 1.
  package static func needed(
    for rise: Double,
    from base: Double,
    level: Double = Self.level
  ) -> Int? {
    let top = base + rise
    guard rise > 0, top <= 1 + 1e-9 else { return nil }
    let mean = (base + top) / 2
    // The normal distribution's, which a great many degrees of freedom have.
    func normal(_ outside: Double) -> Double {
      StudentDistribution.quantile(outside, freedom: 1e6)
    }
    let wide = normal(2 * level) * (2 * mean * (1 - mean)).squareRoot()
    let narrow =
      normal(2 * (1 - Comparison.power))
      * (base * (1 - base) + top * max(0, 1 - top)).squareRoot()
    let plain = (wide + narrow) * (wide + narrow) / (rise * rise)
    let root = 1 + (1 + 4 / (max(plain, 1) * rise)).squareRoot()
    return Int(min((plain / 4 * root * root).rounded(.up), 1e9))
  }

  private static func interval(_ before: Side, _ after: Side) -> ClosedRange<Double> {
    let (first, second) = (score(before), score(after))
    let difference = after.share - before.share
    func root(_ left: Double, _ right: Double) -> Double {
      (left * left + right * right).squareRoot()
    }
    let low =
      difference
      - root(after.share - second.lowerBound, first.upperBound - before.share)
    let high =
      difference
      + root(second.upperBound - after.share, before.share - first.lowerBound)
    return low...high
  }

  /// Wilson's 95 % interval of a share; all from 0 to 1 without recordings.
  package static func score(_ side: Side) -> ClosedRange<Double> {
    guard side.judged > 0 else { return 0...1 }
    let (count, share, z) = (Double(side.judged), side.share, 1.959964)
    let scale = 1 + z * z / count
    let middle = (share + z * z / (2 * count)) / scale
    let reach =
      z / scale * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
    return max(0, middle - reach)...min(1, middle + reach)
  }
}
