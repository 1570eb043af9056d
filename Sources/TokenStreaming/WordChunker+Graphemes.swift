import Timebase

// Bytes become scalars, scalars graphemes, and each grapheme that begins moves the phase on. A
// chunk is complete as soon as the grapheme after it begins.
extension WordChunker {
  mutating func take(_ byte: UInt8, at instant: Instant, into sink: inout ChunkSink) {
    switch decoder.push(byte) {
    case .incomplete: break
    case .scalar(let scalar): take(scalar, at: instant, into: &sink)
    case .invalid: takeInvalid(at: instant, into: &sink)
    case .invalidBefore:
      takeInvalid(at: instant, into: &sink)
      arrivals.note(instant, from: receivedUTF8)
      take(byte, at: instant, into: &sink)
    }
  }

  mutating func takeInvalid(at instant: Instant, into sink: inout ChunkSink) {
    invalidCount += 1
    take("\u{FFFD}", at: instant, into: &sink)
  }

  mutating func take(
    _ scalar: Unicode.Scalar,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    let kind = kind(of: scalar)
    if breaker.push(scalar) {
      begin(kind, at: instant, into: &sink)
    } else if lastKind == .space && kind != .space {
      turnSpaceIntoWord(at: instant, into: &sink)
    }
    held.append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
    end.scalars += 1
    end.bytes = held.count
  }

  func kind(of scalar: Unicode.Scalar) -> GraphemeKind {
    guard distinguishesSpaces else { return .other }
    let kind = GraphemeKind(of: scalar)
    return distinguishesScripts || kind == .space ? kind : .other
  }

  /// Begins a grapheme: whatever it shows to be complete goes out, then it joins what is held.
  private mutating func begin(
    _ kind: GraphemeKind,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    let continuesWindow = phase == .window && kind == windowKind
    if continuesWindow {
      if window.count == windowLimit { releaseWord(at: instant, into: &sink) }
    } else {
      closeChunk(before: kind, at: instant, into: &sink)
      if end.graphemes >= limit { release(upTo: end, at: instant, into: &sink) }
    }
    last = end
    lastKind = kind
    switch kind {
    case .space:
      phaseBeforeSpace = phase
      phase = .spaces
    case .opening:
      if phase == .word {
        openers = openers ?? end
      } else {
        phase = .opening
      }
    case .closing:
      openers = nil
      if phase != .tail { phase = .word }
    case .other:
      openers = nil
      phase = .word
    case .hanAndKana, .thai, .lao, .khmer, .myanmar:
      if !continuesWindow { window.removeAll(keepingCapacity: true) }
      window.append(end)
      windowKind = kind
      openers = nil
      phase = .window
    }
    end.graphemes += 1
  }

  /// Releases the chunk in progress when a grapheme of `kind` does not belong to it.
  private mutating func closeChunk(
    before kind: GraphemeKind,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    if phase == .window { settleWindow(to: end, at: instant, into: &sink) }
    let boundary: TextPosition
    switch (phase, kind) {
    case (.empty, _), (.window, _), (_, .space): return
    case (.tail, .closing): return
    case (.opening, _): return
    case (.word, .opening), (.word, .closing), (.word, .other): return
    case (.word, _): boundary = openers ?? end
    case (.tail, _), (.spaces, _): boundary = end
    }
    release(upTo: boundary, at: instant, into: &sink)
    phase = end.bytes == 0 ? .empty : .opening
  }

  /// Makes the space in progress a grapheme of a word: a mark has joined it.
  private mutating func turnSpaceIntoWord(at instant: Instant, into sink: inout ChunkSink) {
    if phaseBeforeSpace == .spaces || phaseBeforeSpace == .tail {
      release(upTo: last, at: instant, into: &sink)
    }
    lastKind = .other
    openers = nil
    phase = .word
  }
}
