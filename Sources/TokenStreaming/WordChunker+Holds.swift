import Timebase

// Held text does not wait for ever: 250 ms after its first byte it goes out as it stands.
extension WordChunker {
  /// When what is held goes out unless a token completes it before: 250 ms after its first byte
  /// arrived, and not before the latest token.
  ///
  /// Nil when nothing is held, or only a grapheme that cannot count as whole (see `timeOut`).
  public var holdDeadline: Instant? {
    guard end.graphemes + plainCount > (lastIsUnfinished ? 1 : 0), let first = arrivals.earliest
    else {
      return nil
    }
    return max(first + WordChunker.longestHold, latestToken)
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
}
