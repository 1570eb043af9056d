/// How the last block of a text goes on when plain bytes follow, as a parser vouches for it.
///
/// A parser that names one says: whatever follows on this line, the block stays what it is, and
/// as long as only plain bytes follow (``PlainByte``), they are shown as they are. A block list then
/// takes them up by itself. Naming none is always right.
package enum OpenLeaf: Hashable, Sendable {
  /// A paragraph or a heading.
  case words(Words)
  /// A row of a table with an open cell, the `column`-th from 0, perhaps beyond the last one; the
  /// rest as for words.
  case cells(column: Int, spaces: Int, mayEndLink: Bool)
  /// Fenced code at the top level, its fence not indented: the text ends inside a line that can
  /// not become the closing fence, which `fence` marks begin.
  case code(fence: UInt8)

  /// How a paragraph or a heading ends: with plain bytes in a run without style, or with stars that
  /// end one.
  package struct Words: Hashable, Sendable {
    /// How many spaces follow its text.
    package var spaces: Int
    /// Whether the block's source holds `](`, which a `)` might end.
    package var mayEndLink: Bool
    /// Whether no star of the block is shown: a row of stars can then only begin something, and is
    /// shown as it is until others follow.
    package var mayTakeStars: Bool
    /// Whether it ends with a run that has a style and that nothing but stars can change: other text
    /// begins a run of its own.
    package var beginsRun: Bool

    /// Makes a description of the end of a paragraph.
    package init(
      spaces: Int,
      mayEndLink: Bool,
      mayTakeStars: Bool = false,
      beginsRun: Bool = false
    ) {
      self.spaces = spaces
      self.mayEndLink = mayEndLink
      self.mayTakeStars = mayTakeStars
      self.beginsRun = beginsRun
    }
  }
}
