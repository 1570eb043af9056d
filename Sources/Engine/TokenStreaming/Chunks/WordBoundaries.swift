/// A dictionary for scripts that put no spaces between words: Han and Kana, Thai, Lao, Khmer and
/// Myanmar.
///
/// The engine works without one; then a single grapheme is a word.
public protocol WordBoundaries {
  /// Finds the first word of `window`.
  ///
  /// The answer must depend on the window alone. It is called once for each word.
  ///
  /// - Parameter window: 1 to 8 whole graphemes of one such script (or of Han and Kana together)
  ///   as UTF-8. The memory is valid during the call only.
  /// - Returns: How many bytes the first word has; nil when no end is found inside the window. An
  ///   answer inside a grapheme counts as that grapheme's end.
  func firstWord(in window: UnsafeBufferPointer<UInt8>) -> Int?
}
