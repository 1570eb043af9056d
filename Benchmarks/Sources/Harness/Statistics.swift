import Foundation

/// What samples say.
enum Statistics {
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The interval that the median lies in, by bootstrap.
  ///
  /// - Parameter confidence: The share of all draws that the interval holds.
  static func interval(_ values: [Double], confidence: Double) -> ClosedRange<Double> {
    var random = Congruential(20_261_122)
    let draws = 2_000
    let medians = (0..<draws)
      .map { _ in median(values.map { _ in values[random.index(below: values.count)] }) }
      .sorted()
    let outside = Int(Double(draws) * (1 - confidence) / 2)
    return medians[outside]...medians[draws - 1 - outside]
  }

  /// The exponent by which figures grow with sizes: the slope in a plane of logarithms.
  static func exponent(_ points: [(size: Int, figure: Double)]) -> Double {
    let logs = points.map { (log(Double($0.size)), log(max($0.figure, 1e-6))) }
    let count = Double(logs.count)
    let middle = (logs.reduce(0) { $0 + $1.0 } / count, logs.reduce(0) { $0 + $1.1 } / count)
    let above = logs.reduce(0) { $0 + ($1.0 - middle.0) * ($1.1 - middle.1) }
    let below = logs.reduce(0) { $0 + ($1.0 - middle.0) * ($1.0 - middle.0) }
    return below > 0 ? above / below : 0
  }

  /// Three digits that count, and no more.
  static func text(_ figure: Double) -> String {
    let size = abs(figure)
    let digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2
    return String(format: "%.\(digits)f", figure)
  }
}
