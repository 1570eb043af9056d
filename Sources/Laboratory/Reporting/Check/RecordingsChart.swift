import Comparing
import Records

/// The recordings of a figure before and now, as an SVG picture: a dot each, those of the baseline above and
/// those of now below, on one scale.
struct RecordingsChart {
  /// The most dots of a side; of more recordings every Nth is drawn.
  private static let mostDots = 200
  private static let width = 190.0
  private static let margin = 5.0

  private let sides: [(name: String, samples: [Double], row: Double, style: String)]
  private let low: Double
  private let high: Double
  private let now: FigureSamples

  /// Takes the samples of both sides.
  ///
  /// - Parameter before: nil where there is nothing to compare with.
  /// - Returns: nil where no side has two samples, and where all samples are the same.
  init?(before: FigureSamples?, now: FigureSamples, _ verdict: FigureComparison.Verdict?) {
    let earlier = before?.samples ?? []
    let all = earlier + now.samples
    guard max(earlier.count, now.samples.count) > 1, let low = all.min(), let high = all.max(),
      low < high
    else { return nil }
    (self.now, self.low, self.high) = (now, low, high)
    sides = [
      ("before", earlier, 8, "dots before"),
      ("now", now.samples, 22, verdict == .worse ? "dots worse" : "dots"),
    ]
  }

  /// The picture.
  var svg: String {
    let shapes = sides.map { side in
      let step = max(1, (side.samples.count + Self.mostDots - 1) / Self.mostDots)
      let dots = stride(from: 0, to: side.samples.count, by: step).map { index in
        let x = DecimalText.short(place(of: side.samples[index]), places: 1)
        return "<circle cx=\"\(x)\" cy=\"\(DecimalText.short(side.row))\" r=\"3.5\"/>"
      }
      return "<g class=\"\(side.style)\">\(dots.joined())</g>"
    }
    let words = sides.compactMap { side -> String? in
      guard let low = side.samples.min(), let high = side.samples.max() else { return nil }
      return "\(side.name) \(text(low)) to \(text(high))"
    }
    let label = "Recordings: \(words.joined(separator: ", "))"
    return "<svg class=\"recordings\" viewBox=\"0 0 190 44\" width=\"190\" height=\"44\" "
      + "role=\"img\" aria-label=\"\(label)\"><title>\(label)</title><path d=\"M2 8H188M2 22H188\"/>"
      + shapes.joined() + "<text x=\"2\" y=\"40\">\(text(low))</text>"
      + "<text x=\"188\" y=\"40\" text-anchor=\"end\">\(text(high))</text></svg>"
  }

  private func place(of value: Double) -> Double {
    Self.margin + (Self.width - 2 * Self.margin) * (value - low) / (high - low)
  }

  private func text(_ value: Double) -> String { CheckWords.value(value, now.unit) }
}
