import Foundation

/// What samples say.
enum Statistics {
  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The interval that the median lies in, by order statistics: the narrowest of two samples that holds
  /// it as surely; the least and the greatest where none does. Assumes nothing of how samples scatter.
  ///
  /// - Precondition: One value at least; ``least(confidence:)`` of them for the confidence to hold.
  static func interval(_ values: [Double], confidence: Double) -> ClosedRange<Double> {
    let sorted = values.sorted()
    let count = sorted.count
    // How likely it is that so many samples or fewer are below the median: a coin each.
    var (one, below, outside) = (pow(0.5, Double(count)), 0.0, 0)
    for rank in 0..<count / 2 {
      below += one
      if 2 * below > 1 - confidence { break }
      outside = rank
      one *= Double(count - rank) / Double(rank + 1)
    }
    return sorted[outside]...sorted[count - 1 - outside]
  }

  /// How many samples an interval of their median needs.
  static func least(confidence: Double) -> Int { Int((1 - log2(1 - confidence)).rounded(.up)) }

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
