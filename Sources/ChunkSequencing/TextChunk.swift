import Timebase
import TokenStreaming

/// A chunk with its text.
package struct TextChunk: Sendable, Equatable {
  internal let content: String
  internal let piece: Chunk

  /// The text, at least one grapheme; the texts of a stream's chunks make up its text.
  package var text: String { content }
  /// Its lengths and instants; instants count from the first call for a chunk.
  package var chunk: Chunk { piece }

  /// Makes a chunk with a text.
  ///
  /// - Precondition: The text has as many bytes of UTF-8 as the chunk.
  package init(text: String, chunk: Chunk) {
    precondition(
      text.utf8.count == chunk.utf8Count,
      "a chunk of \(chunk.utf8Count) bytes with a text of \(text.utf8.count)"
    )
    content = text
    piece = chunk
  }
}
