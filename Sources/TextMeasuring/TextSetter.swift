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

  /// The height of one line without text.
  ///
  /// - Parameters:
  ///   - face: What it is set in.
  ///   - textSize: The reader's text size.
  func lineHeight(of face: TextFace, textSize: TextSizeCategory) -> LayoutUnit
}
