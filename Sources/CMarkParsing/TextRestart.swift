import CCmarkGFM
import MarkdownBlocks

/// Finds where the last segment of a long leaf of text begins in the source: from there the leaf
/// can go on by itself.
enum TextRestart {
  /// Finds the restart of the last segment of the last block of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - collector: Has collected its blocks.
  ///   - tree: How its leaves were cut, and what of them was taken for tables.
  /// - Returns: Nil when the last block is no text of several segments, or may yet turn out to be
  ///   something that looks at the whole.
  /// - Complexity: O(the last segment and what of its line stands before it).
  static func restart(
    in text: UnsafeBufferPointer<UInt8>,
    collectedBy collector: BlockCollector,
    tree: CMarkSession.Tree
  ) -> ParsedText.Restart? {
    guard let block = collector.blocks.last, let last = tree.segments.last,
      let shown = collector.lastText, shown.node == last.node, let kept = shown.shownBeforeCut,
      !isUnderlined(last.node),
      text[block.sourceUTF8.upperBound...].allSatisfy({ $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    switch block.kind {
    case .paragraph, .heading: break
    default: return nil
    }
    guard let content = content(of: last.node), !mayBecomeDefinition(content),
      !lostDefinitions(content, in: text, from: block.sourceUTF8.lowerBound),
      let place = place(
        of: last.segmentStart,
        in: content,
        source: text,
        end: block.sourceUTF8,
        isHeading: last.node.kind == CMARK_NODE_HEADING
      ),
      isKnown(place, in: text, of: last.node, collector: collector, tree: tree),
      var continuation = collector.finder.continuation(
        ofText: last.node,
        leading: leading(of: place, in: text, from: block.sourceUTF8.lowerBound),
        at: block.sourceUTF8.lowerBound,
        keptUTF8Count: kept,
        triedDelimiterRowCount: tree.triedRows.count(
          of: last.node,
          throughLine: collector.lines.line(at: place)
        )
      )
    else { return nil }
    continuation.leaf?.awaited = last.closing
    return .init(
      utf8Offset: place,
      blockIndex: collector.blocks.count - 1,
      continuation: continuation
    )
  }

  /// Whether a leaf is a heading by the line below it, which more text may make something else.
  private static func isUnderlined(_ node: UnsafeMutablePointer<cmark_node>) -> Bool {
    node.kind == CMARK_NODE_HEADING && node.pointee.as.heading.setext
  }

  /// Whether more text leaves it as it is if the line of a place was taken for a delimiter row.
  private static func isKnown(
    _ place: Int,
    in text: UnsafeBufferPointer<UInt8>,
    of node: UnsafeMutablePointer<cmark_node>,
    collector: BlockCollector,
    tree: CMarkSession.Tree
  ) -> Bool {
    text[place...].contains(0x0A)
      || !tree.triedRows.contains(collector.lines.line(at: place), of: node)
  }

  private static func content(
    of node: UnsafeMutablePointer<cmark_node>
  ) -> UnsafeBufferPointer<UInt8>? {
    let content = node.pointee.content
    guard let start = content.ptr else { return nil }
    var bytes = UnsafeBufferPointer<UInt8>(start: start, count: Int(content.size))
    while let byte = bytes.last, byte == 0x0A || byte == 0x0D {
      bytes = .init(rebasing: bytes.dropLast())
    }
    return bytes
  }

  /// Whether a paragraph begins like a link definition, whose title may take any number of lines.
  private static func mayBecomeDefinition(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    guard content.first == UInt8(ascii: "[") else { return false }
    for index in 1..<min(content.count, 1_004)
    where content[index] == UInt8(ascii: "]") {
      if index + 1 < content.count, content[index + 1] == UInt8(ascii: ":") { return true }
    }
    return false
  }

  /// Whether a paragraph began with link definitions: the head of a table, if one follows, makes text of
  /// them again.
  private static func lostDefinitions(
    _ content: UnsafeBufferPointer<UInt8>,
    in text: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Bool {
    let line = text[start...].drop { " \t>-+*.)0123456789".utf8.contains($0) }
    let head = content.prefix(16)
    return line.first == UInt8(ascii: "[") && !line.starts(with: head)
      && !text[start...].starts(with: head)
  }

  /// Where a byte of a leaf's content stands in the source, counted from the end of both.
  private static func place(
    of start: Int,
    in content: UnsafeBufferPointer<UInt8>,
    source: UnsafeBufferPointer<UInt8>,
    end range: Range<Int>,
    isHeading: Bool
  ) -> Int? {
    var lineEnd = content.count
    var sourceEnd = range.upperBound
    if isHeading {
      // A heading leaves out the spaces at its end, and signs, whose end is not that of the text.
      while sourceEnd > range.lowerBound, source[sourceEnd - 1] == 0x20 { sourceEnd -= 1 }
      if sourceEnd > range.lowerBound, source[sourceEnd - 1] == UInt8(ascii: "#") { return nil }
    }
    var index = content.count
    while index > start {
      index -= 1
      if content[index] == 0x0D { return nil }
      guard content[index] == 0x0A else { continue }
      while sourceEnd > range.lowerBound, source[sourceEnd - 1] != 0x0A { sourceEnd -= 1 }
      sourceEnd -= 1
      lineEnd = index
    }
    let place = sourceEnd - (lineEnd - start)
    guard place > range.lowerBound, sourceEnd <= source.count,
      source[place..<sourceEnd].elementsEqual(content[start..<lineEnd])
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
