import Timebase

// How held text goes out: as chunks at its front, with every remembered place moved along.
extension WordChunker {
  /// Releases the text before `position` as one chunk; none when there is no text before it.
  mutating func release(
    upTo position: TextPosition,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    guard position.bytes > 0 else { return }
    note(position, at: instant, in: &sink)
    held.move(first: position.bytes, to: &sink.text)
    forget(before: position)
  }

  /// Releases the text before each of the `cuts` as a chunk of its own.
  ///
  /// - Parameter released: How much has gone out since the cuts were noted.
  mutating func release(
    upToEachOf cuts: [TextPosition],
    after released: TextPosition,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    guard let last = cuts.last else { return }
    var start = released
    for cut in cuts {
      note(cut - start, at: instant, in: &sink)
      start = cut
    }
    // The text goes out in one piece: there may be much of it.
    let length = last - released
    held.move(first: length.bytes, to: &sink.text)
    forget(before: length)
  }

  /// Notes a chunk of the given length in the sink; its text follows.
  private mutating func note(
    _ length: TextPosition,
    at instant: Instant,
    in sink: inout ChunkSink
  ) {
    sink.pieces.append(
      Chunk(
        bytes: length.bytes,
        scalars: length.scalars,
        completed: instant,
        firstByte: arrivals.earliest ?? instant
      )
    )
    chunkCount += 1
    completedBytes += length.bytes
    completedScalars += length.scalars
    arrivals.drop(before: completedBytes)
  }

  /// Removes the text before `position` and moves every remembered place along.
  private mutating func forget(before position: TextPosition) {
    end = end - position
    if let start = openers { openers = start.bytes >= position.bytes ? start - position : nil }
    if last.bytes >= position.bytes { last = last - position }
    for index in window.indices { window[index] = window[index] - position }
  }

  /// Releases what is held, cut as it stands.
  ///
  /// - Parameter keepingUnfinished: Whether the last grapheme stays when it cannot count as whole.
  mutating func release(
    keepingUnfinished: Bool,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    settlePlainText()
    openerCuts.removeAll(keepingCapacity: true)
    release(upToEachOf: wordCuts, after: .zero, at: instant, into: &sink)
    wordCuts.removeAll(keepingCapacity: true)
    guard keepingUnfinished && lastIsUnfinished else {
      if phase == .window { settleWindow(to: end, at: instant, into: &sink) }
      release(upTo: end, at: instant, into: &sink)
      phase = .empty
      breaker.reset()
      return
    }
    guard end.graphemes > 1 else { return }
    if phase == .window {
      if window.last == last { window.removeLast() }
      settleWindow(to: last, at: instant, into: &sink)
    }
    release(upTo: last, at: instant, into: &sink)
    restartAtLast()
  }

  /// Makes the grapheme in progress, the only one held, the start of a chunk.
  private mutating func restartAtLast() {
    openers = nil
    phaseBeforeSpace = .empty
    window.removeAll(keepingCapacity: true)
    switch lastKind {
    case .space: phase = .spaces
    case .opening: phase = .opening
    case .closing, .other: phase = .word
    case .hanAndKana, .thai, .lao, .khmer, .myanmar:
      phase = .window
      window.append(last)
    }
  }
}
