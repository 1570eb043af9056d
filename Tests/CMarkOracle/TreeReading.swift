import CCmarkGFM
import MarkdownBlocks

typealias Node = UnsafeMutablePointer<cmark_node>

extension Node {
  /// What the node is.
  var kind: cmark_node_type { cmark_node_type(UInt32(pointee.type)) }
  /// The nodes in it, in order.
  var children: [Node] {
    Array(sequence(first: pointee.first_child) { $0?.pointee.next }.lazy.prefix { $0 != nil })
      .compactMap { $0 }
  }
}

/// Reads the blocks of a tree.
struct TreeReading {
  /// In what a block lies.
  struct Place {
    var listDepth = 0
    var quoteDepth = 0
    var isTight = false
  }

  private(set) var blocks: [Block] = []
  private(set) var restarts: [ParsedText.Restart] = []
  private let source: [UInt8]
  /// Where lines begin.
  private var starts = [0]
  /// The markers of the items that have no block yet.
  private var markers: [Nesting.Marker] = []
  private var footnoteCount = 0

  init(of source: [UInt8]) {
    self.source = source
    for (index, byte) in source.enumerated() {
      let isHalf = byte == 0x0D && index + 1 < source.count && source[index + 1] == 0x0A
      if byte == 0x0A || byte == 0x0D, !isHalf { starts.append(index + 1) }
    }
  }

  /// Reads all that is in a node.
  mutating func read(childrenOf node: Node, in place: Place) {
    for child in node.children {
      if node.kind == CMARK_NODE_DOCUMENT, child.pointee.prev?.pointee.start_line != 0 {
        let start = offset(ofLine: startLine(of: child))
        restarts.append(.init(utf8Offset: start, blockIndex: blocks.count))
      }
      read(child, in: place)
    }
  }

  private mutating func read(_ node: Node, in place: Place) {
    var place = place
    switch node.kind {
    case CMARK_NODE_LIST:
      place.isTight = cmark_node_get_list_tight(node) != 0
      for (index, item) in node.children.enumerated() {
        markers.append(marker(of: item, in: node, at: index))
        var inner = place
        inner.listDepth += 1
        readContainer(item, in: inner)
      }
    case CMARK_NODE_BLOCK_QUOTE:
      place.quoteDepth += 1
      readContainer(node, in: place)
    case CMARK_NODE_FOOTNOTE_DEFINITION:
      footnoteCount += 1
      markers.append(.footnote(footnoteCount))
      place.listDepth += 1
      readContainer(node, in: place)
    case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING: readText(node, in: place)
    case CMARK_NODE_CODE_BLOCK:
      let info = String(decoding: CMarkOracle.bytes(node.pointee.as.code.info), as: UTF8.self)
      let code = CMarkOracle.bytes(node.pointee.as.code.literal)
      add(.code(language: info), node, verbatim: code, style: .code, in: place)
    case CMARK_NODE_HTML_BLOCK:
      add(.html, node, verbatim: CMarkOracle.bytes(node.pointee.as.literal), style: [], in: place)
    case CMARK_NODE_THEMATIC_BREAK: add(.thematicBreak, lines(of: node), in: place)
    default: for row in node.children { readRow(row, in: place) }
    }
  }

  private mutating func readContainer(_ node: Node, in place: Place) {
    let count = blocks.count
    read(childrenOf: node, in: place)
    guard blocks.count == count else { return }
    let line = startLine(of: node)
    add(.paragraph, line...line, in: place)
  }

  private func marker(of item: Node, in list: Node, at index: Int) -> Nesting.Marker {
    if item.pointee.extension != nil {
      return .task(isDone: cmark_gfm_extensions_get_tasklist_item_checked(item))
    }
    guard cmark_node_get_list_type(list) == CMARK_ORDERED_LIST else { return .bullet }
    let isParenthesis = cmark_node_get_list_delim(list) == CMARK_PAREN_DELIM
    let number = Int(cmark_node_get_list_start(list)) + index
    return .number(number, delimiter: isParenthesis ? ")" : ".")
  }

  private mutating func readText(_ node: Node, in place: Place) {
    var line = LineReading()
    line.read(childrenOf: node)
    if node.kind == CMARK_NODE_PARAGRAPH, line.isOnlyImages {
      for image in line.images {
        let runs = image.text.isEmpty ? [] : [TextRun(utf8Count: image.text.count, style: .image)]
        add(.image(source: image.source), lines(of: node), image.text, runs, in: place)
      }
    } else {
      let isHeading = node.kind == CMARK_NODE_HEADING
      let kind: BlockKind =
        isHeading ? .heading(level: Int(cmark_node_get_heading_level(node))) : .paragraph
      add(kind, lines(of: node), line.text, line.runs, in: place)
    }
  }

  private mutating func readRow(_ row: Node, in place: Place) {
    guard let table = row.pointee.parent else { return }
    let columns = Int(cmark_gfm_extensions_get_table_columns(table))
    let letters = cmark_gfm_extensions_get_table_alignments(table)
    let alignments = (0..<columns).map { column -> TableRow.Alignment in
      switch letters?[column] {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .none
      }
    }
    var line = LineReading()
    var counts = Array(repeating: 0, count: columns)
    for (column, cell) in row.children.prefix(columns).enumerated() {
      line.beginCell()
      let before = line.runs.count
      line.read(childrenOf: cell)
      counts[column] = line.runs.count - before
    }
    let isHeader = cmark_gfm_extensions_get_table_row_is_header(row) != 0
    let content = TableRow(isHeader: isHeader, alignments: alignments, cellRunCounts: counts)
    let number = rowLine(of: row)
    add(.tableRow(content), number...number, line.text, line.runs, in: place)
  }

  // MARK: Blocks

  private mutating func add(
    _ kind: BlockKind,
    _ node: Node,
    verbatim: [UInt8],
    style: TextStyle,
    in place: Place
  ) {
    let text = verbatim.last == 0x0A ? Array(verbatim.dropLast()) : verbatim
    let runs = text.isEmpty ? [] : [TextRun(utf8Count: text.count, style: style)]
    add(kind, lines(of: node), text, runs, in: place)
  }

  private mutating func add(
    _ kind: BlockKind,
    _ lines: ClosedRange<Int>,
    _ text: [UInt8] = [],
    _ runs: [TextRun] = [],
    in place: Place
  ) {
    let nesting = Nesting(
      listDepth: place.listDepth,
      quoteDepth: place.quoteDepth,
      isTight: place.isTight,
      markers: markers
    )
    markers = []
    let range = bytes(ofLines: lines)
    blocks.append(
      Block(kind: kind, nesting: nesting, text: text, runs: runs, sourceUTF8: range)
    )
  }

  // MARK: Lines

  private func offset(ofLine line: Int) -> Int {
    line <= starts.count ? starts[line - 1] : source.count
  }

  /// The bytes of some lines without the end of the last one.
  private func bytes(ofLines lines: ClosedRange<Int>) -> Range<Int> {
    let start = offset(ofLine: lines.lowerBound)
    var end = offset(ofLine: lines.upperBound + 1)
    if end > start, source[end - 1] == 0x0A { end -= 1 }
    if end > start, source[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// A paragraph whose end became a table is said to begin in line 0; the table begins where it does.
  private func startLine(of node: Node) -> Int {
    let isSplit = node.pointee.start_line == 0
    return max(1, Int((isSplit ? node.pointee.next : node)?.pointee.start_line ?? 1))
  }

  /// The head of such a table stands two lines above its first row, or one above its end.
  private func rowLine(of row: Node) -> Int {
    let isHeader = cmark_gfm_extensions_get_table_row_is_header(row) != 0
    guard isHeader, let table = row.pointee.parent else { return startLine(of: row) }
    return row.pointee.next.map { startLine(of: $0) - 2 }
      ?? max(startLine(of: row), Int(table.pointee.end_line) - 1)
  }

  /// The lines of a leaf, which cmark counts otherwise for some.
  private func lines(of node: Node) -> ClosedRange<Int> {
    let start = startLine(of: node)
    var end = Int(node.pointee.end_line)
    switch node.kind {
    case CMARK_NODE_THEMATIC_BREAK: end = start
    case CMARK_NODE_HEADING:
      let limit = end
      end = start
      if node.pointee.as.heading.setext {
        repeat { end += 1 } while end < limit && !consists(of: ["=", "-"], line: end)
      }
    case CMARK_NODE_CODE_BLOCK where node.pointee.as.code.fenced != 0:
      // One that the end of its container closes is said to end with the line after it.
      let code = CMarkOracle.bytes(node.pointee.as.code.literal)
      let isLonger = end > start + code.count { $0 == 0x0A }
      let fence = Unicode.Scalar(node.pointee.as.code.fence_char)
      if isLonger, lineBegins(behind: node, at: end) || !consists(of: [fence], line: end) {
        end -= 1
      }
    case CMARK_NODE_PARAGRAPH where node.pointee.start_line == 0:
      if let head = node.pointee.next?.pointee.first_child { end = rowLine(of: head) - 1 }
    default: break
    }
    return start...max(start, end)
  }

  /// Whether the block that follows one and all that is in it begins with a line.
  private func lineBegins(behind node: Node, at line: Int) -> Bool {
    var node = node
    while node.pointee.next == nil, let parent = node.pointee.parent { node = parent }
    return node.pointee.next.map { startLine(of: $0) == line } ?? false
  }

  /// Whether a line holds one of some signs alone, but for white space and quotes' signs around it.
  private func consists(of signs: [Unicode.Scalar], line: Int) -> Bool {
    let rest = source[bytes(ofLines: line...line)].drop { " \t>".utf8.contains($0) }
    guard let first = rest.first, signs.contains(Unicode.Scalar(first)) else { return false }
    return rest.drop { $0 == first }.allSatisfy { " \t".utf8.contains($0) }
  }
}
