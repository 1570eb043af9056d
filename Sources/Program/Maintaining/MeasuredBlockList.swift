import Lengths
import MarkdownBlocks
import Running
import TextMeasuring

/// A growing text whose blocks are measured as they change.
struct MeasuredBlockList {
  private struct Measured {
    var tail = TailMeasurement()
    var height = LayoutUnit.zero
    var lines = 0
  }

  private var list: BlockList
  private var measured: [Measured] = []
  private let measurer: any TextMeasurer
  private let width: LayoutUnit
  private let textSize: TextSizeCategory

  init(tools: TextTools, width: LayoutUnit, textSize: TextSizeCategory) {
    list = BlockList(rule: .incremental, parser: tools.parser)
    measurer = tools.measurer
    (self.width, self.textSize) = (width, textSize)
  }

  /// Appends a token and measures what it changed.
  mutating func append(_ token: [UInt8]) {
    let change = list.append(token)
    var fresh = change.inserted.map { _ in Measured() }
    if let first = change.replaced.first, !fresh.isEmpty { fresh[0] = measured[first] }
    measured.replaceSubrange(change.replaced, with: fresh)
    for index in change.inserted {
      let result =
        measurer.extend(
          &measured[index].tail,
          with: StyledBlock(list[index], role: .assistant),
          keeping: index == change.inserted.lowerBound ? change.keptUTF8Count : 0,
          width: width,
          textSize: textSize
        )
      (measured[index].height, measured[index].lines) = (result.height, result.lines)
    }
  }

  /// What is printed of each block.
  func lines() -> [BlockLine] {
    // Offsets in scalars of the file: all bytes but those that go on with a scalar.
    var scalars = [0]
    for byte in list.text { scalars.append((scalars.last ?? 0) + (byte & 0xC0 == 0x80 ? 0 : 1)) }
    return zip(list.blocks, measured).map { block, measured in
      let source = block.sourceUTF8
      return BlockLine(
        block,
        scalars: scalars[source.lowerBound]..<scalars[source.upperBound],
        height: measured.height,
        lines: measured.lines
      )
    }
  }
}
