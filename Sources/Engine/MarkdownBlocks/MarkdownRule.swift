/// How a growing text becomes blocks.
package enum MarkdownRule: String, Hashable, Sendable, CaseIterable {
  /// Closed blocks are kept; a token parses the open tail again.
  case incremental
  /// Every token parses the whole text again.
  case whole
  /// Every token parses the whole text again for the marks inside lines alone: emphasis, code,
  /// links. The text is one paragraph and keeps its line breaks.
  case inlineOnly = "inline_only"
  /// No markup: the whole text is one paragraph.
  case plain
}
