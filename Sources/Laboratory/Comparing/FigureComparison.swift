import FrameMetrics

/// A figure before and after.
package struct FigureComparison: Hashable, Sendable {
  /// What can be said of it.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case worse
    case better
    /// It differs, and neither way is better.
    case changed
    case equal
    case cannotTell = "cannot tell"
  }

  package var before: FigureSamples
  package var after: FigureSamples
  /// What can be said.
  package var verdict: Verdict
  /// The typical figure before: exact samples' median, scattering ones' mean.
  package var first: Double
  /// The typical figure after.
  package var second: Double
  /// The 95 % interval of `second` - `first`; nil for exact samples and too few.
  package var interval: ClosedRange<Double>?
  /// The smallest difference that these samples would have shown 9 times in 10; nil for exact samples
  /// and too few.
  package var detectable: Double?
  /// Why no more can be said; nil for nothing.
  package var note: String?

  /// `second` / `first` - 1; nil where `first` is 0.
  package var change: Double? { first == 0 ? nil : second / first - 1 }
  /// ``detectable`` as a part of `first`; nil where either is missing.
  package var detectableChange: Double? {
    guard let detectable, first != 0 else { return nil }
    return detectable / abs(first)
  }

  /// How many samples a side would have shown a change of this part of ``first`` 9 times in 10, if they scatter as
  /// these do; nil where these would have, and where nothing is known of their scatter.
  package func samplesNeeded(for change: Double) -> Int? {
    guard let detectableChange, change > 0, detectableChange > change else { return nil }
    let count = min(before.samples.count, after.samples.count)
    let ratio = detectableChange / change
    return Int(min((Double(count) * ratio * ratio).rounded(.up), 1e9))
  }

  /// From which change on these samples would have shown it, and how many would show one of 5 %; nil where that
  /// is not known.
  package var reach: String? {
    guard let detectableChange else { return nil }
    let percent = (1000 * detectableChange).rounded() / 10
    let digits = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
    let needed = samplesNeeded(for: 0.05).map { ", 5 % with \($0) a side" } ?? ""
    return "seen from \(digits) % on" + needed
  }
}
