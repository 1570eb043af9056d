import FramePacing
import Simulation

/// The run as `run.json`: all of it but the frames.
enum RunJSON {
  /// Makes the file's text.
  static func text(of run: RunRecord) -> String {
    let verdict = RunVerdict(of: run)
    var members: [(String, JSONValue)] = [
      ("schema", .number(RunRecord.schema)),
      ("name", .string(run.name)),
      ("clock", .string(run.clock.rawValue)),
      ("cost", .string(run.cost.rawValue)),
      ("measurer", .string(run.measurer.rawValue)),
      (
        "verdict",
        .object([
          ("pass", .bool(verdict.isPass)), ("reasons", .array(verdict.reasons.map { .string($0) })),
        ])
      ),
      ("environment", .object(run.environment.map { ($0.key, .string($0.value)) })),
    ]
    if !run.ablation.isEmpty {
      members.append(("ablation", .array(run.ablation.map(value(of:)))))
    }
    members.append(("cells", .array(run.cells.map(value(of:)))))
    return JSONValue.object(members).text()
  }

  private static func value(of entry: AblationEntry) -> JSONValue {
    .object([
      ("concern", .string(entry.concern)), ("title", .string(entry.title)),
      ("alternative", .string(entry.alternative)),
      ("used_by", .array(entry.usedBy.map { .string($0) })),
      ("profile", .string(entry.profile)), ("impossible", .string(entry.impossible)),
    ])
  }

  private static func value(of cell: CellRecord) -> JSONValue {
    .object([
      ("scenario", .string(cell.scenario)),
      ("profile", .string(cell.profile)),
      ("device", .string(cell.device)),
      ("refresh_hz", .number(cell.refreshHertz)),
      ("seed", .number(cell.seed)),
      ("verdict", value(of: cell.verdict)),
      ("active_ticks", .number(cell.frames.count)),
      ("text_in_sha256", .string(cell.textInSHA256)),
      ("text_out_sha256", .string(cell.textOutSHA256)),
      ("frame_log_sha256", .string(cell.frameLogSHA256)),
      ("model_ratio", value(of: cell.modelRatio)),
      ("metrics", .array(cell.metrics.map(value(of:)))),
      ("budgets", .array(cell.budgets.map(value(of:)))),
      ("fallbacks", .array(cell.fallbacks.map(value(of:)))),
    ])
  }

  private static func value(of verdict: CellRecord.Verdict) -> JSONValue {
    switch verdict {
    case .pass: .object([("kind", .string("pass"))])
    case .budgetMissed(let names):
      .object([("kind", .string("budget_missed")), ("budgets", .array(names.map { .string($0) }))])
    case .textDiffers: .object([("kind", .string("text_differs"))])
    case .broken(let milliseconds, let cause):
      .object([
        ("kind", .string("broken")), ("broken_at_ms", .number(milliseconds)),
        ("cause", .string(cause)),
      ])
    case .failed(let reason):
      .object([("kind", .string("failed")), ("reason", .string(reason))])
    }
  }

  private static func value(of ratio: [Phase: Double]?) -> JSONValue {
    guard let ratio else { return .null }
    return .object(
      Phase.allCases.filter { ratio[$0] != nil }.map { ($0.name, .number(ratio[$0])) }
    )
  }

  private static func value(of metric: MetricValue) -> JSONValue {
    .object([
      ("metric", .string(metric.metric)), ("stat", .string(metric.stat)),
      ("value", .number(metric.value)), ("unit", .string(metric.unit)),
      ("low", .number(metric.low)), ("high", .number(metric.high)),
      ("better", .string(metric.better.rawValue)),
    ])
  }

  private static func value(of budget: BudgetCheck) -> JSONValue {
    .object([
      ("name", .string(budget.name)), ("limit", .number(budget.limit)),
      ("value", .number(budget.value)), ("unit", .string(budget.unit)),
      ("limit_is", .string(budget.isUpperLimit ? "at_most" : "at_least")),
      ("kept", .bool(budget.isKept)),
    ])
  }

  private static func value(of episode: FallbackEpisode) -> JSONValue {
    .object([
      ("start_ms", .number(decimal: DecimalText.milliseconds(episode.start))),
      ("end_ms", .number(decimal: episode.end.map(DecimalText.milliseconds))),
      ("cause", .string(episode.cause.name)),
      ("detect_ms", .number(decimal: DecimalText.milliseconds(episode.detection))),
    ])
  }
}
