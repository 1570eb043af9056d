import Timebase
import TokenStreaming

/// Chunks as strings, from tokens that all arrive at once.
struct Chunking {
  var chunks: [String] = []
  var bytes: [UInt8] = []
  var chunker: WordChunker

  init(
    _ tokens: [[UInt8]],
    rule: ChunkRule = .unicodeWords,
    boundaries: (any WordBoundaries & Sendable)? = nil
  ) {
    chunker = WordChunker(rule: rule, boundaries: boundaries)
    var sink = ChunkSink()
    for token in tokens {
      chunker.append(token, at: .zero, into: &sink)
      chunker.checkInvariants()
      take(&sink)
    }
    chunker.finish(at: .zero, into: &sink)
    chunker.checkInvariants()
    take(&sink)
  }

  init(
    _ tokens: [String],
    rule: ChunkRule = .unicodeWords,
    boundaries: (any WordBoundaries & Sendable)? = nil
  ) {
    self.init(tokens.map { Array($0.utf8) }, rule: rule, boundaries: boundaries)
  }

  mutating func take(_ sink: inout ChunkSink) {
    var start = 0
    for chunk in sink.chunks {
      let piece = sink.bytes[start..<start + chunk.utf8Count]
      let text = String(decoding: piece, as: UTF8.self)
      precondition(text.unicodeScalars.count == chunk.scalarCount, "\(text): scalars")
      chunks.append(text)
      start += chunk.utf8Count
    }
    precondition(start == sink.bytes.count, "the chunks do not cover the bytes")
    bytes += sink.bytes
    sink.removeAll()
  }
}
