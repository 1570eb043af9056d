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

    /// How long it lasted, in words.
    var length: String {
      stay.end.map { "\(Self.text($0 - stay.start)) ms" } ?? "until the end"
    }

    /// The whole in a sentence.
    var sentence: String {
      "fallback at \(Self.text(stay.start - .zero)) ms, \(length), by \(stay.cause.name), "
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

  /// A section for `summary.md`; empty without a stay.
  func markdown(bytesLeft: Int) -> String {
    guard !rows.isEmpty else { return "" }
    var text = "\n## Fallbacks\n\n"
    text += "| where | at, ms | lasted | cause | detected after, ms |\n"
    text += "| --- | ---: | ---: | --- | ---: |\n"
    for (index, row) in rows.enumerated() {
      let fields = [
        row.place, Row.text(row.stay.start - .zero), row.length, row.stay.cause.name,
        Row.text(row.stay.detection),
      ]
      let line = "| " + fields.map(Markdown.escape).joined(separator: " | ") + " |\n"
      guard text.utf8.count + line.utf8.count <= bytesLeft else {
        return text + "\n\(rows.count - index) more are in index.html.\n"
      }
      text += line
    }
    return text
  }
}
