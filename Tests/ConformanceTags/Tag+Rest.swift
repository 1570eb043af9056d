// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// Content shorter than the viewport rests at its top, under the top inset.
  @Tag package static var restShortTop: Self

  /// In the SwiftUI tips, and under push and pin, short content rests at the bottom above the
  /// composer.
  @Tag package static var restShortBottom: Self

  /// Edits of short content move it as far as the resting rule asks and no further.
  @Tag package static var restShortOnlyAsNeeded: Self

  /// `restore` puts an anchor of item and distance back, also after a relaunch with other
  /// heights.
  @Tag package static var restRestore: Self

  /// Scrolling to an id aligns it at the top, centre or bottom, animated or not.
  @Tag package static var restScrollToId: Self

  /// Scrolling to an edge reaches it, animated or not.
  @Tag package static var restScrollToEdge: Self

  /// The y of an item, the item at a y, the visible range and the points from top and bottom
  /// agree with the layout; both points are 0 when empty.
  @Tag package static var restQueries: Self
}
