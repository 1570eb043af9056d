import Lengths

/// Multiplies lengths by a ratio, rounding down.
internal struct LengthScale {
  let numerator: Int64
  let denominator: Int64

  init(numerator: Int, denominator: Int) {
    self.numerator = Int64(numerator)
    self.denominator = Int64(denominator)
  }

  /// floor(`length` * numerator / denominator), for a length that is not negative.
  func apply(_ length: LayoutUnit) -> LayoutUnit {
    let product = length.rawValue.multipliedFullWidth(by: numerator)
    return LayoutUnit(rawValue: denominator.dividingFullWidth(product).quotient)
  }
}
