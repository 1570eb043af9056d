/// Breaks a line greedily, grapheme by grapheme, without looking ahead.
///
/// A word that does not fit beside what stands before it moves to the next line; one longer than a
/// line is cut there. Spaces hang: they advance the pen but never break a line.
struct LineWalk: Equatable {
  /// How many lines there are so far.
  var lines: Int64 = 1
  /// How far the current line reaches, in layout units.
  var pen: Int64 = 0
  /// Where on the line the current word begins.
  var wordStart: Int64 = 0
  /// Whether the last grapheme belongs to a word.
  var isInWord = false
  /// How many graphemes have been placed.
  var graphemes: Int64 = 0

  /// Places a grapheme of a word on a line of `width` units.
  @inline(__always) mutating func placeGrapheme(advance: Int64, width: Int64) {
    graphemes &+= 1
    if !isInWord {
      isInWord = true
      wordStart = pen
    }
    pen &+= advance
    if pen > width { breakLine(advance: advance, width: width) }
  }

  private mutating func breakLine(advance: Int64, width: Int64) {
    if wordStart > 0 {
      lines &+= 1
      pen &-= wordStart
      wordStart = 0
    }
    if pen > width, pen > advance {
      lines &+= 1
      pen = advance
    }
  }

  /// Places a space.
  @inline(__always) mutating func placeSpace(advance: Int64) {
    graphemes &+= 1
    isInWord = false
    pen &+= advance
  }

  /// Ends the line.
  @inline(__always) mutating func placeNewline() {
    graphemes &+= 1
    lines &+= 1
    pen = 0
    wordStart = 0
    isInWord = false
  }
}
