// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// The content space is 100,000,000 pt tall; y grows downward.
  @Tag package static var spaceHeight: Self

  /// The first item of a loaded conversation starts at 50,000,000 pt, also after emptying and
  /// loading again.
  @Tag package static var spaceFirstItem: Self

  /// A load taller than 40,000,000 pt puts its end at 50,000,000 pt instead, which is counted as
  /// a rebase.
  @Tag package static var spaceTallLoad: Self

  /// Lengths are whole layout units of 1/64 pt: sums are exact and do not depend on the order of
  /// edits.
  @Tag package static var spaceUnit: Self

  /// A measured height is rounded up to the next unit.
  @Tag package static var spaceRoundUp: Self

  /// Within 1,000,000 pt of an edge of the space the engine rebases between frames: nothing moves
  /// on screen, a fling keeps its speed, `rebases` counts it.
  @Tag package static var spaceRebaseMargin: Self

  /// A jump to a place outside the space rebases first.
  @Tag package static var spaceJumpRebasesFirst: Self

  /// The scroll range reported to a host is the part of the document inside the space.
  @Tag package static var spaceScrollRange: Self

  /// A document may be 2^53 layout units tall.
  @Tag package static var spaceDocumentLimit: Self
}
