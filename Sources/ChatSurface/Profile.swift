import FramePacing
import Lengths
import MarkdownBlocks
import Revealing
import TokenStreaming

/// A named set of choices: which idea is used for each concern of a streaming chat screen.
///
/// A profile is data. The engine has one implementation per idea and no knowledge of names, so a
/// profile can be taken apart and put together anew, one concern at a time.
public struct Profile: Sendable {
  /// The profile's name.
  public var name: String
  /// What it is, in one line.
  public var summary: String
  /// How items are kept and placed.
  public var layout: LayoutRule
  /// What is measured when.
  public var measuring: MeasuringRule
  /// Where text is cut into chunks.
  public var chunking: ChunkRule
  /// Stagger, batch, pool and fade.
  public var reveal: RevealRule
  /// How text becomes blocks.
  public var markdown: MarkdownRule
  /// What the viewport does when the user sends.
  public var afterSend: SendRule
  /// Where a conversation opens.
  public var opening: OpeningRule
  /// What a growing composer does to the end of the content.
  public var composer: InsetRule
  /// What the keyboard does to the end of the content.
  public var keyboard: InsetRule
  /// How often a jump to the end may be made.
  public var jump: JumpRule
  /// When animation is given up; nil for never.
  public var fallback: FallbackRule.Configuration?
  /// Boxes, paddings and distances.
  public var style: MessageStyle
  /// Whether a message appended within reach of the end is followed.
  public var followsAppendsNearEnd: Bool
}

/// How items are kept and placed in the content space.
public enum LayoutRule: Hashable, Sendable {
  /// Heights in a tree; any edit is O(log n).
  case anchoredTree
  /// Stored places; prepending extends upward, other edits are linear.
  case anchoredArray
}

/// What is measured when.
public enum MeasuringRule: Hashable, Sendable {
  /// Block by block: what is visible in its own frame, then the overscan.
  ///
  /// - Parameters:
  ///   - overscanViewports: How far above and below is measured ahead, in viewports.
  ///   - allowancePercent: What a frame may spend on that, in per cent of the refresh period, in
  ///     declared cost.
  case lazily(overscanViewports: Int, allowancePercent: Int)
  /// Every item when it is loaded, prepended or appended, before it is placed.
  case eagerly

  /// Whether blocks are measured one by one, and cached by content.
  var isPerBlock: Bool {
    if case .lazily = self { return true }
    return false
  }
}

/// What the viewport does when the user sends.
public enum SendRule: Hashable, Sendable {
  /// The message goes to the viewport's top; blank space below it makes room for the answer.
  case blankSize
  /// The end is followed if it was within this many points.
  case followWithin(points: Int)
}

/// Where a conversation opens.
public enum OpeningRule: Hashable, Sendable {
  /// At its end, in the first frame.
  case endInFirstFrame
}

/// What a changing bottom inset does.
public enum InsetRule: Hashable, Sendable {
  /// The end stays in view if it was; else nothing moves. A pinned message's top wins.
  case keepsEnd
  /// Only the inset changes; the scroll range's end alone may move the content.
  case changesInsetOnly
}

/// How often a jump to the end may be made.
public enum JumpRule: Hashable, Sendable {
  /// At most one in a frame.
  case oncePerFrame
}

/// Boxes, paddings and distances, in points.
public struct MessageStyle: Hashable, Sendable {
  /// What is around a message's text.
  public struct Box: Hashable, Sendable {
    /// Left and right of the text.
    public var horizontal: LayoutUnit
    /// Above and below the text.
    public var vertical: LayoutUnit

    /// Makes a box; whole points.
    public init(horizontal: Int, vertical: Int) {
      self.horizontal = LayoutUnit(points: horizontal)
      self.vertical = LayoutUnit(points: vertical)
    }

    /// No box.
    public static let bare = Box(horizontal: 0, vertical: 0)
  }

  /// Around a user's message.
  public var user: Box
  /// Around an assistant's message.
  public var assistant: Box
  /// Between two messages.
  public var spacing: LayoutUnit
  /// Left and right of every message.
  public var sidePadding: LayoutUnit
  /// Above the first message.
  public var topPadding: LayoutUnit
  /// The loading dots of an answer without text: 8 pt dots, padded 12 above and below.
  public var loadingHeight: LayoutUnit

  /// Makes a style; whole points.
  public init(user: Box, assistant: Box, spacing: Int = 12, sidePadding: Int = 16) {
    self.user = user
    self.assistant = assistant
    self.spacing = LayoutUnit(points: spacing)
    self.sidePadding = LayoutUnit(points: sidePadding)
    topPadding = LayoutUnit(points: 16)
    loadingHeight = LayoutUnit(points: 32)
  }
}
