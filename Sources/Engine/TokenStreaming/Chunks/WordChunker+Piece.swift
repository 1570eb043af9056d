import Timebase

extension WordChunker {
  /// The chunk in progress while plain ASCII is taken; places are those in the token.
  struct Piece {
    /// The token.
    let text: UnsafePointer<UInt8>
    /// Where the chunk begins: below 0 when it begins with held text.
    var start: Int
    /// By how much its bytes outnumber its scalars, and these its graphemes.
    var joinedBytes: Int
    var joinedScalars: Int
    let limit: Int
    /// Whether a chunk that is too long may be cut before opening punctuation too.
    let mayCutAnywhere: Bool
    let instant: Instant
    var firstByte: Instant
    /// How many chunks are closed.
    var count = 0

    /// Whether the chunk would be too long if it went on to `place`.
    @inline(__always)
    func isOverLimit(at place: Int) -> Bool {
      place &- start &- joinedBytes &- joinedScalars > limit
    }

    /// Closes the chunk before the byte at `place`.
    @inline(__always)
    mutating func close(at place: Int, to chunks: UnsafeMutablePointer<Chunk>, _ added: inout Int) {
      let length = place &- start
      chunks[added] = Chunk(
        bytes: length,
        scalars: length &- joinedBytes,
        completed: instant,
        firstByte: firstByte
      )
      added &+= 1
      start = place
      joinedBytes = 0
      joinedScalars = 0
      firstByte = instant
      count &+= 1
    }

    /// Closes chunks in the plain bytes from `first` to `end`, where each of the `starts` is and
    /// where they are too long.
    ///
    /// - Returns: Whether all bytes could be taken: one may not cut before opening punctuation,
    ///   which perhaps belongs to a word of the dictionary.
    @inline(never)
    mutating func cut(
      from first: Int,
      to end: Int,
      _ starts: UInt64,
      to chunks: UnsafeMutablePointer<Chunk>,
      _ added: inout Int
    ) -> Bool {
      if !mayCutAnywhere {
        for place in first..<end where ASCIIBlock.isOpening(text[place]) { return false }
      }
      for place in first..<end {
        if starts &>> (UInt64(truncatingIfNeeded: place &- first) &* 8) & 0x80 != 0 {
          close(at: place, to: chunks, &added)
        } else if isOverLimit(at: place &+ 1) {
          close(at: place, to: chunks, &added)
        }
      }
      return true
    }
  }
}
