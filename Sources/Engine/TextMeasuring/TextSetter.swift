import Lengths
import MarkdownBlocks

/// Breaks text into lines: the part of a measurer that ``BlockBox`` builds every block from.
public protocol TextSetter: AnyObject {
  /// Sets a stretch of text.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8.
  ///   - runs: Its styles; their counts sum to the text's.
  ///   - face: What it is set in.
  ///   - width: Where lines end; nil for text that breaks at line feeds alone.
  ///   - textSize: The reader's text size.
  /// - Returns: Its height (one line when empty), lines and the glyphs placed.
  func set(
    _ text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory
  ) -> MeasuredBlock

  /// Sets a text that has grown from where `tail` stands, and moves that on by
  /// ``TailMeasurement/settle(_:)``.
  ///
  /// Height and lines are those of the whole text.
  ///
  /// - Parameters:
  ///   - text: The whole text as it is now, valid UTF-8; it begins with the bytes that the state of
  ///     `tail` depends on.
  ///   - runs: Its styles; their counts sum to the text's.
  ///   - face: What it is set in.
  ///   - width: Where lines end; nil for text that breaks at line feeds alone.
  ///   - textSize: The reader's text size.
  ///   - tail: Where to begin; its registers are zero at the start of the text.
  /// - Returns: Its height, lines and the glyphs that this call placed.
  func set(
    _ text: UnsafeBufferPointer<UInt8>,
    runs: ArraySlice<TextRun>,
    face: TextFace,
    width: LayoutUnit?,
    textSize: TextSizeCategory,
    resuming tail: inout TailMeasurement
  ) -> MeasuredBlock

  /// The height of one line without text.
  ///
  /// - Parameters:
  ///   - face: What it is set in.
  ///   - textSize: The reader's text size.
  func lineHeight(of face: TextFace, textSize: TextSizeCategory) -> LayoutUnit
}

extension TextMeasurer where Self: TextSetter {
  /// Measures a block box by box; see ``TextMeasurer``.
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
  /// - Complexity: that of the setter's resumed setting from some ``TailMeasurement/spacing`` bytes
  ///   before the first that changed; O(text) for rows of tables.
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
    tail.resume(
      in: .init(
        measurer: ObjectIdentifier(self),
        textWidth: flow.textWidth,
        face: flow.face,
        textSize: textSize
      ),
      keeping: min(keptUTF8, block.text.count)
    )
    var result = block.text.withUnsafeBufferPointer {
      set(
        $0,
        runs: block.runs[...],
        face: flow.face,
        width: flow.textWidth,
        textSize: textSize,
        resuming: &tail
      )
    }
    result.height += flow.extraHeight
    return result
  }
}
