import Lengths
import Ornaments

/// Boxes, paddings and distances, in points.
public struct MessageStyle: Hashable, Sendable {
  /// What is around a message's text.
  public struct Box: Hashable, Sendable {
    /// Left and right of the text.
    public var horizontal: LayoutUnit
    /// Above and below the text.
    public var vertical: LayoutUnit

    package init(horizontal: Int, vertical: Int) {
      self.horizontal = LayoutUnit(points: horizontal)
      self.vertical = LayoutUnit(points: vertical)
    }

    /// No box.
    package static let bare = Box(horizontal: 0, vertical: 0)
  }

  /// Around a user's message.
  package var user: Box
  /// Around an assistant's message.
  package var assistant: Box
  /// Between two messages.
  package var spacing: LayoutUnit
  /// Left and right of every message.
  package var sidePadding: LayoutUnit
  /// Above the first message.
  package var topPadding: LayoutUnit
  /// The height of the loading dots of an answer without text, padding included; nil where they take
  /// one line of text, so that text in their place moves nothing.
  package var loadingHeight: LayoutUnit? = TypingDots.height
  /// The radius of a box's corners.
  package var cornerRadius = FrameSnapshot.standardCorner
  /// The radius of the corner at the tail of the user's box.
  package var tailRadius = LayoutUnit(points: 8)
}
