import FrameMetrics
import Records

/// The run's figures as `metrics.csv`: a row for each figure, tidy.
enum MetricsCSV {
  static let columns = [
    "schema", "scenario", "profile", "device", "refresh_hz", "metric", "stat", "value",
    "unit", "low", "high", "note",
  ]

  /// Makes the file's bytes.
  static func bytes(of run: RunRecord) -> [UInt8] {
    var text = CSVText()
    for column in columns { text.add(column) }
    text.endRow()
    for cell in run.cells {
      for metric in cell.metrics {
        text.add(RunRecord.schema)
        text.add(cell.scenario)
        text.add(cell.profile)
        text.add(cell.device)
        text.add(cell.refreshHertz)
        text.add(metric.metric)
        text.add(metric.statistic.rawValue)
        text.add(metric.value.flatMap(DecimalText.shortest))
        text.add(metric.unit.rawValue)
        text.add(metric.low.flatMap(DecimalText.shortest))
        text.add(metric.high.flatMap(DecimalText.shortest))
        text.add(metric.note)
        text.endRow()
      }
    }
    return text.bytes
  }
}
