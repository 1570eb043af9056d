import ChatSurface
import Lengths
import Timebase

/// What a frame showed, in memory of its own: a frame that is kept would have to be copied by whoever
/// writes the next one into it.
struct ShownFrame {
  var items: [Item] = []
  var follow = FollowState.following
  var scroll = FrameSnapshot.ScrollActivity.idle
  var shift = LayoutUnit.zero
  var offset = LayoutUnit.zero
  var covered = LayoutUnit.zero
  var composer = LayoutUnit.zero
  var instant = Instant.distantPast
  var isAtEnd = false
  /// Whether all content fits into the viewport.
  var isShort = false
  var showsEnd = false
  var isBeyondAnEnd = false

  /// A message that was on screen.
  struct Item {
    var id: MessageID
    var y: LayoutUnit
    var height: LayoutUnit
  }

  mutating func take(_ frame: FrameSnapshot) {
    items.removeAll(keepingCapacity: true)
    for item in frame.visible {
      items.append(Item(id: item.id, y: item.y, height: item.height))
    }
    (follow, scroll, shift) = (frame.follow, frame.scroll, frame.shift)
    (covered, composer, offset) = (frame.covered, frame.composer, frame.offset)
    instant = frame.instant
    isAtEnd = frame.isAtEnd
    isShort = frame.ends.upper < frame.ends.lower
    showsEnd = frame.showsEnd
    isBeyondAnEnd = frame.isBeyondAnEnd
  }
}
