import Lengths

/// A message as it is drawn: who speaks, its box, the blocks that the viewport shows. Immutable: a
/// message that is drawn again as it was is the same object.
public final class RenderedMessage: Sendable {
  /// A part of the message.
  public struct Part: Hashable, Sendable {
    /// What it is.
    public var kind: MessagePart.Kind
    /// Which of the message's blocks it has.
    public var blocks: Range<Int>

    package init(kind: MessagePart.Kind, blocks: Range<Int>) {
      (self.kind, self.blocks) = (kind, blocks)
    }
  }

  /// The message.
  public let id: MessageID
  /// That of its item in the snapshot.
  public let version: Int
  /// Who speaks.
  public let role: Message.Role
  /// How far it has come.
  public let state: Message.State
  /// Milliseconds since 1970; nil when its source gives none.
  public let timestampMilliseconds: Double?
  /// Its box, from side to side; nil for one that the host renders, whose height it supplies.
  public let box: MessageBox?
  /// The width that its text is set in.
  public let textWidth: LayoutUnit
  /// Its parts, in order; one for a message that is text alone.
  public let parts: [Part]
  /// How many blocks it has, those out of view included.
  public let blockCount: Int
  /// The blocks of which the viewport shows a part, in order.
  public let blocks: [RenderedBlock]

  init(
    id: MessageID,
    version: Int,
    role: Message.Role,
    state: Message.State,
    timestampMilliseconds: Double?,
    box: MessageBox?,
    textWidth: LayoutUnit,
    parts: [Part],
    blockCount: Int,
    blocks: [RenderedBlock]
  ) {
    self.id = id
    self.version = version
    self.role = role
    self.state = state
    self.timestampMilliseconds = timestampMilliseconds
    self.box = box
    self.textWidth = textWidth
    self.parts = parts
    self.blockCount = blockCount
    self.blocks = blocks
  }
}
