import MarkdownBlocks

/// Finds the style of a byte in runs; only forward.
struct RunCursor {
  private let runs: ArraySlice<TextRun>
  private var index: Int
  /// Where the current run ends.
  private(set) var end: Int

  init(_ runs: ArraySlice<TextRun>) {
    self.runs = runs
    index = runs.startIndex
    end = runs.first?.utf8Count ?? .max
  }

  /// The style of the current run; none when there are no runs.
  var style: TextStyle { index < runs.endIndex ? runs[index].style : [] }

  /// Moves to the run of a byte that does not lie before the current one.
  mutating func move(to byte: Int) {
    while byte >= end {
      index += 1
      end = index < runs.endIndex ? end + runs[index].utf8Count : .max
    }
  }
}
