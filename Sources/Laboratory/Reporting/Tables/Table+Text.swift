import Files

extension Table {
  /// A column of a terminal: a table's column, or the changes of its figures.
  private struct Slot {
    var column: Int
    var isChange = false
  }

  /// The table for a terminal, lines ended by a line feed.
  ///
  /// - Parameters:
  ///   - width: The terminal's columns; nil for as many as it takes.
  ///   - splits: Whether columns that do not fit stand in further blocks below.
  package func text(
    isColoured: Bool = false,
    width: Int? = nil,
    splits: Bool = true
  ) -> String {
    let slots = slots
    var grid = TextGrid(
      isColoured: isColoured,
      width: width,
      splits: splits,
      keyColumns: slots.prefix { columns[$0.column].isKey }.count
    )
    for (place, slot) in slots.enumerated() where place > 0 {
      let over = columns[slot.column].over
      if slot.isChange || !over.isEmpty && over == columns[slots[place - 1].column].over {
        grid.gluedColumns.insert(place)
      }
    }
    let indent = columns.contains { $0.place == .above } ? "  " : ""
    grid.lines = titles(of: slots, indent)
    var (heading, last): (String, Row?) = ("", nil)
    for row in rows {
      let above = joined(row, .above, ": ")
      if let rest = row.rest {
        grid.lines.append(.heading("\(above)  \(TextGrid.plain(rest))", .faint))
      } else {
        if above != heading { grid.lines.append(.heading(above, .strong)) }
        var fields = slots.map { field(of: row, $0, after: last) }
        fields[0].text = indent + fields[0].text
        grid.lines.append(.fields(fields))
      }
      let below = joined(row, .below, "; ")
      if !below.isEmpty { grid.lines.append(.remark("    " + below)) }
      (heading, last) = (above, row)
    }
    return grid.text()
  }

  private var slots: [Slot] {
    let shown = [Place.beside, .behind].flatMap { place in
      columns.indices.filter { columns[$0].place == place }
    }
    return shown.flatMap { column in
      let hasChanges = rows.contains {
        $0.cells.indices.contains(column) && $0.cells[column].change != nil
      }
      return [Slot(column: column)] + (hasChanges ? [Slot(column: column, isChange: true)] : [])
    }
  }

  private func titles(of slots: [Slot], _ indent: String) -> [TextGrid.Line] {
    func field(_ slot: Slot, _ text: String) -> TextGrid.Field {
      let column = columns[slot.column]
      let gap = column.isMarked && !text.isEmpty ? " " : ""
      return TextGrid.Field(
        text: slot.isChange ? "" : TextGrid.plain(name: text) + gap,
        isRight: column.isNumber && !slot.isChange,
        style: .faint
      )
    }
    var lines: [TextGrid.Line] = []
    if slots.contains(where: { !columns[$0.column].over.isEmpty }) {
      lines.append(.heads(slots.map { field($0, columns[$0.column].over) }))
    }
    var unders = slots.map { slot in
      let column = columns[slot.column]
      return field(
        slot,
        column.under ?? (column.title + (column.unit.isEmpty ? "" : " \(column.unit)"))
      )
    }
    if !unders.isEmpty { unders[0].text = indent + unders[0].text }
    return lines + [.fields(unders)]
  }

  private func field(of row: Row, _ slot: Slot, after last: Row?) -> TextGrid.Field {
    let column = columns[slot.column]
    guard row.cells.indices.contains(slot.column) else { return TextGrid.Field(text: "") }
    let cell = row.cells[slot.column]
    if slot.isChange {
      let change = cell.change
      let mark = change?.direction == .worse ? "!" : change?.direction == .better ? "*" : ""
      let style: TextGrid.Style =
        switch change?.direction {
        case .worse: .bad
        case .better: .good
        case .same, .unknown: .faint
        case nil: .plain
        }
      return TextGrid.Field(
        text: Self.plain(change?.text ?? "") + mark,
        isRight: false,
        style: style
      )
    }
    let isRepeated = column.isOnce && last?.cells[slot.column].text == cell.text
    let mark = cell.mark.isEmpty && column.isMarked ? " " : cell.mark
    return TextGrid.Field(
      text: isRepeated
        ? "" : Self.plain(column.isKey ? TextGrid.plain(name: cell.text) : cell.text) + mark,
      isRight: column.isNumber,
      style: Self.styles[cell.tone] ?? .plain
    )
  }

  private static let styles: [Tone: TextGrid.Style] = [
    .good: .good, .bad: .bad, .faint: .faint, .strong: .strong,
  ]

  /// Without the narrow space between the digits' groups, which some terminals draw as two columns.
  private static func plain(_ text: String) -> String {
    TextGrid.plain(text.replacing("\u{202F}", with: " "))
  }

  private func joined(_ row: Row, _ place: Place, _ separator: String) -> String {
    let texts = columns.indices.filter {
      columns[$0].place == place && row.cells.indices.contains($0)
    }
    .map { row.cells[$0] }.map { cell in
      (place == .above ? TextGrid.plain(name: cell.text) : cell.text)
        + (cell.detail.isEmpty ? "" : " (\(cell.detail))")
    }
    return TextGrid.plain(texts.filter { !$0.isEmpty }.joined(separator: separator))
  }
}
