/// What a parser must know of the text before the part that it parses.
public struct ParsingContext: Hashable, Sendable {
  /// Link definitions that stand before the part and come before its own.
  package var definitions: [LinkDefinition] = []
  /// The numbers of footnotes that are defined in the text that it is a part of, by label; 0 for one that
  /// is not mentioned.
  package var footnoteNumbers: [[UInt8]: Int] = [:]
  /// How many footnotes are mentioned before the part: the first one that it mentions has the next number.
  package var mentionedFootnoteCount = 0
  /// How many bytes of the first text are not the part's and are parsed apart from it.
  package var leadingUTF8Count = 0
  /// How many cells the rows of the first table lack that stand before the part.
  package var lackingCellCount = 0
  /// How many lines of the paragraph that goes on a parser has taken for delimiter rows of tables.
  package var triedDelimiterRowCount = 0
  /// The line of the part, from 1, at which that paragraph goes on.
  package var leafLine = 1
}
