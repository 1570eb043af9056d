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
    var grid = TextGrid(isColoured: isColoured, width: width, keyColumns: 1)
    func titles(_ first: String, _ name: (Quantity) -> String) -> TextGrid.Line {
      .fields(
        [TextGrid.Field(text: first, isRight: false, style: .faint)]
          + Quantity.allCases.map { TextGrid.Field(text: name($0), style: .faint) }
      )
    }
    grid.lines = [titles("", { $0.titles.0 }), titles("profile", { $0.titles.1 })]
    let hasRates = Set(cells.map(\.refreshHertz)).count > 1
    for cell in cells {
      let rate = hasRates ? " @\(cell.refreshHertz)" : ""
      let name = TextGrid.Field(text: TextGrid.plain(name: cell.profile) + rate, isRight: false)
      let figures = Quantity.allCases.map { quantity in
        let (metric, statistic) = quantity.metric
        let value = cell.value(metric, statistic)
        return TextGrid.Field(
          text: DecimalText.short(value).replacing("\u{202F}", with: " "),
          style: value == nil ? .faint : .plain
        )
      }
      grid.lines.append(.fields([name] + figures))
    }
    guard !notes.isEmpty else { return grid.text() }
    let sentences = ["Not defined by the design, and what runs here instead:"] + notes
    let lines = sentences.flatMap { sentence in
      TextGrid.wrapped(TextGrid.plain(sentence), width: width, indent: "    ")
    }
    return grid.text() + "\n" + lines.map { $0 + "\n" }.joined()
  }
}
