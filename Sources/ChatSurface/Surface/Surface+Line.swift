import AnchoredLayout
import Lengths

// What keeps its place when a message across the viewport's top becomes shorter.
extension Surface {
  /// The place below a message that is about to become shorter takes over the anchor, where the message
  /// lies across the top of what can be read. The reader then sees nothing move: the message ends where it
  /// ended before.
  ///
  /// It does not where the reader is in the message itself, or where something else is held.
  ///
  /// - Parameters:
  ///   - index: The message's place in the list.
  ///   - lastTop: Where the last of its blocks begins below its top; nil to look.
  func keepLine(below index: Int, lastTop: LayoutUnit? = nil) {
    guard mayKeepLine, case .block = position.anchor,
      let line = line(below: index, lastTop: lastTop)
    else { return }
    position.take(line.anchor, at: line.y, isHeld: true)
  }

  /// Whether the reader's place is held, and the layout can keep any place.
  var mayKeepLine: Bool {
    layout.correction == .exact && position.kind == .place && !position.isHeldForFold
      && heldPoint() == nil
  }

  /// The first message below one that the last frame showed, and where that one ends.
  private func line(below index: Int, lastTop: LayoutUnit?) -> PlacedAnchor? {
    let edge = offset + insets.top
    let (y, height) = (layout.y(at: index), layout.height(at: index))
    let end = y + height
    guard y < edge, end > offset, end < offset + device.height else { return nil }
    let handle = layout.handle(at: index)
    let shown = context.shown.handles
    guard let place = shown.firstIndex(of: handle),
      y + (lastTop ?? self.lastTop(of: handle)) < edge
    else { return nil }
    let heir = shown[(place + 1)...].first {
      layout.index(of: $0).map { layout.height(at: $0) > .zero } ?? false
    }
    return heir.map { PlacedAnchor(anchor: .block($0, 0), y: end) }
  }

  /// Where the last of a message's blocks begins below its top.
  func lastTop(of handle: UInt32) -> LayoutUnit {
    guard let record = messages.record(handle), isPlaced(record) else { return .zero }
    return inset(ofBlock: record.placed.count - 1, handle: handle)
  }
}
