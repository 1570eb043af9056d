import Lengths
import Ornaments
import Timebase
import ViewportPlacing

/// What is on screen where, at one tick. Immutable once committed; a buffer may be committed into
/// again, so that a steady conversation allocates nothing.
public struct FrameSnapshot: Sendable {
  /// A message that the viewport shows a part of.
  public struct VisibleItem: Hashable, Sendable {
    /// The message.
    public var id: MessageID
    /// Its top less the content offset: from the viewport's top edge, downward.
    public var y: LayoutUnit
    /// Its height.
    public var height: LayoutUnit
    /// How far the message has come.
    public var state: Message.State
    /// Whether the loading dots stand for its text.
    public var showsLoadingDots = false
    /// Whether the height is an estimate.
    package var isEstimated = false
    /// Changes only when the item's text, frame, state, reveal or opacity does.
    public var version: Int
    /// The number that observations of the same run name its answer by; 0 for none.
    package var answer: UInt32 = 0

    /// Makes an item of an engine that knows its height.
    public init(
      id: MessageID,
      y: LayoutUnit,
      height: LayoutUnit,
      state: Message.State,
      version: Int
    ) {
      (self.id, self.y, self.height) = (id, y, height)
      (self.state, self.version) = (state, version)
    }

  }

  /// The still point: the block whose place on screen an edit may not change.
  package struct StillPoint: Hashable, Sendable {
    package var id: MessageID
    package var block: Int
    /// The block's top, from the viewport's top edge, downward.
    package var y: LayoutUnit
  }

  /// Text that is fading in: one entry for each occupied slot of the pool.
  package struct Fade: Hashable, Sendable {
    /// The first fading scalar of the message's text.
    package var startScalar: Int
    /// One past the last.
    package var endScalar: Int
    /// 0 to 1.
    package var opacity: Double
  }

  /// How far a streaming message has come.
  public struct Stream: Hashable, Sendable {
    /// The message.
    public var id = MessageID(rawValue: "")
    /// The number that observations of the same run name it by.
    package var handle: UInt32 = 0
    /// Unicode scalars that have arrived.
    public var receivedScalars = 0
    /// Unicode scalars shown, fading text included.
    public var releasedScalars = 0
    /// Unicode scalars that wait for the end of their chunk.
    package var heldScalars = 0
    /// Chunks complete and not released.
    package var backlogChunks = 0
    /// What is fading, in order of release.
    package var fades: [Fade] = []

    package init() {}
  }

  /// A sticky header in force.
  package struct Header: Hashable, Sendable {
    package var id: MessageID
    /// Its top, from the viewport's top edge, downward.
    package var y: LayoutUnit
    /// Its height; it covers what lies there.
    package var height: LayoutUnit
  }

  /// What a part shows that is higher than it may be.
  package struct Scroller: Sendable {
    package var id: MessageID
    package var part: Int
    /// What is shown inside: the part is the viewport.
    package var frame: FrameSnapshot
  }

  /// Whether text fades in.
  public enum Mode: String, Hashable, Sendable {
    case animated
    case fallback
  }

  /// What the scroll view is doing.
  public typealias ScrollActivity = ViewportPlacing.ScrollActivity

  /// What the composer's button does.
  public enum Button: String, Hashable, Sendable {
    case send
    case sendDisabled = "send_disabled"
    case stop
  }

  /// Something that was dropped onto the composer, on its way to the composer's centre.
  public struct Drop: Hashable, Sendable {
    /// What it is.
    public var item: DroppedItem.Kind
    /// Its left edge, from the screen's, in points.
    public var x: Double
    /// Its top, from the screen's, in points.
    public var y: Double
  }

  /// The window it is of; whoever drives several says so.
  package var window = "main"
  public var tick = 0
  public var instant: Instant = .zero
  /// The viewport's top edge in the content space.
  public var offset: LayoutUnit = .zero
  public var viewportHeight: LayoutUnit = .zero
  public var topInset: LayoutUnit = .zero
  /// `blank` + `composer` + `covered`.
  public var bottomInset: LayoutUnit = .zero
  public var blank: LayoutUnit = .zero
  public var composer: LayoutUnit = .zero
  public var covered: LayoutUnit = .zero
  /// How far the list is shifted for the keyboard; negative means that content has moved up.
  package var shift: LayoutUnit = .zero
  /// First item's top less padding, header and loader, in the content space.
  public var contentTop: LayoutUnit = .zero
  /// The bottom of the last item, or of what lies below it, in the content space.
  public var contentBottom: LayoutUnit = .zero
  public var visible: [VisibleItem] = []
  /// The still point now; nil in an empty conversation.
  package var stillPoint: StillPoint?
  /// Whether the scroll range's ends forced the still point to move.
  package var isClamped = false
  package var rebases = 0
  /// How far this frame's rebase shifted the content space.
  package var rebaseShift: LayoutUnit = .zero
  public var streams: [Stream] = []
  public var mode: Mode = .animated
  public var follow: FollowState = .following
  public var scroll: ScrollActivity = .idle
  public var button: Button = .sendDisabled
  /// Whether a button that jumps to the end is shown: the end is more than 100 pt away.
  public var showsJumpToEnd = false
  /// How many messages came at the end that no frame has shown; nil where the engine counts none.
  package var unread: Int?
  /// The sticky header in force; nil where each message stands in its own place.
  package var header: Header?
  /// What parts of visible messages show that have a scroller of their own.
  package var scrollers: [Scroller] = []
  /// The message in which text is selected.
  package var selected: MessageID?
  package var accessibilityFocus: MessageID?
  /// Edges at which a loader is shown.
  public var loaders: [ContentEdge] = []
  /// Edges at which this frame asks for another page.
  public var wantedPages: [ContentEdge] = []
  /// Whether a swipe in the composer asks for the keyboard in this frame.
  public var wantsKeyboard = false
  /// The text in the composer.
  public var composerText = ""
  /// What was dropped onto the composer and moves; nil at rest.
  public var drop: Drop?
  /// Drops of this frame that lay too little over the composer.
  package var refusedDrops = 0
  /// How far messages slide aside to show their timestamps, in points.
  public var reveal = 0.0
  /// How round the corners of boxes are.
  package var corner = Self.standardCorner
  /// How round they are unless a design says otherwise.
  package static let standardCorner = LayoutUnit(points: 20)
  /// How the first message of a new chat comes in; nil at rest.
  public var entrance: Entrance.Look?
  /// How opaque the first answer of a new chat is, 0 to 1.
  public var answerOpacity = 1.0
  /// Visible items whose version changed in this frame.
  package var redrawnItems = 0

  /// How opaque the timestamps are that `reveal` uncovers, 0 to 1.
  public var timestampOpacity: Double { RevealGesture.opacity(atOffset: reveal) }

  package init() {}
}
