/// Lines of text as they fill, in 1/1024 points.
struct LineStack {
  /// The height of the finished lines.
  var height: Int64 = 0
  /// How many lines are finished.
  var lines: Int64 = 0
  /// How far the current line reaches.
  private(set) var pen: Int64 = 0
  /// How many glyphs have been placed.
  private(set) var glyphs = 0

  private let strut: (ascent: Int64, descent: Int64)
  /// How far the current line reaches up.
  private(set) var ascent: Int64
  /// How far it reaches down.
  private(set) var descent: Int64

  /// Makes one empty line that is as tall as its face.
  init(ascent: Int64, descent: Int64) {
    strut = (ascent, descent)
    self.ascent = ascent
    self.descent = descent
  }

  /// The height with the current line.
  var totalHeight: Int64 { height + ascent + descent }

  /// Makes the current line tall enough for what it holds.
  mutating func raise(_ extents: FontEngine.Extents) {
    raise(ascent: extents.ascent, descent: extents.descent)
  }

  /// Makes the current line reach so far at least.
  @inline(__always)
  mutating func raise(ascent: Int64, descent: Int64) {
    self.ascent = max(self.ascent, ascent)
    self.descent = max(self.descent, descent)
  }

  /// Goes on with a line that has come so far.
  mutating func resume(pen: Int64, _ ascent: Int64, _ descent: Int64) {
    self.pen = pen
    self.ascent = max(self.ascent, ascent)
    self.descent = max(self.descent, descent)
  }

  /// Moves the pen.
  mutating func advance(by width: Int64) { pen += width }

  /// Places a part of a word that is longer than a line, grapheme by grapheme where it does not fit.
  mutating func place(_ part: PreparedTexts.Part, _ graphemes: [Int32], width: Int64) {
    let (ascent, descent) = (Int64(part.ascent), Int64(part.descent))
    raise(ascent: ascent, descent: descent)
    guard pen + Int64(part.advance) > width else { return advance(by: Int64(part.advance)) }
    let first = Int(part.firstGrapheme)
    for grapheme in graphemes[first..<first + Int(part.count)] {
      if pen > 0, pen + Int64(grapheme) > width {
        finishLine()
        raise(ascent: ascent, descent: descent)
      }
      advance(by: Int64(grapheme))
    }
  }

  mutating func count(glyphs more: Int) { glyphs += more }

  /// Ends the current line.
  mutating func finishLine() {
    height += ascent + descent
    lines += 1
    pen = 0
    (ascent, descent) = strut
  }
}
