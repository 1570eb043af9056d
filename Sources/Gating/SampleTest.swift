import Foundation
import Statistics

/// The samples of one figure on two sides, weighed against each other.
///
/// Positive samples are compared by their logarithms, so that the difference is a ratio; others as
/// they are.
package struct SampleTest {
  /// The second side over the first; nil where samples are not above 0.
  package let ratio: Double?
  /// The 95 % interval of the ratio; nil where there is no ratio.
  package let interval: ClosedRange<Double>?
  /// How likely so large a difference is without a cause.
  package let probability: Double
  /// The logarithm of the ratio; nil where there is none.
  package let logarithm: Double?

  /// Weighs two sides.
  ///
  /// - Returns: Nil unless each has two samples or more.
  /// - Complexity: O(samples).
  package init?(_ first: [Double], _ second: [Double]) {
    let isPositive = (first + second).allSatisfy { $0 > 0 }
    let sides = [first, second].map { side in isPositive ? side.map { log($0) } : side }
    guard let test = WelchTest(sides[0], sides[1]) else { return nil }
    probability = test.probability
    logarithm = isPositive ? test.difference : nil
    ratio = isPositive ? exp(test.difference) : nil
    interval =
      isPositive ? exp(test.interval.lowerBound)...exp(test.interval.upperBound) : nil
  }

  /// Whether the whole interval lies within the resolution of the comparison.
  package var isEqual: Bool {
    guard let interval else { return false }
    let resolution = log(1 + RunComparison.resolution)
    return max(abs(log(interval.lowerBound)), abs(log(interval.upperBound))) <= resolution
  }
}
