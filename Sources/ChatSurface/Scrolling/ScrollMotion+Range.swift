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
