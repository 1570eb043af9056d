import MarkdownBlocks

/// Finds the style of a byte in runs; only forward.
struct RunCursor {
  /// A place to come back to.
  struct Place {
    /// The index of the current run.
    fileprivate var index: Int
    /// Where it ends.
    fileprivate var end: Int
  }

  /// All runs.
  let runs: ArraySlice<TextRun>
  /// Where it stands.
  var place: Place

  init(_ runs: ArraySlice<TextRun>) {
    self.runs = runs
    place = Place(index: runs.startIndex, end: runs.first?.utf8Count ?? .max)
  }

  /// Where the current run ends.
  var end: Int { place.end }

  /// The style of the current run; none when there are no runs.
  var style: TextStyle { place.index < runs.endIndex ? runs[place.index].style : [] }

  /// Begins at the run of a byte in a text of so many: what is measured is mostly its end.
  ///
  /// - Complexity: O(runs behind the byte), or before it where those have fewer bytes.
  mutating func begin(at byte: Int, of utf8Count: Int) {
    guard byte > utf8Count / 2 else { return move(to: byte) }
    var start = utf8Count
    var index = runs.endIndex
    while index > runs.startIndex, start > byte {
      index -= 1
      place = Place(index: index, end: start)
      start -= runs[index].utf8Count
    }
  }

  /// Moves to the run of a byte that does not lie before the current one.
  mutating func move(to byte: Int) {
    while byte >= place.end {
      place.index += 1
      place.end = place.index < runs.endIndex ? place.end + runs[place.index].utf8Count : .max
    }
  }
}
