// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// Load, remove all and replace all lead to `following`; opening at the top of the last turn,
  /// or at the start, leads to `free`.
  @Tag package static var followLoad: Self

  /// A send leads to `pinning` with blank size or push and pin, else to `following`.
  @Tag package static var followSend: Self

  /// `pinning` becomes `pinned` when the message's top has reached the viewport's top.
  @Tag package static var followPinnedAtTop: Self

  /// A finger that has dragged up more than 3 pt, or an upward fling, leads to `free`.
  @Tag package static var followDragFrees: Self

  /// Any drag frees a pin.
  @Tag package static var followPinAnyDrag: Self

  /// A scroll to an id or the top, and a restore, lead to `free`.
  @Tag package static var followScrollToFrees: Self

  /// A jump to the end leads to `following`.
  @Tag package static var followJump: Self

  /// A user's scroll that rests within 100 pt of the end leads to `following`.
  @Tag package static var followRestNearEnd: Self

  /// An item appended while within 100 pt of the end, taken before the append, leads to
  /// `following` in the reference and messaging-ui.
  @Tag package static var followAppendNearEnd: Self

  /// Removing the pinned message leads to `free`; an id swap keeps the pin.
  @Tag package static var followPinRemoved: Self

  /// The engine's own moves, clamps, keyboard and inset changes change no follow state.
  @Tag package static var followOwnMoves: Self

  /// `following` keeps the end in view as content grows, in the same frame.
  @Tag package static var followSameFrame: Self

  /// More than 100 pt from the end the jump-to-end button shows.
  @Tag package static var followJumpButton: Self
}
