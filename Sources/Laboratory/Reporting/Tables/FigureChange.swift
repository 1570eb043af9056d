import Records

/// How a figure stands to the reference's.
package struct FigureChange: Hashable, Sendable {
  /// Which way it went.
  package enum Direction: String, Hashable, Sendable {
    case same
    case better
    case worse
    /// One of the two is missing.
    case unknown
  }

  /// The difference (`+1.2`, `−3`) or the ratio (`×1.4`) for people; `=` where both are equal, empty
  /// where one is missing.
  package var text: String
  /// Which way it went.
  package var direction: Direction

  /// Up to this part more or less work is as much.
  static let margin = 0.02
  /// The same for costs that were measured.
  static let measuredMargin = 0.1

  /// Compares `value` with `reference`.
  ///
  /// Work (cost, allocations) is compared as a ratio, everything else as a difference; work also
  /// when the reference's is 0.
  ///
  /// A ratio within 2 % counts as the same: such a difference repeats, but nobody can see it.
  ///
  /// - Parameter isMeasured: Whether costs were measured: then a ratio of costs counts as the same
  ///   within 10 %.
  init(
    of quantity: Headline.Quantity,
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
    let direction: Direction = isRise == (quantity.metric.better == .up) ? .better : .worse
    let isRatio = quantity == .cost || quantity == .allocations
    guard isRatio, reference > 0 else {
      let size = DecimalText.short(abs(value - reference))
      self.init(text: (isRise ? "+" : "\u{2212}") + size, direction: direction)
      return
    }
    let ratio = value / reference
    let margin = isMeasured && quantity == .cost ? Self.measuredMargin : Self.margin
    let isSame = (1 / (1 + margin)...1 + margin).contains(ratio)
    self.init(text: "\u{D7}" + Self.text(ofRatio: ratio), direction: isSame ? .same : direction)
  }

  /// Two decimals below 10, one below 100.
  private static func text(ofRatio ratio: Double) -> String {
    let places = ratio < 10 ? 2 : ratio < 100 ? 1 : 0
    var text = DecimalText.short(ratio, places: places)
    guard places > 0 else { return text }
    if !text.contains(".") { text += "." }
    let decimals = text.split(separator: ".", omittingEmptySubsequences: false).last?.count ?? 0
    return text + String(repeating: "0", count: max(0, places - decimals))
  }

  private init(text: String, direction: Direction) {
    self.text = text
    self.direction = direction
  }
}
