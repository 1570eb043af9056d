/// What making blocks of a text came to.
package struct ParsingWork: Hashable, Sendable {
  /// How many bytes the parser was given; what it was given again counts again.
  package var bytesParsed: Int
  /// How many blocks, runs of text and definitions of links it made of them.
  package var nodesParsed: Int
  /// How many bytes were taken up into their block without it.
  package var bytesTaken: Int
  /// How many bytes were looked at beside that, to find out which signs are undecided.
  package var bytesLookedAt: Int

  /// Makes an amount of work; none by default.
  package init(
    bytesParsed: Int = 0,
    nodesParsed: Int = 0,
    bytesTaken: Int = 0,
    bytesLookedAt: Int = 0
  ) {
    self.bytesParsed = bytesParsed
    self.nodesParsed = nodesParsed
    self.bytesTaken = bytesTaken
    self.bytesLookedAt = bytesLookedAt
  }

  /// Bytes, whoever made blocks of them.
  package var bytes: Int { bytesParsed + bytesTaken }

  /// Notes that the parser was given so many bytes and made blocks and definitions of them.
  ///
  /// - Complexity: O(blocks).
  mutating func note(
    parsed bytes: Int,
    into blocks: some Collection<Block>,
    definitions: Int = 0
  ) {
    bytesParsed += bytes
    nodesParsed += blocks.reduce(definitions) { $0 + 1 + $1.runs.count }
  }

  /// Adds another amount.
  package static func + (left: ParsingWork, right: ParsingWork) -> ParsingWork {
    ParsingWork(
      bytesParsed: left.bytesParsed + right.bytesParsed,
      nodesParsed: left.nodesParsed + right.nodesParsed,
      bytesTaken: left.bytesTaken + right.bytesTaken,
      bytesLookedAt: left.bytesLookedAt + right.bytesLookedAt
    )
  }

  /// What was done since an earlier amount.
  package static func - (left: ParsingWork, right: ParsingWork) -> ParsingWork {
    ParsingWork(
      bytesParsed: left.bytesParsed - right.bytesParsed,
      nodesParsed: left.nodesParsed - right.nodesParsed,
      bytesTaken: left.bytesTaken - right.bytesTaken,
      bytesLookedAt: left.bytesLookedAt - right.bytesLookedAt
    )
  }
}
