import Lengths

/// One part of an answer: parts are shown one below the other, in the order in which they began.
public struct MessagePart: Hashable, Sendable {
  /// What a part is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The answer's text.
    case text
    /// What the model thought on its way; text too.
    case reasoning
    /// Something the host draws: a tool's call, its result.
    case card
  }

  /// What it is.
  public var kind: Kind
  /// Its text so far; empty for a card.
  public var text: [UInt8]
  /// The height its host gave to a card; 0 for text.
  public var cardHeight: LayoutUnit
  /// The height that it is folded to; nil for its own.
  public var folded: LayoutUnit?

  /// How high it is at most, as a scroller of its own beyond that; nil for no limit.
  package var limit: LayoutUnit?

  /// Makes a part.
  public init(
    kind: Kind,
    text: [UInt8] = [],
    cardHeight: LayoutUnit = .zero,
    folded: LayoutUnit? = nil
  ) {
    self.kind = kind
    self.text = text
    self.cardHeight = cardHeight
    self.folded = folded
  }

  /// Whether it is a text as it comes without parts.
  var isPlain: Bool { kind == .text && folded == nil && limit == nil }
}
