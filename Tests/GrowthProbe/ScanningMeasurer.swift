import Lengths
import TextMeasuring

/// A measurer that looks at all of a text whenever some of it is measured, and says so: what the check of
/// growth has to find.
final class ScanningMeasurer: TextMeasurer {
  private let measurer: any TextMeasurer

  init(_ measurer: any TextMeasurer) { self.measurer = measurer }

  var identity: String { "scanning-\(measurer.identity)" }

  private func scan(_ block: StyledBlock, _ measured: MeasuredBlock) -> MeasuredBlock {
    var measured = measured
    let hash = block.text.reduce(UInt64(1)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    measured.lineBrokenUTF8 += block.text.count + (hash == 0 ? 1 : 0)
    return measured
  }

  func measure(
    _ block: StyledBlock,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    scan(block, measurer.measure(block, width: width, textSize: textSize))
  }

  func extend(
    _ tail: inout TailMeasurement,
    with block: StyledBlock,
    keeping keptUTF8: Int,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    let measured = measurer.extend(
      &tail,
      with: block,
      keeping: keptUTF8,
      width: width,
      textSize: textSize
    )
    return scan(block, measured)
  }

  func forgetTexts() { measurer.forgetTexts() }
}
