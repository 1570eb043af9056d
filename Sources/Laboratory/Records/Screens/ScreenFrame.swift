import ChatSurface
import Lengths
import Ornaments

/// What one window showed in one frame, where: what a replay draws.
///
/// Lengths are of the content space, in layout units: an item's place on screen is its top less
/// ``offset``.
package struct ScreenFrame: Hashable, Sendable {
  /// A message that is at least partly visible.
  package struct Item: Hashable, Sendable {
    /// The message's name.
    package var id: String
    /// Its top in the content space.
    package var top: LayoutUnit
    package var height: LayoutUnit
    package var state: Message.State
    /// Whether the loading dots stand for its text.
    package var showsLoadingDots: Bool
    /// Whether its height is an estimate.
    package var isEstimated: Bool
    /// Its version: another one means that it was drawn anew.
    package var version: Int
  }

  /// How far a streaming message has come.
  package struct Stream: Hashable, Sendable {
    /// The message's name.
    package var id: String
    package var receivedScalars: Int
    package var releasedScalars: Int
    package var heldScalars: Int
    package var backlogChunks: Int
    /// What is fading, in order of release.
    package var fades: [Fade]
  }

  /// Text that is fading in.
  package struct Fade: Hashable, Sendable {
    /// The first fading scalar of the message's text.
    package var startScalar: Int
    /// One past the last.
    package var endScalar: Int
    /// 0 to 1, in whole 1/10,000.
    package var opacity: Double
  }

  /// The scroll anchor: the block whose place on screen an edit may not change.
  package struct Anchor: Hashable, Sendable {
    /// The message's name.
    package var id: String
    package var block: Int
    /// The block's top in the content space.
    package var top: LayoutUnit
  }

  /// The tick that the frame was made for.
  package var tick = 0
  package var window = ""
  /// The viewport's top edge.
  package var offset = LayoutUnit.zero
  package var viewportHeight = LayoutUnit.zero
  package var topInset = LayoutUnit.zero
  package var blank = LayoutUnit.zero
  package var composer = LayoutUnit.zero
  package var covered = LayoutUnit.zero
  package var shift = LayoutUnit.zero
  package var contentTop = LayoutUnit.zero
  package var contentBottom = LayoutUnit.zero
  package var items: [Item] = []
  package var streams: [Stream] = []
  package var anchor: Anchor?
  package var mode = FrameSnapshot.Mode.animated
  package var follow = FollowState.following
  package var scroll = FrameSnapshot.ScrollActivity.idle
  package var button = FrameSnapshot.Button.sendDisabled
  package var showsJumpToEnd = false
  package var loaders: [ContentEdge] = []
  /// How far messages slide aside to show their timestamps.
  package var reveal = LayoutUnit.zero
  /// How the first message of a new chat comes in, in whole 1/10,000; nil at rest.
  package var entrance: Entrance.Look?
  /// How opaque the first answer of a new chat is, in whole 1/10,000.
  package var answerOpacity = 1.0

  /// Makes an empty frame.
  package init() {}
}
