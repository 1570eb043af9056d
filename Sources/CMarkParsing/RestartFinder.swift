import CCmarkGFM
import MarkdownBlocks

/// Finds where the parsing of a text that grows may start again.
struct RestartFinder {
  typealias Node = UnsafeMutablePointer<cmark_node>

  /// The restarts so far, ascending.
  private(set) var restarts: [ParsedText.Restart] = []

  private let source: UnsafeBufferPointer<UInt8>
  /// Whether the items seen so far leave the top-level list tight.
  private var listIsTight = true
  /// The number of the item noted last.
  private var number = 0
  private var head: [UInt8] = []

  /// Makes a finder for a text that outlives it.
  init(source: UnsafeBufferPointer<UInt8>) {
    self.source = source
  }

  /// Notes the start of a top-level block.
  ///
  /// A table may have taken its head from the end of a paragraph; then the two go together, as
  /// the head's line alone might be read otherwise. cmark gives such a paragraph the line 0.
  mutating func noteRoot(_ node: Node, at offset: Int, blockIndex: Int) {
    listIsTight = true
    if let previous = cmark_node_previous(node), cmark_node_get_start_line(previous) == 0 { return }
    restarts.append(.init(utf8Offset: offset, blockIndex: blockIndex))
  }

  /// Notes an item of a top-level list; the first one starts with its list.
  mutating func noteItem(_ item: Node, at offset: Int, blockIndex: Int) {
    guard let list = cmark_node_parent(item) else { return }
    guard let previous = cmark_node_previous(item) else {
      number = Int(cmark_node_get_list_start(list))
      return
    }
    if Self.parts(previous) { listIsTight = false }
    defer { number += 1 }
    // A blank line ends an item that has nothing in it yet, but not one with a paragraph.
    guard cmark_node_first_child(previous) != nil,
      let marker = Self.paragraph(likeItem: previous, of: list)
    else { return }
    restarts.append(
      .init(
        utf8Offset: offset,
        blockIndex: blockIndex,
        continuation: .items(
          item: marker,
          numbersBefore: number - 1,
          isTightBefore: listIsTight
        )
      )
    )
  }

  /// Notes the last two lines of top-level fenced code: the last may be incomplete.
  mutating func noteCode(_ text: [UInt8], lines: LineTable, firstLine: Int, blockIndex: Int) {
    var lineCount = 1
    var starts = [0, 0]
    for (index, byte) in text.enumerated() where byte == 0x0A {
      lineCount += 1
      starts = [starts[1], index + 1]
    }
    let opening = source[lines.range(ofLines: firstLine...firstLine)] + [0x0A]
    for (back, kept) in zip([1, 0], starts) where lineCount - back >= 2 {
      restarts.append(
        .init(
          utf8Offset: lines.start(ofLine: firstLine + lineCount - back),
          blockIndex: blockIndex,
          continuation: .code(opening: Array(opening), keptUTF8Count: kept)
        )
      )
    }
  }

  /// Begins a top-level table with the given columns.
  mutating func beginTable(_ alignments: [TableRow.Alignment]) {
    head = [UInt8(ascii: "|")]
    for _ in alignments { head += Array("x|".utf8) }
    head += Array("\n|".utf8)
    for alignment in alignments {
      switch alignment {
      case .none: head += Array("-|".utf8)
      case .left: head += Array(":-|".utf8)
      case .center: head += Array(":-:|".utf8)
      case .right: head += Array("-:|".utf8)
      }
    }
    head.append(0x0A)
  }

  /// Notes a row of a top-level table that is not its head.
  mutating func noteRow(at offset: Int, blockIndex: Int) {
    restarts.append(
      .init(utf8Offset: offset, blockIndex: blockIndex, continuation: .rows(head: head))
    )
  }

  /// Writes an item of one paragraph whose text begins in the same column as that of `item`: what
  /// stands further to the right belongs to it.
  private static func paragraph(likeItem item: Node, of list: Node) -> [UInt8]? {
    let column = Int(item.pointee.`as`.list.marker_offset + item.pointee.`as`.list.padding)
    let space: UInt8 = 0x20
    if cmark_node_get_list_type(list) == CMARK_ORDERED_LIST {
      let digits = max(1, column - 5)
      guard digits <= 9, column >= digits + 2 else { return nil }
      return Array(repeating: UInt8(ascii: "0"), count: digits - 1)
        + Array(cmark_node_get_list_delim(list) == CMARK_PAREN_DELIM ? "1)".utf8 : "1.".utf8)
        + Array(repeating: space, count: column - digits - 1) + Array("x\n".utf8)
    }
    let after = min(4, column - 1)
    guard after >= 1, column - 1 - after <= 3 else { return nil }
    return Array(repeating: space, count: column - 1 - after)
      + [list.pointee.`as`.list.bullet_char] + Array(repeating: space, count: after)
      + Array("x\n".utf8)
  }

  /// Whether an item that another follows makes its list loose: it, or a block in it, ends with a
  /// blank line.
  private static func parts(_ item: Node) -> Bool {
    if lastLineIsBlank(item) { return true }
    var child = cmark_node_first_child(item)
    while let node = child {
      if endsWithBlankLine(node) { return true }
      child = cmark_node_next(node)
    }
    return false
  }

  private static func lastLineIsBlank(_ node: Node) -> Bool {
    UInt32(node.pointee.flags) & CMARK_NODE__LAST_LINE_BLANK.rawValue != 0
  }

  private static func endsWithBlankLine(_ node: Node) -> Bool {
    var node = node
    while true {
      if lastLineIsBlank(node) { return true }
      let type = cmark_node_get_type(node)
      guard type == CMARK_NODE_LIST || type == CMARK_NODE_ITEM,
        let last = cmark_node_last_child(node)
      else { return false }
      node = last
    }
  }
}
