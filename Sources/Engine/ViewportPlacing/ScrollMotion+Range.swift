extension ScrollMotion {
  /// The offsets the insets allow.
  public struct Range: Hashable, Sendable {
    /// The least offset.
    public var lower: Double
    /// The greatest offset; below `lower` it counts as that.
    public var upper: Double

    /// Makes a range.
    public init(lower: Double, upper: Double) {
      self.lower = lower
      self.upper = upper
    }
  }
}

/// What the scroll view is doing.
public enum ScrollActivity: String, Hashable, Sendable {
  case idle
  case dragging
  case decelerating
  case bouncing
  case animating
}

/// What a scroll view of a platform does.
public enum ScrollPhase: String, Hashable, Sendable, CaseIterable {
  /// A finger, or what stands for one, moves it.
  case dragging
  /// It goes on, or bounces, by itself.
  case decelerating
  /// It stands still.
  case rest
}
