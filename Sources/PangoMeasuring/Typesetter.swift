import CTextShaping
import Lengths
import MarkdownBlocks
import TextMeasuring

/// Breaks one text into lines; lengths in 1/1024 points.
struct Typesetter {
  /// The start of a line that no later text can move, and what stands above it.
  struct Settled {
    var utf8Offset: Int
    var height: Int64
    var lines: Int64
  }

  private let measurer: PangoMeasurer
  private let text: UnsafeBufferPointer<UInt8>
  private let face: TextFace
  private let textSize: TextSizeCategory
  private let width: Int64?
  private var cursor: RunCursor
  private var stack: LineStack
  private var settled = Settled(utf8Offset: 0, height: 0, lines: 0)
  /// The style asked for last, and its face.
  private var current: (style: TextStyle, face: FaceTable.Face)

  init(
    measurer: PangoMeasurer,
    text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory
  ) {
    self.measurer = measurer
    self.text = text
    self.face = face
    self.textSize = textSize
    self.width = width.map { $0.rawValue * 16 }
    cursor = RunCursor(runs)
    let strut = measurer.face(face, style: [], textSize: textSize)
    stack = LineStack(ascent: strut.ascent, descent: strut.descent)
    current = ([], strut)
  }

  /// What has been set.
  var result: MeasuredBlock {
    MeasuredBlock(
      height: PangoMeasurer.length(stack.totalHeight),
      lines: Int(stack.lines) + 1,
      glyphs: stack.glyphs
    )
  }

  /// Sets the text from a settled line on.
  ///
  /// - Returns: The last settled line.
  mutating func typeset(from start: Settled) -> Settled {
    stack.height = start.height
    stack.lines = start.lines
    settled = start
    var offset = start.utf8Offset
    while true {
      let (end, next) = endOfLine(from: offset)
      if let width { wrap(offset..<end, width: width) } else { stretch(offset..<end) }
      guard next > end else { return settled }
      stack.finishLine()
      offset = next
      if next < text.count || text[next - 1] != 0x0D { settle(at: next) }
    }
  }

  private mutating func settle(at offset: Int) {
    settled = Settled(utf8Offset: offset, height: stack.height, lines: stack.lines)
  }

  /// Finds where a line ends by a newline, and where the next begins; both the end of the text
  /// for the last line.
  private func endOfLine(from start: Int) -> (end: Int, next: Int) {
    var index = start
    while index < text.count {
      switch text[index] {
      case 0x0D:
        return (index, index + 1 < text.count && text[index + 1] == 0x0A ? index + 2 : index + 1)
      case 0x0A...0x0C: return (index, index + 1)
      case 0xC2 where index + 1 < text.count && text[index + 1] == 0x85: return (index, index + 2)
      case 0xE2
      where index + 2 < text.count && text[index + 1] == 0x80
        && text[index + 2] & 0xFE == 0xA8:
        return (index, index + 3)
      default: index += 1
      }
    }
    return (index, index)
  }

  private mutating func faceOfRun(at byte: Int) -> FaceTable.Face {
    cursor.move(to: byte)
    if cursor.style != current.style {
      current = (
        cursor.style, measurer.face(face, style: cursor.style, textSize: textSize)
      )
    }
    return current.face
  }
}

extension Typesetter {
  /// Sets a line that does not wrap: only its height counts, and a face has all of ASCII, which is
  /// looked at and not shaped.
  private mutating func stretch(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      let start = index
      if text[index] < 0x80 {
        while index < range.upperBound, text[index] < 0x80 { index += 1 }
      } else {
        let face = faceOfRun(at: index)
        while index < range.upperBound, text[index] >= 0x80,
          index - start < PangoMeasurer.longestPart || text[index] & 0xC0 == 0x80
        {
          index += 1
        }
        let extents = measurer.extents(
          of: UnsafeBufferPointer(rebasing: text[start..<index]),
          face: face.index
        )
        stack.raise(extents)
        stack.count(glyphs: extents.glyphs)
      }
    }
  }

  /// Fills lines with the pieces between the breaks that are allowed.
  private mutating func wrap(_ range: Range<Int>, width: Int64) {
    guard !range.isEmpty else { return }
    let base = range.lowerBound
    measurer.engine.findBreaks(
      in: UnsafeBufferPointer(rebasing: text[range]),
      flags: &measurer.flags
    )
    var candidate: Settled?
    var pieces = 0
    var start = base
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, measurer.flags[end - base] & UInt8(TEXT_MAY_BREAK) == 0 {
        end += 1
      }
      let wordEnd = endOfWord(start..<end, base: base)
      let before = cursor
      let word = extents(of: start..<wordEnd, base: base)
      if stack.pen > 0, stack.pen + word.advance > width {
        stack.finishLine()
        candidate =
          isSafeStart(start)
          ? Settled(utf8Offset: start, height: stack.height, lines: stack.lines) : nil
        pieces = 0
      }
      if stack.pen == 0, word.advance > width {
        cursor = before
        cut(start..<wordEnd, base: base, word: word, width: width)
      } else {
        stack.raise(word)
        stack.advance(by: word.advance)
      }
      stack.count(glyphs: word.glyphs)
      placeSpaces(wordEnd..<end, base: base)
      pieces += 1
      // The first piece of a line may shrink while it grows (a letter joins the next) and fit the
      // line above; two pieces on, neither it nor the break after it can change.
      if pieces >= 3, let line = candidate { settled = line }
      start = end
    }
  }

  /// Whether shaping and breaking may start here as if nothing stood before: after a space, or
  /// after an ideograph, whose breaks look at the next scalar alone.
  private func isSafeStart(_ offset: Int) -> Bool {
    guard offset > 0 else { return true }
    if text[offset - 1] == 0x20 || text[offset - 1] == 0x09 { return true }
    guard offset >= 3, text[offset - 1] >= 0x80 else { return false }
    return (0xE3...0xE9).contains(text[offset - 3]) && text[offset - 2] & 0xC0 == 0x80
  }

  private func endOfWord(_ piece: Range<Int>, base: Int) -> Int {
    var end = piece.upperBound
    while end > piece.lowerBound {
      var scalar = end - 1
      while scalar > piece.lowerBound, text[scalar] & 0xC0 == 0x80 { scalar -= 1 }
      guard measurer.flags[scalar - base] & UInt8(TEXT_IS_WHITE) != 0 else { break }
      end = scalar
    }
    return end
  }

  /// Where the part that begins at `start` ends: with its run, or before it is too long.
  private func endOfPart(from start: Int, to end: Int, base: Int) -> Int {
    let end = min(end, cursor.end)
    guard end - start > PangoMeasurer.longestPart else { return end }
    var part = start + PangoMeasurer.longestPart
    while part > start + 1, measurer.flags[part - base] & UInt8(TEXT_IS_GRAPHEME) == 0 { part -= 1 }
    return part > start + 1 ? part : end
  }

  private mutating func extents(of word: Range<Int>, base: Int) -> FontEngine.Extents {
    var sum = FontEngine.Extents(advance: 0, ascent: 0, descent: 0, glyphs: 0)
    var start = word.lowerBound
    while start < word.upperBound {
      let face = faceOfRun(at: start)
      let end = endOfPart(from: start, to: word.upperBound, base: base)
      let part = measurer.extents(
        of: UnsafeBufferPointer(rebasing: text[start..<end]),
        face: face.index
      )
      sum.advance += part.advance
      sum.ascent = max(sum.ascent, part.ascent)
      sum.descent = max(sum.descent, part.descent)
      sum.glyphs += part.glyphs
      start = end
    }
    return sum
  }

  /// Advances over spaces; a tab is as wide as four.
  private mutating func placeSpaces(_ spaces: Range<Int>, base: Int) {
    var index = spaces.lowerBound
    while index < spaces.upperBound {
      let face = faceOfRun(at: index)
      var end = index + 1
      while end < spaces.upperBound, text[end] & 0xC0 == 0x80 { end += 1 }
      switch text[index] {
      case 0x20: stack.advance(by: face.spaceAdvance)
      case 0x09: stack.advance(by: face.spaceAdvance * 4)
      default:
        let extents = measurer.extents(
          of: UnsafeBufferPointer(rebasing: text[index..<end]),
          face: face.index
        )
        stack.raise(extents)
        stack.advance(by: extents.advance)
      }
      stack.count(glyphs: 1)
      index = end
    }
  }

  /// Sets a word that is longer than a line, grapheme by grapheme.
  private mutating func cut(
    _ word: Range<Int>,
    base: Int,
    word extents: FontEngine.Extents,
    width: Int64
  ) {
    stack.raise(extents)
    var start = word.lowerBound
    while start < word.upperBound {
      let face = faceOfRun(at: start)
      let end = endOfPart(from: start, to: word.upperBound, base: base)
      let advances = measurer.engine.advances(
        of: UnsafeBufferPointer(rebasing: text[start..<end]),
        face: face.index
      )
      var grapheme: Int64 = 0
      for (index, advance) in advances.enumerated() {
        grapheme += Int64(advance)
        let next = start + index + 1
        guard next == end || measurer.flags[next - base] & UInt8(TEXT_IS_GRAPHEME) != 0 else {
          continue
        }
        if stack.pen > 0, stack.pen + grapheme > width {
          stack.finishLine()
          stack.raise(extents)
        }
        stack.advance(by: grapheme)
        grapheme = 0
      }
      start = end
    }
  }
}
