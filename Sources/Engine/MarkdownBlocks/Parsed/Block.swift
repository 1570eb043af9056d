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

  /// Appends text in its styles; a run that goes on with the last one is joined to it.
  ///
  /// - Parameters:
  ///   - text: The text to append.
  ///   - runs: Its styles; their counts sum to the text's.
  public mutating func append(text more: [UInt8], runs moreRuns: [TextRun]) {
    text += more
    var moreRuns = moreRuns[...]
    if let first = moreRuns.first, let last = runs.indices.last, runs[last].style == first.style,
      runs[last].destination == first.destination
    {
      runs[last].utf8Count += first.utf8Count
      moreRuns.removeFirst()
    }
    runs += moreRuns
  }

  /// Drops the text from a byte on.
  ///
  /// - Parameter utf8Count: How many leading bytes stay; a boundary of scalars.
  /// - Complexity: O(dropped runs and bytes).
  package mutating func truncate(to utf8Count: Int) {
    var excess = text.count - utf8Count
    text.removeSubrange(utf8Count...)
    while excess > 0, let last = runs.indices.last {
      let cut = min(excess, runs[last].utf8Count)
      excess -= cut
      runs[last].utf8Count -= cut
      if runs[last].utf8Count == 0 { runs.removeLast() }
    }
  }

  /// The text to show as a string.
  ///
  /// - Complexity: O(length of the text).
  public var string: String { String(decoding: text, as: UTF8.self) }
}
