import Timebase
import TokenStreaming

/// What a stream of tokens may consist of: text, or bytes that are cut anywhere.
package protocol ChunkToken: Sendable {
  /// Hands the token to a chunker.
  ///
  /// - Parameters:
  ///   - chunker: The chunker of the token's text.
  ///   - instant: When the token arrived, not before the token before it.
  ///   - sink: Where the chunks go that it completes.
  func append(to chunker: inout WordChunker, at instant: Instant, into sink: inout ChunkSink)
}

extension String: ChunkToken {
  /// Hands the text to a chunker; see `ChunkToken`.
  package func append(
    to chunker: inout WordChunker,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    chunker.append(self, at: instant, into: &sink)
  }
}

extension [UInt8]: ChunkToken {
  /// Hands the bytes to a chunker; see `ChunkToken`.
  package func append(
    to chunker: inout WordChunker,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    chunker.append(self, at: instant, into: &sink)
  }
}
