/// What a parser must know of the text before the part that it parses.
public struct ParsingContext: Hashable, Sendable {
  /// Link definitions that stand before the part and come before its own.
  public var definitions: [LinkDefinition]
  /// How many bytes of the first text are not the part's and are parsed apart from it.
  public var leadingUTF8Count: Int
  /// How many cells the rows of the first table lack that stand before the part.
  public var lackingCellCount: Int

  /// Makes a context; without arguments that of a whole text.
  ///
  /// - Parameters:
  ///   - definitions: Link definitions that stand before the part.
  ///   - leadingUTF8Count: How many bytes of the first text are not the part's.
  ///   - lackingCellCount: How many cells the rows of the first table lack before the part.
  public init(
    definitions: [LinkDefinition] = [],
    leadingUTF8Count: Int = 0,
    lackingCellCount: Int = 0
  ) {
    self.lackingCellCount = lackingCellCount
    self.definitions = definitions
    self.leadingUTF8Count = leadingUTF8Count
  }
}
