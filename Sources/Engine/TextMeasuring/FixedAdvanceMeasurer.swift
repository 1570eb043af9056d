import Lengths
import MarkdownBlocks

/// Measures text whose graphemes are all 8 pt wide, or 16, in lines of 20 pt.
///
/// The same on every machine: no font, no library. A grapheme is wide when its first scalar is of
/// East Asian Width W or F, or half a flag, or when it asks to be shown as an emoji (U+FE0F,
/// U+20E3). Lines break greedily at spaces, trailing spaces hang, a word longer than a line is
/// cut; empty text is one line. All faces and styles are alike; sizes grow with the text size.
///
/// Nothing is kept between calls and nothing allocated, but for text of joined scalars.
public final class FixedAdvanceMeasurer: TextMeasurer, TextSetter, Sendable {
  /// What a narrow grapheme takes at the text size `large`.
  package static let narrowAdvance = LayoutUnit(points: 8)
  /// What a line takes at the text size `large`.
  package static let lineHeight = LayoutUnit(points: 20)

  /// The measurer's name; its version changes with its rules.
  public let identity = "fixed-1"

  /// Makes a measurer.
  public init() {}

  /// Sets a stretch of text; see ``TextSetter``.
  public func set(
    _ text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    var walk = LineWalk()
    walk.walk(
      text,
      from: 0,
      narrow: textSize.scaled(Self.narrowAdvance).rawValue,
      width: width?.rawValue ?? .max
    ) { _ in }
    return MeasuredBlock(
      height: textSize.scaled(Self.lineHeight) * Int(walk.lines),
      lines: Int(walk.lines),
      glyphs: Int(walk.graphemes)
    )
  }

  /// Sets a text that has grown; see ``TextSetter``.
  ///
  /// - Complexity: O(text from the last state on): the new text, and at most one grapheme more while it
  ///   only grows.
  public func set(
    _ text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory,
    resuming tail: inout TailMeasurement
  ) -> MeasuredBlock {
    // There is one line at least: no lines mean that nothing was kept.
    var walk = tail.registers[0] > 0 ? LineWalk(registers: tail.registers) : LineWalk()
    walk.walk(
      text,
      from: tail.utf8Offset,
      narrow: textSize.scaled(Self.narrowAdvance).rawValue,
      width: width?.rawValue ?? .max
    ) { checkpoint in
      tail.settle(
        .init(
          utf8Offset: checkpoint.utf8Offset,
          neededUTF8Count: checkpoint.neededUTF8Count,
          registers: checkpoint.walk.registers
        )
      )
    }
    return MeasuredBlock(
      height: textSize.scaled(Self.lineHeight) * Int(walk.lines),
      lines: Int(walk.lines),
      glyphs: Int(walk.graphemes)
    )
  }

  /// The height of one line; see ``TextSetter``.
  public func lineHeight(of face: TextFace, textSize: TextSizeCategory) -> LayoutUnit {
    textSize.scaled(Self.lineHeight)
  }
}

extension LineWalk {
  /// Takes up a state that was kept.
  fileprivate init(registers: SIMD8<Int64>) {
    lines = registers[0]
    pen = registers[1]
    wordStart = registers[2]
    isInWord = registers[3] != 0
  }

  /// The state as numbers to keep.
  fileprivate var registers: SIMD8<Int64> {
    SIMD8(lines, pen, wordStart, isInWord ? 1 : 0, 0, 0, 0, 0)
  }
}
