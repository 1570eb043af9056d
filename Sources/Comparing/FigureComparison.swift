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

  /// The samples before.
  package var before: FigureSamples
  /// The samples after.
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
}
