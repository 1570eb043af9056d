import Lengths
import TextMeasuring

/// Measures like the fixed measurer and notes the text of every block that it measures.
final class RecordingMeasurer: TextMeasurer {
  private let fixed = FixedAdvanceMeasurer()
  /// The texts in the order in which they were measured.
  private(set) var texts: [String] = []

  var identity: String { fixed.identity }

  /// Forgets what was measured so far.
  func forget() { texts.removeAll() }

  func measure(_ block: StyledBlock, width: LayoutUnit, textSize: TextSizeCategory) -> MeasuredBlock
  {
    texts.append(String(decoding: block.text, as: UTF8.self))
    return fixed.measure(block, width: width, textSize: textSize)
  }

  func extend(
    _ tail: inout TailMeasurement,
    with block: StyledBlock,
    keeping keptUTF8: Int,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    texts.append(String(decoding: block.text, as: UTF8.self))
    return fixed.extend(&tail, with: block, keeping: keptUTF8, width: width, textSize: textSize)
  }
}
