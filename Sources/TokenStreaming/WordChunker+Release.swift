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
    sink.bytes.append(contentsOf: held[..<position.bytes])
    sink.chunks.append(
      Chunk(
        utf8Count: position.bytes,
        scalarCount: position.scalars,
        completed: instant,
        firstByte: arrivals.earliest ?? instant
      )
    )
    chunkCount += 1
    completedBytes += position.bytes
    completedScalars += position.scalars
    forget(before: position)
  }

  /// Removes the text before `position` and moves every remembered place along.
  private mutating func forget(before position: TextPosition) {
    end = end - position
    if end.bytes == 0 {
      held.removeAll(keepingCapacity: true)
    } else {
      held.removeFirst(position.bytes)
    }
    arrivals.drop(before: completedBytes)
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
