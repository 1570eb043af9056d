// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// After any split of a document into tokens the blocks equal those of parsing the whole at
  /// once.
  @Tag package static var markdownLaw: Self

  /// That holds for every example of the CommonMark specification.
  @Tag package static var markdownSpecExamples: Self

  /// Tables, strikethrough, autolinks and task lists are parsed.
  @Tag package static var markdownGfm: Self

  /// A token parses and measures the open leaf alone, in every script and container; closed
  /// lines, rows and items stay.
  @Tag package static var markdownLeafOnly: Self

  /// Of a long paragraph only what follows the last settled place is done again.
  @Tag package static var markdownSettledParagraph: Self

  /// What arrives late (link definitions, footnotes, setext underlines, table heads, loose lists)
  /// redoes exactly the blocks that change.
  @Tag package static var markdownLateDefinitions: Self
}
