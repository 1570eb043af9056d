import Timebase

// Held text does not wait for ever: 250 ms after its first byte, 100 ms where words have no spaces
// between them, it goes out as it stands.
extension WordChunker {
  /// When what is held goes out unless a token completes it before: 250 ms after its first byte
  /// arrived (100 ms when it begins in a script without spaces), and not before the latest token.
  ///
  /// Nil when nothing is held, or only a grapheme that cannot count as whole (see `timeOut`).
  public var holdDeadline: Instant? {
    guard end.graphemes + plainCount > (lastIsUnfinished ? 1 : 0), let first = arrivals.earliest
    else {
      return nil
    }
    let hold = beginsUnspaced ? WordChunker.longestUnspacedHold : WordChunker.longestHold
    return max(first + hold, latestToken)
  }

  /// Whether the held text begins in a script without spaces, as far as the rule knows scripts.
  private var beginsUnspaced: Bool {
    guard distinguishesScripts else { return false }
    return held.firstLongScalar.map { GraphemeKind(of: $0).needsDictionary } ?? false
  }

  /// Lets out what is held, cut as it stands, if its time has come.
  ///
  /// The last grapheme counts as whole unless it ends in a zero-width joiner, in a virama, in a
  /// regional indicator without its pair or in incomplete UTF-8; then it alone stays. Scalars that
  /// come later and would extend what went out open the next chunk. In scripts without spaces the
  /// dictionary is shown what there is.
  ///
  /// - Parameters:
  ///   - instant: The present, at best `holdDeadline` itself: the chunks complete at it. Nothing
  ///     happens before the deadline.
  ///   - sink: Where the chunks go.
  public mutating func timeOut(at instant: Instant, into sink: inout ChunkSink) {
    guard let deadline = holdDeadline, deadline <= instant else { return }
    release(keepingUnfinished: true, at: instant, into: &sink)
    findWayForPlainText()
  }

  /// Whether the last grapheme cannot count as whole.
  var lastIsUnfinished: Bool {
    plainCount == 0 && (decoder.isIncomplete || breaker.isUnfinished)
  }

  /// How many bytes are held, when a text begins with them; nil when it does not, and while part of a
  /// scalar is held.
  ///
  /// - Parameter text: Valid UTF-8.
  /// - Complexity: O(held bytes).
  package func heldUTF8(ifBeginning text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !decoder.isIncomplete, text.count >= held.count else { return nil }
    return held.read { text.starts(with: $0) } ? held.count : nil
  }

  /// Whether what is held goes on from a scalar of it with these bytes.
  ///
  /// - Complexity: O(held bytes).
  package func holds(_ bytes: ArraySlice<UInt8>, atScalar scalar: Int) -> Bool {
    guard !bytes.isEmpty else { return true }
    return held.read { text in
      var left = scalar
      let start = text.firstIndex { byte in
        if byte & 0xC0 != 0x80 { left -= 1 }
        return left < 0
      }
      return start.map { text[$0...].starts(with: bytes) } ?? false
    }
  }
}
