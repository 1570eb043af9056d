import MarkdownBlocks
import TextMeasuring

/// Remembers what the pieces of whole texts take that lie between allowed line breaks: another width
/// is filled with them by adding up.
///
/// Limit: ``capacity`` bytes of text; when full it is emptied. A text of more than ``longestText`` bytes
/// is not kept. Results do not depend on what it holds.
///
/// - Complexity: O(text) a look-up, which hashes and compares it.
struct PreparedTexts {
  /// What lies between two breaks, in 1/1024 points.
  struct Piece {
    /// What it takes without the white space at its end; negative for the end of a line at which a new
    /// one begins.
    var advance: Int32
    /// What that white space takes.
    var space: Int32
    /// How far it reaches up.
    var ascent: Int32
    /// How far it reaches down.
    var descent: Int32
    /// Where its parts begin, if it was longer than a line once; else -1.
    var firstPart: Int32 = -1
    /// How many it has.
    var partCount: Int32 = 0

    /// The end of a line by a newline.
    static let newline = Piece(advance: -1, space: 0, ascent: 0, descent: 0)
  }

  /// A part of a piece that is longer than a line.
  struct Part {
    /// What it takes.
    var advance: Int32
    /// How far it reaches up.
    var ascent: Int32
    /// How far it reaches down.
    var descent: Int32
    /// Where the advances of its graphemes begin.
    var firstGrapheme: Int32
    /// How many those are.
    var count: Int32
  }

  /// A text that was set.
  struct Entry {
    fileprivate let bytes: Range<Int>
    fileprivate let runs: Range<Int>
    fileprivate let face: TextFace
    fileprivate let textSize: TextSizeCategory
    fileprivate let pieces: Range<Int>
    /// How many glyphs it has.
    let glyphs: Int
    /// How many of its bytes the rules of line breaking look at; nil where some were known.
    let lineBrokenUTF8: Int?
  }

  /// How many bytes of text are kept.
  static let capacity = 262_144
  /// The longest text that is kept, in bytes.
  static let longestText = 65_536

  private var entries: [UInt64: Entry] = [:]
  private var bytes: [UInt8] = []
  private var runs: [TextRun] = []
  /// Those of the entries, and after them those of the text that is being set.
  private var pieces: [Piece] = []
  /// Those of pieces that were longer than a line.
  private(set) var parts: [Part] = []
  /// The advances of the graphemes of parts.
  private(set) var graphemes: [Int32] = []
  /// Where the parts of the piece that is being set begin.
  private var pieceParts = 0
  /// How many pieces the entries have; nil while no text is written down.
  private var kept: Int?
  /// How many pieces were asked for of texts that were set before.
  private(set) var hits = 0

  /// A text that was set before, in the same styles, face and size; nil when it is not known.
  func entry(
    of text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    textSize: TextSizeCategory
  ) -> Entry? {
    guard let entry = entries[Self.hash(text, textSize)], entry.face == face,
      entry.textSize == textSize, entry.bytes.count == text.count, self.runs[entry.runs] == runs
    else { return nil }
    let isKnown = bytes.withUnsafeBytes {
      Self.isSame(UnsafeRawBufferPointer(rebasing: $0[entry.bytes]), UnsafeRawBufferPointer(text))
    }
    return isKnown ? entry : nil
  }

  /// Gives a text's pieces to `body`, in order, and the parts and graphemes of all pieces.
  mutating func withPieces<Result>(
    of entry: Entry,
    _ body: (UnsafeBufferPointer<Piece>, [Part], [Int32]) -> Result
  ) -> Result {
    hits += entry.pieces.count
    return pieces.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[entry.pieces]), parts, graphemes)
    }
  }

  // MARK: Writing down

  /// Begins to write down the pieces of a text, if it is one that is kept.
  mutating func begin(utf8Count count: Int) {
    guard count > 0, count <= Self.longestText else { return }
    if bytes.count + count > Self.capacity { removeAll() }
    kept = pieces.count
    pieceParts = parts.count
  }

  /// Whether a text is written down.
  var isWriting: Bool { kept != nil }

  /// A part of the next piece follows, which is longer than a line.
  mutating func addPart(_ extents: FontEngine.Extents, graphemes advances: [Int32]) {
    guard let advance = Int32(exactly: extents.advance),
      let ascent = Int32(exactly: extents.ascent),
      let descent = Int32(exactly: extents.descent)
    else { return }
    parts.append(
      Part(
        advance: advance,
        ascent: ascent,
        descent: descent,
        firstGrapheme: Int32(graphemes.count),
        count: Int32(advances.count)
      )
    )
    graphemes += advances
  }

  /// A piece follows; a text with one that takes too much to be written down is not kept.
  @inline(__always)
  mutating func add(_ word: FontEngine.Extents, space: FontEngine.Extents) {
    guard let kept else { return }
    guard let advance = Int32(exactly: word.advance), let width = Int32(exactly: space.advance),
      let ascent = Int32(exactly: max(word.ascent, space.ascent)),
      let descent = Int32(exactly: max(word.descent, space.descent))
    else {
      pieces.removeLast(pieces.count - kept)
      self.kept = nil
      return
    }
    var piece = Piece(advance: advance, space: width, ascent: ascent, descent: descent)
    // White space that makes lines taller is told apart from the piece's last line no more.
    if pieceParts < parts.count, space.ascent == 0, space.descent == 0 {
      (piece.firstPart, piece.partCount) = (Int32(pieceParts), Int32(parts.count - pieceParts))
    }
    pieceParts = parts.count
    pieces.append(piece)
  }

  /// A newline follows.
  mutating func addNewline() { if kept != nil { pieces.append(.newline) } }

  /// The text is written down.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - runs: Its styles.
  ///   - face: What it is set in.
  ///   - textSize: The reader's text size.
  ///   - glyphs: How many glyphs it has.
  ///   - lineBrokenUTF8: How many of its bytes the rules of line breaking look at; nil where some were
  ///     known.
  mutating func end(
    _ text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    textSize: TextSizeCategory,
    glyphs: Int,
    lineBrokenUTF8: Int?
  ) {
    guard let kept else { return }
    self.kept = nil
    let (firstByte, firstRun) = (bytes.count, self.runs.count)
    bytes.append(contentsOf: text)
    self.runs.append(contentsOf: runs)
    entries[Self.hash(text, textSize)] = Entry(
      bytes: firstByte..<bytes.count,
      runs: firstRun..<self.runs.count,
      face: face,
      textSize: textSize,
      pieces: kept..<pieces.count,
      glyphs: glyphs,
      lineBrokenUTF8: lineBrokenUTF8
    )
  }

  /// Forgets all texts and keeps the memory.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    graphemes.removeAll(keepingCapacity: true)
    kept = nil
  }

  /// Where a text is kept: of two with one hash the later one.
  private static func hash(
    _ text: UnsafeBufferPointer<UInt8>,
    _ textSize: TextSizeCategory
  ) -> UInt64 {
    let hash = TextWords(text).hash(salt: UInt64(text.count) << 8 | UInt64(textSize.rawValue))
    return text.count > TextWords.capacity ? TextWords.hash(ofLong: text, salt: hash) : hash
  }

  /// Whether texts of one length are the same, eight bytes at a time.
  private static func isSame(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool
  {
    var done = 0
    while done + 8 <= one.count {
      guard
        one.loadUnaligned(fromByteOffset: done, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: done, as: UInt64.self)
      else { return false }
      done += 8
    }
    return one[done...].elementsEqual(other[done...])
  }
}
