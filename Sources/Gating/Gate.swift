import Files

/// Judges a run against the baselines of a folder, or makes it the new baseline.
package struct Gate: Sendable {
  /// What `accept` did with one cell.
  package struct Accepted: Hashable, Sendable {
    /// Which cell.
    package var cell: CellIdentity
    /// The baseline file's path.
    package var path: String
    /// Whether the file was written; false when it said the same before.
    package var isChanged: Bool
    /// What changed, in lines that read like a patch.
    package var difference: [String]
  }

  /// Where baselines are kept, relative to the package.
  package static let standardFolder = "Reports/baselines"

  /// The folder of this gate's baselines.
  package let folder: String

  /// Makes a gate for the baselines in `folder`.
  package init(folder: String = Gate.standardFolder) {
    self.folder = folder
  }

  /// The path of a cell's baseline file.
  ///
  /// - Throws: ``OutputError`` as ``CellIdentity/fileName()`` does.
  package func path(of cell: CellIdentity) throws(OutputError) -> String {
    "\(folder)/\(try cell.fileName())"
  }

  /// Reads a cell's baseline; nil when it has none.
  ///
  /// - Throws: ``InputError`` when the file cannot be read, is no baseline, or is another cell's;
  ///   ``OutputError`` as ``path(of:)`` does.
  package func baseline(of cell: CellIdentity) throws -> Baseline? {
    let path = try path(of: cell)
    guard let baseline = try BaselineReader.read(path) else { return nil }
    guard baseline.cell == cell else {
      throw InputError(
        path: path,
        line: 1,
        problem: "another cell",
        value: "\(baseline.cell)",
        expected: "\(cell) as in the file's name",
        advice: "Rename the file, or delete it and run gate --accept."
      )
    }
    return baseline
  }

  /// Holds every cell against its baseline.
  ///
  /// - Precondition: No cell is there twice.
  package func judge(_ cells: [CellCounts]) throws -> GateReport {
    Self.checkUnique(cells)
    var comparisons: [GateComparison] = []
    for cell in cells {
      comparisons.append(
        GateComparison(
          measured: cell,
          baseline: try baseline(of: cell.cell),
          path: try path(of: cell.cell)
        )
      )
    }
    return GateReport(comparisons: comparisons)
  }

  /// Makes every cell its own new baseline.
  ///
  /// Nothing is written unless all of them can be: broken counts are found first. A file that says
  /// the same already is left alone.
  ///
  /// - Throws: As ``baseline(of:)`` does, and ``OutputError``.
  /// - Precondition: No cell is there twice.
  package func accept(_ cells: [CellCounts]) throws -> [Accepted] {
    Self.checkUnique(cells)
    var changes: [(accepted: Accepted, text: String)] = []
    for cell in cells {
      let path = try path(of: cell.cell)
      let older = try baseline(of: cell.cell)
      let newer = try Baseline(accepting: cell, over: older)
      let comparison = GateComparison(measured: cell, baseline: older, path: path)
      let accepted = Accepted(
        cell: cell.cell,
        path: path,
        isChanged: newer != older,
        difference: newer == older ? [] : comparison.difference
      )
      changes.append((accepted, newer.text))
    }
    for change in changes where change.accepted.isChanged {
      try Folder.make(FileName.folder(of: change.accepted.path))
      try OutputPlace(change.accepted.path).write(Array(change.text.utf8))
    }
    return changes.map(\.accepted)
  }

  private static func checkUnique(_ cells: [CellCounts]) {
    var seen: Set<CellIdentity> = []
    for cell in cells {
      precondition(seen.insert(cell.cell).inserted, "\(cell.cell) was measured twice")
    }
  }
}
