import FramePacing
import Records
import Timebase

/// The stays in the fallback of a run: when, for how long, why, and how soon.
struct FallbackTable {
  /// One stay.
  struct Row {
    var cell: CellRecord
    var stay: FallbackEpisode

    /// Where it was, in words.
    var place: String { "\(cell.scenario), \(cell.profile), \(cell.refreshHertz) Hz" }

    /// When it began, in words.
    var start: String { Self.text(stay.start - .zero) }

    /// When it ended, in words.
    var end: String { stay.end.map { Self.text($0 - .zero) } ?? "the run's end" }

    /// How long it lasted, in words.
    var length: String { stay.length.map(Self.text) ?? "n/a" }

    /// The whole in a sentence.
    var sentence: String {
      let span = stay.end == nil ? "to the run's end" : "to \(end) ms, \(length) ms long"
      return "fallback from \(start) ms \(span), by \(stay.cause.name), "
        + "\(Self.text(stay.detection)) ms after the first late frame"
    }

    static func text(_ span: Nanoseconds) -> String { DecimalText.short(span.milliseconds) }
  }

  let rows: [Row]

  /// Finds the stays of all cells, in order.
  init(of run: RunRecord) { self.init(of: run.cells) }

  init(of cells: [CellRecord]) {
    rows = cells.flatMap { cell in cell.fallbacks.map { Row(cell: cell, stay: $0) } }
  }

  /// Lines for a terminal: the first stays, and how many more there are; empty without a stay.
  func lines(atMost limit: Int) -> [String] {
    let shown = rows.prefix(limit).map { "\($0.place): \($0.sentence)" }
    let rest = rows.count - shown.count
    return rest == 0 ? shown : shown + ["\(rest) more fallbacks are in summary.md and index.html."]
  }

  /// A section for `summary.md`; empty without a stay.
  func markdown(bytesLeft: Int) -> String {
    guard !rows.isEmpty else { return "" }
    let title = "\n## Fallbacks\n\n"
    return title + table(hasPlace: true).markdown(bytesLeft: bytesLeft - title.utf8.count)
  }

  /// The stays as a table, a row each.
  ///
  /// - Parameter hasPlace: Whether it says where each was.
  func table(hasPlace: Bool) -> Table {
    var table = Table([
      .init("where"), .number("from", unit: "ms"), .number("to", unit: "ms"),
      .number("length", unit: "ms"), .init("cause"), .number("detected after", unit: "ms"),
    ])
    for row in rows {
      let cause = row.stay.cause.name.replacing("_", with: " ")
      let fields = [hasPlace ? row.place : "", row.start, row.end, row.length, cause]
      table.add((fields + [Row.text(row.stay.detection)]).map { Table.Cell($0) })
    }
    return hasPlace ? table : table.withoutEmptyColumns()
  }
}
