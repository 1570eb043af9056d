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

  /// Counts glyphs.
  mutating func count(glyphs more: Int) { glyphs += more }

  /// Ends the current line.
  mutating func finishLine() {
    height += ascent + descent
    lines += 1
    pen = 0
    (ascent, descent) = strut
  }
}
