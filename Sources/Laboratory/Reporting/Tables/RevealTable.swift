import FrameMetrics
import Records

/// How each profile of a run shows streamed text: what waits, for how long, how fast and how smoothly
/// it appears.
package struct RevealTable: Sendable {
  /// One figure of a profile.
  enum Quantity: CaseIterable {
    case backlog, hold, lagMedian, lag, lagMax, snaps, jump, words

    var titles: (String, String) {
      switch self {
      case .backlog: ("backlog", "max")
      case .hold: ("hold ms", "p99")
      case .lagMedian: ("lag ms", "p50")
      case .lag: ("lag ms", "p99")
      case .lagMax: ("lag ms", "max")
      case .snaps: ("snaps", "")
      case .jump: ("opacity", "jump max")
      case .words: ("words/s", "shown")
      }
    }

    var metric: (Metric, Statistic) {
      switch self {
      case .backlog: (.backlog, .value)
      case .hold: (.hold, .p99)
      case .lagMedian: (.chunkVisible, .p50)
      case .lag: (.chunkVisible, .p99)
      case .lagMax: (.chunkVisible, .max)
      case .snaps: (.snaps, .value)
      case .jump: (.opacityJump, .value)
      case .words: (.wordsShown, .value)
      }
    }
  }

  /// What a profile's design leaves open under this load, and what runs instead: a sentence each.
  package var notes: [String]
  private let cells: [CellRecord]

  /// Makes the table of `run`.
  package init(of run: RunRecord, notes: [String] = []) {
    cells = run.cells
    self.notes = notes
  }

  /// The table as plain text: a line for each profile and rate, then the notes.
  ///
  /// - Parameter width: The terminal's columns; nil for as many as it takes.
  package func text(isColoured: Bool = false, width: Int? = nil) -> String {
    let hasRates = Set(cells.map(\.refreshHertz)).count > 1
    var table = Table(
      [Table.Column("profile", isKey: true)]
        + Quantity.allCases.map { quantity in
          .number(quantity.titles.0).with {
            ($0.over, $0.under) = quantity.titles
          }
        }
    )
    for cell in cells {
      let rate = hasRates ? " @\(cell.refreshHertz)" : ""
      let figures = Quantity.allCases.map { quantity in
        let value = cell.value(quantity.metric.0, quantity.metric.1)
        return Table.Cell(DecimalText.short(value), value == nil ? .faint : .plain)
      }
      table.add([Table.Cell(cell.profile + rate)] + figures)
    }
    let text = table.text(isColoured: isColoured, width: width)
    guard !notes.isEmpty else { return text }
    let sentences = ["Not defined by the design, and what runs here instead:"] + notes
    let lines = sentences.flatMap { sentence in
      TextGrid.wrapped(TextGrid.plain(sentence), width: width, indent: "    ")
    }
    return text + "\n" + lines.map { $0 + "\n" }.joined()
  }
}
