import Lengths
import MarkdownBlocks

/// The arithmetic of boxes that all measurers share: what stands around the text of a block.
package enum BlockBox {
  /// A block whose height is that of one stretch of text and something fixed around it.
  package struct Flow: Hashable, Sendable {
    /// What the text is set in.
    package var face: TextFace
    /// The width that is left to the text; nil when it does not wrap.
    package var textWidth: LayoutUnit?
    /// The height beside the text's.
    package var extraHeight: LayoutUnit
  }

  /// Tells the box of a block of one stretch of text.
  ///
  /// - Parameters:
  ///   - block: A block.
  ///   - width: The width of the message's text.
  ///   - textSize: The reader's text size.
  ///   - setter: What breaks text into lines.
  /// - Returns: Its box; nil for rows of tables, rules, images and unknown nodes.
  package static func flow(
    of block: StyledBlock,
    width: LayoutUnit,
    textSize: TextSizeCategory,
    setter: some TextSetter
  ) -> Flow? {
    let inner = BlockMetrics.innerWidth(
      of: width,
      listDepth: block.listDepth,
      quoteDepth: block.quoteDepth
    )
    switch block.kind {
    case .paragraph, .html: return Flow(face: .body, textWidth: inner, extraHeight: .zero)
    case .heading(let level):
      return Flow(face: .heading(level), textWidth: inner, extraHeight: .zero)
    case .code:
      let header =
        setter.lineHeight(of: .codeHeader, textSize: textSize)
        + BlockMetrics.codeHeaderVerticalPadding * 2
      return Flow(
        face: .code,
        textWidth: nil,
        extraHeight: header + BlockMetrics.codePadding * 2
      )
    case .tableRow, .thematicBreak, .image, .unknown: return nil
    }
  }

  /// Measures a block.
  ///
  /// - Parameters:
  ///   - block: What to measure.
  ///   - width: The width of the message's text; positive.
  ///   - textSize: The reader's text size.
  ///   - setter: What breaks text into lines.
  /// - Returns: Its height, lines, and the work done.
  package static func measure(
    _ block: StyledBlock,
    width: LayoutUnit,
    textSize: TextSizeCategory,
    setter: some TextSetter
  ) -> MeasuredBlock {
    precondition(width > .zero, "a width must be positive, got \(width)")
    if let flow = flow(of: block, width: width, textSize: textSize, setter: setter) {
      var result = block.text.withUnsafeBufferPointer {
        setter.set(
          $0,
          runs: block.runs[...],
          face: flow.face,
          width: flow.textWidth,
          textSize: textSize
        )
      }
      result.height += flow.extraHeight
      return result
    }
    switch block.kind {
    case .tableRow(let row):
      let inner = BlockMetrics.innerWidth(
        of: width,
        listDepth: block.listDepth,
        quoteDepth: block.quoteDepth
      )
      return measure(row, of: block, width: inner, textSize: textSize, setter: setter)
    case .thematicBreak:
      return MeasuredBlock(height: BlockMetrics.thematicBreakHeight, lines: 0, glyphs: 0)
    case .image: return MeasuredBlock(height: BlockMetrics.imageHeight, lines: 0, glyphs: 0)
    default:
      let line = setter.lineHeight(of: .body, textSize: textSize)
      return MeasuredBlock(
        height: line * BlockMetrics.unknownNodeLines,
        lines: BlockMetrics.unknownNodeLines,
        glyphs: 0
      )
    }
  }

  /// A row is as tall as its tallest cell.
  private static func measure(
    _ row: TableRow,
    of block: StyledBlock,
    width: LayoutUnit,
    textSize: TextSizeCategory,
    setter: some TextSetter
  ) -> MeasuredBlock {
    let face: TextFace = row.isHeader ? .tableHeader : .body
    let columns = max(1, row.cellRunCounts.count)
    let column = BlockMetrics.columnWidth(of: width, columns: columns)
    let textWidth = column - BlockMetrics.cellHorizontalPadding * 2
    var result = MeasuredBlock(
      height: setter.lineHeight(of: face, textSize: textSize),
      lines: 1,
      glyphs: 0
    )
    var (run, byte) = (0, 0)
    for count in row.cellRunCounts where count > 0 {
      let runs = block.runs[run..<run + count]
      let bytes = runs.reduce(0) { $0 + $1.utf8Count }
      let cell = block.text.withUnsafeBufferPointer {
        setter.set(
          UnsafeBufferPointer(rebasing: $0[byte..<byte + bytes]),
          runs: runs,
          face: face,
          width: textWidth,
          textSize: textSize
        )
      }
      result.height = max(result.height, cell.height)
      result.lines = max(result.lines, cell.lines)
      result.glyphs += cell.glyphs
      result.lineBrokenUTF8 += cell.lineBrokenUTF8
      run += count
      byte += bytes
    }
    result.height += BlockMetrics.cellVerticalPadding * 2
    return result
  }
}
