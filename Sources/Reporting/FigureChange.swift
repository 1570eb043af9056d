/// How a figure stands to the reference's.
public struct FigureChange: Hashable, Sendable {
  /// Which way it went.
  public enum Direction: String, Hashable, Sendable {
    case same
    case better
    case worse
    /// One of the two is missing.
    case unknown
  }

  /// The difference (`+1.2`, `−3`) or the ratio (`×1.4`) for people; `=` where both are equal, empty
  /// where one is missing.
  public var text: String
  /// Which way it went.
  public var direction: Direction

  /// Compares `value` with `reference`.
  ///
  /// Work (cost, allocations) is compared as a ratio, everything else as a difference; work also
  /// when the reference's is 0.
  ///
  /// - Parameter isMeasured: Whether the figures depend on the machine's mood: then a ratio of
  ///   costs within 10 % counts as the same.
  init(
    of quantity: ComparedQuantity,
    _ value: Double?,
    against reference: Double?,
    isMeasured: Bool
  ) {
    guard let value, let reference else {
      self.init(text: "", direction: .unknown)
      return
    }
    guard value != reference else {
      self.init(text: "=", direction: .same)
      return
    }
    let isRise = value > reference
    let direction: Direction = isRise == quantity.isBetterUp ? .better : .worse
    let isRatio = quantity == .cost || quantity == .allocations
    guard isRatio, reference > 0 else {
      let size = DecimalText.short(abs(value - reference))
      self.init(text: (isRise ? "+" : "\u{2212}") + size, direction: direction)
      return
    }
    let ratio = value / reference
    let isNoise = isMeasured && quantity == .cost && (1 / 1.1...1.1).contains(ratio)
    self.init(
      text: "\u{D7}" + DecimalText.short(ratio, places: ratio < 10 ? 2 : ratio < 100 ? 1 : 0),
      direction: isNoise ? .same : direction
    )
  }

  private init(text: String, direction: Direction) {
    self.text = text
    self.direction = direction
  }
}
