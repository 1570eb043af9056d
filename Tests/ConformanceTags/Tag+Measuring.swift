// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A narrow grapheme advances 8 pt.
  @Tag package static var measuringNarrow: Self

  /// A wide grapheme (East Asian Width W and F, emoji) advances 16 pt.
  @Tag package static var measuringWide: Self

  /// A line is 20 pt tall.
  @Tag package static var measuringLine: Self

  /// Lines wrap greedily at spaces; trailing spaces hang; a longer word is cut.
  @Tag package static var measuringWrap: Self

  /// Empty text is one line.
  @Tag package static var measuringEmptyLine: Self

  /// Extending a tail by new text gives the height of measuring the whole.
  @Tag package static var measuringExtend: Self

  /// The Pango measurer obeys the same laws with real fonts.
  @Tag package static var measuringPango: Self
}
