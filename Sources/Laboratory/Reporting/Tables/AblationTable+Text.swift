import Records

extension AblationTable {
  /// The table: a row for each alternative and scenario, each figure with its distance from the reference's.
  ///
  /// - Parameter anchors: Where a page shows each configuration; nil for other forms.
  func table(_ anchors: CellAnchors? = nil) -> Table {
    let figures = Self.quantities.map { quantity in
      Table.Column.number(quantity.title, unit: quantity.unit).with { column in
        (column.under, column.style) = (quantity.oneLine, "figure")
      }
    }
    var table = Table(
      [.init("concern", place: .above), .init("alternative", place: .above)]
        + [Table.Column("scenario", isKey: true).with { $0.style = "where" }] + figures + [
          .init("verdict")
        ]
    )
    let reference = [Table.Cell(base), Table.Cell("as it is")]
    table.rows = references.map { row(of: $0, reference, anchors) }
    for group in groups {
      var alternative = Table.Cell(group.entry.alternative)
      alternative.detail = group.entry.usedBy.joined(separator: ", ")
      let names = [Table.Cell(group.entry.title), alternative]
      if let reason = group.entry.impossible {
        table.add(names, rest: "n/a: \(reason)")
      }
      table.rows += group.rows.map { row(of: $0, names, anchors) }
    }
    return table
  }

  private func row(of row: Row, _ names: [Table.Cell], _ anchors: CellAnchors?) -> Table.Row {
    let scenario = row.scenario + (hasRates ? " @\(row.refreshHertz)" : "")
    let figures = row.figures.map { figure in
      var cell = Table.Cell(figure.text, figure.isMissing ? .faint : .plain)
      cell.change = figure.change
      return cell
    }
    return Table.Row(
      cells: names
        + [
          anchors.map { Table.Cell(scenario, link: "#" + $0[row.cell]) } ?? Table.Cell(scenario)
        ] + figures + [Table.Cell(row.verdict, row.isPass ? .pass : .missed)]
    )
  }

  /// The table for a terminal. A figure that is worse has a `!`, one that is better a `*`.
  ///
  /// - Parameter width: The terminal's columns; nil for as many as it takes.
  package func text(isColoured: Bool = false, width: Int? = nil) -> String {
    table().text(isColoured: isColoured, width: width)
  }
}
