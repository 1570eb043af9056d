// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// The anchor is the top of the first block, else item, whose bottom lies below the viewport's
  /// top edge.
  @Tag package static var stillAnchorBlock: Self

  /// While a message is pinned or being pinned its top is the anchor.
  @Tag package static var stillAnchorPinned: Self

  /// While following the end of the content is the anchor.
  @Tag package static var stillAnchorFollowing: Self

  /// After an edit the anchor is at the same place on screen, in the same frame, to the unit.
  @Tag package static var stillExact: Self

  /// Prepending, growing, shrinking, inserting or removing above the anchor does not change the
  /// content offset.
  @Tag package static var stillOffsetUnchanged: Self

  /// A block across the viewport's top that grows at its end keeps its top.
  @Tag package static var stillStraddlingGrowth: Self

  /// When the anchor's item is removed the next takes its place on screen, or the one before when
  /// it was the last.
  @Tag package static var stillAnchorRemoved: Self

  /// An anchor that is moved stays the anchor.
  @Tag package static var stillAnchorMoved: Self

  /// The ends of the scroll range alone may move the anchor, and such a frame says `clamped`.
  @Tag package static var stillClamped: Self
}
