#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Compares the means of two sets of samples whose variances may differ (Welch 1947).
package struct WelchTest: Hashable, Sendable {
  /// The second mean less the first.
  package let difference: Double
  /// The ends of the difference's interval.
  package let interval: ClosedRange<Double>
  /// How likely a difference as large is when there is none, from two sides.
  package let probability: Double
  /// The standard error of the difference; 0 for sets without any scatter.
  package let error: Double
  /// The degrees of freedom of the test, above 0.
  package let freedom: Double

  /// Compares two sets.
  ///
  /// - Parameters:
  ///   - confidence: Of the interval, above 0 and below 1.
  /// - Returns: Nil unless each has two samples or more. Sets without any scatter are told apart by
  ///   certainty: 0 where they differ, 1 where they do not.
  /// - Complexity: O(samples).
  package init?(_ first: [Double], _ second: [Double], confidence: Double = 0.95) {
    precondition(confidence > 0 && confidence < 1, "confidence in 0 ... 1, got \(confidence)")
    guard first.count >= 2, second.count >= 2 else { return nil }
    let (a, b) = (Self.moments(first), Self.moments(second))
    difference = b.mean - a.mean
    let squared = a.error + b.error
    guard squared > 0 else {
      interval = difference...difference
      (error, freedom) = (0, Double(first.count + second.count - 2))
      probability = difference == 0 ? 1 : 0
      return
    }
    freedom =
      squared * squared
      / (a.error * a.error / Double(first.count - 1) + b.error * b.error / Double(second.count - 1))
    error = squared.squareRoot()
    probability = StudentDistribution.outside(abs(difference) / error, freedom: freedom)
    let reach = StudentDistribution.quantile(1 - confidence, freedom: freedom) * error
    interval = difference - reach...difference + reach
  }

  /// The mean, and the square of its standard error.
  private static func moments(_ samples: [Double]) -> (mean: Double, error: Double) {
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    let sum = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, sum / (count - 1) / count)
  }
}

/// Student's t distribution.
package enum StudentDistribution {
  /// How likely a value beyond `t` is, on either side.
  ///
  /// - Parameters:
  ///   - t: At least 0.
  ///   - freedom: Degrees of freedom, above 0, whole or not.
  package static func outside(_ t: Double, freedom: Double) -> Double {
    regularizedBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
  }

  /// The value beyond which `probability` lies, on both sides together.
  package static func quantile(_ probability: Double, freedom: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    while outside(high, freedom: freedom) > probability, high < 1e12 { high *= 2 }
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if outside(middle, freedom: freedom) > probability { low = middle } else { high = middle }
    }
    return high
  }

  /// I_x(a, b), by its continued fraction (Abramowitz and Stegun 26.5.8, with Lentz's method).
  package static func regularizedBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    // The fraction converges fast on this side; the other is its mirror image.
    if x > (a + 1) / (a + b + 2) { return 1 - regularizedBeta(1 - x, b, a) }
    let logarithm = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)
    let front = exp(logarithm) / a
    let least = 1e-300
    var (c, d) = (1.0, 1 - (a + b) * x / (a + 1))
    d = 1 / (abs(d) < least ? least : d)
    var fraction = d
    for step in 1...500 {
      let m = Double(step)
      let even: Double = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      let odd: Double = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      for term in [even, odd] {
        d = 1 + term * d
        d = 1 / (abs(d) < least ? least : d)
        c = 1 + term / c
        if abs(c) < least { c = least }
        fraction *= c * d
      }
      if abs(c * d - 1) < 1e-15 { break }
    }
    return front * fraction
  }
}

/// Decides which of many tests say something, so that a false word among all of them is as unlikely
/// as it should be (Holm 1979).
package enum HolmCorrection {
  /// Says of each probability whether its test may be believed.
  ///
  /// - Parameter level: How likely one false word or more may be.
  /// - Complexity: O(n log n).
  package static func believed(_ probabilities: [Double], level: Double) -> [Bool] {
    var believed = Array(repeating: false, count: probabilities.count)
    let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
    for (rank, index) in order.enumerated() {
      guard probabilities[index] <= level / Double(order.count - rank) else { break }
      believed[index] = true
    }
    return believed
  }
}
