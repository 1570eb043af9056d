// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A message is optimistic, streaming, complete, cancelled or failed, and the snapshot says
  /// which.
  @Tag package static var messagesStates: Self

  /// An assistant message without text, and a placeholder, show a loading indicator.
  @Tag package static var messagesLoadingDots: Self

  /// The indicator is three dots of 8 pt, 4 pt apart, padded 16 and 12.
  @Tag package static var messagesDotsLayout: Self

  /// The dots scale from 0.8 to 1.2 in 0.4 s each way, 0.15 s after one another.
  @Tag package static var messagesDotsMotion: Self

  /// Text that arrives turns the indicator into text without a jump.
  @Tag package static var messagesDotsToText: Self

  /// The SwiftUI tips add the user's message and the placeholder in one edit.
  @Tag package static var messagesTipsOneEdit: Self

  /// A text that is replaced keeps what both begin alike with, cut between graphemes; parts that
  /// begin after it are dropped, and the stream still ends.
  @Tag package static var messagesPartsReplaced: Self

  /// Parts (text, reasoning, card) keep their order; reveal counts over the text parts, one after
  /// the other.
  @Tag package static var messagesPartsOrder: Self

  /// A card has the height its host gives and may grow and collapse, without drift.
  @Tag package static var messagesCardHeight: Self

  /// A text replaced by one with the same beginning keeps what was revealed.
  @Tag package static var messagesPrefixKept: Self

  /// State of an item is made lazily by a factory, kept while the surface lives, also over
  /// removal and return, and dropped with the surface.
  @Tag package static var messagesItemState: Self

  /// One instance may be the state of every item.
  @Tag package static var messagesItemStateShared: Self

  /// Item state is bounded when asked.
  @Tag package static var messagesItemStateBound: Self

  /// An item's version changes only when its text, frame, state, reveal or opacity does; growth
  /// of the last message changes no other item's.
  @Tag package static var messagesVersion: Self
}
