extension ProfileTable {
  /// The table as plain text: a column for each profile; below a scenario's verdicts a line for each
  /// figure. A missed budget has a `!`.
  ///
  /// - Parameter width: The terminal's columns; nil for as many as it takes.
  public func text(isColoured: Bool = false, width: Int? = nil) -> String {
    var grid = TextGrid(isColoured: isColoured, width: width, keyColumns: 1)
    let titles = [TextGrid.Field(text: "scenario", isRight: false, style: .faint)]
    grid.lines = [
      .fields(titles + profiles.map { TextGrid.Field(text: TextGrid.plain($0), style: .faint) })
    ]
    for row in rows {
      let place = row.place.isEmpty ? "" : " (\(row.place))"
      let name = TextGrid.plain(row.scenario) + TextGrid.plain(place)
      var fields = [TextGrid.Field(text: name, isRight: false, style: .strong)]
      fields += row.cells.map { cell in
        guard let cell else { return TextGrid.Field(text: "not run", style: .faint) }
        let verdict = cell.verdict == "budget missed" ? "missed" : cell.verdict
        return TextGrid.Field(text: verdict, style: cell.isPass ? .good : .bad)
      }
      grid.lines.append(.fields(fields))
      for (position, quantity) in Self.quantities.enumerated() {
        let title = TextGrid.Field(text: "  " + quantity.shortTitle, isRight: false, style: .faint)
        let figures = row.cells.map { cell in
          guard let figure = cell?.figures[position] else { return TextGrid.Field(text: "") }
          let text = figure.text.replacing("\u{202F}", with: " ")
          return TextGrid.Field(
            text: text + (figure.state == .missed ? "!" : ""),
            style: figure.state == .missed ? .bad : figure.state == .missing ? .faint : .plain
          )
        }
        grid.lines.append(.fields([title] + figures))
      }
    }
    return grid.text()
  }

  /// The table as Markdown, a row for each scenario.
  func markdown(bytesLeft: Int) -> String {
    let titles = ["scenario"] + profiles
    var text = "| " + titles.map(MarkdownSummary.escape).joined(separator: " | ") + " |\n|"
    text += String(repeating: " --- |", count: titles.count) + "\n"
    for (index, row) in rows.enumerated() {
      let place = row.place.isEmpty ? "" : ", \(row.place)"
      let cells = row.cells.map { cell in cell.map(Self.sentence(for:)) ?? "not run" }
      let fields = [row.scenario + place] + cells
      let line = "| " + fields.map(MarkdownSummary.escape).joined(separator: " | ") + " |\n"
      guard text.utf8.count + line.utf8.count <= bytesLeft else {
        return text + "\n\(rows.count - index) more rows are in index.html.\n"
      }
      text += line
    }
    return text
  }

  private static func sentence(for cell: Cell) -> String {
    let figures = zip(quantities, cell.figures).map { quantity, figure in
      let value = figure.value == nil ? "n/a" : "\(figure.text) \(quantity.unit)"
      let mark = figure.state == .missed ? " !" : ""
      switch quantity {
      case .hitchRatio: return "hitches \(value)\(mark)"
      case .adherence: return "on time \(value)\(mark)"
      case .drift: return "drift \(value)\(mark)"
      default: return "lag \(value)\(mark)"
      }
    }
    return ([cell.verdict] + figures).joined(separator: "; ")
  }
}
