import Lengths

/// Boxes, paddings and distances, in points.
public struct MessageStyle: Hashable, Sendable {
  /// What is around a message's text.
  public struct Box: Hashable, Sendable {
    /// Left and right of the text.
    public var horizontal: LayoutUnit
    /// Above and below the text.
    public var vertical: LayoutUnit

    /// Makes a box; whole points.
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
  package var loadingHeight: LayoutUnit?
  /// The radius of a box's corners.
  package var cornerRadius: LayoutUnit
  /// The radius of the corner at the tail of the user's box.
  package var tailRadius: LayoutUnit

  /// Makes a style; whole points.
  package init(
    user: Box,
    assistant: Box,
    spacing: Int,
    sidePadding: Int,
    topPadding: Int,
    loadingHeight: LayoutUnit? = TypingDots.height
  ) {
    self.user = user
    self.assistant = assistant
    self.spacing = LayoutUnit(points: spacing)
    self.sidePadding = LayoutUnit(points: sidePadding)
    self.topPadding = LayoutUnit(points: topPadding)
    self.loadingHeight = loadingHeight
    cornerRadius = FrameSnapshot.standardCorner
    tailRadius = LayoutUnit(points: 8)
  }
}
