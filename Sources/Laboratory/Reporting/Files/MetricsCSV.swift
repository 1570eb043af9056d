import FrameMetrics
import Judging
import Records

/// The run's figures as `metrics.csv`: a row for each figure, tidy. Figures of a format's own tool come last of
/// their recording, under `tool:` and their name.
enum MetricsCSV {
  static let columns = [
    "schema", "scenario", "profile", "device", "refresh_hz", "seed", "metric", "stat", "value",
    "unit", "low", "high", "note",
  ]

  /// Makes the file's bytes.
  static func bytes(of run: RunRecord) -> [UInt8] {
    var text = CSVText()
    for column in columns { text.add(column) }
    text.endRow()
    for cell in run.cells {
      func begin() {
        text.add(RunRecord.schema)
        text.add(cell.scenario)
        text.add(cell.profile)
        text.add(cell.device)
        text.add(cell.refreshText)
        text.add(cell.isRecording ? nil : "\(cell.seed)")
      }
      for metric in cell.metrics {
        begin()
        text.add(metric.metric)
        text.add(metric.statistic.rawValue)
        text.add(metric.value.flatMap(DecimalText.shortest))
        text.add(metric.unit.rawValue)
        text.add(metric.low.flatMap(DecimalText.shortest))
        text.add(metric.high.flatMap(DecimalText.shortest))
        text.add(metric.note)
        text.endRow()
      }
      for figure in cell.recording?.toolFigures ?? [] {
        begin()
        text.add("tool:\(figure.name)")
        text.add("value")
        text.add(DecimalText.shortest(figure.value))
        text.add(figure.unit.isEmpty ? "count" : figure.unit)
        text.add(nil as String?)
        text.add(nil as String?)
        text.add("as the format's own tool defines it")
        text.endRow()
      }
    }
    return text.bytes
  }
}

extension CellRecord {
  /// The refresh rate in Hz, of a recording to three decimals; nil where it is unknown.
  var refreshText: String? {
    guard let recording else { return "\(refreshHertz)" }
    return recording.hertz.flatMap { DecimalText.shortest(($0 * 1000).rounded() / 1000) }
  }
}
