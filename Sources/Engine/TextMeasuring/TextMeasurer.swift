import Lengths

/// Says how tall a block of text is.
///
/// A measurer is deterministic: equal blocks, widths and sizes give equal results, whatever was
/// measured before. It need not be safe to share between threads; each thread makes its own.
public protocol TextMeasurer: AnyObject {
  /// Names the measurer and all that its results depend on, as `fixed-1`; part of the key of
  /// cached heights.
  var identity: String { get }

  /// Measures a block.
  ///
  /// - Parameters:
  ///   - block: What to measure.
  ///   - width: The width of the message's text; positive.
  ///   - textSize: The reader's text size.
  /// - Returns: Its height, lines, and the work done.
  func measure(
    _ block: StyledBlock,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock

  /// Measures a block that has grown at its end since the last call with `tail`.
  ///
  /// Height and lines are those that ``measure(_:width:textSize:)`` gives.
  ///
  /// - Parameters:
  ///   - tail: The state; fresh for the first call.
  ///   - block: The whole block as it is now.
  ///   - keptUTF8: How many leading bytes of its text are, in the same styles, those of the last
  ///     call with `tail` (``BlockListChange/keptUTF8Count``), or for the same text where `tail` keeps no
  ///     states; 0 is always right.
  ///   - width: The width of the message's text; positive.
  ///   - textSize: The reader's text size.
  /// - Returns: Its height, lines, and the work of this call.
  func extend(
    _ tail: inout TailMeasurement,
    with block: StyledBlock,
    keeping keptUTF8: Int,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock

  /// Forgets the texts that it remembers, so that the next ones cost what they cost a measurer that
  /// was just made; no result changes. A repetition of a measurement that is to cost what the first
  /// one did begins with it.
  func forgetTexts()
}

extension TextMeasurer {
  /// Does nothing: most measurers remember none.
  public func forgetTexts() {}

  /// Measures the whole block.
  public func extend(
    _ tail: inout TailMeasurement,
    with block: StyledBlock,
    keeping keptUTF8: Int,
    width: LayoutUnit,
    textSize: TextSizeCategory
  ) -> MeasuredBlock {
    measure(block, width: width, textSize: textSize)
  }
}
