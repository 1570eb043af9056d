import Files
import LoadGeneration
import FrameMetrics
import FramePacing
import Simulation
import Timebase

extension RunJSON {
  /// A run as read from `run.json`, with what the frames of each cell must be.
  struct Contents {
    var run: RunRecord
    var frames: [FrameKey]
  }

  /// What a cell's frames must be.
  struct FrameKey: Hashable {
    var count: Int
    var sha256: String
    var screenSHA256: String

    init(_ cursor: JSONCursor) throws(InputError) {
      count = try cursor.member("active_ticks").whole(Int.self)
      sha256 = try cursor.member("frames_sha256").string()
      screenSHA256 = try cursor.member("screen_sha256").string()
    }
  }

  /// Reads the file's bytes.
  ///
  /// - Throws: ``InputError`` with line and key.
  static func read(_ bytes: [UInt8], path: String) throws(InputError) -> Contents {
    let root = try JSONCursor.document(bytes, path: path, schema: RunRecord.schema)
    var environment: [(key: String, value: String)] = []
    for (name, cursor) in try root.member("environment").members() {
      environment.append((name, try cursor.string()))
    }
    var cells: [CellRecord] = []
    var frames: [FrameKey] = []
    for cursor in try root.member("cells").elements() {
      cells.append(try cell(cursor))
      frames.append(try FrameKey(cursor))
    }
    var run = RunRecord(
      name: try root.member("name").string(),
      clock: try root.member("clock").choice(
        ClockChoice.self,
        of: ClockChoice.allCases.map(\.rawValue)
      ),
      cost: try root.member("cost").choice(
        CostChoice.self,
        of: CostChoice.allCases.map(\.rawValue)
      ),
      measurer: try root.member("measurer").choice(
        MeasurerChoice.self,
        of: MeasurerChoice.allCases.map(\.rawValue)
      ),
      environment: environment,
      cells: cells
    )
    run.date = try root.member("date").string()
    for argument in try root.member("command").elements() {
      run.command.append(try argument.string())
    }
    run.shard = try root.member("shard").orNull.map(shard)
    run.ablationBase = try root.optionalMember("ablation_base")?.orNull?.string()
    for entry in try root.optionalMember("ablation")?.elements() ?? [] {
      run.ablation.append(try ablation(entry))
    }
    return Contents(run: run, frames: frames)
  }

  private static func shard(_ cursor: JSONCursor) throws(InputError) -> Shard {
    var shard = Shard(
      number: try cursor.member("number").whole(Int.self),
      count: try cursor.member("count").whole(Int.self)
    )
    shard?.cells = try cursor.member("cells").orNull.map { cells throws(InputError) in
      try cells.whole(Int.self)
    }
    guard let shard else { throw cursor.invalid("a number from 1 to the count") }
    return shard
  }

  private static func ablation(_ cursor: JSONCursor) throws(InputError) -> AblationEntry {
    var entry = AblationEntry(
      concern: try cursor.member("concern").string(),
      title: try cursor.member("title").string(),
      alternative: try cursor.member("alternative").string(),
      usedBy: []
    )
    for name in try cursor.member("used_by").elements() { entry.usedBy.append(try name.string()) }
    entry.profile = try cursor.member("profile").orNull?.string()
    entry.impossible = try cursor.member("impossible").orNull?.string()
    return entry
  }

  static func cell(_ cursor: JSONCursor) throws(InputError) -> CellRecord {
    let hertz = try cursor.member("refresh_hz")
    guard (1...1000).contains(try hertz.whole(Int.self)) else { throw hertz.invalid("1 to 1000") }
    var cell = CellRecord(
      scenario: try cursor.member("scenario").string(),
      profile: try cursor.member("profile").string(),
      device: try cursor.member("device").string(),
      refreshHertz: try hertz.whole(Int.self),
      seed: try cursor.member("seed").whole(UInt64.self),
      verdict: try verdict(try cursor.member("verdict")),
      textInSHA256: try cursor.member("text_in_sha256").string(),
      textOutSHA256: try cursor.member("text_out_sha256").string()
    )
    cell.depth = try cursor.member("depth").whole(Int.self)
    guard (0...1).contains(cell.depth) else { throw try cursor.member("depth").invalid("0 or 1") }
    let policies = FramePipeline.LatePolicy.allCases.map(\.rawValue)
    cell.latePolicy = try cursor.member("late_policy").choice(
      FramePipeline.LatePolicy.self,
      of: policies
    )
    let repetitions = try cursor.member("repetitions")
    cell.repetitions = try repetitions.whole(Int.self)
    guard cell.repetitions >= 0 else { throw repetitions.invalid("0 or more") }
    cell.floor = try cursor.member("floor_ns").orNull.map { floor throws(InputError) in
      var cost = FrameCost()
      for phase in Phase.allCases {
        let span = try floor.member(phase.name)
        cost[phase] = Nanoseconds(rawValue: Int64(try span.whole(Int.self)))
      }
      return cost
    }
    cell.yardstick = try numbers(try cursor.member("yardstick_ns"))
    cell.hostShare = try cursor.member("host_share").double()
    guard (0..<1).contains(cell.hostShare) else {
      throw try cursor.member("host_share").invalid("0 up to below 1")
    }
    if let hash = try cursor.member("frame_log_sha256").orNull {
      cell.frameLogSHA256 = try hash.string()
    }
    if let ratio = try cursor.member("model_ratio").orNull {
      cell.modelRatio = try modelRatio(ratio)
    }
    for element in try cursor.member("metrics").elements() {
      cell.metrics.append(try metric(element))
    }
    for element in try cursor.member("budgets").elements() {
      cell.budgets.append(try budget(element))
    }
    for element in try cursor.member("fallbacks").elements() {
      cell.fallbacks.append(try fallback(element))
    }
    for element in try cursor.member("episodes").elements() {
      cell.episodes.append(try episode(element))
    }
    for element in try cursor.member("openings").elements() {
      cell.openings.append(try opening(element))
    }
    cell.counts = try counts(try cursor.member("counts"))
    cell.loadSHA256 = try cursor.member("load_sha256").orNull?.string()
    cell.profileSHA256 = try cursor.optionalMember("profile_sha256")?.orNull?.string()
    cell.profileText = try cursor.optionalMember("profile_text")?.orNull?.string()
    cell.deviceText = try cursor.optionalMember("device_text")?.orNull?.string()
    cell.busySeconds = try cursor.member("busy_s").orNull?.double()
    cell.refusals = try cursor.member("refusals").orNull?.string()
    cell.allocationDispute = try cursor.member("allocation_dispute").orNull?.string()
    return cell
  }

  private static func episode(_ cursor: JSONCursor) throws(InputError) -> Episode {
    let start = Instant.zero + (try cursor.member("start_ms").milliseconds())
    let end = try cursor.member("end_ms")
    let kind = try cursor.member("kind").choice(
      Episode.Kind.self,
      of: Episode.Kind.allCases.map(\.rawValue)
    )
    let last = Instant.zero + (try end.milliseconds())
    guard start <= last else { throw end.invalid("an instant not before the start") }
    return Episode(kind, from: start, to: last)
  }

  private static func opening(_ cursor: JSONCursor) throws(InputError) -> Opening {
    let settled = try cursor.member("settled_ms").orNull?.milliseconds()
    return Opening(
      due: .zero + (try cursor.member("due_ms").milliseconds()),
      settled: settled.map { .zero + $0 }
    )
  }

  private static func verdict(_ cursor: JSONCursor) throws(InputError) -> CellRecord.Verdict {
    let kind = try cursor.member("kind")
    switch try kind.string() {
    case "pass": return .pass
    case "budget_missed": return .budgetMissed(try names(cursor.member("budgets")))
    case "invalid": return .invalid(try names(cursor.member("budgets")))
    case "text_differs": return .textDiffers
    case "broken":
      return .broken(
        atMilliseconds: try cursor.member("broken_at_ms").double(),
        cause: try cursor.member("cause").string()
      )
    case "failed": return .failed(try cursor.member("reason").string())
    case "ended":
      let kinds = CellRecord.ProcessEnd.Kind.self
      return .ended(
        CellRecord.ProcessEnd(
          try cursor.member("by").choice(kinds, of: kinds.allCases.map(\.rawValue)),
          detail: try cursor.member("reason").string()
        )
      )
    default:
      throw kind.invalid("pass, budget_missed, invalid, text_differs, broken, failed or ended")
    }
  }

  private static func names(_ cursor: JSONCursor) throws(InputError) -> [String] {
    var names: [String] = []
    for name in try cursor.elements() { names.append(try name.string()) }
    return names
  }

  private static func modelRatio(_ cursor: JSONCursor) throws(InputError) -> [Phase: Double] {
    var ratio: [Phase: Double] = [:]
    for (name, value) in try cursor.members() {
      guard let phase = Phase(name: name) else {
        throw value.invalid("a phase: " + Phase.allCases.map(\.name).joined(separator: ", "))
      }
      ratio[phase] = try value.double()
    }
    return ratio
  }

  private static func metric(_ cursor: JSONCursor) throws(InputError) -> MetricValue {
    var value = try figure(cursor)
    value.low = try cursor.member("low").orNull?.double()
    value.high = try cursor.member("high").orNull?.double()
    value.samples = try numbers(try cursor.member("samples"))
    return value
  }

  /// A figure without its interval, as runs and analyses have it.
  static func figure(_ cursor: JSONCursor) throws(InputError) -> MetricValue {
    MetricValue(
      metric: try cursor.member("metric").string(),
      statistic: try cursor.member("stat").choice(
        Statistic.self,
        of: Statistic.allCases.map(\.rawValue)
      ),
      value: try cursor.member("value").orNull?.double(),
      absence: try cursor.member("absence").orNull?.choice(
        MetricValue.Absence.self,
        of: ["nothing", "missing", "never"]
      ),
      note: try cursor.member("note").orNull?.string(),
      unit: try cursor.member("unit").choice(
        Metric.Unit.self,
        of: Metric.Unit.allCases.map(\.rawValue)
      ),
      better: try cursor.member("better").choice(
        Metric.Direction.self,
        of: ["up", "down", "none"]
      )
    )
  }

  private static func numbers(_ cursor: JSONCursor) throws(InputError) -> [Double] {
    var all: [Double] = []
    for element in try cursor.elements() { all.append(try element.double()) }
    return all
  }

  private static func budget(_ cursor: JSONCursor) throws(InputError) -> BudgetCheck {
    let limit = try cursor.member("limit_is")
    let side = try limit.string()
    guard side == "at_most" || side == "at_least" else { throw limit.invalid("at_most, at_least") }
    return BudgetCheck(
      name: try cursor.member("name").string(),
      limit: try cursor.member("limit").double(),
      value: try cursor.member("value").orNull?.double(),
      unit: try cursor.member("unit").string(),
      isUpperLimit: side == "at_most",
      state: try cursor.member("state").choice(
        BudgetCheck.State.self,
        of: ["kept", "missed", "invalid"]
      ),
      note: try cursor.member("note").orNull?.string()
    )
  }

  private static func fallback(_ cursor: JSONCursor) throws(InputError) -> FallbackEpisode {
    let name = try cursor.member("cause")
    guard let cause = FallbackCause(name: try name.string()) else {
      throw name.invalid("a phase or host_stall")
    }
    let end = try cursor.member("end_ms").orNull?.milliseconds()
    return FallbackEpisode(
      entered: .zero + (try cursor.member("start_ms").milliseconds()),
      left: end.map { .zero + $0 },
      cause: cause,
      after: try cursor.member("detect_ms").milliseconds()
    )
  }
}
