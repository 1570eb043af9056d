import MarkdownBlocks

extension MessageText {
  /// Every part with its text.
  ///
  /// - Complexity: O(parts).
  package var content: [MessagePart] {
    parts.map {
      .init(
        kind: $0.kind,
        text: $0.blocks.text,
        cardHeight: $0.cardHeight,
        folded: $0.folded
      )
    }
  }

  /// The parts where there are others than one text; empty for a text as it came.
  ///
  /// - Complexity: O(parts).
  var severalParts: [MessagePart] {
    let content = content
    return content.count == 1 && content[0].isPlain ? [] : content
  }

  /// Begins the parts and takes their texts; there is nothing yet.
  package mutating func take(_ parts: [MessagePart]) {
    for part in parts {
      _ = begin(part.kind, cardHeight: part.cardHeight, folded: part.folded)
      if part.kind != .card { part.text.withUnsafeBufferPointer { _ = append($0) } }
    }
  }

  /// Takes other parts in the place of those there are.
  ///
  /// - Returns: Which blocks changed.
  package mutating func replace(with parts: [MessagePart]) -> BlockListChange {
    let before = blocks
    var other = emptied()
    other.take(parts)
    self = other
    return BlockListChange(from: before, to: blocks)
  }

  /// Reads what there is by another rule.
  ///
  /// - Returns: Which blocks changed.
  package mutating func read(by rule: MarkdownRule) -> BlockListChange {
    let (before, several) = (blocks, severalParts)
    var other = emptied(by: rule)
    if several.isEmpty { text.withUnsafeBufferPointer { _ = other.append($0) } }
    other.take(several)
    self = other
    return BlockListChange(from: before, to: blocks)
  }

  /// Whether the host draws a block.
  ///
  /// - Complexity: O(log parts).
  func isCard(ofBlock index: Int) -> Bool {
    var looks = 0
    return parts[place(ofBlock: index, counting: &looks).part].kind == .card
  }

  /// The text that the source of a block is counted in: that of its part; empty for a card.
  ///
  /// - Complexity: O(log parts).
  func text(ofBlock index: Int) -> [UInt8] {
    guard partCount > 1 else { return text }
    var looks = 0
    return parts[place(ofBlock: index, counting: &looks).part].blocks.text
  }
}
