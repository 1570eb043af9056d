// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// Load, append, prepend, insert, remove, replace, move and remove all leave the order and the
  /// heights of a plain list.
  @Tag package static var editsAllKinds: Self

  /// A duplicate id is refused and nothing changes.
  @Tag package static var editsDuplicate: Self

  /// Any mixture of inserts, removals and moves in one diff of ids ends in the right order.
  @Tag package static var editsDiff: Self

  /// A refused edit leaves the layout as it was.
  @Tag package static var editsRefusedUnchanged: Self

  /// Swapping an optimistic id for the server's keeps height, state, reveal progress and pin.
  @Tag package static var editsSwapId: Self

  /// Remove all and append again begins a conversation anew.
  @Tag package static var editsReaddAfterRemoval: Self
}
