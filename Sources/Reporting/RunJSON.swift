import FrameMetrics
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
      ("date", .string(run.date)),
      ("command", .array(run.command.map { .string($0) })),
      (
        "shard",
        run.shard.map { shard in
          .object([
            ("number", .number(shard.number)), ("count", .number(shard.count)),
            ("cells", .number(shard.cells.map(Double.init))),
          ])
        }
          ?? .null
      ),
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
      members.append(("ablation_base", .string(run.ablationBase)))
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

  static func value(of cell: CellRecord) -> JSONValue {
    .object([
      ("scenario", .string(cell.scenario)),
      ("profile", .string(cell.profile)),
      ("device", .string(cell.device)),
      ("refresh_hz", .number(cell.refreshHertz)),
      ("depth", .number(cell.depth)),
      ("late_policy", .string(cell.latePolicy.rawValue)),
      ("host_share", .number(cell.hostShare)),
      ("seed", .number(cell.seed)),
      ("repetitions", .number(cell.repetitions)),
      ("floor_ns", value(ofFloor: cell.floor)),
      ("yardstick_ns", .array(cell.yardstick.map { .number($0) })),
      ("verdict", value(of: cell.verdict)),
      ("active_ticks", .number(cell.frames.count)),
      ("frames_sha256", .string(TextDigest.sha256(cell.frames.bytes))),
      ("screen_sha256", .string(TextDigest.sha256(cell.screen.bytes))),
      ("load_sha256", .string(cell.loadSHA256)),
      ("profile_sha256", .string(cell.profileSHA256)),
      ("profile_text", .string(cell.profileText)),
      ("device_text", .string(cell.deviceText)),
      ("busy_s", .number(cell.busySeconds)),
      ("refusals", .string(cell.refusals)),
      ("allocation_dispute", .string(cell.allocationDispute)),
      ("text_in_sha256", .string(cell.textInSHA256)),
      ("text_out_sha256", .string(cell.textOutSHA256)),
      ("frame_log_sha256", .string(cell.frameLogSHA256)),
      ("model_ratio", value(of: cell.modelRatio)),
      ("metrics", .array(cell.metrics.map(value(of:)))),
      ("budgets", .array(cell.budgets.map(value(of:)))),
      ("fallbacks", .array(cell.fallbacks.map(value(of:)))),
      ("episodes", .array(cell.episodes.map(value(of:)))),
      ("openings", .array(cell.openings.map(value(of:)))),
      ("counts", value(of: cell.counts)),
    ])
  }

  private static func value(of episode: Episode) -> JSONValue {
    .object([
      ("kind", .string(episode.kind.rawValue)),
      ("start_ms", .number(decimal: DecimalText.milliseconds(episode.start))),
      ("end_ms", .number(decimal: DecimalText.milliseconds(episode.end))),
    ])
  }

  private static func value(of opening: Opening) -> JSONValue {
    .object([
      ("due_ms", .number(decimal: DecimalText.milliseconds(opening.due))),
      ("settled_ms", .number(decimal: opening.settled.map(DecimalText.milliseconds))),
    ])
  }

  private static func value(of verdict: CellRecord.Verdict) -> JSONValue {
    switch verdict {
    case .pass: .object([("kind", .string("pass"))])
    case .budgetMissed(let names):
      .object([("kind", .string("budget_missed")), ("budgets", .array(names.map { .string($0) }))])
    case .invalid(let names):
      .object([("kind", .string("invalid")), ("budgets", .array(names.map { .string($0) }))])
    case .textDiffers: .object([("kind", .string("text_differs"))])
    case .broken(let milliseconds, let cause):
      .object([
        ("kind", .string("broken")), ("broken_at_ms", .number(milliseconds)),
        ("cause", .string(cause)),
      ])
    case .failed(let reason):
      .object([("kind", .string("failed")), ("reason", .string(reason))])
    case .ended(let end):
      .object([
        ("kind", .string("ended")), ("by", .string(end.kind.rawValue)),
        ("reason", .string(end.detail)),
      ])
    }
  }

  private static func value(of ratio: [Phase: Double]?) -> JSONValue {
    guard let ratio else { return .null }
    return .object(
      Phase.allCases.filter { ratio[$0] != nil }.map { ($0.name, .number(ratio[$0])) }
    )
  }

  private static func value(ofFloor floor: FrameCost?) -> JSONValue {
    guard let floor else { return .null }
    return .object(
      Phase.allCases.map { ($0.name, .number(Double(floor[$0].rawValue))) }
    )
  }

  private static func value(of metric: MetricValue) -> JSONValue {
    .object([
      ("metric", .string(metric.metric)), ("stat", .string(metric.statistic.rawValue)),
      ("value", .number(metric.value)), ("unit", .string(metric.unit.rawValue)),
      ("low", .number(metric.low)), ("high", .number(metric.high)),
      ("better", .string(metric.better.rawValue)),
      ("absence", .string(metric.absence?.rawValue)), ("note", .string(metric.note)),
      ("samples", .array(metric.samples.map { .number($0) })),
    ])
  }

  private static func value(of budget: BudgetCheck) -> JSONValue {
    .object([
      ("name", .string(budget.name)), ("limit", .number(budget.limit)),
      ("value", .number(budget.value)), ("unit", .string(budget.unit)),
      ("limit_is", .string(budget.isUpperLimit ? "at_most" : "at_least")),
      ("state", .string(budget.state.rawValue)), ("note", .string(budget.note)),
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
