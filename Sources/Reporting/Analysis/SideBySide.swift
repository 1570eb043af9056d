import FrameMetrics
import Records

/// Metrics that all of several cells have, side by side and without marks: an app beside another
/// one, or beside a simulated design.
package struct SideBySide: Sendable {
  /// One column.
  package struct Column: Sendable {
    var title: String
    var metrics: [MetricValue]
  }

  /// What to do where there are more columns than a table has.
  package static let wayOut = """
    For fewer columns: stillpoint run SCENARIO --profile NAME --refresh 60 --output FOLDER, and \
    stillpoint analyze FILE --session NAME --output FOLDER.
    """

  let columns: [Column]

  /// Puts the largest session of each file beside each other, and the cells of a run beside them.
  ///
  /// - Returns: nil for fewer than two columns, or more than twelve.
  package init?(_ record: AnalysisRecord, beside run: RunRecord? = nil) {
    var columns = record.logs.indices.compactMap { index -> Column? in
      let cells = record.cells.enumerated().filter { $0.element.log == index }
      let largest = cells.max { left, right in
        (left.element.source.timeline.frames.count, -left.offset)
          < (right.element.source.timeline.frames.count, -right.offset)
      }
      return largest.map {
        Column(title: $0.element.name, metrics: $0.element.analysis.metrics)
      }
    }
    columns += Self.columns(of: run)
    guard 2...12 ~= columns.count else { return nil }
    self.columns = columns
  }

  /// Puts the sessions of analyses and the cells of runs beside each other.
  ///
  /// - Returns: nil for fewer than two columns, or more than twelve.
  package init?(_ analyses: [SavedAnalysis], _ runs: [RunRecord] = []) {
    columns =
      analyses.flatMap(\.cells).map { Column(title: $0.name, metrics: $0.metrics) }
      + runs.flatMap { Self.columns(of: $0) }
    guard 2...12 ~= columns.count else { return nil }
  }

  private static func columns(of run: RunRecord?) -> [Column] {
    (run?.cells ?? []).map { cell in
      let title = "\(cell.scenario), \(cell.profile) @\(cell.refreshHertz)"
      return Column(title: title, metrics: cell.metrics)
    }
  }

  /// The rows: a name, a unit, and a text for each column.
  var rows: [(name: String, unit: String, texts: [String])] {
    guard let first = columns.first else { return [] }
    return first.metrics.compactMap { metric in
      let figures = columns.map { column in
        column.metrics.first { $0.metric == metric.metric && $0.statistic == metric.statistic }
      }
      guard figures.allSatisfy({ $0?.value != nil }) else { return nil }
      let statistic = metric.statistic.words
      let title = Metric.named(metric.metric)?.title ?? metric.metric
      return (
        title + (statistic.isEmpty ? "" : ", \(statistic)"), metric.unit.words,
        figures.map { AnalysisTable.text($0, places: 3) }
      )
    }
  }

  /// The table as plain text.
  package func text(isColoured: Bool = false, width: Int? = nil) -> String {
    let head =
      [TextGrid.Field(text: "metric", isRight: false, style: .faint)]
      + columns.map { column in
        let title = TextGrid.shortened(TextGrid.plain(column.title), to: 24)
        return TextGrid.Field(text: title, style: .faint)
      }
    let lines = rows.map { row in
      TextGrid.Line.fields(
        [.init(text: row.unit.isEmpty ? row.name : "\(row.name), \(row.unit)", isRight: false)]
          + row.texts.map { .init(text: $0) }
      )
    }
    return TextGrid(
      isColoured: isColoured,
      width: width,
      // The first is what the others stand beside, in every block.
      keyColumns: min(2, columns.count),
      lines: [.fields(head)] + lines
    ).text()
  }
}
