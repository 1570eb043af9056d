import CCmarkGFM
import MarkdownBlocks

/// Keeps tables from costing more than their text.
///
/// cmark-gfm looks at a whole paragraph for the head of a table whenever a line of it might be a
/// delimiter row, and makes a cell for each that a row lacks. Beyond a limit such a line stays text,
/// and a row ends its table.
///
/// The functions run while cmark parses, under its lock.
enum TableLimits {
  typealias Node = UnsafeMutablePointer<cmark_node>
  typealias Extension = UnsafeMutablePointer<cmark_syntax_extension>

  /// How many lines of a paragraph may be taken for delimiter rows.
  static let delimiterRows = 16
  /// How many cells the rows of a table may lack.
  static let lackingCells = 65_536

  /// How many cells the rows of the first table lack that stand before the text.
  nonisolated(unsafe) static var lackingBefore = 0
  /// The lines of the parse that goes on that were taken for delimiter rows.
  nonisolated(unsafe) private(set) static var tried = TriedDelimiterRows()
  /// How many lines and tables of the parse that goes on were beyond a limit.
  nonisolated(unsafe) static var count = 0

  nonisolated(unsafe) private static var open: cmark_open_block_func?
  nonisolated(unsafe) private static var matches: cmark_match_block_func?

  /// Another parse begins.
  ///
  /// - Parameters:
  ///   - context: What stands before its text.
  ///   - line: The line at which a leaf of text goes on.
  static func begin(_ context: ParsingContext, line: Int) {
    lackingBefore = context.lackingCellCount
    tried = TriedDelimiterRows()
    if context.triedDelimiterRowCount > 0 {
      tried.continued = (Int32(line), context.triedDelimiterRowCount)
    }
    count = 0
  }

  /// Puts the limits before what the table extension does by itself; once.
  static func install(in table: Extension?) {
    guard let table else { return }
    open = table.pointee.try_opening_block
    matches = table.pointee.last_block_matches
    cmark_syntax_extension_set_open_block_func(table) {
      table,
      indented,
      parser,
      parent,
      line,
      length in
      guard let parent, TableLimits.mayOpen(in: parent, parser: parser, line: line, length) else {
        return nil
      }
      let isParagraph = parent.kind == CMARK_NODE_PARAGRAPH
      let opened = TableLimits.open?(table, indented, parser, parent, line, length)
      if isParagraph, let opened, opened.pointee.type == stillpoint_table_type() {
        opened.pointee.user_data = UnsafeMutableRawPointer(bitPattern: TableLimits.lackingBefore)
        TableLimits.lackingBefore = 0
      }
      return opened
    }
    cmark_syntax_extension_set_match_block_func(table) { table, parser, line, length, parent in
      guard let parent, TableLimits.takesRow(parent, parser: parser, line: line, length) else {
        return 0
      }
      return TableLimits.matches?(table, parser, line, length, parent) ?? 0
    }
    cmark_syntax_extension_set_contains_inlines_func(table) { _, node in
      if node?.pointee.type == stillpoint_cell_type() { CMarkSession.parseSegments(of: node) }
      return 0
    }
  }

  /// How many cells a row with a number of bars lacks in a table.
  static func lackingCount(bars: Int, columns: Int) -> Int { max(0, columns - bars - 1) }

  private static func mayOpen(
    in parent: Node,
    parser: UnsafeMutablePointer<cmark_parser>?,
    line: UnsafeMutablePointer<UInt8>?,
    _ length: Int32
  ) -> Bool {
    guard parent.kind == CMARK_NODE_PARAGRAPH, let parser, let line else {
      return true
    }
    var index = Int(parser.pointee.first_nonspace)
    while index < Int(length) {
      switch line[index] {
      case UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"), 0x20, 0x09...0x0D: index += 1
      default: return true
      }
    }
    let known = Int(bitPattern: parent.pointee.user_data)
    let before = known == 0 ? tried.countBefore(parent) : known
    parent.pointee.user_data = UnsafeMutableRawPointer(bitPattern: before + 1)
    tried.lines.append((parent, parser.pointee.line_number))
    let isBeyond = before >= delimiterRows
    if isBeyond, before == delimiterRows || known == 0 { count += 1 }
    return !isBeyond
  }

  private static func takesRow(
    _ table: Node,
    parser: UnsafeMutablePointer<cmark_parser>?,
    line: UnsafeMutablePointer<UInt8>?,
    _ length: Int32
  ) -> Bool {
    guard table.pointee.type == stillpoint_table_type(), let parser, let line else { return true }
    var bars = 0
    for index in Int(
      parser.pointee.first_nonspace
    )..<max(Int(parser.pointee.first_nonspace), Int(length))
    where line[index] == UInt8(ascii: "|") {
      bars += 1
    }
    let columns = Int(cmark_gfm_extensions_get_table_columns(table))
    let lacking = lackingCount(bars: bars, columns: columns)
    guard lacking > 0 else { return true }
    let sum = Int(bitPattern: table.pointee.user_data) + lacking
    table.pointee.user_data = UnsafeMutableRawPointer(bitPattern: sum)
    guard sum > lackingCells else { return true }
    count += 1
    return false
  }
}
