/// How streamed text is cut into the pieces that are revealed together.
public enum ChunkRule: Sendable, Equatable {
  /// Words as Unicode and a dictionary see them: a run of non-space graphemes with the spaces after
  /// it, cut at 64 graphemes; in scripts without spaces the words of a dictionary.
  case unicodeWords
  /// Words as `split` sees them: all between spaces, with the spaces after it, however long.
  case spaces
  /// Each token as it came, but for a grapheme that is visibly unfinished at its end.
  case wholeDelta
  /// So many graphemes a chunk, at least 1.
  case characters(Int)
}
