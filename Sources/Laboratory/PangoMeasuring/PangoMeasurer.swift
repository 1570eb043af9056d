import CTextShaping
import Lengths
import MarkdownBlocks
import TextMeasuring

/// Measures text in real fonts, shaped by Pango from a private set of font files.
///
/// **Rule.** Text is cut at the line breaks that Unicode allows (UAX 14 as Pango has it, Thai by
/// dictionary). Each piece between two of them is shaped by itself, and lines are filled greedily:
/// spaces at a line's end hang, a piece longer than a line moves to the next and is cut there at
/// graphemes. A line is as tall as the tallest font in it, and at least as its face. So a line's
/// content depends on nothing after its first pieces, which is what lets a growing text be
/// measured from its last settled line break on, with exactly the result of measuring the whole.
/// What this leaves out is kerning across a possible line break.
///
/// Fonts come from the files of the set and nowhere else; language and direction are fixed, so
/// results do not depend on the machine's settings. Shaped pieces are remembered, at most 65,536.
///
/// Not safe to share: one thread makes and uses a measurer. Making one takes some 20 to 40 ms, and
/// Pango 1.50 keeps some 0.6 MB of fontconfig's of each for good: make one a thread and keep it.
package final class PangoMeasurer: TextMeasurer {
  /// Names Pango's version and the fonts, as `pango-1.50.12:0123456789abcdef`.
  package let identity: String
  /// The font files in use, in the order of the set.
  package var fontFiles: [String] { engine.paths }
  /// How many glyphs no font of the set had, so far.
  package var unknownGlyphCount: Int { engine.unknownGlyphs }
  /// How many pieces were found among those shaped before.
  package var cacheHits: Int { idle?.cacheHits ?? 0 }
  /// How many pieces had to be shaped.
  package var cacheMisses: Int { idle?.cacheMisses ?? 0 }

  /// The longest piece that is shaped at once, in bytes; longer ones in parts.
  static let longestPart = 256

  private let engine: FontEngine
  /// Nil while a text is being set.
  private var idle: ShapingState?

  /// Makes a measurer.
  ///
  /// - Parameter fonts: The fonts it may use.
  /// - Throws: ``FontError/missingFile(candidates:package:)`` or
  ///   ``FontError/unreadableFile(path:)`` for a file, ``FontError/libraryFailure(version:)``
  ///   when Pango or fontconfig fail.
  package init(fonts: FontSet = .standard) throws(FontError) {
    engine = try FontEngine(fonts)
    idle = ShapingState(engine, fonts)
    let digits = String(engine.fingerprint, radix: 16)
    identity =
      "pango-\(FontEngine.version):"
      + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Forgets what was shaped and where lines may be broken; keeps fonts, faces and memory.
  package func forgetTexts() {
    var state = takeState()
    state.forgetTexts()
    idle = consume state
  }

  /// Takes what setting a text changes, for as long as one is being set.
  private func takeState() -> ShapingState {
    guard let state = idle.take() else {
      preconditionFailure("a measurer of Pango sets one text at a time")
    }
    return state
  }

  /// Counts the lines that Pango's own layout breaks plain text into: what tests and benchmarks compare
  /// with.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: Where lines end.
  ///   - textSize: The reader's text size.
  /// - Complexity: O(text); nothing is remembered.
  package func layoutLineCount(
    of text: String,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> Int {
    let index = face(.body, textSize: textSize).index
    var text = text
    return text.withUTF8 { engine.lineCount(of: $0, face: index, width: width.rawValue * 16) }
  }

  /// Says where the lines of a text lie that is set as ``set(_:runs:face:width:textSize:)`` does.
  ///
  /// - Returns: Its lines, at least one.
  /// - Complexity: O(text).
  package func lines(
    of text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory
  ) -> [TypesetLine] {
    var typesetter = Typesetter(
      state: takeState(),
      text: text,
      runs: runs,
      face: face,
      width: width,
      textSize: textSize,
      isWhole: true,
      lines: KeptLines()
    )
    typesetter.typeset()
    let lines = typesetter.lines.lines
    idle = typesetter.end()
    return lines
  }

  /// Rounds a height up to the next layout unit.
  static func length(_ height: Int64) -> LayoutUnit { LayoutUnit(rawValue: (height + 15) / 16) }
}

extension PangoMeasurer: TextSetter {
  /// Sets a stretch of text; see ``TextSetter``.
  package func set(
    _ text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    var typesetter = Typesetter(
      state: takeState(),
      text: text,
      runs: runs,
      face: face,
      width: width,
      textSize: textSize,
      isWhole: true,
      lines: NoLines()
    )
    typesetter.typeset()
    let result = typesetter.result
    idle = typesetter.end()
    return result
  }

  /// Sets a text that has grown; see ``TextSetter``.
  ///
  /// - Complexity: O(text from the last state on), which is the new text and two lines, of a word longer
  ///   than a line its last three parts of 256 bytes, while the text only grows.
  package func set(
    _ text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory,
    resuming tail: inout TailMeasurement
  ) -> MeasuredBlock {
    var typesetter = Typesetter(
      state: takeState(),
      text: text,
      runs: runs,
      face: face,
      width: width,
      textSize: textSize,
      isWhole: !tail.keepsStates,
      lines: NoLines()
    )
    typesetter.typeset(resuming: &tail)
    let result = typesetter.result
    idle = typesetter.end()
    return result
  }

  /// The height of one line; see ``TextSetter``.
  package func lineHeight(of face: TextFace, textSize: TextSizeCategory) -> LayoutUnit {
    let strut = self.face(face, textSize: textSize)
    return Self.length(strut.ascent + strut.descent)
  }

  /// A face without a style.
  private func face(_ face: TextFace, textSize: TextSizeCategory) -> FaceTable.Face {
    var state = takeState()
    let found = state.face(face, style: [], textSize: textSize)
    idle = consume state
    return found
  }
}
