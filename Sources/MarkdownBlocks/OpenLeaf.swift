/// How the last block of a text goes on when plain bytes follow, as a parser vouches for it.
///
/// A parser that names one says: whatever follows on this line, the block stays what it is, and
/// as long as only plain bytes follow (``PlainByte``), they are shown as they are. A block list then
/// takes them up by itself. Naming none is always right.
public enum OpenLeaf: Hashable, Sendable {
  /// A paragraph or a heading whose text, but for `spaces` spaces, the text ends with: its last
  /// word holds plain bytes only, and its last run has no style.
  ///
  /// `mayEndLink` tells whether the block's source holds `](`, which a `)` might end.
  case words(spaces: Int, mayEndLink: Bool)
  /// A row of a table with an open cell, the `column`-th from 0, perhaps beyond the last one; the
  /// rest as for words.
  case cells(column: Int, spaces: Int, mayEndLink: Bool)
  /// Fenced code at the top level, its fence not indented: the text ends inside a line that can
  /// not become the closing fence, which `fence` marks begin.
  case code(fence: UInt8)
}
