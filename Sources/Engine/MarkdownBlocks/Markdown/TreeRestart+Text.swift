// Where the last segment of a long leaf of text begins in the source: from there the leaf can go on by itself.
extension TreeRestart {
  /// Finds the restart of the last segment of the last block of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - writer: Has written its blocks.
  /// - Returns: Nil when the last block is no text of several segments, or may yet turn out to be
  ///   something that looks at the whole.
  /// - Complexity: O(the last segment and what of its line stands before it).
  func textRestart(
    in text: UnsafeBufferPointer<UInt8>,
    writer: BlockWriter
  ) -> ParsedText.Restart? {
    guard let block = writer.blocks.last, let cut = writer.textCut,
      cut.blockIndex == writer.blocks.count - 1, let kept = cut.keptUTF8Count
    else { return nil }
    let node = nodes[cut.node]
    // More text may make something else of a heading by the line below it; and the head of a table, if one
    // follows, makes text of definitions again.
    guard node.kind != .heading || node.endLine == node.startLine, !node.hadDefinitions,
      text[block.sourceUTF8.upperBound...].allSatisfy({ $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    let place = tree.content.withUnsafeBufferPointer { lines in
      let content = UnsafeBufferPointer(rebasing: lines[node.content])
      return Self.mayBecomeDefinition(content)
        ? nil : Self.place(of: cut.start, in: content, of: node, source: text, block.sourceUTF8)
    }
    guard let place, isKnown(place, in: text, of: cut.node), let open = opened(for: cut.node)
    else { return nil }
    let leading = Self.leading(of: place, in: text, from: block.sourceUTF8.lowerBound)
    var line = open.opening.continuation
    if node.kind == .heading {
      line += Array(repeating: UInt8(ascii: "#"), count: node.level) + [0x20]
    }
    var leaf = Continuation.Leaf(
      prefixOffset: open.opening.lines.count,
      leadingUTF8Count: leading.count,
      utf8Offset: block.sourceUTF8.lowerBound,
      keptUTF8Count: kept,
      isText: true,
      triedDelimiterRowCount: triedRowCount(of: cut.node, throughLine: lines.line(at: place))
    )
    leaf.awaited = cut.awaited
    return .init(
      utf8Offset: place,
      blockIndex: cut.blockIndex,
      continuation: Continuation(
        prefix: open.opening.lines + line + leading,
        lists: open.lists,
        leaf: leaf
      )
    )
  }

  /// Whether more text leaves it as it is if the line of a place was taken for a delimiter row.
  private func isKnown(
    _ place: Int,
    in text: UnsafeBufferPointer<UInt8>,
    of paragraph: Int
  ) -> Bool {
    let line = lines.line(at: place)
    return text.place(of: 0x0A, from: place) < text.count
      || !tree.triedRows.contains { $0.paragraph == paragraph && $0.line == line }
  }

  private func triedRowCount(of paragraph: Int, throughLine line: Int) -> Int {
    tree.triedRowCountBefore(paragraph)
      + tree.triedRows.count { $0.paragraph == paragraph && $0.line <= line }
  }

  /// Whether a paragraph begins like a link definition, whose title may take any number of lines.
  private static func mayBecomeDefinition(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    guard content.first == UInt8(ascii: "[") else { return false }
    return UnsafeBufferPointer(rebasing: content.prefix(1_005))
      .has(UInt8(ascii: ":"), behind: UInt8(ascii: "]"))
  }

  /// Where a byte of a leaf's content stands in the source, counted from the end of both.
  private static func place(
    of start: Int,
    in content: UnsafeBufferPointer<UInt8>,
    of node: BlockNode,
    source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    var lineEnd = content.count
    while lineEnd > 0, content[lineEnd - 1] == 0x0A { lineEnd -= 1 }
    var sourceEnd = range.upperBound
    if node.kind == .heading {
      // A heading leaves out the spaces at its end, and signs, whose end is not that of the text.
      while sourceEnd > range.lowerBound, source[sourceEnd - 1] == 0x20 { sourceEnd -= 1 }
      if sourceEnd > range.lowerBound, source[sourceEnd - 1] == UInt8(ascii: "#") { return nil }
    }
    var index = lineEnd
    while index > start {
      index -= 1
      guard content[index] == 0x0A else { continue }
      while sourceEnd > range.lowerBound, source[sourceEnd - 1] != 0x0A { sourceEnd -= 1 }
      sourceEnd -= 1
      lineEnd = index
    }
    let place = sourceEnd - (lineEnd - start)
    guard place > range.lowerBound,
      source[place..<sourceEnd].elementsEqual(content[start..<lineEnd]),
      // A line that ends otherwise than with a line feed would not be counted.
      !(place..<range.upperBound).contains(where: {
        source[$0] == 0x0D && $0 + 1 < source.count && source[$0 + 1] != 0x0A
      })
    else { return nil }
    return place
  }

  /// Writes what stands for the text before a place in its line: as many cells as a table would
  /// see there.
  private static func leading(
    of place: Int,
    in text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> [UInt8] {
    var leading: [UInt8] = []
    var line = place
    while line > start, text[line - 1] != 0x0A, text[line - 1] != 0x0D {
      line -= 1
      guard text[line] == UInt8(ascii: "|") else { continue }
      // More would part no cells.
      if leading.count < 2 * LineLimits.bars { leading += Array("|x".utf8) }
    }
    return [UInt8(ascii: "x")] + leading
  }
}
