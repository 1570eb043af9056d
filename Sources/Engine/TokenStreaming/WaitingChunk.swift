/// A complete chunk in a scheduler's queue.
package struct WaitingChunk: Sendable, Equatable {
  @usableFromInline internal let partNumber: UInt32
  @usableFromInline internal let messageNumber: UInt32
  @usableFromInline internal let piece: Chunk

  /// The text part it belongs to; a surface's own number.
  @inlinable package var part: UInt32 { partNumber }
  /// The message the part belongs to; a surface's own number.
  @inlinable package var message: UInt32 { messageNumber }
  @inlinable package var chunk: Chunk { piece }

  @inlinable package init(part: UInt32, message: UInt32, chunk: Chunk) {
    partNumber = part
    messageNumber = message
    piece = chunk
  }
}
