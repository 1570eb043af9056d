import Lengths

/// A place in a conversation that outlives the surface: a message and how far into it the viewport
/// begins.
public struct Anchor: Hashable, Sendable {
  /// The message.
  public var id: MessageID
  /// From the message's top to the lower edge of the top inset; negative when the message begins
  /// below it. Where the message has become lower than that, its end is what is put there.
  public var distance: LayoutUnit

  /// Makes an anchor.
  public init(id: MessageID, distance: LayoutUnit) {
    self.id = id
    self.distance = distance
  }
}
