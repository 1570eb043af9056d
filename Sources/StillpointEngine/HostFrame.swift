import ChatSurface

/// One frame for a host to show.
public struct HostFrame: Sendable {
  /// Where messages are, and everything else that is on screen.
  public internal(set) var snapshot = FrameSnapshot()
  /// What the messages look like.
  public internal(set) var drawing = RenderedFrame()
  /// Where a scroll view of the host's is to stand: the viewport's top below the content's, in points.
  public internal(set) var scrollOffset = 0.0
  /// How tall the content is, in points, without what covers its ends.
  public internal(set) var contentHeight = 0.0
  /// How far the scroll view is to be moved, in points, since it stood where the host said or was told:
  /// content above it has another height now, or the engine scrolls.
  public internal(set) var correction = 0.0
  /// What was refused in this frame, in order.
  public internal(set) var refusals: [SurfaceRefusal] = []

  /// Makes a frame of nothing.
  public init() {}

  /// The images that are on screen, in order: what a host loads first.
  public var images: [RenderedBlock.Image] {
    drawing.messages.flatMap { $0.blocks.compactMap(\.image) }
  }
}
