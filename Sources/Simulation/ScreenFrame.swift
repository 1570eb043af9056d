import ChatSurface
import Lengths

/// What one window showed in one frame, where: what a replay draws.
///
/// Lengths are of the content space, in layout units: an item's place on screen is its top less
/// ``offset``.
public struct ScreenFrame: Hashable, Sendable {
  /// A message that is at least partly visible.
  public struct Item: Hashable, Sendable {
    /// The message's name.
    public var id: String
    /// Its top in the content space.
    public var top: LayoutUnit
    public var height: LayoutUnit
    public var state: Message.State
    /// Whether the loading dots stand for its text.
    public var showsLoadingDots: Bool
    /// Whether its height is an estimate.
    public var isEstimated: Bool
    /// Its version: another one means that it was drawn anew.
    public var version: Int
  }

  /// How far a streaming message has come.
  public struct Stream: Hashable, Sendable {
    /// The message's name.
    public var id: String
    public var receivedScalars: Int
    public var releasedScalars: Int
    public var heldScalars: Int
    public var backlogChunks: Int
    /// What is fading, in order of release.
    public var fades: [Fade]
  }

  /// Text that is fading in.
  public struct Fade: Hashable, Sendable {
    /// The first fading scalar of the message's text.
    public var startScalar: Int
    /// One past the last.
    public var endScalar: Int
    /// 0 to 1, in whole 1/10,000.
    public var opacity: Double
  }

  /// The scroll anchor: the block whose place on screen an edit may not change.
  public struct Anchor: Hashable, Sendable {
    /// The message's name.
    public var id: String
    public var block: Int
    /// The block's top in the content space.
    public var top: LayoutUnit
  }

  /// The tick that the frame was made for.
  public var tick = 0
  public var window = ""
  /// The viewport's top edge.
  public var offset = LayoutUnit.zero
  public var viewportHeight = LayoutUnit.zero
  public var topInset = LayoutUnit.zero
  public var blank = LayoutUnit.zero
  public var composer = LayoutUnit.zero
  public var covered = LayoutUnit.zero
  public var shift = LayoutUnit.zero
  public var contentTop = LayoutUnit.zero
  public var contentBottom = LayoutUnit.zero
  public var items: [Item] = []
  public var streams: [Stream] = []
  public var anchor: Anchor?
  public var mode = FrameSnapshot.Mode.animated
  public var follow = FollowState.following
  public var scroll = FrameSnapshot.ScrollActivity.idle
  public var button = FrameSnapshot.Button.sendDisabled
  public var showsJumpToEnd = false
  public var loaders: [ContentEdge] = []
  /// How far messages slide aside to show their timestamps.
  public var reveal = LayoutUnit.zero
  /// How the first message of a new chat comes in, in whole 1/10,000; nil at rest.
  public var entrance: Entrance.Look?
  /// How opaque the first answer of a new chat is, in whole 1/10,000.
  public var answerOpacity = 1.0

  /// Makes an empty frame.
  public init() {}
}
