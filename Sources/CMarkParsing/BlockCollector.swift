import CCmarkGFM
import MarkdownBlocks

/// Walks a tree of cmark-gfm and writes down its leaves.
struct BlockCollector {
  typealias Node = UnsafeMutablePointer<cmark_node>

  /// The leaf blocks so far.
  private(set) var blocks: [Block] = []
  /// Where parsing may start again.
  private(set) var finder: RestartFinder
  /// The last leaf of text, and how much of its text stands before the last segment.
  private(set) var lastText: (node: Node, shownBeforeCut: Int?)?
  /// The lines of the source.
  let lines: LineTable

  /// What stands before the last segment of the leaf that was parsed last.
  private let cut: Node?
  /// Whether signs beyond a limit must become themselves again.
  private let isRestoring: Bool
  private var shownBeforeCut: Int?
  private var containers = ContainerPath()
  private var inline = InlineText()
  /// The numbers that marks of footnotes show, by the node of the definition; empty for those that cmark
  /// gave them.
  private let footnoteNumbers: [Node: Int]
  /// Where the first leaf begins that mentions a footnote, and whether that is behind the last cut in it, by
  /// the node of its definition.
  private var firstMentions: [Node: (utf8Offset: Int, isBehindCut: Bool)] = [:]
  /// Where the leaf begins that is entered.
  private var leafOffset = 0
  private var table: (alignments: [TableRow.Alignment], cellRunCounts: [Int]) = ([], [])

  /// Makes a collector for the tree of `source`, which must outlive it.
  init(source: UnsafeBufferPointer<UInt8>, tree: CMarkSession.Tree, in context: ParsingContext) {
    lines = LineTable(source)
    finder = RestartFinder(lines: lines, lackingCellCount: context.lackingCellCount)
    cut = tree.segments.last?.cut
    isRestoring = tree.limits.fed != nil
    inline.isRestoring = isRestoring
    footnoteNumbers = tree.footnotes.numbers
  }

  /// Collects the blocks below `root`.
  mutating func collect(_ root: Node) { collect(from: root.pointee.first_child, below: root) }

  /// Collects the blocks of the footnotes that a text defines, apart from all others.
  ///
  /// - Returns: The footnotes, in the order of the text; none of one that is not kept apart.
  /// - Complexity: O(blocks and footnotes), but for sorting the places where parsing may start again.
  mutating func collectFootnotes(of tree: CMarkSession.Tree) -> [ParsedFootnote] {
    guard tree.footnotes.areApart, let root = tree.root else { return [] }
    let count = blocks.count
    var before = 0
    var starts: [ParsedText.Restart] = []
    let lastText = lastText
    defer { self.lastText = lastText }
    finder.isInFootnote = true
    let footnotes = tree.footnotes.own.map { own in
      let offset = lines.start(ofLine: startLine(of: own.node))
      while before < count, blocks[before].sourceUTF8.lowerBound <= offset { before += 1 }
      starts.append(.init(utf8Offset: offset, blockIndex: before))
      collect(from: own.node, below: root)
      defer { blocks.removeSubrange(count...) }
      return ParsedFootnote(label: own.label, utf8Offset: offset, blocks: Array(blocks[count...]))
    }
    finder.isInFootnote = false
    finder.note(footnotes: starts)
    return footnotes
  }

  /// The footnotes that a text mentions, in order; after its blocks and footnotes were collected.
  ///
  /// - Parameter cut: Where the last segment begins of the leaf that goes on; nil when none does.
  func mentions(of tree: CMarkSession.Tree, cut: Int?) -> [FootnoteMention] {
    tree.footnotes.mentioned.map { node, label in
      let (offset, isBehindCut) = firstMentions[node] ?? (0, false)
      return FootnoteMention(label: label, utf8Offset: isBehindCut ? cut ?? offset : offset)
    }
  }

  private mutating func collect(from first: Node?, below root: Node) {
    var next = first
    while let node = next {
      enter(node)
      if let child = node.pointee.first_child {
        next = child
        continue
      }
      var left = node
      leave(left)
      while left.pointee.next == nil, let parent = left.pointee.parent, parent != root {
        left = parent
        leave(left)
      }
      next = left.pointee.next
    }
  }

  private mutating func enter(_ node: Node) {
    let type = node.kind
    if !isInline(node), type != CMARK_NODE_ITEM {
      finder.note(node, line: startLine(of: node), blockIndex: blocks.count)
    }
    switch type {
    case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM,
      CMARK_NODE_FOOTNOTE_DEFINITION:
      enterContainer(node)
    case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
      inline.reset()
      leafOffset = lines.start(ofLine: startLine(of: node))
    case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK:
      emitLeaf(node)
    default:
      guard isInline(node) else { return enterTable(node) }
      takeInline(node)
      if node == cut, inline.hasOtherThanImages { shownBeforeCut = inline.text.count }
    }
  }

  private mutating func takeInline(_ node: Node) {
    guard node.kind == CMARK_NODE_FOOTNOTE_REFERENCE,
      let definition = node.pointee.parent_footnote_def,
      let number = footnoteNumbers[definition]
    else { return inline.take(node, isEntering: true) }
    if firstMentions[definition].map({ leafOffset < $0.utf8Offset }) ?? true {
      firstMentions[definition] = (leafOffset, shownBeforeCut != nil)
    }
    inline.takeMark(number)
  }

  private mutating func leave(_ node: Node) {
    switch node.kind {
    case CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_LIST, CMARK_NODE_ITEM,
      CMARK_NODE_FOOTNOTE_DEFINITION:
      leaveContainer(node)
    case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
      lastText = (node, shownBeforeCut)
      shownBeforeCut = nil
      emitText(of: node)
    case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK: break
    case CMARK_NODE_TEXT, CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE,
      CMARK_NODE_HTML_INLINE:
      break
    default:
      if isInline(node) { inline.take(node, isEntering: false) } else { leaveTable(node) }
    }
  }

  private func isInline(_ node: Node) -> Bool {
    Int(node.kind.rawValue) & Int(CMARK_NODE_TYPE_MASK) == 0xC000
  }

  private func startLine(of node: Node) -> Int {
    let line = Int(cmark_node_get_start_line(node))
    guard line == 0, let next = cmark_node_next(node) else { return max(line, 1) }
    return max(1, Int(cmark_node_get_start_line(next)))
  }

  /// The block that follows one and all that is in it.
  private func following(_ node: Node) -> Node? {
    var node = node
    while node.pointee.next == nil, let parent = node.pointee.parent { node = parent }
    return node.pointee.next
  }

  private func range(of node: Node) -> Range<Int> {
    let start = startLine(of: node)
    var end = Int(cmark_node_get_end_line(node))
    let isHeading = node.kind == CMARK_NODE_HEADING
    if isHeading || node.kind == CMARK_NODE_THEMATIC_BREAK {
      let limit = end
      end = start
      if isHeading, node.pointee.`as`.heading.setext {
        repeat { end += 1 } while end < limit && !lines.isUnderline(line: end)
      }
    }
    // Code that the end of its container closes is said to end with the line after it.
    if node.kind == CMARK_NODE_CODE_BLOCK, node.pointee.as.code.fenced != 0,
      end > start + InlineText.bytes(node.pointee.as.code.literal).count(where: { $0 == 0x0A }),
      following(node).map({ startLine(of: $0) }) == end
        || !lines.isFence(line: end, of: node.pointee.as.code.fence_char)
    {
      end -= 1
    }
    if cmark_node_get_start_line(node) == 0, let table = cmark_node_next(node),
      let head = cmark_node_first_child(table)
    {
      end = rowLine(of: head) - 1
    }
    return lines.range(ofLines: start...max(start, end))
  }

  private mutating func emit(_ block: Block) {
    blocks.append(block)
    containers.noteLeaf()
  }
}

extension BlockCollector {
  private mutating func enterContainer(_ node: Node) {
    switch node.kind {
    case CMARK_NODE_BLOCK_QUOTE: containers.enterQuote()
    case CMARK_NODE_LIST:
      containers.enterList(
        isTight: cmark_node_get_list_tight(node) != 0,
        firstNumber: cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
          ? Int(cmark_node_get_list_start(node)) : nil,
        delimiter: cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM ? ")" : "."
      )
    case CMARK_NODE_ITEM:
      finder.noteItem(node, line: startLine(of: node), blockIndex: blocks.count)
      let isTask = node.pointee.extension != nil && isNamed("tasklist", node)
      containers.enterItem(
        isDone: isTask ? cmark_gfm_extensions_get_tasklist_item_checked(node) : nil
      )
    default:
      // One that nothing mentions yet is not shown.
      let isKept = finder.isInFootnote
      containers.enterFootnote(number: isKept ? footnoteNumbers[node] ?? 0 : nil)
    }
  }

  private mutating func leaveContainer(_ node: Node) {
    if node.kind != CMARK_NODE_LIST, containers.isEmpty {
      emit(
        Block(
          kind: .paragraph,
          nesting: containers.takeNesting(),
          sourceUTF8: lines.range(ofLines: startLine(of: node)...startLine(of: node))
        )
      )
    }
    containers.leave()
  }

  private func isNamed(_ name: StaticString, _ node: Node) -> Bool {
    guard let type = cmark_node_get_type_string(node) else { return false }
    for index in 0..<name.utf8CodeUnitCount
    where UInt8(bitPattern: type[index]) != name.utf8Start[index] {
      return false
    }
    return type[name.utf8CodeUnitCount] == 0
  }

  /// A paragraph of nothing but images becomes one block for each of them.
  private mutating func emitText(of node: Node) {
    let source = range(of: node)
    let isHeading = node.kind == CMARK_NODE_HEADING
    guard inline.isOnlyImages, !isHeading else {
      let (text, runs) = inline.copied()
      emit(
        Block(
          kind: isHeading
            ? .heading(level: Int(cmark_node_get_heading_level(node))) : .paragraph,
          nesting: containers.takeNesting(),
          text: text,
          runs: runs,
          sourceUTF8: source
        )
      )
      return
    }
    for image in inline.images {
      let text = Array(inline.text[image.text])
      emit(
        Block(
          kind: .image(source: image.source),
          nesting: containers.takeNesting(),
          text: text,
          runs: text.isEmpty ? [] : [TextRun(utf8Count: text.count, style: .image)],
          sourceUTF8: source
        )
      )
    }
  }

  private mutating func emitLeaf(_ node: Node) {
    let kind: BlockKind
    var text: [UInt8] = []
    switch node.kind {
    case CMARK_NODE_CODE_BLOCK:
      let code = node.pointee.as.code
      kind = .code(language: String(decoding: InlineText.bytes(code.info), as: UTF8.self))
      text = Array(InlineText.bytes(code.literal))
    case CMARK_NODE_HTML_BLOCK:
      kind = .html
      text = Array(InlineText.bytes(node.pointee.as.literal))
    default: kind = .thematicBreak
    }
    if isRestoring { text = text.withUnsafeBufferPointer(LineLimits.restored) }
    InlineText.normalizeLineEnds(&text)
    if text.last == 0x0A { text.removeLast() }
    if node.kind == CMARK_NODE_CODE_BLOCK, node.pointee.`as`.code.fenced != 0 {
      finder.noteCode(node, text: text, firstLine: startLine(of: node), blockIndex: blocks.count)
    }
    let style: TextStyle = kind == .html ? [] : .code
    emit(
      Block(
        kind: kind,
        nesting: containers.takeNesting(),
        text: text,
        runs: text.isEmpty ? [] : [TextRun(utf8Count: text.count, style: style)],
        sourceUTF8: range(of: node)
      )
    )
  }

  private mutating func enterTable(_ node: Node) {
    switch node.pointee.type {
    case stillpoint_cell_type(): inline.beginCell()
    case stillpoint_row_type():
      inline.reset()
      leafOffset = lines.start(ofLine: rowLine(of: node))
      table.cellRunCounts.removeAll(keepingCapacity: true)
    case stillpoint_table_type():
      table.alignments = Self.alignments(of: node)
    default:
      let name = cmark_node_get_type_string(node).map { String(cString: $0) } ?? ""
      emit(
        Block(
          kind: .unknown(name: name),
          nesting: containers.takeNesting(),
          sourceUTF8: range(of: node)
        )
      )
    }
  }

  private mutating func leaveTable(_ node: Node) {
    switch node.pointee.type {
    case stillpoint_cell_type(): table.cellRunCounts.append(inline.cellRunCount)
    case stillpoint_row_type():
      emitRow(node, isHeader: cmark_gfm_extensions_get_table_row_is_header(node) != 0)
    default: break
    }
  }

  private mutating func emitRow(_ node: Node, isHeader: Bool) {
    if !isHeader { finder.noteRow(node, line: rowLine(of: node), blockIndex: blocks.count) }
    let columns = table.alignments.count
    var counts = Array(table.cellRunCounts.prefix(columns))
    counts += Array(repeating: 0, count: columns - counts.count)
    let (text, runs) = inline.copied()
    emit(
      Block(
        kind: .tableRow(
          TableRow(isHeader: isHeader, alignments: table.alignments, cellRunCounts: counts)
        ),
        nesting: containers.takeNesting(),
        text: text,
        runs: runs,
        sourceUTF8: lines.range(ofLines: rowLine(of: node)...rowLine(of: node))
      )
    )
  }

  /// cmark gives the head of a table that was split off a paragraph the paragraph's line; the
  /// head stands two lines above the first row, or one above the table's end.
  private func rowLine(of node: Node) -> Int {
    guard cmark_gfm_extensions_get_table_row_is_header(node) != 0 else {
      return startLine(of: node)
    }
    if let row = cmark_node_next(node) { return max(1, startLine(of: row) - 2) }
    guard let table = cmark_node_parent(node) else { return startLine(of: node) }
    return max(startLine(of: node), Int(cmark_node_get_end_line(table)) - 1)
  }

  /// The alignments of a table's columns.
  static func alignments(of node: Node) -> [TableRow.Alignment] {
    let count = Int(cmark_gfm_extensions_get_table_columns(node))
    guard let letters = cmark_gfm_extensions_get_table_alignments(node) else {
      return Array(repeating: .none, count: count)
    }
    return (0..<count).map {
      switch letters[$0] {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .none
      }
    }
  }
}

extension UnsafeMutablePointer<cmark_node> {
  /// What the node is: read where it lies, as it is asked several times of each node.
  @inline(__always) var kind: cmark_node_type { cmark_node_type(UInt32(pointee.type)) }
}
