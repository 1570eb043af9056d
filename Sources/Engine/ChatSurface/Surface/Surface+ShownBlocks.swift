import Lengths
import MarkdownBlocks

// Where the blocks of a message lie, for whoever judges what is shown.
extension Surface {
  /// A block of a message.
  package struct ShownBlock {
    /// Which part of the message it is in.
    package var part: Int
    /// Where in the message's text its source begins.
    package var start: Int
    /// Which of the blocks of its part that begin there it is, from 0.
    package var order: Int
    /// What it is, in a word; a card is a paragraph.
    package var kind: String
    /// Whether it is written from right to left; nil for what has no letter.
    package var isRightToLeft: Bool?
    /// Its top, from its message's top, downward.
    package var top: LayoutUnit
    package var height: LayoutUnit
  }

  /// The blocks of a message that lie between two places of it.
  ///
  /// - Returns: Nil when no message of this name is laid out block by block.
  /// - Complexity: O(blocks found + log blocks).
  package func shownBlocks(
    of id: MessageID,
    from top: LayoutUnit,
    to bottom: LayoutUnit
  ) -> [ShownBlock]? {
    guard let record = recordWithBlocks(id) else { return nil }
    var looks = 0
    var index = record.placed.firstBlock(endingBelow: top, counting: &looks)
    var found: [ShownBlock] = []
    while index < record.blockCount {
      let block = shownBlock(index, of: record)
      guard block.top < bottom else { break }
      found.append(block)
      index += 1
    }
    return found
  }

  /// Where a block begins below its message's top; nil when the message has no such block.
  ///
  /// - Complexity: O(blocks).
  package func top(ofPart part: Int, start: Int, order: Int, of id: MessageID) -> LayoutUnit? {
    guard let record = recordWithBlocks(id) else { return nil }
    for index in 0..<record.blockCount {
      let block = shownBlock(index, of: record)
      if block.part == part, block.start == start, block.order == order { return block.top }
    }
    return nil
  }

  /// Where a part begins below its message's top; nil when the message shows no such part.
  ///
  /// - Complexity: O(log blocks).
  package func top(ofPart part: Int, of id: MessageID) -> LayoutUnit? {
    guard let record = recordWithBlocks(id), let blocks = record.text.blocks(ofPart: part),
      let first = blocks.first
    else { return nil }
    return first == 0 ? .zero : record.place(ofBlock: first).top
  }

  private func recordWithBlocks(_ id: MessageID) -> ItemRecord? {
    guard let record = seen(id), record.placed.count > 0, record.placed.count == record.blockCount,
      record.placed.geometry == heights.textGeometry(of: record.role, in: geometry)
    else { return nil }
    return record
  }

  private func shownBlock(_ index: Int, of record: ItemRecord) -> ShownBlock {
    let (part, start, order) = name(ofBlock: index, of: record)
    let place = record.place(ofBlock: index)
    return ShownBlock(
      part: part,
      start: start,
      order: order,
      kind: record.text[index].kind.word,
      isRightToLeft: record.text[index].isRightToLeft,
      // The first block begins at its message's top, whatever padding is above its text.
      top: index == 0 ? .zero : place.top,
      height: index == 0 ? place.bottom : place.height
    )
  }

  /// The part that a block is in, where its source begins, and which of the blocks that begin there it is.
  func name(ofBlock index: Int, of record: ItemRecord) -> (part: Int, start: Int, order: Int) {
    var looks = 0
    func beginning(_ index: Int) -> (Int, Int) {
      let part = record.textPlace(ofBlock: index, counting: &looks).part
      return (part, record.text.utf8Range(ofBlock: index).lowerBound)
    }
    let (part, start) = beginning(index)
    var order = 0
    while order < index, beginning(index - order - 1) == (part, start) { order += 1 }
    return (part, start, order)
  }
}

extension BlockKind {
  /// The kind in a word: headings of each level are a kind of their own.
  fileprivate var word: String {
    switch self {
    case .paragraph: "paragraph"
    case .heading(let level): "heading-\(level)"
    case .code: "code"
    case .html: "html"
    case .tableRow: "table-row"
    case .thematicBreak: "rule"
    case .image: "image"
    case .unknown: "unknown"
    }
  }
}
