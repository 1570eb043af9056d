/// What a stretch of text is set in, before its runs ask for bold, italic or code.
public enum TextFace: Hashable, Sendable {
  /// Running text.
  case body
  /// A heading of level 1 ... 6.
  case heading(Int)
  /// The text of a code block.
  case code
  /// The row above a code block that names its language.
  case codeHeader
  /// A cell of a table's head.
  case tableHeader
}
