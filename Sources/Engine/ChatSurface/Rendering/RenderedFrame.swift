import Lengths
import TextMeasuring

/// What a snapshot's items look like: with the snapshot all that a host needs to draw a frame.
///
/// A snapshot says where messages are, this what is in them. Whoever does not draw asks for none, and
/// nothing is computed for it. A frame may be rendered into again: what has not changed since is kept,
/// as the same objects.
public struct RenderedFrame: Sendable {
  /// The messages of the snapshot's ``FrameSnapshot/visible``, in the same order.
  public internal(set) var messages: [RenderedMessage] = []
  /// The width of the viewport.
  public internal(set) var width = LayoutUnit.zero
  /// The reader's text size.
  public internal(set) var textSize = TextSizeCategory.large
  /// The space left and right of every message.
  public internal(set) var sidePadding = LayoutUnit.zero
  /// The last version that a block was given.
  var lastVersion = 0
  /// The messages of the frame before, while this one is made.
  var previous: [RenderedMessage] = []

  package init() {}
}
