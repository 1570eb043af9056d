// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A chunk is a run of non-space graphemes with the spaces after it; spaces that open the text
  /// are one of their own.
  @Tag package static var chunksRunAndSpaces: Self

  /// A space has White_Space throughout, but U+00A0, U+2007 and U+202F join.
  @Tag package static var chunksSpaceSet: Self

  /// The chunks joined are the exact text.
  @Tag package static var chunksConcatenate: Self

  /// Each maximal invalid part of UTF-8 becomes one U+FFFD and is counted.
  @Tag package static var chunksInvalidBytes: Self

  /// In Han, Hiragana, Katakana, Thai, Lao, Khmer and Myanmar a chunk is a dictionary word, or a
  /// grapheme where there is no dictionary.
  @Tag package static var chunksScriptlessWords: Self

  /// The dictionary sees the next 8 graphemes, fewer where the script ends; all of them are one
  /// chunk when it finds no end.
  @Tag package static var chunksWindow: Self

  /// Closing punctuation joins the chunk before it, opening punctuation the one after.
  @Tag package static var chunksPunctuation: Self

  /// A chunk is cut at 64 graphemes, spaces included.
  @Tag package static var chunksLongest: Self

  /// A grapheme is never split, also when a token ends inside one.
  @Tag package static var chunksWholeGraphemes: Self

  /// What may not be complete is held until a token completes it or the stream ends.
  @Tag package static var chunksHeld: Self

  /// What is held goes out 250 ms after its first byte, cut as it stands; 100 ms after it when it
  /// begins in a script without spaces.
  @Tag package static var chunksHoldTime: Self

  /// At that time-out a grapheme that ends in a joiner, a virama, a lone regional indicator or
  /// incomplete UTF-8 is not whole yet; scalars that come later open the next chunk.
  @Tag package static var chunksHoldUnfinished: Self

  /// Without time-outs the chunks depend on the text alone.
  @Tag package static var chunksCutIndependent: Self

  /// The work for a token is in proportion to the token, not to the message.
  @Tag package static var chunksLinearWork: Self
}
