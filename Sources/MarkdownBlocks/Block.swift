/// A leaf block of a text: a paragraph, a heading, a row of a table.
///
/// The blocks of a text stand in the order of reading; the containers they lie in are flattened
/// into ``nesting``. An empty container (an item or quote with nothing in it) is a paragraph
/// without text.
public struct Block: Hashable, Sendable {
  /// What it is.
  public var kind: BlockKind
  /// In which containers it lies.
  public var nesting: Nesting
  /// The text to show, as valid UTF-8: delimiters, fences and escapes are gone, a soft break is a
  /// space, a hard break a line feed.
  public var text: [UInt8]
  /// The styles of the text; their counts sum to the text's.
  public var runs: [TextRun]
  /// The bytes of the source it comes from: whole lines, without the end of the last line.
  ///
  /// Images that share a paragraph share its range.
  public var sourceUTF8: Range<Int>

  /// Makes a block.
  ///
  /// - Parameters:
  ///   - kind: What it is.
  ///   - nesting: In which containers it lies.
  ///   - text: The text to show, as valid UTF-8.
  ///   - runs: The styles of the text.
  ///   - sourceUTF8: The bytes of the source it comes from.
  public init(
    kind: BlockKind,
    nesting: Nesting = Nesting(),
    text: [UInt8] = [],
    runs: [TextRun] = [],
    sourceUTF8: Range<Int>
  ) {
    self.kind = kind
    self.nesting = nesting
    self.text = text
    self.runs = runs
    self.sourceUTF8 = sourceUTF8
  }

  /// The text to show as a string.
  ///
  /// - Complexity: O(length of the text).
  public var string: String { String(decoding: text, as: UTF8.self) }
}
