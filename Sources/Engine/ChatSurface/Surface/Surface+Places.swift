import AnchoredLayout
import Lengths

// Places asked for from outside.
extension Surface {
  /// Where the reader is: the message at the lower edge of the top inset and how far into it. It can
  /// be kept and put back by the event `restore`, also after a relaunch with other heights; nil in
  /// an empty conversation.
  ///
  /// - Complexity: O(log n).
  package func anchor() -> Anchor? {
    let edge = offset + insets.top
    guard let index = layout.index(atY: edge) else { return nil }
    guard let id = messages.id(of: layout.handle(at: index)) else { return nil }
    return Anchor(id: id, distance: edge - layout.y(at: index))
  }

  /// The top of a message in the content space; nil when no message has this name.
  ///
  /// - Complexity: O(log n).
  package func y(of id: MessageID) -> LayoutUnit? {
    handle(of: id).flatMap { layout.index(of: $0) }.map { layout.y(at: $0) }
  }

  /// How far below the viewport's top edge a message begins; nil when no message has this name.
  /// Looking is no work of a frame: it is not charged.
  ///
  /// - Complexity: O(log n).
  package func placeOnScreen(of id: MessageID) -> LayoutUnit? {
    let charged = meter.pending
    defer { meter.forget(since: charged) }
    return y(of: id).map { $0 - offset }
  }

  /// The message at `y` of the content space, clamped to the first and last; nil in an empty
  /// conversation.
  ///
  /// - Complexity: O(log n).
  package func message(atY y: LayoutUnit) -> MessageID? {
    layout.index(atY: y).flatMap { messages.id(of: layout.handle(at: $0)) }
  }

  /// How far the viewport is below the beginning of the scroll range; 0 in an empty conversation.
  package var pointsFromTop: Double {
    layout.count == 0 ? 0 : (offset - scrollRange.lowerBound).points
  }

  /// How far the viewport is above the end of the scroll range; 0 in an empty conversation.
  package var pointsFromBottom: Double {
    layout.count == 0 ? 0 : (scrollRange.upperBound - offset).points
  }

  /// The offsets a host's scroll view may take: those of the scroll range at which the whole viewport
  /// shows the content space.
  package var reachableOffsets: ClosedRange<LayoutUnit> {
    let range = scrollRange
    let last = ContentSpace.height - device.height
    return max(range.lowerBound, .zero)...min(range.upperBound, last)
  }

  /// Gives up what can be made again: cached heights and the records of messages far away.
  func dropWhatCanBeMadeAgain() {
    heights.dropCache()
    transcript.dropStaleRecords(before: context.number - 1, whatever: true)
  }
}
