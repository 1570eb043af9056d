import FramePacing
import Records

/// The worst frames of a cell, worst first, also where none was late: when they were, what they cost
/// and what was in them.
struct WorstFrames {
  /// How many there are at most.
  static let count = 10

  private let cell: CellRecord
  private let moments: [Moment]

  /// - Complexity: O(frames log frames).
  init(_ cell: CellRecord) {
    self.cell = cell
    moments = Moment.ranked(cell).prefix(Self.count).map(\.self)
  }

  /// The frames as a table, a row each.
  ///
  /// - Parameter anchor: The cell's name in addresses.
  func table(anchor: String) -> Table {
    var table = Table([
      .number("at", unit: "s"), .init("what"),
      Table.Column("cost by phase", unit: "ms").with { $0.style = "phases" }, .number("events"),
      .number("tokens"), .number("blocks"), .number("glyphs"), .init("look"),
    ])
    for moment in moments {
      let frame = cell.frames[moment.index]
      let contents = frame.contents
      let tick = "\(anchor):tick=\(moment.tick)"
      let replay =
        cell.screen.count > 0 ? [Table.Link(text: "replay", target: "#replay:\(tick)")] : []
      let counts = [contents.events, contents.tokens, contents.blocks, contents.glyphs]
      let cells =
        [
          Table.Cell(DecimalText.short(frame.instant.milliseconds / 1000, places: 3)),
          Table.Cell(moment.words, moment.kind == .cost ? .plain : .bad),
          Table.Cell(Self.phases(of: frame)),
        ] + counts.map { Table.Cell("\($0)") }
        + [Table.Cell([Table.Link(text: "chart", target: "#\(tick)")] + replay)]
      table.rows.append(Table.Row(cells: cells, anchor: tick))
    }
    return table
  }

  /// The dearest phase first, and the host's stall.
  private static func phases(of frame: FrameRecord) -> String {
    // What is below a hundredth of the frame is not why it is here.
    let least = frame.cost.engine.rawValue / 100
    let phases = Phase.allCases.filter { frame.cost[$0].rawValue > least }
      .sorted { (frame.cost[$0], $1.rawValue) > (frame.cost[$1], $0.rawValue) }
      .map { "\($0.name) \(DecimalText.short(frame.cost[$0].milliseconds))" }
    let stall =
      frame.cost.stall > .zero
      ? ["host's stall \(DecimalText.short(frame.cost.stall.milliseconds))"] : []
    return (stall + phases).joined(separator: ", ")
  }
}
