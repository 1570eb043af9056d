/// How a growing text becomes blocks.
public enum MarkdownRule: String, Hashable, Sendable, CaseIterable {
  /// Closed blocks are kept; a token parses the open tail again.
  case incremental
  /// Every token parses the whole text again.
  case whole
  /// No markup: the whole text is one paragraph.
  case plain
}
