import CTextShaping
import MarkdownBlocks
import TextMeasuring

/// What a measurer changes while it sets a text: faces, what was shaped before, where the line that is
/// being set may be broken.
///
/// A typesetter owns it while it works, so that reading it for each letter needs no check whether
/// somebody else is writing.
struct ShapingState: ~Copyable {
  let engine: FontEngine
  private var faces: FaceTable
  private var cache = ShapeCache(capacity: 65_536)
  /// What may happen before each byte of the line that is being set, and after its last.
  private(set) var flags: [UInt8] = []
  /// What was set before, for other widths.
  var prepared = PreparedTexts()

  init(_ engine: FontEngine, _ fonts: FontSet) {
    self.engine = engine
    faces = FaceTable(fonts)
  }

  /// How many pieces were found among those shaped before.
  var cacheHits: Int { cache.hits + prepared.hits }
  /// How many pieces had to be shaped.
  var cacheMisses: Int { cache.misses }

  /// The face of a style within a face at a size.
  mutating func face(
    _ face: TextFace,
    style: TextStyle,
    textSize: TextSizeCategory
  ) -> FaceTable.Face {
    faces.face(face, style: style, textSize: textSize, engine: engine)
  }

  /// What a stretch of text takes in a face.
  @inline(__always)
  mutating func extents(
    of text: UnsafeBufferPointer<UInt8>,
    face: Int32
  ) -> FontEngine.Extents {
    if let known = cache.extents(of: text, face: face) { return known }
    let extents = engine.shape(text, face: face)
    cache.add(text, face: face, extents)
    return extents
  }

  /// The advance of each cluster of a stretch at its first byte, 0 elsewhere.
  mutating func withAdvances<Result>(
    of text: UnsafeBufferPointer<UInt8>,
    face: Int32,
    _ body: (ArraySlice<Int32>) -> Result
  ) -> Result {
    let engine = engine
    return cache.withAdvances(
      of: text,
      face: face,
      shape: { engine.advances(of: text, face: face) },
      body
    )
  }

  /// Forgets all texts.
  mutating func forgetTexts() {
    cache.removeAll()
    prepared.removeAll()
    engine.forgetBreaks()
  }

  /// Where the line may be broken next after the byte at `start`; `limit` where it may not be before.
  borrowing func nextBreak(after start: Int, before limit: Int) -> Int {
    flags.withUnsafeBufferPointer { flags in
      var end = start + 1
      while end < limit, flags[end] & UInt8(TEXT_MAY_BREAK) == 0 { end += 1 }
      return end
    }
  }

  /// Where the white space at the end of a piece of a line begins.
  ///
  /// - Parameter base: Where in the text the line begins whose breaks were found.
  @inline(__always)
  borrowing func endOfWord(
    _ piece: Range<Int>,
    of text: UnsafeBufferPointer<UInt8>,
    base: Int
  ) -> Int {
    flags.withUnsafeBufferPointer { flags in
      var end = piece.upperBound
      while end > piece.lowerBound {
        var scalar = end - 1
        while scalar > piece.lowerBound, text[scalar] & 0xC0 == 0x80 { scalar -= 1 }
        guard flags[scalar - base] & UInt8(TEXT_IS_WHITE) != 0 else { break }
        end = scalar
      }
      return end
    }
  }

  /// Where a part ends that is shaped at once: at the end of the range, or before it is too long.
  ///
  /// - Parameter base: Where in the text the line begins whose breaks were found.
  @inline(__always)
  borrowing func endOfPart(
    _ range: Range<Int>,
    of text: UnsafeBufferPointer<UInt8>,
    base: Int
  ) -> Int {
    range.count > PangoMeasurer.longestPart
      ? cut(range.lowerBound, of: text, base: base) : range.upperBound
  }

  /// Where the longest part ends that begins at a place, between two graphemes where that is possible.
  @inline(never)
  private borrowing func cut(
    _ start: Int,
    of text: UnsafeBufferPointer<UInt8>,
    base: Int
  ) -> Int {
    var part = start + PangoMeasurer.longestPart
    while part > start + 1, flags[part - base] & UInt8(TEXT_IS_GRAPHEME) == 0 { part -= 1 }
    guard part <= start + 1 else { return part }
    // A grapheme of so many marks is cut between two of them.
    part = start + PangoMeasurer.longestPart
    while text[part] & 0xC0 == 0x80 { part -= 1 }
    return part
  }

  /// Writes into ``flags`` what may happen before each byte of a line and after its last.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - known: How many leading bytes were there when breaks were last looked for; negative for none.
  /// - Returns: How many bytes took more than a look for spaces, and are not among the known ones.
  mutating func findBreaks(in line: UnsafeBufferPointer<UInt8>, knowing known: Int) -> Int {
    engine.findBreaks(in: line, knowing: known, flags: &flags)
  }
}
