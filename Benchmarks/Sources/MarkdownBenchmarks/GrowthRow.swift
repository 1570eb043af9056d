import CMarkParsing
import Lengths
import MarkdownBlocks
import TextMeasuring

/// A paragraph measured at every token while it grows, beside measuring it whole.
struct GrowthRow {
  /// Where a part of the stream ends, in words, what a token costs in it and what measuring the
  /// whole costs in its middle, in microseconds.
  private(set) var parts: [(words: Int, extended: Double, whole: Double)] = []
  /// How the cost of a token grows.
  private(set) var exponent = 0.0
  /// The heights.
  private(set) var hash: UInt64 = 0

  /// Measures; `scale` divides the length of the text.
  init(_ measurer: some TextMeasurer, scale: Int, repeats: Int) {
    let watch = Stopwatch()
    let text = Construct.paragraph.text(words: 5_000 / scale)
    let tokens = text.tokens()
    let width = LayoutUnit(points: 361)
    let bounds = [10, 100, 500, 1_000, 2_000, 5_000].map {
      $0 / scale * tokens.count * scale / 5_000
    }
    // Each token's least: the paragraph is the same in every repeat, other work is not.
    var least = [Double](repeating: .infinity, count: tokens.count)
    for _ in 0..<repeats {
      var list = BlockList(rule: .incremental, parser: CMarkParser())
      var tail = TailMeasurement()
      var result: UInt64 = 0
      for (index, token) in tokens.enumerated() {
        let kept = list.append(Array(text[token])).keptUTF8Count
        let block = StyledBlock(list[0], role: .assistant)
        let seconds = watch.seconds {
          let height = measurer.extend(
            &tail,
            with: block,
            keeping: kept,
            width: width,
            textSize: .large
          ).height
          result = (result ^ UInt64(height.rawValue)) &* 0x100_0000_01B3
        }
        least[index] = min(least[index], seconds * 1e6)
      }
      hash = result
    }
    var points: [(Double, Double)] = []
    for (part, end) in bounds.enumerated() where part > 0 {
      let middle = tokens[(bounds[part - 1] + end) / 2].upperBound
      let block = StyledBlock(plain: String(decoding: text[..<middle], as: UTF8.self))
      let whole = watch.least(of: 3) {
        _ = measurer.measure(block, width: width, textSize: .large)
      }
      let inPart = least[bounds[part - 1]..<end]
      let mean = inPart.reduce(0, +) / Double(max(1, inPart.count))
      parts.append(([10, 100, 500, 1_000, 2_000, 5_000][part] / scale, mean, whole * 1e6))
      points.append((Double(bounds[part - 1] + end), mean))
    }
    exponent = Figures.exponent(points)
  }
}
