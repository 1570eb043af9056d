import Files

/// Judges a run against the baselines of a file, or makes it the new baseline.
package struct Gate: Sendable {
  /// What `adopt` did with one cell.
  package struct Adopted: Hashable, Sendable {
    package var cell: CellIdentity
    /// Whether the file said something else of it before.
    package var isChanged: Bool
    /// What changed, in lines that read like a patch.
    package var difference: [String]
  }

  /// Where baselines are kept, relative to the package.
  package static let standardPath = "Reports/baselines.csv"

  /// The file of this gate's baselines.
  package let path: String

  /// Makes a gate for the baselines in the file at `path`, which need not exist.
  package init(path: String = Gate.standardPath) {
    self.path = path
  }

  /// Reads the file.
  ///
  /// - Throws: ``InputError`` when it cannot be read or holds no baselines.
  package func table() throws(InputError) -> BaselineTable { try BaselineReader.read(path) }

  /// Holds every cell against its baseline.
  ///
  /// - Precondition: No cell is there twice.
  package func judge(_ cells: [CellCounts]) throws -> GateReport {
    Self.checkUnique(cells)
    let table = try table()
    return GateReport(
      comparisons: cells.map {
        GateComparison(measured: $0, baseline: table[$0.cell], path: path)
      }
    )
  }

  /// Makes every cell its own new baseline.
  ///
  /// Nothing is written unless all of them can be: broken counts are found first. A file that says
  /// the same already is left alone.
  ///
  /// - Parameter isRelease: Whether this is what the next release is held against.
  /// - Throws: As ``table()`` does, and ``OutputError``.
  /// - Precondition: No cell is there twice.
  package func adopt(_ cells: [CellCounts], isRelease: Bool = false) throws -> [Adopted] {
    Self.checkUnique(cells)
    var table = try table()
    let older = table
    var adopted: [Adopted] = []
    for counts in cells {
      try Self.checkNames(counts.cell)
      let known = table[counts.cell]
      let newer = try Baseline(adopting: counts, over: known, isRelease: isRelease)
      let comparison = GateComparison(measured: counts, baseline: known, path: path)
      table.put(newer)
      adopted.append(
        Adopted(
          cell: counts.cell,
          isChanged: newer != known,
          difference: newer == known ? [] : comparison.difference
        )
      )
    }
    guard table != older else { return adopted }
    try Folder.make(FileName.folder(of: path))
    try OutputPlace(path).write(Array(table.text.utf8))
    return adopted
  }

  private static func checkNames(_ cell: CellIdentity) throws(OutputError) {
    for (key, part) in [
      ("scenario", cell.scenario), ("profile", cell.profile), ("device", cell.device),
    ] where !CountText.isName(part) {
      throw OutputError(
        path: "\"\(part)\"",
        reason: "it cannot be the name of a baseline",
        advice: "Rename the \(key): printable ASCII without quotes and backslashes."
      )
    }
  }

  private static func checkUnique(_ cells: [CellCounts]) {
    var seen: Set<CellIdentity> = []
    for cell in cells {
      precondition(seen.insert(cell.cell).inserted, "\(cell.cell) was measured twice")
    }
  }
}
