import Lengths
import MarkdownBlocks

extension MessageText {
  /// One part: a text as blocks, or a card.
  struct Part: Sendable {
    var kind: MessagePart.Kind
    /// Empty for a card.
    var blocks: BlockList
    var cardHeight: LayoutUnit = .zero
    /// The height it is folded to, or has as a scroller of its own; nil for its own.
    var folded: LayoutUnit?
    /// Whether that is the height of a scroller. It fills padding, since each message has a part.
    var isFitted = false

    /// The height that one of its blocks has whatever is measured; nil for one that is measured. A
    /// folded text has its height in its first block.
    func fixedHeight(ofBlock block: Int) -> LayoutUnit? {
      guard let folded else { return kind == .card ? cardHeight : nil }
      return block == 0 ? folded : .zero
    }

    var blockCount: Int { kind == .card ? 1 : blocks.count }
  }

  /// The text, as it came.
  ///
  /// - Complexity: O(1) for one part, else O(text).
  package var text: [UInt8] {
    parts.count == 1 ? parts[0].blocks.text : parts.flatMap { $0.blocks.text }
  }

  /// The text of a part; nil for a card, and where there is no such part.
  package func text(ofPart part: Int) -> [UInt8]? {
    parts.indices.contains(part) && parts[part].kind != .card ? parts[part].blocks.text : nil
  }

  func fixedHeight(at place: Place) -> LayoutUnit? {
    parts[place.part].fixedHeight(ofBlock: place.block)
  }
}
