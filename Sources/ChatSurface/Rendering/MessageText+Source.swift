import MarkdownBlocks

extension MessageText {
  /// Whether the host draws a block.
  ///
  /// - Complexity: O(parts).
  func isCard(ofBlock index: Int) -> Bool {
    var looks = 0
    return content[place(ofBlock: index, counting: &looks).part].kind == .card
  }

  /// The text that the source of a block is counted in: that of its part; empty for a card.
  ///
  /// - Complexity: O(1) for one part, else O(parts).
  func text(ofBlock index: Int) -> [UInt8] {
    guard partCount > 1 else { return text }
    var looks = 0
    return content[place(ofBlock: index, counting: &looks).part].text
  }
}
