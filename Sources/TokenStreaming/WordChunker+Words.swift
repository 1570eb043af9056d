import Timebase

// The short way for plain ASCII after plain ASCII: there every byte is a grapheme, and a chunk ends
// where a byte that is no space follows a space. It does what the long way would do, eight bytes at
// a time.
extension WordChunker {
  /// Whether the next byte, if it is plain ASCII, is a grapheme of its own and can be taken by
  /// `takeWords`.
  @inline(__always)
  var isAfterPlainText: Bool { plainCount > 0 || isSettledAfterPlainText }

  private var isSettledAfterPlainText: Bool {
    switch phase {
    case .empty: !decoder.isIncomplete
    case .opening, .word, .spaces: breaker.endsInPlainASCII && !decoder.isIncomplete
    case .window, .tail: false
    }
  }

  /// How much of a token is taken in one go.
  private static let stretchLength = 512

  /// Takes plain ASCII from the front of `count` bytes.
  ///
  /// - Returns: How many bytes were taken. The next is no plain ASCII, or there is none, or it may
  ///   be taken by another call.
  @inline(__always)
  mutating func takeWords(
    _ base: UnsafePointer<UInt8>,
    count: Int,
    at instant: Instant,
    into sink: inout ChunkSink
  ) -> Int {
    let available = min(count, WordChunker.stretchLength)
    held.reserve(available)
    var piece = Piece(
      length: end,
      limit: limit,
      instant: instant,
      firstByte: arrivals.earliest ?? instant
    )
    let endsInSpace = plainCount > 0 ? plainEndsInSpace : phase == .spaces
    var carry: UInt64 = endsInSpace ? 0x80 : 0
    var taken = 0
    let distinguishesSpaces = distinguishesSpaces
    let mayCut = distinguishesScripts
    held.write { text, heldCount in
      while taken < available {
        let block = ASCIIBlock(base + taken, count: available &- taken)
        guard block.plainCount > 0 else { break }
        // Near the limit opening punctuation matters: the long way knows how.
        if mayCut, piece.length.graphemes &+ block.plainCount > piece.limit { break }
        block.store(at: text + heldCount)
        heldCount &+= block.plainCount
        var done = 0
        if distinguishesSpaces {
          var starts = block.starts(after: carry)
          while starts != 0 {
            let start = starts.trailingZeroBitCount &>> 3
            piece.grow(by: start &- done, into: &sink)
            piece.close(into: &sink)
            done = start
            starts &= starts &- 1
          }
          carry = block.lastIsSpace
        }
        piece.grow(by: block.plainCount &- done, into: &sink)
        taken &+= block.plainCount
      }
    }
    guard taken > 0 else { return 0 }
    plainEndsInSpace = carry != 0
    if piece.chunks > 0 {
      handOn(piece, taken: taken, into: &sink)
    } else {
      plainCount &+= taken
    }
    end = piece.length
    return taken
  }

  /// Hands on the text of closed chunks.
  @inline(__always)
  private mutating func handOn(_ piece: Piece, taken: Int, into sink: inout ChunkSink) {
    let all = end.advanced(by: taken) - piece.length
    held.move(first: all.bytes, to: &sink.text)
    completedBytes &+= all.bytes
    completedScalars &+= all.scalars
    chunkCount &+= piece.chunks
    arrivals.removeAll()
    arrivals.note(piece.instant, from: completedBytes)
    plainCount = piece.length.bytes
    phase = .empty
    openers = nil
  }

  /// Brings phase and places up to date with the plain text that was taken.
  mutating func settlePlainText() {
    guard plainCount > 0 else { return }
    let joined = plainCount
    plainCount = 0
    last = end.advanced(by: -1)
    let (byte, before) = held.read { text in
      (text[text.count - 1], joined > 1 ? text[text.count - 2] : 0x80)
    }
    breaker.restart(after: Unicode.Scalar(byte))
    if distinguishesSpaces, ASCIIBlock.isSpace(byte) {
      lastKind = .space
      phaseBeforeSpace = before == 0x80 ? phase : ASCIIBlock.isSpace(before) ? .spaces : .word
      phase = .spaces
    } else if distinguishesScripts, ASCIIBlock.isOpening(byte) {
      lastKind = .opening
      settleOpeners(joined: joined)
    } else {
      // Closing punctuation too: a chunk of its own begins like one of anything else.
      lastKind = .other
      openers = nil
      phase = .word
    }
  }

  /// Finds where the opening punctuation at the end of the plain text begins.
  private mutating func settleOpeners(joined: Int) {
    let count = held.read { text in
      text.suffix(joined).reversed().prefix(while: ASCIIBlock.isOpening).count
    }
    if count < joined || phase == .word {
      if count < joined || openers == nil { openers = end.advanced(by: -count) }
      phase = .word
    } else {
      openers = nil
      phase = .opening
    }
  }

  /// The chunk in progress while a token is taken.
  private struct Piece {
    var length: TextPosition
    let limit: Int
    let instant: Instant
    var firstByte: Instant
    var chunks = 0

    /// Adds plain ASCII; what goes over the limit is cut.
    @inline(__always)
    mutating func grow(by count: Int, into sink: inout ChunkSink) {
      var count = count
      while length.graphemes &+ count > limit {
        let room = limit &- length.graphemes
        length = length.advanced(by: room)
        count &-= room
        close(into: &sink)
      }
      length = length.advanced(by: count)
    }

    /// Closes the chunk before the next byte; its text is handed on later.
    @inline(__always)
    mutating func close(into sink: inout ChunkSink) {
      sink.pieces.append(
        Chunk(
          bytes: length.bytes,
          scalars: length.scalars,
          completed: instant,
          firstByte: firstByte
        )
      )
      length = .zero
      firstByte = instant
      chunks &+= 1
    }
  }
}
