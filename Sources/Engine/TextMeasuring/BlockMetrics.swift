import Lengths
import MarkdownBlocks

/// Every size of a block of text, in one table.
///
/// Lengths are points at the text size `large`. Sizes of type grow with the reader's text size,
/// everything else (indents, padding, spacing, images) stays. The code block's padding, the image
/// and the unknown node are given by the project; the other numbers are its own choice.
package enum BlockMetrics {
  // MARK: Type

  /// The size of running text, in points; body text of Dynamic Type at `large`.
  package static let bodySize: Double = 17
  /// The sizes of headings of level 1 ... 6, in points; all are bold.
  package static let headingSizes: [Double] = [28, 22, 20, 18, 17, 16]
  /// The size of code in a block, in points; monospaced.
  package static let codeSize: Double = 15
  /// The size of code within a line, as a part of the text's size around it; monospaced.
  package static let inlineCodeScale: Double = 0.88
  /// The size of the row that names a code block's language, in points.
  package static let codeHeaderSize: Double = 13

  // MARK: Containers

  /// How far a list item's text is moved in for each list it lies in: room for its marker.
  package static let listIndent = LayoutUnit(points: 24)
  /// How far text is moved in for each quote it lies in: a bar of 3 and 13 beside it.
  package static let quoteIndent = LayoutUnit(points: 16)
  /// The least width that is left to text, however deep it is nested.
  package static let minimumTextWidth = LayoutUnit(points: 40)

  // MARK: Blocks

  /// The space around code, on all four sides.
  package static let codePadding = LayoutUnit(points: 12)
  /// The space left and right of the name of a code block's language.
  package static let codeHeaderHorizontalPadding = LayoutUnit(points: 12)
  /// The space above and below the name of a code block's language.
  package static let codeHeaderVerticalPadding = LayoutUnit(points: 8)
  /// The space left and right of the text of a table's cell.
  package static let cellHorizontalPadding = LayoutUnit(points: 8)
  /// The space above and below the text of a table's cell.
  package static let cellVerticalPadding = LayoutUnit(points: 6)
  /// The least width of a table's column; columns share the width evenly, a table that would need
  /// narrower ones scrolls sideways.
  package static let minimumColumnWidth = LayoutUnit(points: 80)
  /// The height of a rule across the text: a line of 1 with 8 above and below.
  package static let thematicBreakHeight = LayoutUnit(points: 17)
  /// The height of an image that stands alone.
  package static let imageHeight = LayoutUnit(points: 200)
  /// How many lines of running text an unknown node takes.
  package static let unknownNodeLines = 1

  // MARK: Spacing between blocks

  /// Between two blocks of a message.
  package static let blockSpacing = LayoutUnit(points: 12)
  /// Above a heading that is not the first block.
  package static let headingSpacing = LayoutUnit(points: 20)
  /// Between two blocks of a tight list.
  package static let tightSpacing = LayoutUnit(points: 4)
  /// Between two rows of a table.
  package static let rowSpacing = LayoutUnit.zero

  /// The space between two neighbouring blocks of a message.
  ///
  /// - Parameters:
  ///   - upper: The block above.
  ///   - lower: The block below.
  /// - Returns: A space that depends on nothing else.
  package static func spacing(between upper: Block, and lower: Block) -> LayoutUnit {
    switch (upper.kind, lower.kind) {
    case (.tableRow, .tableRow(let row)) where !row.isHeader: rowSpacing
    case (_, .heading): headingSpacing
    default:
      lower.nesting.listDepth > 0 && upper.nesting.listDepth > 0 && lower.nesting.isTight
        ? tightSpacing : blockSpacing
    }
  }

  /// The width that nesting leaves to a block.
  ///
  /// - Parameters:
  ///   - width: The width of the message's text.
  ///   - listDepth: How many list items the block lies in.
  ///   - quoteDepth: How many quotes the block lies in.
  /// - Returns: At least ``minimumTextWidth`` or `width`, whichever is less.
  package static func innerWidth(
    of width: LayoutUnit,
    listDepth: Int,
    quoteDepth: Int
  ) -> LayoutUnit {
    let indent = listIndent * listDepth + quoteIndent * quoteDepth
    return max(width - indent, min(width, minimumTextWidth))
  }

  /// The width of each column of a table.
  ///
  /// - Parameters:
  ///   - width: The width of the table's text.
  ///   - columns: How many columns it has; at least 1.
  package static func columnWidth(of width: LayoutUnit, columns: Int) -> LayoutUnit {
    max(LayoutUnit(rawValue: width.rawValue / Int64(columns)), minimumColumnWidth)
  }

  /// The size that text of a face is set in, in points at the text size `large`.
  ///
  /// - Parameter face: A face; heading levels outside 1 ... 6 count as the nearest.
  package static func size(of face: TextFace) -> Double {
    switch face {
    case .body, .tableHeader: bodySize
    case .heading(let level): headingSizes[min(max(level, 1), 6) - 1]
    case .code: codeSize
    case .codeHeader: codeHeaderSize
    }
  }
}
