/// A complete chunk in a scheduler's queue.
public struct WaitingChunk: Sendable, Equatable {
  /// The text part it belongs to; a surface's own number.
  public let part: UInt32
  /// The message the part belongs to; a surface's own number.
  public let message: UInt32
  /// The chunk.
  public let chunk: Chunk

  /// Makes an entry.
  public init(part: UInt32, message: UInt32, chunk: Chunk) {
    self.part = part
    self.message = message
    self.chunk = chunk
  }
}
