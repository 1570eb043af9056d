import Timebase

// Tokens come in here. Nearly all of them are a few bytes of plain ASCII after plain ASCII: those
// are taken in one go.
extension WordChunker {
  /// Takes a token.
  ///
  /// - Parameters:
  ///   - bytes: The token, 0 or more bytes, valid UTF-8 or not, cut anywhere.
  ///   - instant: When it arrived.
  ///   - sink: Where chunks go that it completes.
  /// - Complexity: O(bytes), amortised.
  /// - Precondition: `instant` is not before that of an earlier call.
  public mutating func append(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    precondition(instant >= latestToken, "token at \(instant) after one at \(latestToken)")
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    latestToken = instant
    scannedCount &+= bytes.count
    if acceptsPlainText, bytes.count <= 8, held.isShort,
      let block = ASCIIBlock(base, count: bytes.count)
    {
      take(block, at: instant, into: &sink)
    } else {
      take(base, count: bytes.count, at: instant, into: &sink)
    }
  }

  /// Takes a token of bytes.
  public mutating func append(
    _ bytes: [UInt8],
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    bytes.withUnsafeBufferPointer { append($0, at: instant, into: &sink) }
  }

  /// Takes a token of text.
  public mutating func append(
    _ text: String,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    if #available(macOS 26.0, iOS 26.0, *) {
      let span = text.utf8.span
      span.withUnsafeBufferPointer { append($0, at: instant, into: &sink) }
    } else {
      var text = text
      text.withUTF8 { append($0, at: instant, into: &sink) }
    }
  }

  /// Takes a token that is a block of plain ASCII, after a short held text.
  @inline(__always)
  private mutating func take(
    _ block: ASCIIBlock,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    var starts = block.starts(after: plainCarry)
    plainCarry = block.lastIsSpace
    guard starts != 0 else {
      if held.isEmpty {
        arrivals.restart(at: instant, from: completedBytes)
      } else {
        arrivals.note(instant, from: completedBytes &+ held.count)
      }
      held.append(block)
      plainCount &+= block.count
      return
    }
    // A chunk is complete where the first start is, and at each of the others.
    var start = starts.trailingZeroBitCount &>> 3
    let length = held.count &+ start
    let joined = end.bytes &- end.scalars
    let first = Chunk(
      bytes: length,
      scalars: length &- joined,
      completed: instant,
      firstByte: held.isEmpty ? instant : arrivals.earliest ?? instant
    )
    let count = sink.pieces.write(room: 8) { end, added in
      end[0] = first
      added = 1
      starts &= starts &- 1
      while starts != 0 {
        let next = starts.trailingZeroBitCount &>> 3
        let size = next &- start
        end[added] = Chunk(bytes: size, scalars: size, completed: instant, firstByte: instant)
        added &+= 1
        start = next
        starts &= starts &- 1
      }
      return added
    }
    let all = held.count &+ start
    sink.text.write(room: 64) { end, added in
      held.flush(with: block, upTo: start, to: end)
      added = all
    }
    chunkCount &+= count
    completedBytes &+= all
    completedScalars &+= all &- joined
    arrivals.restart(at: instant, from: completedBytes)
    plainCount = held.count
    if end != .zero {
      end = .zero
      phase = .empty
      openers = nil
    }
  }

  /// Takes any token.
  private mutating func take(
    _ base: UnsafePointer<UInt8>,
    count: Int,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    if !decoder.isIncomplete {
      if held.isEmpty { arrivals.removeAll() }
      arrivals.note(instant, from: receivedUTF8)
    }
    var place = 0
    while place < count {
      if base[place] < 0x80, isAfterPlainText {
        let taken = takeWords(base + place, count: count &- place, at: instant, into: &sink)
        place &+= taken
        if taken > 0 { continue }
      }
      settlePlainText()
      take(base[place], at: instant, into: &sink)
      place &+= 1
    }
    if takesTokensWhole { release(keepingUnfinished: true, at: instant, into: &sink) }
    findWayForPlainText()
  }

  /// Brings `acceptsPlainText` and `plainCarry` up to date.
  mutating func findWayForPlainText() {
    acceptsPlainText = distinguishesSpaces && isAfterPlainText
    if acceptsPlainText { plainCarry = carryForPlainText }
  }
}
