/// Exponential, sine and cosine from additions and multiplications alone, so that springs give the
/// same bits on every machine. The standard library has none, and the system's differ.
///
/// Errors are below 4 units in the last place for the arguments of springs.
package enum ElementaryFunctions {
  private static let ln2High = 6.93147180369123816490e-01
  private static let ln2Low = 1.90821492927058770002e-10
  private static let halfPiHigh = 1.57079632673412561417e+00
  private static let halfPiLow = 6.07710050650619224932e-11

  /// e to the power of `x`; 0 below -700.
  ///
  /// - Precondition: `x` is at most 700.
  package static func exponential(_ x: Double) -> Double {
    precondition(x <= 700, "the exponential of \(x) is too large")
    guard x > -700 else { return 0 }
    let power = (x / 0.693147180559945309417).rounded()
    let rest = (x - power * ln2High) - power * ln2Low
    // |rest| <= 0.347: thirteen terms of the series are below half a unit in the last place.
    var sum = 1.0
    for term in stride(from: 14.0, to: 0, by: -1) { sum = 1 + rest / term * sum }
    return sum * Double(sign: .plus, exponent: Int(power), significand: 1)
  }

  /// The sine and cosine of `x` radians.
  ///
  /// - Precondition: |x| is below 10^6.
  static func sineAndCosine(_ x: Double) -> (sine: Double, cosine: Double) {
    precondition(abs(x) < 1e6, "an angle of \(x) is too large")
    let quarters = (x / 1.57079632679489661923).rounded()
    let rest = (x - quarters * halfPiHigh) - quarters * halfPiLow
    let square = rest * rest
    // |rest| <= 0.786: nine terms are below half a unit in the last place.
    var sine = 1.0
    var cosine = 1.0
    for term in stride(from: 18.0, to: 0, by: -2) {
      sine = 1 - square / (term * (term + 1)) * sine
      cosine = 1 - square / (term * (term - 1)) * cosine
    }
    sine *= rest
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}
