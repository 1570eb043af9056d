/// The blocks of a text as a tree, made line by line.
///
/// A line first goes on with the open blocks that its beginning allows, outermost first; then it opens
/// others; what is left of it is text of the innermost. All blocks lie in one array.
struct BlockTree {
  /// The blocks; the first is the document.
  var nodes: [BlockNode] = []
  /// The lines of the leaves, one leaf after the other.
  var content: [UInt8] = []
  /// The alignments of the columns of each table.
  var alignments: [[TableRow.Alignment]] = []
  /// The labels of footnotes, as they are compared.
  var labels: [[UInt8]] = []
  /// The definitions of links.
  var links: LinkReferences
  /// The definitions of footnotes, in the order of the text.
  private(set) var footnotes: [Int] = []
  /// How many lines and tables were beyond a limit.
  var limitCount = 0

  /// How many cells the rows of the first table lack that stand before the text.
  var lackingBefore: Int
  /// The lines that were taken for delimiter rows of tables, by their paragraph, in order.
  var triedRows: [(paragraph: Int, line: Int)] = []
  /// The line at which a paragraph goes on with one before the text, and how many of that one's lines were taken
  /// for such rows.
  private let leafLine: Int
  private let triedBefore: Int

  /// The open blocks, outermost first.
  var path: [Int] = []
  var cursor: LineCursor
  var line = 0
  /// The block that the line belongs to so far, and whether the line opened one.
  var container = 0
  var hasOpened = false

  /// Makes the tree of a text whose lines end with line feeds.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - context: What stands before it.
  /// - Complexity: O(length of the text and the containers that its lines go on with).
  init(_ text: UnsafeBufferPointer<UInt8>, in context: ParsingContext) {
    links = LinkReferences(knowing: context.definitions)
    lackingBefore = context.lackingCellCount
    (leafLine, triedBefore) = (context.leafLine, context.triedDelimiterRowCount)
    cursor = LineCursor(text)
    var lineCount = 1
    var feed = text.place(of: 0x0A)
    while feed < text.count, lineCount < 3 {
      lineCount += 1
      feed = text.place(of: 0x0A, from: feed + 1)
    }
    // A line of a paragraph makes one, an item of a list behind the lines that open it four.
    nodes.reserveCapacity(min(8, 4 * lineCount - 2))
    nodes.append(BlockNode(.document, parent: -1, line: 1))
    path.reserveCapacity(4)
    path.append(0)
    content.reserveCapacity(text.count + 8)
    var start = 0
    while start < text.count {
      let end = text.place(of: 0x0A, from: start)
      take(start..<end)
      start = end + 1
    }
    while path.count > 1 { closeLast() }
  }

  private mutating func take(_ range: Range<Int>) {
    cursor.begin(range)
    if line == 0, Bytes.hasByteOrderMark(cursor.text) { cursor.offset += 3 }
    line += 1
    guard let matched = matchOpenBlocks() else { return }
    container = path[matched - 1]
    hasOpened = false
    let mayBeLazy = nodes[path[path.count - 1]].kind == .paragraph
    openBlocks(behind: matched, mayBeLazy: mayBeLazy)
    addRest(behind: matched)
  }

  // MARK: What goes on

  /// Goes on with open blocks.
  ///
  /// - Returns: How many of them go on; nil when the line is done.
  private mutating func matchOpenBlocks() -> Int? {
    var matched = 1
    while matched < path.count {
      cursor.findNonspace()
      let index = path[matched]
      if case .code = nodes[index].kind, let fence = nodes[index].fence, cursor.isClosing(fence) {
        nodes[index].endLine = line
        closeLast()
        return nil
      }
      guard goesOn(index) else { break }
      matched += 1
    }
    return matched
  }

  private mutating func goesOn(_ index: Int) -> Bool {
    switch nodes[index].kind {
    case .document, .list, .rule: return true
    case .heading, .row: return false
    case .paragraph: return !cursor.isBlank
    case .html: return nodes[index].level < 6 || !cursor.isBlank
    case .table: return takesRow(index)
    case .quote: return takeQuoteSign()
    case .item:
      if cursor.indent >= nodes[index].padding {
        cursor.advance(columns: nodes[index].padding)
      } else if cursor.isBlank, nodes[index].first >= 0 {
        cursor.advanceToNonspace()
      } else {
        return false
      }
      return true
    case .footnote:
      guard cursor.isIndented else { return cursor.line.isEmpty }
      cursor.advance(columns: LineCursor.codeIndent)
      return true
    case .code:
      if let fence = nodes[index].fence {
        var count = fence.offset
        while count > 0, cursor.isAtSpace {
          cursor.advance(columns: 1)
          count -= 1
        }
      } else if cursor.isIndented {
        cursor.advance(columns: LineCursor.codeIndent)
      } else if cursor.isBlank {
        cursor.advanceToNonspace()
      } else {
        return false
      }
      return true
    }
  }

  mutating func takeQuoteSign() -> Bool {
    guard !cursor.isIndented, cursor[cursor.nonspace] == UInt8(ascii: ">") else { return false }
    cursor.advanceToNonspace()
    cursor.advance(bytes: 1)
    if cursor.isAtSpace { cursor.advance(columns: 1) }
    return true
  }

  private mutating func takesRow(_ table: Int) -> Bool {
    let row = UnsafeBufferPointer(
      rebasing: cursor.text[cursor.nonspace..<cursor.line.upperBound]
    )
    let bars = row.count { $0 == UInt8(ascii: "|") }
    let lacking = alignments[nodes[table].detail].count - bars - 1
    if lacking > 0 {
      nodes[table].count += lacking
      if nodes[table].count > TableLines.lackingCells {
        limitCount += 1
        return false
      }
    }
    return TableLines.hasCells(row)
  }

  // MARK: Text

  private mutating func addRest(behind matched: Int) {
    cursor.findNonspace()
    noteBlankness()
    let isLazy =
      path.count > matched && !hasOpened && !cursor.isBlank
      && nodes[path[path.count - 1]].kind == .paragraph
    guard !isLazy else { return addLine(to: path[path.count - 1]) }
    closeUnmatched(behind: matched)
    switch nodes[container].kind {
    case .code: addLine(to: container)
    case .html:
      addLine(to: container)
      let rest = cursor.nonspace..<max(cursor.nonspace, cursor.line.upperBound)
      if HTMLSigns.blockEnds(cursor.text, rest, kind: nodes[container].level) {
        // The range is that of cmark-gfm: the line that ends the block is no part of it.
        nodes[container].endLine = max(line - 1, nodes[container].startLine)
        closeLast()
      }
    case _ where cursor.isBlank: break
    case .heading:
      cursor.advanceToNonspace()
      addHeadingText(to: container)
    case .paragraph:
      cursor.advanceToNonspace()
      addLine(to: container)
    default:
      open(.paragraph, behind: matched)
      cursor.advanceToNonspace()
      addLine(to: container)
    }
  }

  /// Says which blocks end with a blank line.
  private mutating func noteBlankness() {
    let isBlank = cursor.isBlank
    if isBlank, nodes[container].last >= 0 { nodes[nodes[container].last].endsBlank = true }
    let node = nodes[container]
    let mayEndBlank =
      switch node.kind {
      case .quote, .heading, .rule: false
      case .code: node.fence == nil
      case .item: node.first >= 0 || node.startLine != line
      default: true
      }
    nodes[container].endsBlank = isBlank && mayEndBlank
    var parent = node.parent
    while parent >= 0 {
      nodes[parent].endsBlank = false
      parent = nodes[parent].parent
    }
  }

  mutating func addLine(to index: Int) {
    // One leaf alone is open: what it holds lies last.
    let start = nodes[index].content.isEmpty ? content.count : nodes[index].content.lowerBound
    cursor.appendRest(to: &content)
    nodes[index].content = start..<content.count
    nodes[index].endLine = line
  }

  /// Adds the rest of a heading's line without the signs that close it.
  private mutating func addHeadingText(to heading: Int) {
    let line = cursor.line
    var end = Bytes.trimmed(line, in: cursor.text).upperBound
    var start = end
    while start > line.lowerBound, cursor.text[start - 1] == UInt8(ascii: "#") { start -= 1 }
    if start < end, start > line.lowerBound,
      cursor.text[start - 1] == 0x20 || cursor.text[start - 1] == 0x09
    {
      end = Bytes.trimmed(line.lowerBound..<start - 1, in: cursor.text).upperBound
    }
    guard end > cursor.offset else { return }
    let first = content.count
    content.append(contentsOf: UnsafeBufferPointer(rebasing: cursor.text[cursor.offset..<end]))
    nodes[heading].content = first..<content.count
  }

  // MARK: Opening and closing

  /// Opens a block in the innermost open one that may hold it; those that may not are closed.
  mutating func open(_ kind: BlockNode.Kind, behind matched: Int) {
    // As cmark-gfm has it, before the definitions at its end are taken out of it.
    if nodes[container].kind == .list, kind != .item { decideTightness(of: container) }
    closeUnmatched(behind: matched)
    while !nodes[path[path.count - 1]].kind.mayContain(kind) { closeLast() }
    container = append(kind, to: path[path.count - 1])
    path.append(container)
  }

  /// Closes the blocks that the line does not go on with; once.
  private mutating func closeUnmatched(behind matched: Int) {
    guard !hasOpened else { return }
    hasOpened = true
    while path.count > matched { closeLast() }
  }

  mutating func append(_ kind: BlockNode.Kind, to parent: Int) -> Int {
    let index = nodes.count
    nodes.append(BlockNode(kind, parent: parent, line: line))
    let last = nodes[parent].last
    nodes[index].previous = last
    if last >= 0 { nodes[last].next = index } else { nodes[parent].first = index }
    nodes[parent].last = index
    return index
  }

  mutating func unlink(_ index: Int) {
    let node = nodes[index]
    if node.previous >= 0 {
      nodes[node.previous].next = node.next
    } else {
      nodes[node.parent].first = node.next
    }
    if node.next >= 0 {
      nodes[node.next].previous = node.previous
    } else {
      nodes[node.parent].last = node.previous
    }
    nodes[index].parent = -1
  }

  private mutating func closeLast() {
    let index = path.removeLast()
    switch nodes[index].kind {
    case .paragraph: if !takeDefinitions(of: index) { unlink(index) }
    case .list: decideTightness(of: index)
    case .footnote: footnotes.append(index)
    default: break
    }
  }

  /// Takes the definitions of links at the beginning of a paragraph out of it.
  ///
  /// - Returns: Whether anything is left.
  mutating func takeDefinitions(of index: Int) -> Bool {
    let range = nodes[index].content
    guard !range.isEmpty, content[range.lowerBound] == UInt8(ascii: "[") else {
      return !range.isEmpty
    }
    let count = content.withUnsafeBufferPointer {
      links.takeDefinitions(at: UnsafeBufferPointer(rebasing: $0[range]))
    }
    if count > 0 {
      nodes[index].content = range.lowerBound + count..<range.upperBound
      nodes[index].hadDefinitions = true
    }
    return count < range.count
  }

  /// How many lines of a paragraph were taken for delimiter rows before the text.
  func triedRowCountBefore(_ paragraph: Int) -> Int {
    nodes[paragraph].startLine == leafLine ? triedBefore : 0
  }

  private mutating func decideTightness(of list: Int) {
    if nodes[list].isTight == nil { nodes[list].isTight = isTight(list) }
  }

  /// Whether no blank line parts the items of a list, or the blocks of one.
  private func isTight(_ list: Int) -> Bool {
    var item = nodes[list].first
    while item >= 0 {
      let isLast = nodes[item].next < 0
      if nodes[item].endsBlank, !isLast { return false }
      var child = nodes[item].first
      while child >= 0 {
        if !isLast || nodes[child].next >= 0, endsBlank(child) { return false }
        child = nodes[child].next
      }
      item = nodes[item].next
    }
    return true
  }

  func endsBlank(_ index: Int) -> Bool {
    var index = index
    while nodes[index].kind == .list || nodes[index].kind == .item, nodes[index].last >= 0 {
      index = nodes[index].last
    }
    return nodes[index].endsBlank
  }
}
