import Lengths
import MarkdownBlocks

extension MessageText {
  /// One part: a text as blocks, or a card.
  struct Part: Sendable {
    var kind: MessagePart.Kind
    /// Empty for a card.
    var blocks: BlockList
    var cardHeight: LayoutUnit = .zero
    /// The height it is folded to; nil for its own.
    var folded: LayoutUnit?

    /// The height that one of its blocks has whatever is measured; nil for one that is measured. A
    /// folded text has its height in its first block.
    func fixedHeight(ofBlock block: Int) -> LayoutUnit? {
      guard let folded else { return kind == .card ? cardHeight : nil }
      return block == 0 ? folded : .zero
    }

    var blockCount: Int { kind == .card ? 1 : blocks.count }
  }
}
