/// How fast a fling dies away.
///
/// The two rates of UIScrollView: `UIScrollView.DecelerationRate`.
public enum DecelerationRule: String, Hashable, Sendable, CaseIterable {
  /// UIScrollView's default.
  case normal
  /// For lists that are paged or short.
  case fast

  /// What a fling keeps of its speed in a millisecond.
  package var perMillisecond: Double {
    switch self {
    case .normal: 0.998
    case .fast: 0.99
    }
  }
}
