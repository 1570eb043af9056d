extension Table {
  /// The table in Markdown, of which no cell can be markup.
  ///
  /// - Parameters:
  ///   - bytesLeft: How long it may be; rows beyond that are counted.
  ///   - rest: Where all rows are, in words.
  package func markdown(bytesLeft: Int = .max, rest: String = "index.html") -> String {
    var text = Self.line(columns.map(\.name))
    text += "|" + columns.map { $0.isNumber ? " ---: |" : " --- |" }.joined() + "\n"
    for (index, row) in rows.enumerated() {
      var fields = row.cells.map(Self.text)
      if let words = row.rest {
        fields.append(words)
        fields += Array(repeating: "", count: max(0, columns.count - fields.count))
      }
      let line = Self.line(fields)
      guard text.utf8.count + line.utf8.count <= bytesLeft else {
        return text + "\n\(rows.count - index) more rows are in \(rest).\n"
      }
      text += line
    }
    return text
  }

  private static func line(_ fields: [String]) -> String {
    "| " + fields.map(Markdown.escape).joined(separator: " | ") + " |\n"
  }

  private static func text(of cell: Cell) -> String {
    let detail = cell.detail.isEmpty ? "" : " (\(cell.detail))"
    guard let change = cell.change, !change.text.isEmpty else {
      return cell.text + detail + (cell.mark.isEmpty ? "" : " \(cell.mark)")
    }
    let mark = change.direction == .worse ? " !" : change.direction == .better ? " *" : ""
    return "\(cell.text)\(detail) (\(change.text))\(mark)"
  }
}
