import Timebase

// Scripts without spaces: the graphemes of a run are gathered until the window is full or the run
// ends; then the dictionary names the first word.
extension WordChunker {
  /// How many graphemes are gathered before the first word is looked for.
  var windowLimit: Int { boundaries == nil ? 1 : WordChunker.windowLength }

  /// Releases the first word of a full window.
  mutating func releaseWord(at instant: Instant, into sink: inout ChunkSink) {
    let count = firstWord(to: end, countingIn: &sink)
    _ = releaseWord(of: count, windowEnd: end, at: instant, into: &sink)
  }

  /// Takes the run as ended at `limit`: releases its words but the last, which closing
  /// punctuation and spaces may join.
  mutating func settleWindow(
    to limit: TextPosition,
    at instant: Instant,
    into sink: inout ChunkSink
  ) {
    var windowEnd = limit
    while !window.isEmpty {
      let count = firstWord(to: windowEnd, countingIn: &sink)
      guard count < window.count else { break }
      let released = releaseWord(of: count, windowEnd: windowEnd, at: instant, into: &sink)
      windowEnd = windowEnd - released
    }
    cut(upTo: windowEnd, windowEnd: windowEnd, at: instant, into: &sink)
    window.removeAll(keepingCapacity: true)
    phase = .tail
  }

  /// Releases the window's first `count` graphemes with the opening punctuation before them.
  ///
  /// - Returns: How much went out.
  private mutating func releaseWord(
    of count: Int,
    windowEnd: TextPosition,
    at instant: Instant,
    into sink: inout ChunkSink
  ) -> TextPosition {
    let word = start(ofGrapheme: count, windowEnd: windowEnd)
    let piece = cut(upTo: word, windowEnd: windowEnd, at: instant, into: &sink)
    release(upTo: word - piece, at: instant, into: &sink)
    window.removeFirst(count)
    return word
  }

  /// Releases a whole chunk's length of what lies before `position`, when more than that does.
  ///
  /// - Returns: How much went out.
  @discardableResult
  private mutating func cut(
    upTo position: TextPosition,
    windowEnd: TextPosition,
    at instant: Instant,
    into sink: inout ChunkSink
  ) -> TextPosition {
    guard position.graphemes > limit, let first = window.first else { return .zero }
    let piece = start(ofGrapheme: limit - first.graphemes, windowEnd: windowEnd)
    release(upTo: piece, at: instant, into: &sink)
    return piece
  }

  private func start(ofGrapheme index: Int, windowEnd: TextPosition) -> TextPosition {
    index < window.count ? window[index] : windowEnd
  }

  /// Asks the dictionary how many graphemes the window's first word has.
  private func firstWord(
    to windowEnd: TextPosition,
    countingIn sink: inout ChunkSink
  ) -> Int {
    guard let boundaries else { return 1 }
    let first = window[0].bytes
    let length = windowEnd.bytes - first
    sink.dictionaryLookups += 1
    let word = held.read { text in
      boundaries.firstWord(in: UnsafeBufferPointer(rebasing: text[first..<first + length]))
    }
    guard let word, word > 0, word < length else { return window.count }
    var count = 1
    while count < window.count, window[count].bytes - first < word { count += 1 }
    return count
  }
}
