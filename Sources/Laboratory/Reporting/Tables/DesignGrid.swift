import Judging
import Records

/// How each design came through each scenario, as a dot: a row for each scenario, a column for each design.
enum DesignGrid {
  /// From so many rows on a table of figures stands behind the grid.
  private static let leastRows = 12

  /// The grid of a page.
  ///
  /// - Parameter rows: How many rows the table of figures has.
  /// - Returns: nil where that fits on a screen.
  /// - Complexity: O(cells).
  static func table(of run: RunRecord, rows: Int, _ anchors: CellAnchors) -> Table? {
    let designs = run.cells.map(\.profile).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    guard rows >= leastRows, designs.count > 1 else { return nil }
    var table = Table([.init("scenario", isKey: true)] + designs.map { Table.Column($0) })
    for group in ScenarioCells.all(of: run) {
      let dots = designs.map { design -> Table.Cell in
        let own = group.cells.filter { $0.cell.profile == design }
        let worst = own.max { $0.cell.verdict.gravity < $1.cell.verdict.gravity }
        return worst.map { dot(of: $0.cell, anchors[$0.index]) } ?? Table.Cell("")
      }
      table.add([Table.Cell(group.scenario)] + dots)
    }
    return table
  }

  private static func dot(of cell: CellRecord, _ anchor: String) -> Table.Cell {
    let words =
      "\(cell.profile), \(cell.scenario): "
      + (RunVerdict.shortfall(of: cell) ?? cell.verdict.word)
    let badge = VerdictBadge(cell.verdict.kind)
    return Table.Cell(
      picture:
        "<a class=\"dot \(badge.style)\" href=\"#\(anchor)\" title=\"\(PageText.escape(words))\">"
        + "<span aria-hidden=\"true\">\(badge.mark)</span>"
        + "<span class=\"hear\">\(PageText.escape(words))</span></a>"
    )
  }
}
