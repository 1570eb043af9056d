// The blocks that a line begins.
extension BlockTree {
  mutating func openBlocks(behind matched: Int, mayBeLazy: Bool) {
    var mayBeLazy = mayBeLazy
    while nodes[container].kind != .code, nodes[container].kind != .html {
      cursor.findNonspace()
      guard openBlock(behind: matched, mayBeLazy: mayBeLazy) else { return }
      switch nodes[container].kind {
      case .paragraph, .heading, .code, .table: return
      default: mayBeLazy = false
      }
    }
  }

  /// Opens one block.
  ///
  /// - Returns: Whether the line may open others in it.
  private mutating func openBlock(behind matched: Int, mayBeLazy: Bool) -> Bool {
    let isIndented = cursor.isIndented
    let kind = nodes[container].kind
    if !isIndented, openUnindented(behind: matched, in: kind) { return true }
    if !isIndented || kind == .list, cursor.indent < LineCursor.codeIndent,
      openItem(behind: matched, in: kind)
    {
      return true
    }
    if isIndented, !mayBeLazy, !cursor.isBlank {
      cursor.advance(columns: LineCursor.codeIndent)
      open(.code, behind: matched)
      return true
    }
    if kind == .paragraph { tryTable(isIndented: isIndented) }
    if kind == .table, !isIndented, !cursor.isBlank { addRow(to: container, isHeader: false) }
    if kind == .item, cursor.isTask() { takeTask() }
    return false
  }

  private mutating func openUnindented(behind matched: Int, in kind: BlockNode.Kind) -> Bool {
    if cursor[cursor.nonspace] == UInt8(ascii: ">") {
      open(.quote, behind: matched)
      _ = takeQuoteSign()
    } else if let (level, length) = cursor.headingStart() {
      cursor.advance(bytes: cursor.nonspace - cursor.offset + length)
      open(.heading, behind: matched)
      nodes[container].level = level
    } else if let length = cursor.openingFence() {
      open(.code, behind: matched)
      nodes[container].fence = .init(
        sign: cursor[cursor.nonspace],
        length: min(length, 255),
        offset: cursor.nonspace - cursor.offset
      )
      cursor.advance(bytes: cursor.nonspace - cursor.offset + length)
    } else if let level = HTMLSigns.blockStart(
      cursor.text,
      cursor.nonspace..<cursor.line.upperBound,
      mayBeAnyTag: kind != .paragraph
    ) {
      open(.html, behind: matched)
      nodes[container].level = level
    } else if kind == .paragraph, let level = cursor.underline() {
      underline(level)
    } else if cursor.isRule() {
      open(.rule, behind: matched)
      cursor.advanceToEnd()
    } else if let (label, length) = cursor.footnoteStart() {
      cursor.advance(bytes: cursor.nonspace - cursor.offset + length)
      open(.footnote, behind: matched)
      nodes[container].detail = labels.count
      labels.append(LinkReferences.normalized(cursor.text, label))
    } else {
      return false
    }
    return true
  }

  /// Makes a heading of a paragraph, unless it holds nothing but definitions.
  private mutating func underline(_ level: Int) {
    guard takeDefinitions(of: container) else { return }
    nodes[container].kind = .heading
    nodes[container].level = level
    nodes[container].endLine = line
    cursor.advanceToEnd()
  }

  private mutating func openItem(behind matched: Int, in kind: BlockNode.Kind) -> Bool {
    guard let (marker, length) = cursor.itemMarker(interrupting: kind == .paragraph) else {
      return false
    }
    let indent = cursor.indent
    cursor.advance(bytes: cursor.nonspace - cursor.offset + length)
    let before = (cursor.offset, cursor.column, cursor.isInsideTab)
    while cursor.column - before.1 <= 5, cursor.isAtSpace { cursor.advance(columns: 1) }
    var spaces = cursor.column - before.1
    if !(1...4).contains(spaces) || cursor[cursor.offset] == 0x0A {
      (cursor.offset, cursor.column, cursor.isInsideTab) = before
      if spaces > 0 { cursor.advance(columns: 1) }
      spaces = 1
    }
    if kind != .list || !marker.goesOn(with: nodes[container].marker) {
      open(.list, behind: matched)
      nodes[container].marker = marker
    }
    open(.item, behind: matched)
    nodes[container].marker = marker
    nodes[container].padding = indent + length + spaces
    return true
  }

  private mutating func takeTask() {
    let line = UnsafeBufferPointer(rebasing: cursor.text[cursor.line])
    nodes[container].isDone = line.indices.dropLast(2).contains {
      line[$0] == UInt8(ascii: "[") && line[$0 + 1] | 0x20 == UInt8(ascii: "x")
        && line[$0 + 2] == UInt8(ascii: "]")
    }
    cursor.advance(bytes: 3)
  }

  /// Makes a table of a paragraph whose last line is its head, if the line is its delimiter row.
  private mutating func tryTable(isIndented: Bool) {
    let row = UnsafeBufferPointer(
      rebasing: cursor.text[cursor.nonspace..<cursor.line.upperBound]
    )
    guard row.allSatisfy(TableLines.isDelimiterSign) else { return }
    let known = nodes[container].count
    let before = known > 0 ? known : triedRowCountBefore(container)
    nodes[container].count = before + 1
    triedRows.append((container, line))
    guard before < TableLines.delimiterRows else {
      if before == TableLines.delimiterRows || known == 0 { limitCount += 1 }
      return
    }
    guard !isIndented, let columns = TableLines.alignments(row) else { return }
    let lines = nodes[container].content
    let head =
      content[lines].dropLast().lastIndex(of: 0x0A).map { $0 + 1 } ?? lines.lowerBound
    var count = 0
    content.withUnsafeBufferPointer {
      TableLines.forEachCell(
        of: UnsafeBufferPointer(rebasing: $0[head..<lines.upperBound - 1])
      ) { _ in count += 1 }
    }
    guard count == columns.count else { return }
    let paragraph = container
    path.removeLast()
    let table = append(.table, to: nodes[paragraph].parent)
    nodes[table].startLine = nodes[paragraph].startLine
    nodes[table].detail = alignments.count
    alignments.append(columns)
    nodes[table].count = lackingBefore
    lackingBefore = 0
    path.append(table)
    container = table
    hasOpened = true
    if head > lines.lowerBound {
      let text = TableLines.unescaped(content[lines.lowerBound..<head])
      nodes[paragraph].content = content.count..<content.count + text.count
      content += text
      nodes[paragraph].endLine = line - 2
      nodes[paragraph].endsInTable = true
    } else {
      unlink(paragraph)
    }
    let header = append(.row, to: table)
    (nodes[header].startLine, nodes[header].endLine) = (line - 1, line - 1)
    nodes[header].isHeader = true
    nodes[header].content = head..<lines.upperBound
    cursor.advanceToEnd()
  }

  private mutating func addRow(to table: Int, isHeader: Bool) {
    let row = append(.row, to: table)
    cursor.advanceToNonspace()
    let start = content.count
    cursor.appendRest(to: &content)
    nodes[row].content = start..<content.count
    cursor.advanceToEnd()
    container = row
  }
}
