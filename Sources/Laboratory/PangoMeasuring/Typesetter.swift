import CTextShaping
import Lengths
import MarkdownBlocks
import TextMeasuring

/// Breaks one text into lines; lengths in 1/1024 points.
///
/// Where its lines end is told to `lines`: whoever measures looks at none, and pays nothing.
struct Typesetter<Lines: LineSink>: ~Copyable {
  /// Faces, shaped pieces and breaks; the measurer's again when the text is set.
  var state: ShapingState
  let text: UnsafeBufferPointer<UInt8>
  let face: TextFace
  let textSize: TextSizeCategory
  let width: Int64?
  /// Whether the text is set from its start, so that no place is kept.
  let isWhole: Bool
  private(set) var cursor: RunCursor
  var stack: LineStack
  /// Gets the lines.
  private(set) var lines: Lines
  /// How many bytes were looked at by the rules of line breaking that are new to the text.
  var lineBrokenUTF8 = 0
  /// Gets the places that settle.
  private(set) var tail = TailMeasurement()
  /// The style asked for last, and its face.
  private var current: (style: TextStyle, face: FaceTable.Face)

  init(
    state: consuming ShapingState,
    text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory,
    isWhole: Bool,
    lines: Lines
  ) {
    self.isWhole = isWhole
    self.lines = lines
    self.text = text
    self.face = face
    self.textSize = textSize
    self.width = width.map { $0.rawValue * 16 }
    cursor = RunCursor(runs)
    let strut = state.face(face, style: [], textSize: textSize)
    self.state = state
    stack = LineStack(ascent: strut.ascent, descent: strut.descent)
    current = ([], strut)
  }

  /// What has been set.
  var result: MeasuredBlock {
    MeasuredBlock(
      height: PangoMeasurer.length(stack.totalHeight),
      lines: Int(stack.lines) + 1,
      glyphs: stack.glyphs,
      lineBrokenUTF8: lineBrokenUTF8
    )
  }

  /// Gives back what was borrowed to set the text.
  consuming func end() -> ShapingState { state }

  /// Sets the whole text.
  mutating func typeset() {
    if wrapPrepared() { return }
    let prepares = !Lines.looksAtLines && isWhole && width != nil
    if prepares { state.prepared.begin(utf8Count: text.count) }
    typeset(from: SettledPlace(tail.state))
    guard prepares else { return }
    state.prepared.end(
      text,
      runs: cursor.runs,
      face: face,
      textSize: textSize,
      glyphs: stack.glyphs,
      lineBrokenUTF8: tail.keptUTF8Count == 0 ? lineBrokenUTF8 : nil
    )
  }

  /// Sets the text from the last settled place on.
  ///
  /// - Parameter tail: Where to begin; moved on to the places that settle.
  mutating func typeset(resuming tail: inout TailMeasurement) {
    swap(&self.tail, &tail)
    if isWhole { typeset() } else { typeset(from: SettledPlace(self.tail.state)) }
    swap(&self.tail, &tail)
  }

  private mutating func typeset(from start: SettledPlace) {
    stack.height = start.height
    stack.lines = start.lines
    var offset = start.utf8Offset
    cursor.begin(at: offset, of: text.count)
    var base = start.base
    var isInWord = start.isInWord
    if isInWord { stack.resume(pen: start.pen, start.ascent, start.descent) }
    while true {
      let (end, next) = text.endOfLine(from: offset)
      if let width {
        wrap(offset..<end, width: width, from: base ?? offset, isInWord: isInWord)
      } else {
        stretch(offset..<end)
      }
      (base, isInWord) = (nil, false)
      guard next > end else {
        lines.end(at: end, next: next, stack)
        return
      }
      finishLine(at: end, next: next)
      state.prepared.addNewline()
      offset = next
      // A carriage return may be the first half of a newline.
      let isReturn = text[next - 1] == 0x0D
      if !isReturn || next < text.count {
        settle(SettledPlace(utf8Offset: next, stack), needing: isReturn ? next + 1 : next)
      }
    }
  }

  /// Ends the current line.
  @inline(__always)
  private mutating func finishLine(at end: Int, next: Int) {
    lines.end(at: end, next: next, stack)
    stack.finishLine()
  }

  private mutating func settle(_ place: SettledPlace, needing needed: Int) {
    if !isWhole { tail.settle(place.state(needing: needed)) }
  }

  /// Settles the start of a part of a line when so much follows it that it is one for good.
  private mutating func settle(atPart offset: Int, inWordFrom start: Int, to end: Int) {
    guard end - offset >= 2 * PangoMeasurer.longestPart else { return }
    var place = SettledPlace(utf8Offset: offset, stack, base: start)
    (place.pen, place.ascent, place.descent) = (stack.pen, stack.ascent, stack.descent)
    place.isInWord = true
    // The part is as long as it is because the word goes on beyond the longest there can be.
    let needed = max(offset, start + PangoMeasurer.longestPart) + 2 * FinalBreaks.context
    settle(place, needing: min(end, needed))
  }

  private mutating func faceOfRun(at byte: Int) -> FaceTable.Face {
    cursor.move(to: byte)
    if cursor.style != current.style {
      current = (
        cursor.style, state.face(face, style: cursor.style, textSize: textSize)
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
        // Later text joins no ASCII.
        let part = min(index, range.upperBound - 2 * PangoMeasurer.longestPart)
        if part > start { settle(atPart: part, inWordFrom: part, to: range.upperBound) }
      } else {
        let face = faceOfRun(at: index)
        while index < range.upperBound, text[index] >= 0x80,
          index - start < PangoMeasurer.longestPart || text[index] & 0xC0 == 0x80
        {
          index += 1
        }
        let extents = state.extents(
          of: UnsafeBufferPointer(rebasing: text[start..<index]),
          face: face.index
        )
        stack.raise(extents)
        stack.count(glyphs: extents.glyphs)
        settle(atPart: index, inWordFrom: index, to: range.upperBound)
      }
    }
  }

  /// Fills lines with the pieces between the breaks that are allowed.
  ///
  /// - Parameters:
  ///   - range: The line, or what is left of it.
  ///   - width: Where lines end.
  ///   - base: Where breaks are looked for from; what stands before the range tells where those
  ///     in it are.
  ///   - isInWord: Whether the range goes on with a word that is longer than a line.
  private mutating func wrap(
    _ range: Range<Int>,
    width: Int64,
    from base: Int,
    isInWord: Bool
  ) {
    guard !range.isEmpty else { return }
    var thai = ThaiRun(from: base)
    lineBrokenUTF8 += state.findBreaks(
      in: UnsafeBufferPointer(rebasing: text[base..<range.upperBound]),
      knowing: tail.keptUTF8Count - base
    )
    let breaks = FinalBreaks(text, base..<range.upperBound)
    var start = range.lowerBound
    if isInWord {
      let end = base + state.nextBreak(after: start - base, before: range.upperBound - base)
      let wordEnd = state.endOfWord(start..<end, of: text, base: base)
      cut(start..<wordEnd, base: base, width: width, isRest: true)
      _ = placeSpaces(wordEnd..<end, base: base)
      start = end
    }
    while start < range.upperBound {
      let end = base + state.nextBreak(after: start - base, before: range.upperBound - base)
      let wordEnd = state.endOfWord(start..<end, of: text, base: base)
      let before = cursor.place
      let word = extents(of: start..<wordEnd, base: base)
      if stack.pen > 0, stack.pen + word.advance > width {
        finishLine(at: start, next: start)
        // The first piece of a line may shrink while it grows (a letter joins the next) and fit the
        // line above; once its end is final it does not.
        if breaks.areFinal(upTo: end) {
          let from =
            text.isSafeStart(start)
            ? start : thai.part(at: start, in: text) ?? text.startOfASCII(before: start, from: base)
          if let from {
            let place = SettledPlace(utf8Offset: start, stack, base: from)
            settle(place, needing: breaks.needed(upTo: end))
          }
        }
      }
      if stack.pen == 0, word.advance > width {
        cursor.place = before
        cut(start..<wordEnd, base: base, width: width, isRest: false)
      } else {
        stack.count(glyphs: word.glyphs)
        stack.raise(word)
        stack.advance(by: word.advance)
      }
      state.prepared.add(word, space: placeSpaces(wordEnd..<end, base: base))
      start = end
    }
  }

  private mutating func extents(of word: Range<Int>, base: Int) -> FontEngine.Extents {
    var sum = FontEngine.Extents(advance: 0, ascent: 0, descent: 0, glyphs: 0)
    var start = word.lowerBound
    while start < word.upperBound {
      let face = faceOfRun(at: start)
      let end = state.endOfPart(start..<min(word.upperBound, cursor.end), of: text, base: base)
      let part = state.extents(
        of: UnsafeBufferPointer(rebasing: text[start..<end]),
        face: face.index
      )
      sum.join(part)
      start = end
    }
    return sum
  }

  /// Advances over spaces; a tab is as wide as four.
  ///
  /// - Returns: What they take together.
  private mutating func placeSpaces(_ spaces: Range<Int>, base: Int) -> FontEngine.Extents {
    var sum = FontEngine.Extents(advance: 0, ascent: 0, descent: 0, glyphs: 0)
    var index = spaces.lowerBound
    while index < spaces.upperBound {
      let face = faceOfRun(at: index)
      var end = index + 1
      while end < spaces.upperBound, text[end] & 0xC0 == 0x80 { end += 1 }
      switch text[index] {
      case 0x20: sum.advance += face.spaceAdvance
      case 0x09: sum.advance += face.spaceAdvance * 4
      default:
        sum.join(
          state.extents(
            of: UnsafeBufferPointer(rebasing: text[index..<end]),
            face: face.index
          )
        )
      }
      stack.count(glyphs: 1)
      index = end
    }
    stack.raise(sum)
    stack.advance(by: sum.advance)
    return sum
  }

  /// Sets a word that is longer than a line, or the rest of one, grapheme by grapheme.
  ///
  /// Each line is as tall as the parts in it. A part settles once more than a line of the word
  /// stands before it: then the word is cut whatever follows.
  private mutating func cut(
    _ word: Range<Int>,
    base: Int,
    width: Int64,
    isRest: Bool
  ) {
    var isLonger = isRest
    var start = word.lowerBound
    while start < word.upperBound {
      let face = faceOfRun(at: start)
      let end = state.endOfPart(start..<min(word.upperBound, cursor.end), of: text, base: base)
      let part = UnsafeBufferPointer(rebasing: text[start..<end])
      let extents = state.extents(of: part, face: face.index)
      if state.prepared.isWriting {
        prepare(part, at: start, face: face.index, extents, base: base)
      }
      stack.raise(extents)
      stack.count(glyphs: extents.glyphs)
      if stack.pen + extents.advance <= width {
        stack.advance(by: extents.advance)
      } else {
        isLonger = true
        cutPart(part, at: start, face: face.index, extents, base: base, width: width)
      }
      if isLonger, !ThaiRun.isThai(text, start), !ThaiRun.isThai(text, end) {
        settle(atPart: end, inWordFrom: start, to: word.upperBound)
      }
      start = end
    }
  }

  private mutating func cutPart(
    _ part: UnsafeBufferPointer<UInt8>,
    at start: Int,
    face: Int32,
    _ extents: FontEngine.Extents,
    base: Int,
    width: Int64
  ) {
    let flags = state.flags
    state.withAdvances(of: part, face: face) { advances in
      var grapheme: Int64 = 0
      var (first, next) = (start, start)
      for advance in advances {
        grapheme += Int64(advance)
        next += 1
        guard
          next == start + part.count
            || flags[next - base] & UInt8(TEXT_IS_GRAPHEME) != 0
        else { continue }
        if stack.pen > 0, stack.pen + grapheme > width {
          lines.end(at: first, next: first, stack)
          stack.finishLine()
          stack.raise(extents)
        }
        stack.advance(by: grapheme)
        grapheme = 0
        first = next
      }
    }
  }
}
