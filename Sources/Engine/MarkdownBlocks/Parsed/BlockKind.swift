/// What a leaf block is. Containers (lists, quotes, tables) are told by ``Nesting`` and by rows.
public enum BlockKind: Hashable, Sendable {
  /// Text that wraps.
  case paragraph
  /// A heading; `level` is 1 ... 6.
  case heading(level: Int)
  /// Fenced or indented code; `language` is the fence's whole info string, empty without one.
  case code(language: String)
  /// HTML that stands as a block of its own, shown as its source.
  case html
  /// One row of a table; rows of one table follow each other.
  case tableRow(TableRow)
  /// A rule across the text.
  case thematicBreak
  /// An image that stands alone; the block's text is its description.
  case image(source: String)
  /// A construct of a parser's own that has no layout here; `name` says which.
  case unknown(name: String)
}
