import Lengths
import Timebase

/// How long the content is, and what covers the viewport: what it is placed by.
package struct ViewportExtents {
  /// The first item's top less what lies above it.
  package var contentTop: LayoutUnit
  /// The bottom of the last item, or of what lies below it.
  package var contentBottom: LayoutUnit
  package var height: LayoutUnit
  package var insets: Insets
  /// Whether content shorter than the viewport lies above the composer.
  package var restsAtBottom: Bool

  package init(
    contentTop: LayoutUnit,
    contentBottom: LayoutUnit,
    height: LayoutUnit,
    insets: Insets,
    restsAtBottom: Bool
  ) {
    (self.contentTop, self.contentBottom, self.height) = (contentTop, contentBottom, height)
    (self.insets, self.restsAtBottom) = (insets, restsAtBottom)
  }

  var contentHeight: LayoutUnit { contentBottom - contentTop }

  /// The offsets that the insets allow; content shorter than the viewport rests where the design says.
  package var range: ClosedRange<LayoutUnit> {
    let lower = contentTop - insets.top
    let upper = contentBottom + insets.bottom - height
    guard upper < lower else { return lower...upper }
    return restsAtBottom ? upper...upper : lower...lower
  }

  /// How far the lower edge of what is not covered is above the content's end; negative where content is too
  /// short to reach it.
  package func pointsFromEnd(_ offset: LayoutUnit) -> LayoutUnit {
    contentBottom + insets.bottom - height - offset
  }
}

/// Where messages lie: what the viewport asks of the content.
package protocol ViewportContent: AnyObject {
  /// Whether it has no messages.
  var isEmpty: Bool { get }
  /// The first message, and its top; there is one.
  var first: (handle: UInt32, y: LayoutUnit) { get }
  /// What stands below the top inset where the viewport's top lies at `offset`; nil in an empty conversation.
  func topmost(at offset: LayoutUnit) -> PlacedAnchor?
  /// Where a block of a message begins; nil where the message has no height, or is not in the conversation.
  func top(ofBlock block: Int, of message: UInt32) -> LayoutUnit?
  /// The block in which a byte of a message's text is.
  func block(atUTF8 utf8: Int, of message: UInt32) -> Int
  /// Where a message lies, and its height with what belongs to it; nil when it is not in the conversation.
  func slot(of message: UInt32) -> (y: LayoutUnit, height: LayoutUnit)?
  /// The message at `y`, clamped, and its top; nil in an empty conversation.
  func item(atY y: LayoutUnit) -> (handle: UInt32, y: LayoutUnit)?
  /// Its place among all messages, how many there are, and where they lie; nil when it is not among them.
  func rank(of message: UInt32) -> (index: Int, count: Int, range: Range<LayoutUnit>)?
  /// How much of a message that is at the viewport's top what stays there covers.
  func headerHeight(above message: UInt32) -> LayoutUnit
  /// How much of a question of this height stays above the viewport's top when it is pinned.
  func hiddenHeight(ofSlot height: LayoutUnit) -> LayoutUnit
  func isMeasured(_ message: UInt32) -> Bool
  /// The messages that the last frame showed, in order.
  var shown: [ShownPlace] { get }
  /// Whether their heights were found for the width and the size of text that there are now.
  var isShownAsSet: Bool { get }
  /// The next message below another one that meets a condition, or else the nearest above, and its top.
  func nearest(
    to message: UInt32,
    where isMeant: (UInt32) -> Bool
  ) -> (handle: UInt32, y: LayoutUnit)?
  /// The first block of a message that begins at `inset` or below, from its second on and none that is folded,
  /// and where it begins.
  func block(
    of message: UInt32,
    from inset: LayoutUnit,
    besides folded: FoldedPart
  ) -> (block: Int, inset: LayoutUnit)?
  /// Whether everything from a message down to a place has its own height.
  func isMeasured(from message: UInt32, to end: LayoutUnit) -> Bool
}

/// What the viewport looks at when something happens.
package struct ViewportScene {
  /// How long the content is, and what covers the viewport.
  package var extents: ViewportExtents
  package var content: any ViewportContent
  package var instant: Instant
  /// Whether what comes at the end is news: below the end at which a load runs there is more.
  package var endsAtEnd: Bool

  package init(
    _ extents: ViewportExtents,
    _ content: any ViewportContent,
    at instant: Instant,
    endsAtEnd: Bool
  ) {
    self.extents = extents
    self.content = content
    self.instant = instant
    self.endsAtEnd = endsAtEnd
  }
}

/// What a design chooses of all that moves the viewport.
package struct ViewportRules: Sendable {
  /// Whether the way that the reader's motion has gone decides who follows the end.
  package var followsByDirection = false
  /// Whether the end is followed once the reader's scroll comes to rest near it.
  package var followsNearEnd = false
  /// Whether a message that comes at the end goes to the viewport's top.
  package var bringsNewsToTop = false
  /// Whether a sent message is to be at the top as far as the content reaches.
  package var pushesAndPins = false
  /// How far from the end is near it.
  package var nearEnd = LayoutUnit.zero
  package var spacing = LayoutUnit.zero
  /// Whether the end, where it is in view, is kept there at once and not at the keyboard's pace.
  package var movesAtOnceForKeyboard = false

  package init() {}

  /// Whether a message that is appended near the end is followed.
  var followsNews: Bool { followsByDirection || followsNearEnd }
}
