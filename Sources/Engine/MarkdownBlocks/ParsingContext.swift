/// What a parser must know of the text before the part that it parses.
public struct ParsingContext: Hashable, Sendable {
  /// Link definitions that stand before the part and come before its own.
  package var definitions: [LinkDefinition]
  /// The numbers of footnotes that are defined in the text that it is a part of, by label; 0 for one that
  /// is not mentioned.
  package var footnoteNumbers: [[UInt8]: Int] = [:]
  /// How many footnotes are mentioned before the part: the first one that it mentions has the next number.
  package var mentionedFootnoteCount = 0
  /// How many bytes of the first text are not the part's and are parsed apart from it.
  package var leadingUTF8Count: Int
  /// How many cells the rows of the first table lack that stand before the part.
  package var lackingCellCount: Int
  /// How many lines of the paragraph that goes on a parser has taken for delimiter rows of tables.
  package var triedDelimiterRowCount: Int
  /// The line of the part, from 1, at which that paragraph goes on.
  package var leafLine: Int

  /// Makes a context; without arguments that of a whole text.
  ///
  /// - Parameters:
  ///   - definitions: Link definitions that stand before the part.
  ///   - leadingUTF8Count: How many bytes of the first text are not the part's.
  ///   - lackingCellCount: How many cells the rows of the first table lack before the part.
  ///   - triedDelimiterRowCount: How many lines of the paragraph that goes on were taken for delimiter
  ///     rows.
  ///   - leafLine: The line at which it goes on, from 1.
  package init(
    definitions: [LinkDefinition] = [],
    leadingUTF8Count: Int = 0,
    lackingCellCount: Int = 0,
    triedDelimiterRowCount: Int = 0,
    leafLine: Int = 1
  ) {
    self.lackingCellCount = lackingCellCount
    self.triedDelimiterRowCount = triedDelimiterRowCount
    self.leafLine = leafLine
    self.definitions = definitions
    self.leadingUTF8Count = leadingUTF8Count
  }
}
