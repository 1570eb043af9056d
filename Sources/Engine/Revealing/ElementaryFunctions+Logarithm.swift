extension ElementaryFunctions {
  /// The natural logarithm of `x`.
  ///
  /// Halley's iteration on the exponential, from the exponent of `x`; it triples its digits each
  /// round, so five rounds reach the last place.
  ///
  /// - Precondition: `x` is positive and finite.
  package static func logarithm(_ x: Double) -> Double {
    precondition(x > 0 && x.isFinite, "no logarithm of \(x)")
    var y = Double(x.exponent) * 0.693147180559945309417 + (x.significand - 1) * 0.69
    for _ in 0..<5 {
      let power = exponential(y)
      y += 2 * (x - power) / (x + power)
    }
    return y
  }
}
