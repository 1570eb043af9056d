import CCmarkGFM

/// The lines of paragraphs that were taken for delimiter rows of tables in one parse.
struct TriedDelimiterRows {
  typealias Node = UnsafeMutablePointer<cmark_node>

  /// The line at which a paragraph begins that goes on with one before the text, and how many of that
  /// one's lines were taken for such rows; nil when none were.
  var continued: (line: Int32, count: Int)?
  /// The lines, in order, by their paragraph.
  var lines: [(paragraph: Node, line: Int32)] = []

  /// How many lines of a paragraph were taken for such rows before the text.
  func countBefore(_ paragraph: Node) -> Int {
    guard let continued, paragraph.pointee.start_line == continued.line else { return 0 }
    return continued.count
  }

  /// Whether a line of a paragraph was.
  func contains(_ line: Int, of paragraph: Node) -> Bool {
    lines.contains { $0.paragraph == paragraph && $0.line == Int32(line) }
  }

  /// How many lines of a paragraph up to a line were.
  ///
  /// - Complexity: O(lines).
  func count(of paragraph: Node, throughLine line: Int) -> Int {
    countBefore(paragraph)
      + lines.count { $0.paragraph == paragraph && $0.line <= Int32(line) }
  }
}
