/// A line of a text that was set.
package struct TypesetLine: Hashable, Sendable {
  /// Its bytes in the text, spaces that hang at its end included.
  package var text: Range<Int>
  /// From the text's top to its baseline, in points.
  package var baseline: Double
  /// How far it reaches above the baseline, in points.
  package var ascent: Double
  /// How far it reaches below it.
  package var descent: Double
}

/// Is told where lines end.
protocol LineSink {
  /// Whether it looks at lines at all.
  static var looksAtLines: Bool { get }

  /// A line ends.
  ///
  /// - Parameters:
  ///   - end: One past its last byte.
  ///   - next: Where the next one begins: past a line feed.
  ///   - stack: With the line as its current one.
  mutating func end(at end: Int, next: Int, _ stack: LineStack)
}

/// Looks at no line: for whoever wants a height.
struct NoLines: LineSink {
  static var looksAtLines: Bool { false }

  @inline(__always)
  mutating func end(at end: Int, next: Int, _ stack: LineStack) {}
}

/// Keeps every line.
struct KeptLines: LineSink {
  static var looksAtLines: Bool { true }

  private(set) var lines: [TypesetLine] = []
  private var start = 0

  mutating func end(at end: Int, next: Int, _ stack: LineStack) {
    lines.append(
      TypesetLine(
        text: start..<end,
        baseline: Double(stack.height + stack.ascent) / 1_024,
        ascent: Double(stack.ascent) / 1_024,
        descent: Double(stack.descent) / 1_024
      )
    )
    start = next
  }
}
