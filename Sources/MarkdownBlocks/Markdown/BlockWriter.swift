/// Writes down the leaves of a tree of blocks.
struct BlockWriter {
  /// The leaf blocks so far.
  private(set) var blocks: [Block] = []
  /// Where the blocks of the document begin.
  private(set) var restarts: [ParsedText.Restart] = []

  /// The index of the first leaf of each block of the tree.
  private(set) var firstBlocks: [Int]

  private let tree: BlockTree
  private let lines: LineTable
  private let isRestoring: Bool
  private var containers = ContainerPath()
  private var numbers: [[UInt8]: Int] = [:]

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - tree: The blocks.
  ///   - lines: The lines of the source.
  ///   - isRestoring: Whether signs beyond a limit must become themselves again.
  init(_ tree: BlockTree, lines: LineTable, isRestoring: Bool) {
    self.tree = tree
    self.lines = lines
    self.isRestoring = isRestoring
    firstBlocks = Array(repeating: 0, count: tree.nodes.count)
  }

  /// Writes all blocks; the footnotes that are mentioned stand at the end.
  ///
  /// - Complexity: O(text).
  mutating func write() {
    var definitions: [[UInt8]: Int] = [:]
    for index in tree.footnotes where definitions[tree.nodes[index].label] == nil {
      definitions[tree.nodes[index].label] = index
    }
    let mentioned = definitions.isEmpty ? [] : numberFootnotes(definitions)
    write(below: 0)
    for footnote in mentioned {
      containers.enterFootnote(number: nil)
      write(below: footnote)
      leave(footnote)
    }
  }

  private mutating func write(below root: Int) {
    var index = tree.nodes[root].first
    while index >= 0 {
      if tree.nodes[index].kind != .footnote {
        enter(index)
        if tree.nodes[index].first >= 0 {
          index = tree.nodes[index].first
          continue
        }
        leave(index)
      }
      while tree.nodes[index].next < 0 {
        index = tree.nodes[index].parent
        if index == root { return }
        leave(index)
      }
      index = tree.nodes[index].next
    }
  }

  private mutating func enter(_ index: Int) {
    let node = tree.nodes[index]
    firstBlocks[index] = blocks.count
    if node.parent == 0, node.previous < 0 || !tree.nodes[node.previous].endsInTable {
      restarts.append(
        .init(utf8Offset: lines.start(ofLine: node.startLine), blockIndex: blocks.count)
      )
    }
    switch node.kind {
    case .document, .footnote, .table: break
    case .quote: containers.enterQuote()
    case .list:
      containers.enterList(
        isTight: node.isTight ?? true,
        firstNumber: node.marker.number,
        delimiter: Character(Unicode.Scalar(node.marker.sign))
      )
    case .item: containers.enterItem(isDone: node.isDone)
    case .paragraph, .heading: writeText(node)
    case .row: writeRow(node, alignments: tree.nodes[node.parent].alignments)
    case .code, .html: writeVerbatim(node)
    case .rule: write(.thematicBreak, node)
    }
  }

  private mutating func leave(_ index: Int) {
    let node = tree.nodes[index]
    switch node.kind {
    case .quote, .item, .footnote:
      if containers.isEmpty {
        let range = lines.range(ofLines: node.startLine...node.startLine)
        blocks.append(
          Block(kind: .paragraph, nesting: containers.takeNesting(), sourceUTF8: range)
        )
        containers.noteLeaf()
      }
      containers.leave()
    case .list: containers.leave()
    default: break
    }
  }

  private mutating func write(
    _ kind: BlockKind,
    _ node: BlockNode,
    text: [UInt8] = [],
    runs: [TextRun] = []
  ) {
    var end = node.endLine
    if node.kind == .heading, end > node.startLine {
      // As cmark-gfm has it, the range ends with what looks like the first underline.
      end = (node.startLine + 1..<end).first { lines.isUnderline(line: $0) } ?? end
    }
    blocks.append(
      Block(
        kind: kind,
        nesting: containers.takeNesting(),
        text: text,
        runs: runs,
        sourceUTF8: lines.range(ofLines: node.startLine...max(node.startLine, end))
      )
    )
    containers.noteLeaf()
  }

  // MARK: Text

  private func inline<Result>(
    _ content: [UInt8],
    _ body: (InlineParser) -> Result
  ) -> Result {
    content.withUnsafeBufferPointer { body(InlineParser($0, links: tree.links)) }
  }

  private mutating func writeText(_ node: BlockNode) {
    var leaf = LeafText(numbers: numbers, isRestoring: isRestoring)
    inline(node.content) { leaf.append($0) }
    guard leaf.isOnlyImages, node.kind == .paragraph else {
      let kind: BlockKind =
        node.kind == .heading ? .heading(level: node.level) : .paragraph
      return write(kind, node, text: leaf.text, runs: leaf.runs)
    }
    for image in leaf.images {
      let text = Array(leaf.text[image.text])
      write(
        .image(source: image.source),
        node,
        text: text,
        runs: text.isEmpty ? [] : [TextRun(utf8Count: text.count, style: .image)]
      )
    }
  }

  private mutating func writeRow(_ node: BlockNode, alignments: [TableRow.Alignment]) {
    var leaf = LeafText(numbers: numbers, isRestoring: isRestoring)
    var counts = cells(of: node).map { cell in
      inline(cell) { leaf.appendCell($0) }
    }
    counts += Array(repeating: 0, count: alignments.count - counts.count)
    let row = TableRow(isHeader: node.isHeader, alignments: alignments, cellRunCounts: counts)
    write(.tableRow(row), node, text: leaf.text, runs: leaf.runs)
  }

  /// The cells of a row, at most as many as its table has columns.
  private func cells(of node: BlockNode) -> [[UInt8]] {
    let columns = tree.nodes[node.parent].alignments.count
    return node.content.dropLast().withUnsafeBufferPointer { line in
      TableLines.cells(line).prefix(columns).map { TableLines.unescaped(line[$0]) }
    }
  }

  private mutating func writeVerbatim(_ node: BlockNode) {
    var text = node.content
    var kind = BlockKind.html
    if node.kind == .code {
      if node.fence != nil {
        let end = text.firstIndex(of: 0x0A) ?? text.count
        kind = .code(language: Self.language(text[..<end]))
        text.removeFirst(min(text.count, end + 1))
      } else {
        kind = .code(language: "")
        let last = text.lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A } ?? -1
        let end = text[(last + 1)...].firstIndex(of: 0x0A) ?? text.count
        text.removeSubrange(end...)
      }
    }
    if isRestoring { text = text.withUnsafeBufferPointer(LineLimits.restored) }
    if text.last == 0x0A { text.removeLast() }
    let style: TextStyle = kind == .html ? [] : .code
    let runs = text.isEmpty ? [] : [TextRun(utf8Count: text.count, style: style)]
    write(kind, node, text: text, runs: runs)
  }

  private static func language(_ line: ArraySlice<UInt8>) -> String {
    let info = line.withUnsafeBufferPointer { LinkParts.cleaned($0, 0..<$0.count) }
    return String(decoding: info, as: UTF8.self)
  }

  // MARK: Footnotes

  /// Numbers the footnotes in the order of their first mention.
  ///
  /// - Returns: Those that are mentioned, in that order.
  private mutating func numberFootnotes(_ definitions: [[UInt8]: Int]) -> [Int] {
    var mentioned: [Int] = []
    var index = 0
    // The document and its parts in order.
    while index >= 0 {
      let node = tree.nodes[index]
      var contents: [[UInt8]] = []
      switch node.kind {
      case .paragraph, .heading: contents = [node.content]
      case .row: contents = cells(of: node)
      default: break
      }
      for label in contents.flatMap({ inline($0) { $0.marks } }) {
        guard let definition = definitions[label], numbers[label] == nil else { continue }
        mentioned.append(definition)
        numbers[label] = mentioned.count
      }
      if node.first >= 0 {
        index = node.first
      } else {
        while index > 0, tree.nodes[index].next < 0 { index = tree.nodes[index].parent }
        index = index > 0 ? tree.nodes[index].next : -1
      }
    }
    return mentioned
  }
}
