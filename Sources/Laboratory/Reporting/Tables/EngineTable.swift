import FrameMetrics
import Judging
import Records

/// The engines in which a page was driven, a column each: what a reader would notice, scenario by scenario.
package struct EngineTable {
  /// What its rows say, beside the verdict.
  private static let figures: [(metric: Metric, statistic: Statistic, words: String)] = [
    (.readerMoved, .max, "reader moved, pt"), (.pageWheelBeyond, .value, "beyond the wheel, pt"),
    (.pageFollowDistance, .value, "from end, pt"), (.pageWordsLost, .value, "words lost"),
  ]

  package let table: Table

  /// Makes the table of `run`; nil where no engine but Chromium drove.
  ///
  /// - Complexity: O(cells²) at most.
  package init?(of run: RunRecord) {
    let cells = run.cells.filter { $0.isPage || $0.engine != nil }
    guard cells.contains(where: { $0.engine != nil }) else { return nil }
    var engines: [String] = []
    var places: [(scenario: String, device: String, hertz: Int)] = []
    for cell in cells {
      let engine = Self.engine(of: cell)
      if !engines.contains(engine) { engines.append(engine) }
      let place = (cell.scenario, cell.device, cell.refreshHertz)
      if !places.contains(where: { $0 == place }) { places.append(place) }
    }
    var table = Table(
      [
        Table.Column("scenario", isKey: true).with { $0.isOnce = true },
        Table.Column("figure", isKey: true),
      ] + engines.map { Table.Column.number($0) }
    )
    for place in places {
      let own = engines.map { engine in
        cells.first {
          ($0.scenario, $0.device, $0.refreshHertz) == place && Self.engine(of: $0) == engine
        }
      }
      for (metric, statistic, words) in Self.figures {
        let values = own.map { $0?.metrics.value(of: metric, statistic) }
        guard values.contains(where: { $0?.value != nil }) else { continue }
        table.add([Table.Cell(place.scenario), Table.Cell(words)] + values.map(Self.cell))
      }
      table.add([Table.Cell(place.scenario), Table.Cell("verdict")] + own.map(Self.verdict))
    }
    self.table = table
  }

  private static func engine(of cell: CellRecord) -> String { cell.engine ?? "Chromium" }

  private static func cell(_ value: MetricValue?) -> Table.Cell {
    guard let value, let figure = value.value else { return Table.Cell("n/a", .faint) }
    var cell = Table.Cell((value.isApproximate ? "~" : "") + DecimalText.short(figure))
    if let low = value.low, let high = value.high {
      cell.detail = "\(DecimalText.short(low)) to \(DecimalText.short(high))"
    }
    return cell
  }

  private static func verdict(_ cell: CellRecord?) -> Table.Cell {
    cell.map { Table.Cell($0.verdict.kind.rawValue, $0.verdict.kind) } ?? Table.Cell("n/a", .faint)
  }
}
