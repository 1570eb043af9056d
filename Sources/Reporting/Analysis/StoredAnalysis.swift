import FrameLogs
import FrameMetrics
import Timebase

/// An analysis as `analysis.json`: the figures, without the frames.
struct StoredAnalysis: Encodable, VersionedRecord {
  struct Verdict: Encodable {
    var pass: Bool
    var word: String
    var reasons: [String]
  }

  static let schema = AnalysisRecord.schema

  private let kind = "stillpoint-analysis"
  private let name: String
  private let date: String
  private let command: [String]
  private let verdict: Verdict
  private let logs: [Log]
  private let cells: [Cell]

  init(_ record: AnalysisRecord) {
    name = record.name
    date = record.date
    command = record.command
    verdict = Verdict(pass: record.isPass, word: record.word, reasons: record.reasons)
    logs = record.logs.map(Log.init)
    cells = record.cells.map(Cell.init)
  }
}

extension StoredAnalysis {
  /// A file and what became of its rows.
  fileprivate struct Log: Encodable {
    private let file: String
    private let format: String
    private let formatTitle: String
    private let variant: String
    private let rows: Int
    private let refusedRows: Int
    private let unfinishedRows: Int
    private let refusals: [RowCounts.Refusal]
    private let notes: [String]

    private enum CodingKeys: String, CodingKey {
      case file, format
      case formatTitle = "format_title"
      case variant, rows
      case refusedRows = "refused_rows"
      case unfinishedRows = "unfinished_rows"
      case refusals, notes
    }

    init(_ log: FrameLog) {
      file = log.path
      format = log.format.rawValue
      formatTitle = log.format.title
      variant = log.variant
      rows = log.rows.read
      refusedRows = log.rows.refused
      unfinishedRows = log.rows.unfinished
      refusals = log.rows.refusals
      notes = log.rows.sentences + log.notes
    }
  }

  /// A session.
  fileprivate struct Cell: Encodable {
    /// A stretch that was idle or blocked.
    private struct Gap: Encodable {
      var label: Int64
      var start: Instant
      var length: Nanoseconds

      private enum CodingKeys: String, CodingKey {
        case label
        case start = "start_ms"
        case length = "length_ms"
      }
    }

    private let session: SavedAnalysis.Cell
    private let assumption: String?
    private let toolFigures: [LogSession.ToolFigure]
    private let toolDifference: String?
    private let budgets: [BudgetCheck]
    private let unjudged: [String]
    private let causes: [SessionAnalysis.Cause]
    private let worst: [SessionAnalysis.WorstFrame]
    private let gaps: [Gap]
    private let gapsTakenAs: String?

    private enum CodingKeys: String, CodingKey {
      case assumption
      case toolFigures = "tool_figures"
      case toolDifference = "tool_difference"
      case budgets
      case unjudged = "not_judged"
      case causes
      case worst = "worst_frames"
      case gaps = "idle_or_blocked"
      case gapsTakenAs = "gaps_taken_as"
    }

    init(_ cell: AnalysisRecord.Cell) {
      session = SavedAnalysis.Cell(cell)
      assumption = cell.source.timeline.assumption
      toolFigures = cell.source.toolFigures
      toolDifference = toolFigures.isEmpty ? nil : cell.format.difference
      budgets = cell.budgets
      unjudged = cell.unjudged
      causes = cell.analysis.causes
      worst = cell.analysis.worst
      gaps = cell.source.unknownGaps.prefix(1_000).map {
        Gap(label: $0.label, start: $0.span.start, length: $0.span.length)
      }
      gapsTakenAs = cell.source.gapReading?.rawValue
    }

    func encode(to encoder: any Encoder) throws {
      try session.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(assumption, forKey: .assumption)
      try container.encode(toolFigures, forKey: .toolFigures)
      try container.encodeIfPresent(toolDifference, forKey: .toolDifference)
      try container.encode(budgets, forKey: .budgets)
      try container.encode(unjudged, forKey: .unjudged)
      try container.encode(causes, forKey: .causes)
      try container.encode(worst, forKey: .worst)
      try container.encode(gaps, forKey: .gaps)
      try container.encodeIfPresent(gapsTakenAs, forKey: .gapsTakenAs)
    }
  }
}
