import CCmarkGFM
import MarkdownBlocks

/// Finds where the parsing of a text that grows may start again: every top-level block, and the
/// last place inside one that begins with a complete line.
struct RestartFinder {
  typealias Node = UnsafeMutablePointer<cmark_node>

  /// A place inside a top-level block.
  private struct Place {
    enum Kind {
      case block, item
      case line(firstLine: Int, keptUTF8Count: Int)
      case row
    }

    var kind: Kind
    var node: Node
    var utf8Offset: Int
    var blockIndex: Int
  }

  /// How many nodes lie above a block at most that parsing starts again at.
  private static let longestPath = 64

  private let lines: LineTable
  /// Where the last line begins, which may be incomplete.
  private let openLine: Int
  /// How many cells the rows of the first table lack that stand before the text.
  private let lackingBefore: Int
  private var firstTable: Node?
  private var roots: [ParsedText.Restart] = []
  private var place: Place?
  /// Whether the blocks at hand are a footnote's: parsing starts again at its beginning alone.
  var isInFootnote = false
  /// The index of the first block of each list.
  private var firstBlocks: [Node: Int] = [:]

  /// Makes a finder for a text.
  init(lines: LineTable, lackingCellCount: Int) {
    self.lines = lines
    lackingBefore = lackingCellCount
    openLine = lines.startOfOpenLine
  }

  /// Notes the start of a block that is no item.
  ///
  /// A table may have taken its head from the end of a paragraph; then the two go together, as
  /// the head's line alone might be read otherwise. cmark gives such a paragraph the line 0.
  mutating func note(_ node: Node, line: Int, blockIndex: Int) {
    guard !isInFootnote else { return }
    if firstTable == nil, node.pointee.type == stillpoint_table_type() { firstTable = node }
    if node.kind == CMARK_NODE_LIST { firstBlocks[node] = blockIndex }
    guard let parent = node.pointee.parent else { return }
    let previous = node.pointee.prev
    if let previous, previous.pointee.start_line == 0 { return }
    let offset = lines.start(ofLine: line)
    switch parent.kind {
    case CMARK_NODE_DOCUMENT: roots.append(.init(utf8Offset: offset, blockIndex: blockIndex))
    case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_ITEM:
      guard previous != nil, Int(parent.pointee.start_line) < line else { return }
      note(.block, node, at: offset, blockIndex: blockIndex)
    default: break
    }
  }

  /// Notes the starts of the definitions of footnotes, after all blocks.
  mutating func note(footnotes starts: [ParsedText.Restart]) {
    guard !starts.isEmpty else { return }
    roots = (roots + starts).sorted { $0.utf8Offset < $1.utf8Offset }
  }

  /// Notes an item of a list; the first one starts with its list.
  mutating func noteItem(_ item: Node, line: Int, blockIndex: Int) {
    // A blank line ends an item that has nothing in it yet, but not one with a paragraph.
    guard let previous = item.pointee.prev, previous.pointee.first_child != nil else { return }
    note(.item, item, at: lines.start(ofLine: line), blockIndex: blockIndex)
  }

  /// Notes the last complete line of fenced code.
  mutating func noteCode(_ node: Node, text: [UInt8], firstLine: Int, blockIndex: Int) {
    var lineCount = 1
    var starts = [0, 0]
    for (index, byte) in text.enumerated() where byte == 0x0A {
      lineCount += 1
      starts = [starts[1], index + 1]
    }
    for (back, kept) in zip([1, 0], starts) where lineCount - back >= 2 {
      note(
        .line(firstLine: firstLine, keptUTF8Count: kept),
        node,
        at: lines.start(ofLine: firstLine + lineCount - back),
        blockIndex: blockIndex
      )
    }
  }

  /// Notes a row of a table that is not its head.
  mutating func noteRow(_ row: Node, line: Int, blockIndex: Int) {
    note(.row, row, at: lines.start(ofLine: line), blockIndex: blockIndex)
  }

  private mutating func note(
    _ kind: Place.Kind,
    _ node: Node,
    at offset: Int,
    blockIndex: Int
  ) {
    guard !isInFootnote, offset < openLine, Self.isOpenable(node) else { return }
    place = Place(kind: kind, node: node, utf8Offset: offset, blockIndex: blockIndex)
  }

  /// Whether a block lies in so few containers that opening them costs less than their text.
  private static func isOpenable(_ node: Node) -> Bool {
    var count = 0
    var next = node.pointee.parent
    while let parent = next {
      count += 1
      if count > longestPath { return false }
      next = parent.pointee.parent
    }
    return true
  }

  /// The restarts, ascending; those of a text that grows have one inside the last top-level block.
  func restarts(isGrowing: Bool) -> [ParsedText.Restart] {
    guard isGrowing, let place, let continuation = continuation(at: place) else { return roots }
    let later = roots.lastIndex { $0.utf8Offset <= place.utf8Offset }.map { $0 + 1 } ?? 0
    if later < roots.count, roots[later].utf8Offset < openLine { return roots }
    var restarts = roots
    restarts.insert(
      .init(
        utf8Offset: place.utf8Offset,
        blockIndex: place.blockIndex,
        continuation: continuation
      ),
      at: later
    )
    return restarts
  }

  private func continuation(at place: Place) -> Continuation? {
    switch place.kind {
    case .block, .item:
      let isItem = if case .item = place.kind { true } else { false }
      guard let open = OpenContainers(of: place.node, isItem: isItem) else { return nil }
      return Continuation(prefix: open.opening.lines, lists: lists(of: open))
    case .row:
      guard let table = place.node.pointee.parent,
        let open = OpenContainers(of: table, isItem: false)
      else { return nil }
      let head = open.opening.head(BlockCollector.alignments(of: table))
      return Continuation(
        prefix: open.opening.lines + head,
        lists: lists(of: open),
        lackingCellCount: lackingCount(before: place.node, in: table)
      )
    case .line(let firstLine, let kept):
      guard let open = OpenContainers(of: place.node, isItem: false) else { return nil }
      let code = place.node.pointee.as.code
      let fence = open.opening.fence(
        of: code.fence_char,
        length: Int(code.fence_length),
        offset: Int(code.fence_offset)
      )
      return Continuation(
        prefix: open.opening.lines + fence,
        lists: lists(of: open),
        leaf: .init(
          prefixOffset: open.opening.lines.count,
          utf8Offset: lines.start(ofLine: firstLine),
          keptUTF8Count: kept,
          isText: false
        )
      )
    }
  }

  /// What opens the containers of a leaf of text whose segment goes on.
  ///
  /// - Parameters:
  ///   - node: The paragraph or heading.
  ///   - leading: What stands for the text before the segment.
  ///   - offset: Where the leaf's first line begins.
  ///   - kept: How many bytes of its text lie before the segment.
  ///   - tried: How many of its lines up to there were taken for delimiter rows.
  func continuation(
    ofText node: Node,
    leading: [UInt8],
    at offset: Int,
    keptUTF8Count kept: Int,
    triedDelimiterRowCount tried: Int
  ) -> Continuation? {
    guard let open = OpenContainers(of: node, isItem: false) else { return nil }
    var line = open.opening.continuation
    if node.kind == CMARK_NODE_HEADING {
      line += Array(repeating: UInt8(ascii: "#"), count: Int(cmark_node_get_heading_level(node)))
      line.append(0x20)
    }
    return Continuation(
      prefix: open.opening.lines + line + leading,
      lists: lists(of: open),
      leaf: .init(
        prefixOffset: open.opening.lines.count,
        leadingUTF8Count: leading.count,
        utf8Offset: offset,
        keptUTF8Count: kept,
        isText: true,
        triedDelimiterRowCount: tried
      )
    )
  }

  private func lackingCount(before row: Node, in table: Node) -> Int {
    let columns = Int(cmark_gfm_extensions_get_table_columns(table))
    var count = table == firstTable ? lackingBefore : 0
    var previous = row.pointee.prev
    while let node = previous {
      if cmark_gfm_extensions_get_table_row_is_header(node) == 0 {
        let bars = lines.count(of: UInt8(ascii: "|"), inLine: Int(node.pointee.start_line))
        count += TableLimits.lackingCount(bars: bars, columns: columns)
      }
      previous = node.pointee.prev
    }
    return count
  }

  private func lists(of open: OpenContainers) -> [Continuation.OpenList] {
    open.lists.map { .init(depth: $0.depth, firstBlock: firstBlocks[$0.list] ?? 0) }
  }
}
