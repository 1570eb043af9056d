import Timebase
import TokenStreaming

/// A message fed to a chunker, as the rows of the table want it; each gives a hash of the chunks.
struct ChunkRuns {
  let text: TokenText
  var rule = ChunkRule.unicodeWords
  var boundaries: (any WordBoundaries & Sendable)?

  /// Token by token as bytes, the sink emptied after each, the text over and over until there are
  /// `tokens`.
  func bytes(tokens: Int) -> UInt64 {
    var chunker = WordChunker(rule: rule, boundaries: boundaries)
    var sink = ChunkSink()
    var taken = Taken()
    text.bytes.withUnsafeBufferPointer { all in
      text.lengths.withUnsafeBufferPointer { lengths in
        var left = tokens
        while left > 0 {
          var start = 0
          for index in 0..<min(left, lengths.count) {
            let token = UnsafeBufferPointer(rebasing: all[start..<start + lengths[index]])
            start += lengths[index]
            taken.tokens &+= 1
            chunker.append(token, at: Instant(nanoseconds: taken.tokens &* 1_000), into: &sink)
            if !sink.isEmpty { taken.take(&sink) }
          }
          left -= lengths.count
        }
      }
    }
    return taken.end(&chunker, &sink)
  }

  /// Token by token as strings.
  func strings() -> UInt64 {
    var chunker = WordChunker(rule: rule, boundaries: boundaries)
    var sink = ChunkSink()
    var taken = Taken()
    for token in text.strings {
      taken.tokens &+= 1
      chunker.append(token, at: Instant(nanoseconds: taken.tokens &* 1_000), into: &sink)
      if !sink.isEmpty { taken.take(&sink) }
    }
    return taken.end(&chunker, &sink)
  }

  /// The whole message as one token, into a sink that was used before.
  func whole(_ sink: inout ChunkSink) -> UInt64 {
    var chunker = WordChunker(rule: rule, boundaries: boundaries)
    text.bytes.withUnsafeBufferPointer { chunker.append($0, at: .zero, into: &sink) }
    chunker.finish(at: .zero, into: &sink)
    let hash = Answers.mix(UInt64(sink.chunks.count), UInt64(sink.bytes.count))
    sink.removeAll()
    return hash
  }

  /// How many chunks the message has.
  func count() -> Int {
    var sink = ChunkSink()
    var chunker = WordChunker(rule: rule, boundaries: boundaries)
    chunker.append(text.bytes, at: .zero, into: &sink)
    chunker.finish(at: .zero, into: &sink)
    return sink.chunks.count
  }

  /// What came out so far.
  private struct Taken {
    var tokens: Int64 = 0
    var chunks: UInt64 = 0
    var bytes: UInt64 = 0

    @inline(__always)
    mutating func take(_ sink: inout ChunkSink) {
      chunks &+= UInt64(truncatingIfNeeded: sink.chunks.count)
      bytes &+= UInt64(truncatingIfNeeded: sink.bytes.count)
      sink.removeAll()
    }

    mutating func end(_ chunker: inout WordChunker, _ sink: inout ChunkSink) -> UInt64 {
      chunker.finish(at: Instant(nanoseconds: tokens &* 1_000), into: &sink)
      take(&sink)
      return Answers.mix(chunks, bytes)
    }
  }
}
