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
    let padding = heights.box(of: record.role)
    let isBoxed = padding != .bare
    let isUsers = record.role == .user
    let text = isUsers ? narrowestWidth(of: record) : inner(of: record).width
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

  private func inner(of record: ItemRecord) -> TextGeometry {
    heights.textGeometry(of: record.role, in: geometry)
  }

  /// The least width at which a message's text has the height that it has in its full width.
  private func narrowestWidth(of record: ItemRecord) -> LayoutUnit {
    var inner = inner(of: record)
    let height = heights.textHeight(of: record, in: inner)
    var (tooNarrow, enough) = (LayoutUnit.zero.rawValue, inner.width.rawValue)
    while enough - tooNarrow > 1 {
      let middle = tooNarrow + (enough - tooNarrow) / 2
      inner.width = LayoutUnit(rawValue: middle)
      let isEnough = heights.textHeight(of: record, in: inner) <= height
      if isEnough { enough = middle } else { tooNarrow = middle }
    }
    return LayoutUnit(rawValue: enough)
  }
}
