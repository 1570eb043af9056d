import Records

extension AblationTable {
  /// The table as plain text: a line for each alternative, below it its scenarios, each figure with
  /// its distance from the reference's.
  ///
  /// A figure that is worse has a `!`, one that is better a `*`.
  ///
  /// - Parameter width: The terminal's columns; nil for as many as it takes.
  package func text(isColoured: Bool = false, width: Int? = nil) -> String {
    var grid = TextGrid(isColoured: isColoured, width: width, keyColumns: 1)
    var titles = [TextGrid.Field(text: "  scenario", isRight: false, style: .faint)]
    for quantity in Self.quantities {
      grid.gluedColumns.insert(titles.count + 1)
      titles.append(TextGrid.Field(text: quantity.shortTitle, style: .faint))
      titles.append(TextGrid.Field(text: "", isRight: false))
    }
    titles.append(TextGrid.Field(text: "verdict", isRight: false, style: .faint))
    grid.lines = [.fields(titles), .heading(base, .strong)]
    grid.lines += references.map { .fields(fields(of: $0)) }
    for group in groups {
      let entry = group.entry
      let source = entry.usedBy.isEmpty ? "" : " (\(entry.usedBy.joined(separator: ", ")))"
      let name = TextGrid.plain(name: "\(entry.title): \(entry.alternative)\(source)")
      if let reason = entry.impossible {
        grid.lines.append(.heading("\(name)  n/a: \(TextGrid.plain(reason))", .faint))
      } else {
        grid.lines.append(.heading(name, .strong))
        grid.lines += group.rows.map { .fields(fields(of: $0)) }
      }
    }
    return grid.text()
  }

  private func fields(of row: Row) -> [TextGrid.Field] {
    let rate = hasRates ? " @\(row.refreshHertz)" : ""
    var fields = [
      TextGrid.Field(text: "  " + TextGrid.plain(name: row.scenario) + rate, isRight: false)
    ]
    for figure in row.figures {
      fields.append(
        TextGrid.Field(
          text: figure.text.replacing("\u{202F}", with: " "),
          style: figure.isMissing ? .faint : .plain
        )
      )
      let change = figure.change
      let mark =
        switch change?.direction {
        case .worse: "!"
        case .better: "*"
        case .same, .unknown, nil: ""
        }
      fields.append(
        TextGrid.Field(
          text: (change?.text.replacing("\u{202F}", with: " ") ?? "") + mark,
          isRight: false,
          style: change?.direction.style ?? .plain
        )
      )
    }
    fields.append(
      TextGrid.Field(text: row.verdict, isRight: false, style: row.isPass ? .good : .bad)
    )
    return fields
  }

  /// The table as Markdown, a line for each alternative and scenario.
  func markdown(bytesLeft: Int) -> String {
    let names = Self.quantities.map { $0.title + ", " + $0.unit }
    var text =
      "| "
      + (["concern", "alternative", "scenario"] + names + ["verdict"]).joined(separator: " | ")
      + " |\n| --- | --- | --- |" + String(repeating: " ---: |", count: names.count) + " --- |\n"
    var lines = references.map { line(base, "", $0) }
    for group in groups {
      let entry = group.entry
      if let reason = entry.impossible {
        let gaps = String(repeating: " |", count: names.count)
        let names = [entry.title, entry.alternative, "n/a: \(reason)"]
        lines.append("| \(Self.joined(names)) |\(gaps) n/a |\n")
      }
      lines += group.rows.map { line(entry.title, entry.alternative, $0) }
    }
    for (index, line) in lines.enumerated() {
      guard text.utf8.count + line.utf8.count <= bytesLeft else {
        return text + "\n\(lines.count - index) more rows are in index.html.\n"
      }
      text += line
    }
    return text
  }

  private func line(_ concern: String, _ alternative: String, _ row: Row) -> String {
    let rate = hasRates ? " at \(row.refreshHertz) Hz" : ""
    let figures = row.figures.map { figure in
      guard let change = figure.change, !change.text.isEmpty else { return figure.text }
      let mark = change.direction == .worse ? " !" : change.direction == .better ? " *" : ""
      return "\(figure.text) (\(change.text))\(mark)"
    }
    return "| "
      + Self.joined([concern, alternative, row.scenario + rate] + figures + [row.verdict])
      + " |\n"
  }

  private static func joined(_ fields: [String]) -> String {
    fields.map(Markdown.escape).joined(separator: " | ")
  }
}

extension FigureChange.Direction {
  fileprivate var style: TextGrid.Style {
    switch self {
    case .worse: .bad
    case .better: .good
    case .same, .unknown: .faint
    }
  }
}
