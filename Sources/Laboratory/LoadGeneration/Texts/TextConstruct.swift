/// A piece of Markdown, or a stretch of text that is hard to stream.
package enum TextConstruct: String, Hashable, Sendable, CaseIterable {
  /// Sentences with emphasis, code and links in them.
  case paragraph
  /// Bold in italics, italics in bold, struck through, code with backticks in it.
  case emphasis
  /// A heading of level 1 to 6 after number signs.
  case heading
  /// A heading that only the line below it makes one.
  case underlinedHeading = "underlined-heading"
  case bulletList = "bullet-list"
  case numberedList = "numbered-list"
  /// A list three levels deep, numbers and bullets mixed.
  case nestedList = "nested-list"
  case taskList = "task-list"
  /// A fence of one of several languages.
  case code
  case indentedCode = "indented-code"
  /// A table with aligned columns, escaped pipes and code in its cells.
  case table
  /// A quote in a quote, with a list in it.
  case quote
  /// Links inline, in angle brackets, bare, and by a reference that is defined after it.
  case links
  case image
  case rule
  case html
  /// A footnote and its mark.
  case footnote
  /// Escaped marks and named characters.
  case escapes
  /// One word of 2,982 characters without a space, as recorded in a real prompt.
  case longToken = "long-token"
  /// Addresses and base64 of 65 to 400 characters: longer than a chunk may be.
  case longRun = "long-run"
  /// Many blank lines and lines of spaces: longer than a chunk may be.
  case blankLines = "blank-lines"
  /// Spaces that break no line: U+00A0, U+2007, U+202F.
  case boundSpaces = "bound-spaces"
  /// Every other way to end a line: U+2028, U+2029, U+0085, CR LF, hard breaks.
  case lineEnds = "line-ends"
  /// Marks that open and never close, across a paragraph.
  case openMarks = "open-marks"
  /// Bytes that are no UTF-8: stray, overlong, cut short, surrogates.
  case invalidBytes = "invalid-bytes"
  /// A fence that never closes: all that follows is code.
  case openFence = "open-fence"
}
