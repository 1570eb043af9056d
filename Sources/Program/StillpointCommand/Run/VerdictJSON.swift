import FrameMetrics
import Judging
import Records
import Reporting

/// What `--json` prints: the verdict and, of a run, every figure. Docs/Schemas/run.schema.json describes
/// it; a key that is added leaves the schema's number as it is.
struct VerdictJSON: Encodable {
  /// One scenario under one profile on one device at one rate.
  struct Cell: Encodable {
    var scenario: String
    var profile: String
    var device: String
    /// Absent where a recording does not tell.
    var refreshHertz: Double?
    /// Whether its failure fails the run.
    var decides: Bool
    var verdict: Verdict
    /// What it missed or was ended by, where that is no budget.
    var missedBy: String?
    /// What it fell short of, in words; absent where it passed.
    var shortfall: String?
    var budgets: [BudgetCheck]
    /// Without a value where there is none, and a note then says why.
    var figures: [MetricValue]
    var recording: Recorded?

    private enum CodingKeys: String, CodingKey {
      case scenario, profile, device
      case refreshHertz = "refresh_hz"
      case decides, verdict
      case missedBy = "missed_by"
      case shortfall, budgets, figures, recording
    }
  }

  /// What a recording says beside its figures.
  struct Recorded: Encodable {
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
    }

    private var file: String
    private var session: String
    private var format: String
    private var unjudged: [String]
    private var gaps: Gaps
    private var tool: [Tool]

    private struct Tool: Encodable {
      var name: String
      var value: Double
      var unit: String
    }

    private enum CodingKeys: String, CodingKey {
      case file, session, format
      case unjudged = "not_judged"
      case gaps, tool
    }

    init(_ recording: Recording, in run: RunRecord) {
      file = run.files[recording.file].path
      (session, format, unjudged) = (recording.session, recording.format, recording.unjudged)
      gaps = Gaps(
        count: recording.gapCount,
        milliseconds: recording.gapTime.milliseconds,
        reading: recording.gapsTakenAs
      )
      tool = recording.toolFigures.map { Tool(name: $0.name, value: $0.value, unit: $0.unit) }
    }
  }

  private var schema = 1
  private var verdict: String
  private var reasons: [String]
  private var findings: [String]?
  private var report: String
  private var cells: [Cell]?

  /// The verdict alone.
  static func text(_ verdict: String, reasons: [String], report: String) -> String {
    RecordCoding.line(of: VerdictJSON(verdict: verdict, reasons: reasons, report: report))
  }

  static func text(of run: RunRecord, _ verdict: RunVerdict, report: String) -> String {
    var answer = VerdictJSON(verdict: verdict.word, reasons: verdict.reasons, report: report)
    answer.findings = verdict.findings
    answer.cells = run.cells.map { cell in
      Cell(
        scenario: cell.scenario,
        profile: cell.profile,
        device: cell.device,
        refreshHertz: cell.isRecording ? cell.recording?.hertz : Double(cell.refreshHertz),
        decides: RunVerdict.decides(cell, in: run),
        verdict: cell.verdict.kind,
        missedBy: cell.verdict.word == cell.verdict.kind.rawValue ? nil : cell.verdict.word,
        shortfall: RunVerdict.shortfall(of: cell),
        budgets: cell.budgets,
        figures: cell.metrics,
        recording: cell.recording.map { Recorded($0, in: run) }
      )
    }
    return RecordCoding.line(of: answer)
  }

  private init(verdict: String, reasons: [String], report: String) {
    (self.verdict, self.reasons, self.report) = (verdict, reasons, report)
  }
}
