import Lengths

/// What keeps its place on screen while content changes (the field's word; CSS calls it so too).
package enum ScrollAnchor: Hashable, Sendable {
  /// The space's origin: there is no content.
  case origin
  /// The end of the content and the blank below it.
  case end
  /// The top of a block of a message; block 0 begins at the message's top.
  case block(UInt32, Int)

  /// Whether it is one of some blocks of a message.
  package func isIn(_ blocks: Range<Int>, of message: UInt32) -> Bool {
    if case .block(message, let block) = self { blocks.contains(block) } else { false }
  }
}

/// An anchor, and where it lies in the content space.
package struct PlacedAnchor {
  package var anchor: ScrollAnchor
  package var y: LayoutUnit

  package init(anchor: ScrollAnchor, y: LayoutUnit) {
    self.anchor = anchor
    self.y = y
  }
}

/// Where the reader is in an item whose height is about to change as a whole.
package struct ReadingPlace {
  package var handle: UInt32
  /// How much of the item lies above the viewport's top edge.
  package var above: LayoutUnit
  /// The item's height then; the same part of it is to lie there when it has another.
  package var height: LayoutUnit
}
