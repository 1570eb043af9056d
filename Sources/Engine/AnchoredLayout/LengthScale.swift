import Lengths

/// Multiplies lengths by a ratio, rounding down.
package struct LengthScale {
  private let numerator: Int64
  private let denominator: Int64

  /// Makes the ratio of two numbers above 0.
  package init(numerator: Int, denominator: Int) {
    self.numerator = Int64(numerator)
    self.denominator = Int64(denominator)
  }

  /// floor(`length` * numerator / denominator), for a length that is not negative.
  package func apply(_ length: LayoutUnit) -> LayoutUnit {
    let product = length.rawValue.multipliedFullWidth(by: numerator)
    return LayoutUnit(rawValue: denominator.dividingFullWidth(product).quotient)
  }
}
