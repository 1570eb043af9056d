import Revealing
import Timebase
import TokenStreaming

/// One text part as an app drives it: tokens through a chunker into a timeline, time-outs and all.
struct StreamedText {
  let rule: ChunkRule
  let boundaries: (any WordBoundaries & Sendable)?
  var chunker: WordChunker
  var timeline: RevealTimeline
  var sink = ChunkSink()
  var releases: [Release] = []
  /// The text whose chunks are complete.
  var text: [UInt8] = []
  var visible = true

  init(
    _ rule: ChunkRule,
    _ reveal: RevealRule,
    boundaries: (any WordBoundaries & Sendable)? = nil
  ) {
    self.rule = rule
    self.boundaries = boundaries
    chunker = WordChunker(rule: rule, boundaries: boundaries)
    timeline = RevealTimeline(rule: reveal)
  }

  /// What is released, as text.
  var shown: String { String(decoding: text[..<timeline.releasedUTF8(of: 1)], as: UTF8.self) }

  mutating func open(showing shown: String) {
    timeline.open(
      part: 1,
      message: 1,
      shownUTF8: shown.utf8.count,
      shownScalars: shown.unicodeScalars.count
    )
    text = Array(shown.utf8)
  }

  mutating func wait(until milliseconds: Double) {
    let instant = Reveal.at(milliseconds)
    while let deadline = chunker.holdDeadline, deadline <= instant {
      chunker.timeOut(at: deadline, into: &sink)
      complete()
    }
    timeline.advance(to: max(instant, timeline.now), into: &releases)
  }

  mutating func token(_ bytes: [UInt8], _ milliseconds: Double) {
    // A time-out at the token's own instant comes after it.
    wait(until: milliseconds - 0.000_001)
    chunker.append(bytes, at: Reveal.at(milliseconds), into: &sink)
    complete()
  }

  mutating func token(_ token: String, _ milliseconds: Double) {
    self.token(Array(token.utf8), milliseconds)
  }

  /// The stream ends; everything is shown in time.
  mutating func finish(_ milliseconds: Double) {
    wait(until: milliseconds)
    chunker.finish(at: Reveal.at(milliseconds), into: &sink)
    complete()
    timeline.end(message: 1, at: Reveal.at(milliseconds), into: &releases)
    while let due = timeline.nextDue { timeline.advance(to: due, into: &releases) }
    timeline.checkInvariants()
  }

  mutating func stop(_ milliseconds: Double) {
    wait(until: milliseconds)
    chunker.finish(at: Reveal.at(milliseconds), into: &sink)
    complete()
    timeline.snap(part: 1, at: Reveal.at(milliseconds), into: &releases)
    timeline.checkInvariants()
  }

  /// The text is set anew: what it has in common with what is shown stays.
  mutating func replace(with new: String, _ milliseconds: Double) {
    wait(until: milliseconds)
    let bytes = Array(new.utf8)
    let common = zip(text, bytes).prefix { $0 == $1 }.count
    let kept = min(common, timeline.releasedUTF8(of: 1))
    let scalars = String(decoding: bytes[..<kept], as: UTF8.self).unicodeScalars.count
    timeline.replaceText(
      of: 1,
      keptUTF8: kept,
      keptScalars: scalars,
      at: Reveal.at(milliseconds),
      into: &releases
    )
    text = Array(bytes[..<kept])
    chunker = WordChunker(rule: rule, boundaries: boundaries)
    token(Array(bytes[kept...]), milliseconds)
  }

  private mutating func complete() {
    for chunk in sink.chunks {
      timeline.complete(chunk, part: 1, message: 1, visible: visible, into: &releases)
    }
    text += sink.bytes
    sink.removeAll()
  }
}
