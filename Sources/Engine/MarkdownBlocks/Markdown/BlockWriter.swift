/// Writes down the leaves of a tree of blocks.
struct BlockWriter {
  /// Where the last segment begins of a leaf of text that has several.
  struct TextCut {
    /// The leaf, and its block.
    var node: Int
    var blockIndex: Int
    /// Where the segment begins in the leaf's content.
    var start: Int
    /// How many bytes are shown before it; nil where they are nothing but images.
    var keptUTF8Count: Int?
    /// What would end what marks in the segments before it may begin.
    var awaited: ClosingBytes
  }

  /// The leaf blocks so far.
  private(set) var blocks: [Block] = []
  /// Where the blocks of the document begin.
  var restarts: [ParsedText.Restart] = []
  /// The leaf of the document that was cut last.
  private(set) var textCut: TextCut?

  private(set) var tree: BlockTree
  let lines: LineTable
  var footnotes: FootnoteNumbers
  private(set) var segments: InlineSegments
  private let firstCut: Int
  private let isRestoring: Bool
  private var containers = ContainerPath()
  private var leaf: LeafText
  private var isInFootnote = false

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - tree: The blocks.
  ///   - lines: The lines of the source.
  ///   - context: What stands before the text.
  ///   - isGrowing: Whether the text is a part of one that grows, whose footnotes are kept apart.
  ///   - isRestoring: Whether signs beyond a limit must become themselves again.
  init(
    _ tree: consuming BlockTree,
    lines: LineTable,
    in context: ParsingContext,
    isGrowing: Bool,
    isRestoring: Bool
  ) {
    self.tree = tree
    self.lines = lines
    self.isRestoring = isRestoring
    firstCut = context.leadingUTF8Count
    segments = InlineSegments(links: self.tree.links, firstCut: firstCut)
    footnotes = FootnoteNumbers(of: self.tree, in: context, isGrowing: isGrowing)
    leaf = LeafText(isRestoring: isRestoring)
  }

  /// Writes all blocks; the footnotes that are mentioned stand at the end, those of a text that grows apart.
  ///
  /// - Returns: The footnotes that are kept apart.
  /// - Complexity: O(text).
  mutating func write() -> [ParsedFootnote] {
    blocks.reserveCapacity(tree.nodes.count { $0.first < 0 && $0.kind != .document })
    restarts.reserveCapacity(2)
    if footnotes.mayBeMentioned {
      numberFootnotes()
      leaf.numbers = footnotes.numbers
    }
    write(below: 0)
    isInFootnote = true
    guard footnotes.areApart else {
      for label in footnotes.mentioned {
        if let index = footnotes.definitions[label] { writeFootnote(index, number: nil) }
      }
      return []
    }
    return footnotes.own.map { index in
      let node = tree.nodes[index]
      let label = tree.labels[node.detail]
      let count = blocks.count
      writeFootnote(index, number: footnotes.numbers[label] ?? 0)
      defer { blocks.removeSubrange(count...) }
      return ParsedFootnote(
        label: label,
        utf8Offset: lines.start(ofLine: node.startLine),
        blocks: Array(blocks[count...])
      )
    }
  }

  private mutating func writeFootnote(_ index: Int, number: Int?) {
    containers.enterFootnote(number: number)
    write(below: index)
    leave(index)
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
    tree.nodes[index].firstLeaf = blocks.count
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
    case .paragraph, .heading: writeText(node, index)
    case .row: writeRow(node)
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

  private mutating func writeText(_ node: BlockNode, _ index: Int) {
    leaf.reset(utf8Count: node.content.count)
    tree.content.withUnsafeBufferPointer {
      Self.append(UnsafeBufferPointer(rebasing: $0[node.content]), to: &leaf, by: &segments)
    }
    let isCut = segments.lastStart > 0 && !isInFootnote
    if isCut {
      textCut = TextCut(
        node: index,
        blockIndex: blocks.count,
        start: segments.lastStart,
        keptUTF8Count: leaf.countBeforeCut,
        awaited: segments.awaited
      )
    }
    noteMentions(at: node.startLine, cut: isCut ? index : nil)
    guard leaf.isOnlyImages, node.kind == .paragraph else {
      let kind: BlockKind =
        node.kind == .heading ? .heading(level: node.level) : .paragraph
      let (text, runs) = leaf.copied()
      return write(kind, node, text: text, runs: runs)
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

  private static func append(
    _ content: UnsafeBufferPointer<UInt8>,
    to leaf: inout LeafText,
    by segments: inout InlineSegments
  ) {
    segments.parse(content) { leaf.append($0, cut: $1) }
  }

  private mutating func writeRow(_ node: BlockNode) {
    leaf.reset(utf8Count: node.content.count)
    let alignments = tree.alignments[tree.nodes[node.parent].detail]
    var counts = Array(repeating: 0, count: alignments.count)
    var column = 0
    tree.forEachCell(of: node) { cell in
      leaf.beginCell()
      Self.append(cell, to: &leaf, by: &segments)
      counts[column] = leaf.cellRunCount
      column += 1
    }
    noteMentions(at: node.startLine, cut: nil)
    let row = TableRow(isHeader: node.isHeader, alignments: alignments, cellRunCounts: counts)
    let (text, runs) = leaf.copied()
    write(.tableRow(row), node, text: text, runs: runs)
  }

  private mutating func writeVerbatim(_ node: BlockNode) {
    var lines = tree.content[node.content]
    var kind = BlockKind.html
    if node.kind == .code {
      if node.fence != nil {
        let end = lines.firstIndex(of: 0x0A) ?? lines.endIndex
        kind = .code(language: Self.language(lines[..<end]))
        lines = lines[min(lines.endIndex, end + 1)...]
      } else {
        kind = .code(language: "")
        let last = lines.lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A }
        let rest = lines[(last.map { $0 + 1 } ?? lines.startIndex)...]
        lines = lines[..<(rest.firstIndex(of: 0x0A) ?? lines.endIndex)]
      }
    }
    if lines.last == 0x0A, !isRestoring { lines = lines.dropLast() }
    var text = isRestoring ? lines.withUnsafeBufferPointer(LineLimits.restored) : Array(lines)
    if isRestoring, text.last == 0x0A { text.removeLast() }
    let style: TextStyle = kind == .html ? [] : .code
    let runs = text.isEmpty ? [] : [TextRun(utf8Count: text.count, style: style)]
    write(kind, node, text: text, runs: runs)
  }

  private static func language(_ line: ArraySlice<UInt8>) -> String {
    let info = line.withUnsafeBufferPointer { LinkParts.cleaned($0, 0..<$0.count) }
    return String(decoding: info, as: UTF8.self)
  }

  // MARK: Footnotes

  private mutating func noteMentions(at line: Int, cut: Int?) {
    guard footnotes.areApart else { return }
    for (place, label) in leaf.mentions.enumerated() {
      let isBehindCut = leaf.countBeforeCut != nil && place >= leaf.mentionsBeforeCut
      footnotes.note(label, at: lines.start(ofLine: line), behindCutIn: isBehindCut ? cut : nil)
    }
  }

  /// Numbers the footnotes in the order of their first mention.
  private mutating func numberFootnotes() {
    var index = 0
    // The document and its parts in order.
    while index >= 0 {
      let node = tree.nodes[index]
      switch node.kind {
      case .paragraph, .heading:
        tree.content.withUnsafeBufferPointer {
          takeMarks(UnsafeBufferPointer(rebasing: $0[node.content]))
        }
      case .row: tree.forEachCell(of: node) { takeMarks($0) }
      default: break
      }
      if node.first >= 0 {
        index = node.first
      } else {
        while index > 0, tree.nodes[index].next < 0 { index = tree.nodes[index].parent }
        index = index > 0 ? tree.nodes[index].next : -1
      }
    }
    // They are parsed again.
    segments.beginAgain(firstCut: firstCut)
  }

  private mutating func takeMarks(_ content: UnsafeBufferPointer<UInt8>) {
    guard content.has(UInt8(ascii: "^"), behind: UInt8(ascii: "[")) else {
      return segments.pass(content)
    }
    var labels: [[UInt8]] = []
    segments.parse(content) { parsed, _ in labels += parsed.marks }
    footnotes.mention(labels)
  }
}
