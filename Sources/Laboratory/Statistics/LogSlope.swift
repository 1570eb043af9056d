import Foundation

/// The slope of a straight line through points on two logarithmic axes: the exponent of a power law.
package enum LogSlope {
  /// Finds the slope by least squares.
  ///
  /// - Parameter points: Pairs above 0.
  /// - Returns: Nil with fewer than three points, or when all have one place.
  /// - Complexity: O(points).
  package static func of(_ points: [(Double, Double)]) -> Double? {
    guard points.count >= 3 else { return nil }
    let logs = points.map { (log2($0.0), log2($0.1)) }
    let count = Double(logs.count)
    let meanX = logs.reduce(0) { $0 + $1.0 } / count
    let meanY = logs.reduce(0) { $0 + $1.1 } / count
    let spread = logs.reduce(0) { $0 + ($1.0 - meanX) * ($1.0 - meanX) }
    guard spread > 0 else { return nil }
    return logs.reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) } / spread
  }
}
