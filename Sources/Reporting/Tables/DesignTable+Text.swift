extension DesignTable {
  /// The table as plain text: a line for each profile; below it what a reader would notice. A missed
  /// budget has a `!`.
  ///
  /// - Parameter width: The terminal's columns; nil for as many as it takes.
  package func text(isColoured: Bool = false, width: Int? = nil) -> String {
    let titles = Self.quantities.map(\.shortTitle)
    var lines = [
      fields("", titles.map { $0.title + " " }, ""), fields("", titles.map { $0.unit + " " }, ""),
    ]
    for index in lines.indices {
      for field in lines[index].indices { lines[index][field].style = .faint }
    }
    lines += rows.map { row in
      var line = fields(TextGrid.plain(name: row.profile), [], Self.outcome(of: row))
      let figures = row.figures.map { figure in
        TextGrid.Field(
          text: figure.text.replacing("\u{202F}", with: " ")
            + (figure.state == .missed ? "!" : " "),
          style: figure.state == .missed ? .bad : figure.state == .missing ? .faint : .plain
        )
      }
      line.insert(contentsOf: figures, at: 1)
      line[line.count - 1].style = row.missed == 0 ? .good : .bad
      return line
    }
    let widths = lines[0].indices.map { column in
      lines.map { TextGrid.width(of: $0[column].text) }.max() ?? 0
    }
    var text = ""
    for (index, line) in lines.enumerated() {
      text += TextGrid.line(line, widths, isColoured)
      guard index >= 2, !rows[index - 2].faults.isEmpty else { continue }
      let phrases = "    " + rows[index - 2].faults.map { $0.phrase() }.joined(separator: "; ")
      text += TextGrid.wrapped(TextGrid.plain(phrases), width: width, indent: "    ")
        .map { $0 + "\n" }.joined()
    }
    return text
  }

  private func fields(_ name: String, _ figures: [String], _ outcome: String) -> [TextGrid.Field] {
    [TextGrid.Field(text: name, isRight: false)] + figures.map { TextGrid.Field(text: $0) }
      + [TextGrid.Field(text: outcome, isRight: false)]
  }

  /// How many scenarios a profile passed.
  static func outcome(of row: Row) -> String {
    if row.missed == 0, row.modelled == 0 { return "all \(row.scenarios) pass" }
    let missed = row.missed == 0 ? [] : ["\(row.missed) of \(row.scenarios) missed"]
    let modelled = row.modelled == 0 ? [] : ["\(row.modelled) of \(row.scenarios) by our model"]
    return (missed + modelled).joined(separator: ", ")
  }

  /// The table as Markdown, a row for each profile.
  func markdown(bytesLeft: Int) -> String {
    let figures = Self.quantities.map { quantity in
      quantity.title + (quantity.unit.isEmpty ? "" : ", \(quantity.unit)")
    }
    let titles = ["profile", "scenarios"] + figures + ["what a reader notices"]
    var text = "| " + titles.map(Markdown.escape).joined(separator: " | ") + " |\n"
    text += "| --- | --- |" + String(repeating: " ---: |", count: figures.count) + " --- |\n"
    for (index, row) in rows.enumerated() {
      let shown = row.figures.map { $0.text + ($0.state == .missed ? " !" : "") }
      let fields =
        [row.profile, Self.outcome(of: row)] + shown
        + [row.faults.map { $0.phrase() }.joined(separator: "; ")]
      let line = "| " + fields.map(Markdown.escape).joined(separator: " | ") + " |\n"
      guard text.utf8.count + line.utf8.count <= bytesLeft else {
        return text + "\n\(rows.count - index) more rows are in index.html.\n"
      }
      text += line
    }
    return text
  }
}
