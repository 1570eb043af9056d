import Foundation
import FrameLogs
import FrameMetrics

/// What `analyze --json` prints: the verdict and every figure. Docs/Schemas/analyze.schema.json describes it.
struct AnalysisJSON: Encodable {
  private struct Session: Encodable {
    var file: String
    var session: String
    var format: String
    var refreshHertz: Double?
    var verdict: String
    var budgets: [BudgetCheck]
    var unjudged: [String]
    var gaps: Gaps
    var figures: [Figure]
    var tool: [LogSession.ToolFigure]

    private enum CodingKeys: String, CodingKey {
      case file, session, format
      case refreshHertz = "refresh_hz"
      case verdict, budgets
      case unjudged = "not_judged"
      case gaps, figures, tool
    }

    init(_ cell: AnalysisRecord.Cell) {
      (file, session, format) = (cell.file, cell.session, cell.format.rawValue)
      (refreshHertz, verdict, budgets) = (cell.hertz, cell.word, cell.budgets)
      unjudged = cell.unjudged
      gaps = Gaps(cell.source)
      figures = cell.analysis.metrics.map(Figure.init)
      tool = cell.source.toolFigures
    }
  }

  /// Stretches that the file does not tell idle from blocked.
  private struct Gaps: Encodable {
    var count: Int
    var milliseconds: Double
    var reading: String?

    private enum CodingKeys: String, CodingKey {
      case count
      case milliseconds = "total_ms"
      case reading = "taken_as"
    }

    init(_ session: LogSession) {
      count = session.unknownGaps.count
      milliseconds = session.unknownGaps.reduce(0) { $0 + $1.span.length.milliseconds }
      reading = session.gapReading?.rawValue
    }
  }

  /// A figure; without a value where there is none, and a note then says why.
  private struct Figure: Encodable {
    var metric: String
    var stat: String
    var unit: String
    var better: String
    var value: Double?
    var low: Double?
    var high: Double?
    var note: String?

    init(_ value: MetricValue) {
      (metric, stat) = (value.metric, value.statistic.rawValue)
      (unit, better) = (value.unit.rawValue, value.better.rawValue)
      (self.value, low, high, note) = (value.value, value.low, value.high, value.note)
    }
  }

  private let schema = 1
  private let verdict: String
  private let reasons: [String]
  private let report: String
  private let sessions: [Session]

  init(_ record: AnalysisRecord, report: String) {
    (verdict, reasons, self.report) = (record.word, record.reasons, report)
    sessions = record.cells.map(Session.init)
  }
}

extension AnalysisRecord {
  /// The analysis for programs, on one line.
  ///
  /// - Parameter report: The path of its page.
  /// - Complexity: O(figures).
  package func json(report: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN"
    )
    guard let data = try? encoder.encode(AnalysisJSON(self, report: report)) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
