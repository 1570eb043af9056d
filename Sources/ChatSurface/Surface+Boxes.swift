import Lengths
import MarkdownBlocks
import TextMeasuring

// Where messages lie from side to side.
extension Surface {
  /// The box of a message in the default style: the user's is aligned right and as wide as its text
  /// needs for the lines it has, all others take the full width between the sides.
  ///
  /// - Returns: Nil for a message that the host renders, whose height it supplies, and when no
  ///   message has this name.
  /// - Complexity: O(text), and O(text * log width) for a message of the user's.
  public func box(of id: MessageID) -> MessageBox? {
    guard let handle = handle(of: id), let record = record(handle), record.suppliedHeight == nil
    else { return nil }
    let style = profile.style
    let padding = box(of: record.role)
    let isBoxed = padding != .bare
    let isUsers = record.role == .user
    let text = isUsers ? narrowestWidth(of: record) : textWidth(of: record.role)
    let width = text + padding.horizontal * 2
    let corner = isBoxed ? style.cornerRadius : .zero
    return MessageBox(
      x: isUsers ? device.width - style.sidePadding - width : style.sidePadding,
      width: width,
      padding: padding,
      cornerRadius: corner,
      tailRadius: isBoxed && isUsers ? style.tailRadius : corner
    )
  }

  /// The least width at which a message's text has the height that it has in its full width.
  private func narrowestWidth(of record: ItemRecord) -> LayoutUnit {
    let widest = textWidth(of: record.role)
    let height = textHeight(of: record, width: widest)
    var (tooNarrow, enough) = (LayoutUnit.zero.rawValue, widest.rawValue)
    while enough - tooNarrow > 1 {
      let middle = tooNarrow + (enough - tooNarrow) / 2
      let isEnough = textHeight(of: record, width: LayoutUnit(rawValue: middle)) <= height
      if isEnough { enough = middle } else { tooNarrow = middle }
    }
    return LayoutUnit(rawValue: enough)
  }

  /// The height of all blocks of a text, without what is between them.
  private func textHeight(of record: ItemRecord, width: LayoutUnit) -> LayoutUnit {
    record.text.blocks.reduce(LayoutUnit.zero) { sum, block in
      let styled = StyledBlock(block, role: record.role == .user ? .user : .assistant)
      return sum + measurer.measure(styled, width: width, textSize: textSize).height
    }
  }
}
