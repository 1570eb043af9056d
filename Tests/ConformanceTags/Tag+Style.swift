// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// Messages are 12 pt apart.
  @Tag package static var styleSpacing: Self

  /// The sides are padded 16 pt.
  @Tag package static var styleSidePadding: Self

  /// The top is padded 16 pt.
  @Tag package static var styleTopPadding: Self

  /// A user bubble is padded 16 and 12.
  @Tag package static var styleBubblePadding: Self

  /// A user bubble has a radius of 20 pt, 8 at its tail.
  @Tag package static var styleBubbleRadius: Self

  /// A user bubble is aligned right and as wide as its text.
  @Tag package static var styleUserRight: Self

  /// Assistant text is unboxed, aligned left, over the full width.
  @Tag package static var styleAssistantBare: Self

  /// A message that its host renders bypasses the default style.
  @Tag package static var styleHostRendered: Self

  /// A code block has a header row padded 12 and 8.
  @Tag package static var styleCodeHeader: Self

  /// Code is padded 12 pt on all sides and does not wrap.
  @Tag package static var styleCodePadding: Self

  /// The composer is 28 pt and 20 pt for each line tall.
  @Tag package static var styleComposerHeight: Self

  /// The other sizes (headings, list indent, cells, rules) are those of the one table in the
  /// docs.
  @Tag package static var styleTable: Self

  /// An image is 200 pt tall.
  @Tag package static var styleImage: Self

  /// A node of unknown kind is one line tall.
  @Tag package static var styleUnknownLine: Self
}
