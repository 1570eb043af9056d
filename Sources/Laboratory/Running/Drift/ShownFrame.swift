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
  var blank = LayoutUnit.zero
  var instant = Instant.distantPast
  var isAtEnd = false
  /// Whether all content fits into the viewport.
  var isShort = false
  var showsEnd = false
  var isBeyondAnEnd = false
  var topInset = LayoutUnit.zero
  var hasEndLoader = false
  /// The greatest offset that the insets allowed.
  var upperEnd = LayoutUnit.zero

  /// A message that was on screen.
  struct Item {
    var id: MessageID
    var y: LayoutUnit
    var height: LayoutUnit
    /// Where its parts after the first one began; empty where it has one.
    var parts: [LayoutUnit] = []
  }

  mutating func take(_ frame: FrameSnapshot, partTop: (MessageID, Int) -> LayoutUnit?) {
    items.removeAll(keepingCapacity: true)
    for item in frame.visible {
      var shown = Item(id: item.id, y: item.y, height: item.height)
      while let top = partTop(item.id, shown.parts.count + 1) { shown.parts.append(item.y + top) }
      items.append(shown)
    }
    (follow, scroll, shift) = (frame.follow, frame.scroll, frame.shift)
    (covered, composer, blank, offset) = (frame.covered, frame.composer, frame.blank, frame.offset)
    instant = frame.instant
    isAtEnd = frame.isAtEnd
    isShort = frame.ends.upper < frame.ends.lower
    showsEnd = frame.showsEnd
    isBeyondAnEnd = frame.isBeyondAnEnd
    topInset = frame.topInset
    hasEndLoader = frame.loaders.contains(.end)
    upperEnd = max(frame.ends.lower, frame.ends.upper)
  }
}
