import Lengths
import MarkdownBlocks

/// The text of a message as blocks, part by part.
///
/// Seen from outside it is one run of text and one run of blocks: the text of the text parts one
/// after the other, and their blocks with one more block for each card. Text grows at the end of
/// the last text part only.
package struct MessageText: Sendable {
  private struct Part {
    var kind: MessagePart.Kind
    /// Empty for a card.
    var blocks: BlockList
    var cardHeight: LayoutUnit = .zero

    var blockCount: Int { kind == .card ? 1 : blocks.count }
  }

  private let rule: MarkdownRule
  private let parser: any BlockParser
  private var parts: [Part]
  /// Whether its one part is there only because something has to take the text.
  private var isUnbegun = true
  /// Bytes parsed by parts that were replaced.
  private var parsedBefore = 0

  /// Makes an empty text: one text part.
  package init(rule: MarkdownRule, parser: any BlockParser) {
    self.rule = rule
    self.parser = parser
    parts = [Part(kind: .text, blocks: BlockList(rule: rule, parser: parser))]
  }

  /// How many parts there are.
  package var partCount: Int { parts.count }
  /// How many blocks there are, a card being one.
  package var count: Int { parts.reduce(0) { $0 + $1.blockCount } }
  /// The bytes of the text.
  package var utf8Count: Int { parts.reduce(0) { $0 + $1.blocks.text.count } }
  /// How many bytes were parsed so far.
  package var bytesParsed: Int { parts.reduce(parsedBefore) { $0 + $1.blocks.bytesParsed } }

  /// The text, as it came.
  package var text: [UInt8] {
    parts.count == 1 ? parts[0].blocks.text : parts.flatMap { $0.blocks.text }
  }

  /// Every part with its text.
  package var content: [MessagePart] {
    parts.map { .init(kind: $0.kind, text: $0.blocks.text, cardHeight: $0.cardHeight) }
  }

  /// The blocks, each card standing as a paragraph without text.
  package var blocks: [Block] {
    parts.count == 1 && parts[0].kind != .card
      ? parts[0].blocks.blocks : (0..<count).map { self[$0] }
  }

  /// The block at `index`.
  package subscript(index: Int) -> Block {
    let (part, block) = place(ofBlock: index)
    return parts[part].kind == .card ? Self.cardBlock : parts[part].blocks[block]
  }

  /// The height of the card that the block at `index` is; nil for text.
  package func cardHeight(ofBlock index: Int) -> LayoutUnit? {
    guard parts.count > 1 || parts[0].kind == .card else { return nil }
    let part = parts[place(ofBlock: index).part]
    return part.kind == .card ? part.cardHeight : nil
  }

  /// The bytes of the whole text that the block at `index` comes from; none for a card.
  ///
  /// - Complexity: O(parts).
  package func utf8Range(ofBlock index: Int) -> Range<Int> {
    let (part, block) = place(ofBlock: index)
    let base = parts[..<part].reduce(0) { $0 + $1.blocks.text.count }
    guard parts[part].kind != .card else { return base..<base }
    let range = parts[part].blocks[block].sourceUTF8
    return base + range.lowerBound..<base + range.upperBound
  }

  private static let cardBlock = Block(kind: .paragraph, sourceUTF8: 0..<0)

  private func place(ofBlock index: Int) -> (part: Int, block: Int) {
    var rest = index
    for (place, part) in parts.enumerated() {
      if rest < part.blockCount { return (place, rest) }
      rest -= part.blockCount
    }
    preconditionFailure("there is no block \(index) among \(count)")
  }

  private func firstBlock(ofPart part: Int) -> Int {
    parts[..<part].reduce(0) { $0 + $1.blockCount }
  }

  // MARK: Edits

  /// Whether the next part to begin takes the place of the one that nobody has begun.
  package var isUntouched: Bool { isUnbegun && parts.count == 1 && parts[0].blocks.text.isEmpty }
  /// Whether text goes on in the last part.
  package var takesText: Bool { parts[parts.count - 1].kind != .card }

  /// Begins another part: the first one in place of the one that nobody has begun.
  ///
  /// - Returns: Which blocks changed.
  package mutating func begin(_ kind: MessagePart.Kind, cardHeight: LayoutUnit = .zero)
    -> BlockListChange
  {
    let end = count
    if isUntouched {
      parts[0].kind = kind
      parts[0].cardHeight = cardHeight
      isUnbegun = false
    } else {
      let blocks = BlockList(rule: rule, parser: parser)
      parts.append(Part(kind: kind, blocks: blocks, cardHeight: cardHeight))
    }
    return BlockListChange(replaced: end..<end, inserted: end..<count, keptUTF8Count: 0)
  }

  /// Appends text to the last part; after a card a new text part begins.
  ///
  /// - Returns: Which blocks changed.
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> BlockListChange {
    if parts[parts.count - 1].kind == .card { _ = begin(.text) }
    let change = parts[parts.count - 1].blocks.append(bytes)
    return shifted(change, toPart: parts.count - 1)
  }

  /// Appends a string to the last part.
  package mutating func append(_ text: String) {
    var text = text
    _ = text.withUTF8 { append($0) }
  }

  /// Replaces the text. Parts that begin after what both texts begin alike with are dropped; what
  /// the new text has beyond that goes to the last part, or to one of its own after a card.
  ///
  /// - Returns: Which blocks changed.
  package mutating func replace(with bytes: [UInt8]) -> BlockListChange {
    guard parts.count > 1 || !takesText else { return parts[0].blocks.replace(with: bytes) }
    let before = blocks
    let shared = CommonBeginning.utf8Count(of: text, and: bytes)
    var start = 0
    var kept = 0
    while kept < parts.count, kept == 0 || start <= shared {
      start += parts[kept].blocks.text.count
      kept += 1
    }
    for part in parts[kept...] { parsedBefore += part.blocks.bytesParsed }
    parts.removeSubrange(kept...)
    if takesText {
      start -= parts[kept - 1].blocks.text.count
      _ = parts[kept - 1].blocks.replace(with: Array(bytes[start...]))
    } else if bytes.count > start {
      _ = begin(.text)
      bytes[start...].withUnsafeBufferPointer { _ = parts[parts.count - 1].blocks.append($0) }
    }
    return BlockListChange(from: before, to: blocks)
  }

  /// Gives a card another height.
  ///
  /// - Returns: Which blocks changed; nil when there is no card at `part`.
  package mutating func setCardHeight(_ height: LayoutUnit, ofPart part: Int) -> BlockListChange? {
    guard parts.indices.contains(part), parts[part].kind == .card else { return nil }
    parts[part].cardHeight = height
    let block = firstBlock(ofPart: part)
    return BlockListChange(
      replaced: block..<block + 1,
      inserted: block..<block + 1,
      keptUTF8Count: 0
    )
  }

  private func shifted(_ change: BlockListChange, toPart part: Int) -> BlockListChange {
    let first = firstBlock(ofPart: part)
    guard first > 0 else { return change }
    return BlockListChange(
      replaced: change.replaced.lowerBound + first..<change.replaced.upperBound + first,
      inserted: change.inserted.lowerBound + first..<change.inserted.upperBound + first,
      keptUTF8Count: change.keptUTF8Count
    )
  }
}

extension BlockListChange {
  /// What leads from one list of blocks to another: all but the blocks both begin and end with.
  init(from old: [Block], to new: [Block]) {
    var first = 0
    while first < old.count, first < new.count, old[first] == new[first] { first += 1 }
    var last = 0
    while last < min(old.count, new.count) - first,
      old[old.count - 1 - last] == new[new.count - 1 - last]
    {
      last += 1
    }
    let kept =
      first < old.count - last && first < new.count - last
      ? old[first].commonPrefixUTF8Count(with: new[first]) : 0
    self.init(
      replaced: first..<old.count - last,
      inserted: first..<new.count - last,
      keptUTF8Count: kept
    )
  }
}
