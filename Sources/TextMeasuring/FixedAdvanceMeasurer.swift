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
  public static let narrowAdvance = LayoutUnit(points: 8)
  /// What a line takes at the text size `large`.
  public static let lineHeight = LayoutUnit(points: 20)

  /// The measurer's name; its version changes with its rules.
  public let identity = "fixed-1"

  /// Makes a measurer.
  public init() {}

  /// Measures a block; see ``TextMeasurer``.
  ///
  /// - Complexity: O(length of the text).
  public func measure(
    _ block: StyledBlock,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    BlockBox.measure(block, width: width, textSize: textSize, setter: self)
  }

  /// Measures a block that has grown; see ``TextMeasurer``.
  ///
  /// - Complexity: O(new text), and at most one grapheme more, when `keptUTF8` covers the old text;
  ///   O(text) otherwise and for rows of tables.
  public func extend(
    _ tail: inout TailMeasurement,
    with block: StyledBlock,
    keeping keptUTF8: Int,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    guard let flow = BlockBox.flow(of: block, width: width, textSize: textSize, setter: self) else {
      return measure(block, width: width, textSize: textSize)
    }
    let isResumed = tail.resume(
      in: .init(
        measurer: ObjectIdentifier(self),
        textWidth: flow.textWidth,
        face: flow.face,
        textSize: textSize
      ),
      keeping: min(keptUTF8, block.text.count)
    )
    var walk = isResumed ? LineWalk(registers: tail.registers) : LineWalk()
    let before = walk.graphemes
    let checkpoint = block.text.withUnsafeBufferPointer {
      walk.walk(
        $0,
        from: tail.utf8Offset,
        narrow: textSize.scaled(Self.narrowAdvance).rawValue,
        width: flow.textWidth?.rawValue ?? .max
      )
    }
    tail.utf8Offset = checkpoint.utf8Offset
    tail.registers = checkpoint.walk.registers
    return MeasuredBlock(
      height: textSize.scaled(Self.lineHeight) * Int(walk.lines) + flow.extraHeight,
      lines: Int(walk.lines),
      glyphs: Int(walk.graphemes - before)
    )
  }

  /// Sets a stretch of text; see ``TextSetter``.
  public func set(
    _ text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    var walk = LineWalk()
    _ = walk.walk(
      text,
      from: 0,
      narrow: textSize.scaled(Self.narrowAdvance).rawValue,
      width: width?.rawValue ?? .max
    )
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
