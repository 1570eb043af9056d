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

  /// 0x80 when plain text would follow a space, else 0.
  var carryForPlainText: UInt64 {
    guard distinguishesSpaces else { return 0 }
    guard plainCount > 0 else { return phase == .spaces ? 0x80 : 0 }
    return held.read { ASCIIBlock.isSpace($0[$0.count &- 1]) ? 0x80 : 0 }
  }

  /// How much of a token is taken in one go.
  private static let stretchLength = 512

  /// Takes plain ASCII from the front of `count` bytes.
  ///
  /// - Returns: How many bytes were taken. The next is no plain ASCII, or there is none, or it may
  ///   be taken by another call.
  mutating func takeWords(
    _ base: UnsafePointer<UInt8>,
    count: Int,
    at instant: Instant,
    into sink: inout ChunkSink
  ) -> Int {
    // Near the limit opening punctuation matters: the long way knows how.
    guard wordCuts.isEmpty else { return 0 }
    let available = min(count, WordChunker.stretchLength)
    var piece = Piece(
      text: base,
      start: -held.count,
      joinedBytes: end.bytes &- end.scalars,
      joinedScalars: end.scalars &- end.graphemes,
      limit: limit,
      mayCutAnywhere: !distinguishesScripts,
      instant: instant,
      firstByte: arrivals.earliest ?? instant
    )
    var carry = carryForPlainText
    let distinguishesSpaces = distinguishesSpaces
    let room = available / 2 + available / limit + 4
    let taken = sink.pieces.write(room: room) { chunks, added in
      var taken = 0
      while taken < available {
        let size = min(available &- taken, 8)
        let bytes = ASCIIBlock.load(base + taken, count: size)
        let block: ASCIIBlock
        if let whole = ASCIIBlock(bytes, count: size) {
          block = whole
        } else {
          let plain = ASCIIBlock.plainCount(of: bytes, count: size)
          guard plain > 0, let front = ASCIIBlock(bytes, count: plain) else { break }
          block = front
        }
        var starts = distinguishesSpaces ? block.starts(after: carry) : 0
        carry = block.lastIsSpace
        let end = taken &+ block.count
        if piece.isOverLimit(at: end) {
          guard piece.cut(from: taken, to: end, starts, to: chunks, &added) else { break }
        } else {
          while starts != 0 {
            let start = taken &+ starts.trailingZeroBitCount &>> 3
            piece.close(at: start, to: chunks, &added)
            starts &= starts &- 1
          }
        }
        taken = end
      }
      return taken
    }
    guard taken > 0 else { return 0 }
    if piece.count > 0 {
      handOn(piece, upTo: piece.start, of: base, into: &sink)
    }
    let rest = max(piece.start, 0)
    held.append(UnsafeBufferPointer(start: base + rest, count: taken &- rest))
    plainCount &+= taken &- rest
    return taken
  }

  /// Hands on the text of closed chunks: all that is held, and the first `length` bytes of `base`.
  private mutating func handOn(
    _ piece: Piece,
    upTo length: Int,
    of base: UnsafePointer<UInt8>,
    into sink: inout ChunkSink
  ) {
    chunkCount &+= piece.count
    completedBytes &+= held.count &+ length
    completedScalars &+= heldScalars &+ length
    held.move(first: held.count, to: &sink.text)
    sink.text.write(room: length) { end, added in
      end.update(from: base, count: length)
      added = length
    }
    arrivals.restart(at: piece.instant, from: completedBytes)
    plainCount = 0
    end = .zero
    phase = .empty
    openers = nil
  }

  /// Brings phase and places up to date with the plain text that was taken.
  mutating func settlePlainText() {
    guard plainCount > 0 else { return }
    let joined = plainCount
    plainCount = 0
    end = end.advanced(by: joined)
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
}
