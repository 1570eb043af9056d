/// What must stand before the rest of a text so that it parses as if its containers were open.
///
/// Items of a list, blocks of a quote, lines of a fence, rows of a table and words of a paragraph
/// close one by one, however deep they lie: the last of them is parsed again behind a few bytes that
/// open its containers again. Numbers of items and looseness as far as it is known follow from the
/// bytes themselves.
package struct Continuation: Hashable, Sendable {
  /// A list that is open at the restart.
  package struct OpenList: Hashable, Sendable {
    /// In how many items the blocks directly in it lie.
    package var depth: Int
    /// The index of its first block.
    package var firstBlock: Int
  }

  /// A leaf that goes on across the restart; the first block after it is its rest.
  package struct Leaf: Hashable, Sendable {
    /// Where its line begins in the prefix.
    package var prefixOffset: Int
    /// How many bytes of its text in the prefix are not its own.
    package var leadingUTF8Count: Int
    /// Where its first line begins in the text.
    package var utf8Offset: Int
    /// How many leading bytes of its text lie before the restart.
    package var keptUTF8Count: Int
    /// Whether it is text that wraps, which may turn out to be something else.
    package var isText: Bool
    /// What would end marks of its text before the restart, which are shown as they are until then.
    package var awaited: ClosingBytes = []
    /// How many of its lines before the restart a parser has taken for delimiter rows of tables; it may
    /// limit them.
    package var triedDelimiterRowCount: Int {
      get { Int(compactCount) }
      set { compactCount = UInt16(clamping: newValue) }
    }
    /// Kept in two bytes, since a document has a leaf for each restart. Where a parser limits the lines,
    /// it does so far below 65,535, so that a count held there says the same.
    private var compactCount: UInt16

    /// Makes a description of a leaf.
    ///
    /// - Parameters:
    ///   - prefixOffset: Where its line begins in the prefix.
    ///   - leadingUTF8Count: How many bytes of its text in the prefix are not its own.
    ///   - utf8Offset: Where its first line begins in the text.
    ///   - keptUTF8Count: How many leading bytes of its text lie before the restart.
    ///   - isText: Whether it is text that wraps.
    ///   - triedDelimiterRowCount: How many of its lines were taken for delimiter rows.
    package init(
      prefixOffset: Int,
      leadingUTF8Count: Int = 0,
      utf8Offset: Int,
      keptUTF8Count: Int,
      isText: Bool,
      triedDelimiterRowCount: Int = 0
    ) {
      compactCount = UInt16(clamping: triedDelimiterRowCount)
      self.prefixOffset = prefixOffset
      self.leadingUTF8Count = leadingUTF8Count
      self.utf8Offset = utf8Offset
      self.keptUTF8Count = keptUTF8Count
      self.isText = isText
    }
  }

  /// The bytes to put before the rest of the text; the blocks they make are not the text's.
  package var prefix: [UInt8]
  /// The lists that are open, outermost first.
  package var lists: [OpenList] = []
  /// The leaf that goes on; nil when a block begins at the restart.
  package var leaf: Leaf?
  /// How many cells the rows of the table that goes on lack so far; a parser may limit them.
  package var lackingCellCount = 0
}
