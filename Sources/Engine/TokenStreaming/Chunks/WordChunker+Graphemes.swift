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
    held.append(scalar)
    end = end.afterScalar(ofBytes: held.count - end.bytes)
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
      if openers != nil, kind == .opening {
        noteCuts()
      } else if end.graphemes >= limit {
        release(upTo: end, at: instant, into: &sink)
      }
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
    end = end.beginningGrapheme
  }

  /// Releases the chunk in progress when a grapheme of `kind` does not belong to it.
  private mutating func closeChunk(
    before kind: GraphemeKind,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    if phase == .window { settleWindow(to: end, at: instant, into: &sink) }
    if phase == .word, kind != .opening, openers != nil {
      settleOpeners(before: kind, at: instant, into: &sink)
    }
    switch (phase, kind) {
    case (.empty, _), (.window, _), (.opening, _), (_, .space), (.tail, .closing): return
    case (.word, .opening), (.word, .closing), (.word, .other): return
    case (.word, _), (.tail, _), (.spaces, _):
      release(upTo: end, at: instant, into: &sink)
      phase = .empty
    }
  }

  /// Decides where the opening punctuation at the end of a word belongs: to the word after it when
  /// that is one of the dictionary's, else to the word it follows. What is too long is cut.
  private mutating func settleOpeners(
    before kind: GraphemeKind,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    guard let start = openers else { return }
    openers = nil
    if kind.needsDictionary {
      release(upTo: start, at: instant, into: &sink)
      release(upToEachOf: openerCuts, after: start, at: instant, into: &sink)
      phase = .opening
    } else {
      release(upToEachOf: wordCuts, after: .zero, at: instant, into: &sink)
    }
    wordCuts.removeAll(keepingCapacity: true)
    openerCuts.removeAll(keepingCapacity: true)
  }

  /// Remembers where a chunk would be cut, while opening punctuation goes on and it is not known
  /// which chunk it belongs to.
  private mutating func noteCuts() {
    guard let openers else { return }
    if end.graphemes % limit == 0 { wordCuts.append(end) }
    let count = end.graphemes - openers.graphemes
    if count > 0, count % limit == 0 { openerCuts.append(end) }
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
