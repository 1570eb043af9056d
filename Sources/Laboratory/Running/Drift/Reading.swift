import ChatSurface
import Lengths

/// A place that is read.
struct Reading {
  var id: MessageID
  var block: Int
  /// Where the block begins below its message's top.
  var inset: LayoutUnit
  var y: LayoutUnit
}

extension ShownFrame {
  /// What is read once nothing is pinned any more: the message at the top inset, in whichever block of
  /// it.
  var whatStandsAtTop: Reading? {
    items.first { $0.y + $0.height > topInset }.map {
      Reading(id: $0.id, block: $0.y < topInset ? .max : 0, inset: .zero, y: $0.y)
    }
  }
}
