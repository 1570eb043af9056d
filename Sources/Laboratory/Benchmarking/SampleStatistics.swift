import Foundation
import Statistics

/// What the samples of a case say.
package enum SampleStatistics {
  /// The interval that the median lies in; from the least to the greatest where there are fewer than
  /// ``least(confidence:)``.
  ///
  /// - Precondition: There is one at least.
  package static func interval(_ values: [Double], confidence: Double) -> ClosedRange<Double> {
    let sorted = values.sorted()
    return MedianInterval.of(sorted: sorted, confidence: confidence)
      ?? sorted[0]...sorted[sorted.count - 1]
  }

  /// How many samples an interval of their median needs.
  package static func least(confidence: Double) -> Int {
    Int((1 - log2(1 - confidence)).rounded(.up))
  }

  /// How many samples there may be so that their median has an interval.
  package static func counts(confidence: Double) -> ClosedRange<Int> {
    least(confidence: confidence)...MedianInterval.mostSamples
  }

  /// The exponent by which figures grow with sizes: the slope in a plane of logarithms.
  ///
  /// - Returns: 0 where all sizes are one.
  package static func exponent(_ points: [(size: Int, figure: Double)]) -> Double {
    let logs = points.map { (log(Double($0.size)), log(max($0.figure, 1e-6))) }
    let count = Double(logs.count)
    let middle = (logs.reduce(0) { $0 + $1.0 } / count, logs.reduce(0) { $0 + $1.1 } / count)
    let above = logs.reduce(0) { $0 + ($1.0 - middle.0) * ($1.1 - middle.1) }
    let below = logs.reduce(0) { $0 + ($1.0 - middle.0) * ($1.0 - middle.0) }
    return below > 0 ? above / below : 0
  }

  /// Three digits that count, and no more.
  package static func text(_ figure: Double) -> String {
    let size = abs(figure)
    let digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2
    return String(format: "%.\(digits)f", figure)
  }
}
