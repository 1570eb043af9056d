import ChatSurface
import FramePacing

/// One frame for a host to show.
public struct HostFrame: Sendable {
  /// Where messages are, and everything else that is on screen.
  public internal(set) var snapshot = FrameSnapshot()
  /// What the messages look like.
  public internal(set) var drawing = RenderedFrame()
  /// Where a scroll view of the host's stands once it has taken the correction: the viewport's top below the
  /// content's, in points. A message lies at this plus its `y` in that view.
  public internal(set) var scrollOffset = 0.0
  /// How tall the scroll view's content is, in points, without what covers its ends: the snapshot's `topInset`
  /// and `bottomInset` are the view's content insets.
  public internal(set) var contentHeight = 0.0
  /// How far the scroll view is to be moved, in points, since it stood where the host said or was told:
  /// content above it has another height now, or the engine scrolls. 0 while the view decelerates: the
  /// correction comes when it rests.
  public internal(set) var correction = 0.0
  /// What was refused in this frame, in order.
  public internal(set) var refusals: [SurfaceRefusal] = []
  /// Bytes of tokens in this frame that no answer took: its stream had not begun, or had ended. They are lost.
  public internal(set) var discardedBytes = 0
  /// What assistive technology is to say, in order: blocks of answers that came to their end.
  public internal(set) var announcements: [String] = []
  /// The last stay without fades, which lasts as long as it has no end; nil as long as frames came in time.
  public internal(set) var fallback: HostFallback?

  /// Makes a frame of nothing.
  public init() {}

  /// The images that are on screen, in order: what a host loads first.
  public var images: [RenderedBlock.Image] {
    drawing.messages.flatMap { $0.blocks.compactMap(\.image) }
  }
}

/// A stay without fades, which late frames have brought about.
public struct HostFallback: Hashable, Sendable {
  /// When it began, in seconds of the host's clock.
  public var start: Double
  /// When it ended; nil while it lasts.
  public var end: Double?
  /// What most of the late frames' time went to: `host_stall` for the app. A phase of the engine is named by
  /// engines that measure theirs.
  public var cause: String
  /// From the first of the late frames that count to the beginning, in seconds.
  public var detection: Double

  init(_ episode: FallbackEpisode, from origin: Double) {
    start = origin + episode.start.milliseconds / 1_000
    end = episode.end.map { origin + $0.milliseconds / 1_000 }
    cause = episode.cause.name
    detection = episode.detection.seconds
  }
}
