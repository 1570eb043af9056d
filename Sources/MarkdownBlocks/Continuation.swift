/// What must stand before the rest of a text so that it parses as if its container were open.
///
/// Lines of a fence, rows of a table and items of a list close one by one: the last of them is
/// parsed again with a few bytes before it that open the container anew.
public enum Continuation: Hashable, Sendable {
  /// Inside fenced code, at the start of a line of it: `opening` is the fence's first line;
  /// `keptUTF8Count` leading bytes of the block's text lie before the restart.
  case code(opening: [UInt8], keptUTF8Count: Int)
  /// Inside a table, at the start of a row: `head` is a head with the same columns, one row.
  case rows(head: [UInt8])
  /// Inside a list, at the start of an item: `item` is an item of one paragraph that comes right
  /// before and has the number 1; `numbersBefore` is what the numbers after it must grow by, and
  /// `isTightBefore` tells whether the list is tight as far as what stands before says.
  case items(item: [UInt8], numbersBefore: Int, isTightBefore: Bool)

  /// Inside a paragraph at the top level, at the start of a word before which no inline delimiter
  /// is open, be its line complete or not: `paragraph` is the offset of the paragraph,
  /// `keptUTF8Count` leading bytes of the block's text lie before the restart.
  case text(paragraph: Int, keptUTF8Count: Int)

  /// The bytes to put before the rest of the text.
  public var prefix: [UInt8] {
    switch self {
    case .code(let opening, _): opening
    case .rows(let head): head
    case .items(let item, _, _): item
    case .text: []
    }
  }
}
