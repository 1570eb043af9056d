import Records

extension DesignTable {
  /// The table: a row for each profile.
  ///
  /// - Parameter anchors: Where a page shows each configuration; nil for other forms.
  func table(_ anchors: CellAnchors? = nil) -> Table {
    // What no design has a figure of says nothing of any.
    let shown = Self.quantities.indices.filter { index in
      !Self.ofReaders.contains(Self.quantities[index])
        || rows.contains { $0.figures[index].state != .missing }
    }
    let figures = shown.map { Self.quantities[$0] }.map { quantity in
      Table.Column.number(quantity.name, unit: quantity.unit).with {
        // A title's last word stands below with the statistic and the unit.
        let words = quantity.metric.title.split(separator: " ")
        let head = max(1, words.count - 1)
        let statistic = quantity.isOneOfSeveral ? quantity.statistic.words : ""
        $0.over = words.prefix(head).joined(separator: " ")
        $0.under = (words.dropFirst(head).map(String.init) + [statistic, quantity.unit])
          .filter { !$0.isEmpty }.joined(separator: " ")
        ($0.isMarked, $0.note) = (true, quantity.metric.formula)
      }
    }
    let notices = Table.Column("what a reader notices", place: .below).with { $0.style = "faults" }
    var table = Table(
      [.init("design", isKey: true), .init("scenarios", place: .behind), notices] + figures
    )
    for row in rows {
      let verdict: Verdict = row.missed > 0 ? .missed : row.modelled > 0 ? .model : .pass
      let faults = row.faults.map { fault in
        Table.Link(text: fault.phrase(), target: "#" + (anchors?[fault.cell] ?? ""))
      }
      table.add(
        [Table.Cell(row.profile), Table.Cell(Self.outcome(of: row), verdict), Table.Cell(faults)]
          + shown.map { Table.Cell(row.figures[$0]) }
      )
    }
    return table
  }

  /// The table for a terminal. A missed budget has a `!`.
  ///
  /// - Parameter width: The terminal's columns; nil for as many as it takes.
  package func text(isColoured: Bool = false, width: Int? = nil) -> String {
    table().text(isColoured: isColoured, width: width, splits: false)
  }

  /// How many scenarios a profile passed.
  static func outcome(of row: Row) -> String {
    if row.missed == 0, row.modelled == 0 { return "all \(row.scenarios) pass" }
    let missed = row.missed == 0 ? [] : ["\(row.missed) of \(row.scenarios) missed"]
    let modelled = row.modelled == 0 ? [] : ["\(row.modelled) of \(row.scenarios) by our model"]
    return (missed + modelled).joined(separator: ", ")
  }
}
