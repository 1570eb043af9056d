import Records

extension Table {
  /// The table as a page's markup, which scrolls sideways where it is too wide.
  ///
  /// Of columns that a terminal puts above, the last has one cell for all rows that share it, and those before it
  /// have rows of their own.
  ///
  /// - Parameters:
  ///   - label: What it is called by those who see no page; empty where a caption says it.
  ///   - caption: What stands above it; empty for nothing.
  ///   - style: The table's class.
  package func markup(label: String = "", caption: String = "", style: String = "plain") -> String {
    guard !rows.isEmpty else { return "" }
    let name = label.isEmpty ? "" : " role=\"region\" aria-label=\"\(PageText.escape(label))\""
    var text = "<div class=\"scroller\" tabindex=\"0\"\(name)>\n<table class=\"\(style)\">"
    if !caption.isEmpty { text += "<caption>\(PageText.escape(caption))</caption>" }
    let groups = Array(columns.indices.filter { columns[$0].place == .above }.dropLast())
    let shown = columns.indices.filter { !groups.contains($0) }
    text += "<thead><tr>\(shown.map { Self.head(columns[$0]) }.joined())</tr></thead>\n<tbody>"
    var last: Row?
    for (index, row) in rows.enumerated() {
      for group in groups where last?.cells[group].text != row.cells[group].text {
        text +=
          "<tr class=\"first\"><th scope=\"rowgroup\" colspan=\"\(shown.count)\" class=\"scenario\">"
        text += "<span>\(PageText.escape(row.cells[group].text))</span></th></tr>\n"
      }
      text += line(at: index, shown, after: last)
      last = row
    }
    return text + "</tbody></table>\n</div>"
  }

  private static func head(_ column: Column) -> String {
    let title = PageText.escape(column.title.prefix(1).uppercased() + column.title.dropFirst())
    let unit =
      column.unit.isEmpty ? "" : " <span class=\"unit\">\(PageText.escape(column.unit))</span>"
    let note = column.note.isEmpty ? "" : " title=\"\(PageText.escape(column.note))\""
    return
      "<th scope=\"col\"\(note)\(styled([column.isNumber ? "number" : "", column.isKey ? "stick" : "", column.style == Column.wide ? column.style : ""]))>\(title)\(unit)</th>"
  }

  private func line(at index: Int, _ shown: [Int], after last: Row?) -> String {
    let row = rows[index]
    let anchor = row.anchor.isEmpty ? "" : " id=\"\(PageText.escape(row.anchor))\""
    var text = "<tr\(anchor)>"
    for (place, column) in shown.enumerated() where row.cells.indices.contains(column) {
      let above = columns[column].place == .above
      if above, let last, isOfGroup(last, row, column) { continue }
      let isHead = place == 0 || above
      var attributes = isHead ? " scope=\"row\"" : ""
      if above {
        attributes += " rowspan=\"\(rows[index...].prefix { isOfGroup(row, $0, column) }.count)\""
      }
      text += Self.field(row.cells[column], columns[column], isHead ? "th" : "td", attributes)
    }
    if let rest = row.rest {
      text +=
        "<td class=\"missing reason\" colspan=\"\(max(1, shown.filter { $0 >= row.cells.count }.count))\">"
      text += "<span>\(PageText.escape(rest))</span></td>"
    }
    return text + "</tr>\n"
  }

  /// Whether two rows share all that a terminal puts above them.
  private func isOfGroup(_ first: Row, _ second: Row, _ column: Int) -> Bool {
    first.cells.prefix(column + 1).map(\.text) == second.cells.prefix(column + 1).map(\.text)
  }

  private static func field(_ cell: Cell, _ column: Column, _ tag: String, _ attributes: String)
    -> String
  {
    let tones: [Tone: String] = [.good: "kept", .bad: "missed", .faint: "missing"]
    let badge = cell.verdict.map { VerdictBadge($0) }
    let classes = [
      column.isKey || tag == "th" && column.place == .above ? "stick" : "",
      column.isNumber ? "number" : "",
      column.style, badge == nil ? tones[cell.tone] ?? "" : "outcome \(badge?.style ?? "")",
    ]
    let note = cell.note.isEmpty ? "" : " title=\"\(PageText.escape(cell.note))\""
    var text = badge.map { "<span aria-hidden=\"true\">\($0.mark)</span> " } ?? ""
    text +=
      cell.links.isEmpty ? PageText.escape(cell.text) : cell.links.map(link).joined(separator: " ")
    if let change = cell.change, !change.text.isEmpty { text += Self.under(change) }
    if !cell.detail.isEmpty, column.place == .above {
      text += "<span class=\"under\">\(PageText.escape(cell.detail))</span>"
    } else if !cell.detail.isEmpty {
      text += " <small>\(PageText.escape(cell.detail))</small>"
    }
    return "<\(tag)\(attributes)\(styled(classes))\(note)>\(text)\(cell.picture)</\(tag)>"
  }

  private static func link(_ link: Link) -> String {
    "<a href=\"\(PageText.escape(link.target))\">\(PageText.escape(link.text))</a>"
  }

  private static func under(_ change: FigureChange) -> String {
    let words: (mark: String, heard: String) =
      switch change.direction {
      case .worse: ("▲", "worse")
      case .better: ("▼", "better")
      case .same, .unknown: ("", "")
      }
    return "<span class=\"under \(change.direction.rawValue)\">\(PageText.escape(change.text)) "
      + "<span aria-hidden=\"true\">\(words.mark)</span><span class=\"hear\"> \(words.heard)</span></span>"
  }

  private static func styled(_ classes: [String]) -> String {
    let classes = classes.filter { !$0.isEmpty }
    return classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
  }
}
