import ChatSurface
import FramePacing
import Profiling
import Timebase

/// Makes a cell's record: as many repetitions as the choice of cost needs, and their figures.
///
/// Modelled cost needs one. Measured cost is run several times and the repetition with the median
/// p99 cost is reported, the others as the interval. Allocations are counted in a repetition of
/// their own, with modelled cost so that it repeats, after one that warms up.
public struct CellRunner {
  private let options: RunOptions
  private let tools: TextTools
  /// Which token is withheld in every repetition; see ``Runner/Settings``. Nil for none.
  package var plantedLoss: Int?

  /// Makes a runner.
  public init(options: RunOptions, tools: TextTools) {
    self.options = options
    self.tools = tools
  }

  /// A cell's record, and the counts of the repetition it shows.
  public struct Result: Sendable {
    public var record: CellRecord
    public var counts: OutcomeCounts
    /// What it was refused, in a sentence, whatever its verdict is; nil for nothing.
    public var refusals: String?
  }

  /// Runs `plan`.
  ///
  /// - Parameters:
  ///   - writer: Gets each frame of the repetition that is reported, as it is presented; nil when
  ///     none is wanted. Only a run with modelled cost, or of one repetition, can give one.
  ///   - progress: Called before each repetition with what it is.
  public func run(
    _ plan: CellPlan,
    frames writer: ((FrameRecord, FrameSnapshot) throws -> Void)? = nil,
    progress: (String) -> Void = { _ in }
  ) throws -> Result {
    var allocated: Runner.Outcome?
    PeakResident.reset()
    let countable = options.countsAllocations && AllocationCounter.availability.isAvailable
    if countable && options.clock == .virtual {
      progress("warm-up")
      _ = try repetition(plan, cost: .modelled, allocations: false)
      progress("allocations")
      allocated = try repetition(plan, cost: .modelled, allocations: true)
    }
    var outcomes: [Runner.Outcome] = []
    let count = options.cost == .modelled || options.clock == .realtime ? 1 : options.repetitions
    for number in 1...max(1, count) {
      progress("repetition \(number) of \(count)")
      outcomes.append(
        try repetition(plan, cost: options.cost, allocations: false, frames: writer)
      )
      if outcomes.last?.brokenAt != nil { break }
    }
    return result(plan, outcomes, allocated: allocated)
  }

  private func repetition(
    _ plan: CellPlan,
    cost: CostChoice,
    allocations: Bool,
    frames: ((FrameRecord, FrameSnapshot) throws -> Void)? = nil
  ) throws -> Runner.Outcome {
    var settings = Runner.Settings(
      clock: options.clock,
      cost: cost,
      depth: options.depth,
      costs: options.costs,
      countsAllocations: allocations,
      stopsBrokenProfile: plan.profile.name != "reference",
      limit: plan.limit
    )
    settings.plantedLoss = plantedLoss
    var runner = Runner(
      events: plan.events,
      profile: plan.profile,
      device: plan.device,
      tools: tools,
      settings: settings
    )
    return try runner.run { record, snapshot in try frames?(record, snapshot) }
  }

  // MARK: Figures

  private func result(
    _ plan: CellPlan,
    _ outcomes: [Runner.Outcome],
    allocated: Runner.Outcome?
  ) -> Result {
    let perOutcome = outcomes.map {
      CellMetrics.all(of: $0, rate: plan.device.rate, depth: options.depth)
    }
    let order = perOutcome.indices.sorted { cost(perOutcome[$0]) < cost(perOutcome[$1]) }
    let median = order[order.count / 2]
    var shown = outcomes[median]
    var metrics = perOutcome[median]
    let alike = outcomes.indices.filter {
      (outcomes[$0].brokenAt == nil) == (shown.brokenAt == nil)
    }
    if alike.count > 1 { addIntervals(&metrics, from: alike.map { perOutcome[$0] }) }
    if let allocated { addAllocations(&metrics, &shown, from: allocated, plan) }
    add(&metrics, resident: PeakResident.bytes())
    add(&metrics, failedSessionsAmong: outcomes)
    // No counter of instructions is read yet: the figure is missing, which is not 0.
    metrics.append(MetricValue(metric: "instructions_per_frame", value: nil, unit: "count"))
    let judge = BudgetJudge(repetitions: perOutcome, rate: plan.device.rate)
    let budgets = judge.checks(plan.budgets)
    var record = CellRecord(
      scenario: plan.scenario,
      profile: plan.profile.name,
      device: plan.device.name,
      refreshHertz: plan.device.rate.hertz,
      seed: plan.seed,
      metrics: metrics,
      budgets: budgets,
      frames: shown.frames,
      fallbacks: shown.fallbacks,
      textInSHA256: shown.text.textIn,
      textOutSHA256: shown.text.textOut
    )
    record.verdict = verdict(of: record, shown)
    if options.cost != .modelled { record.modelRatio = modelRatio(shown) }
    return Result(
      record: record,
      counts: shown.counts,
      refusals: Refusal.sentence(about: shown.refused)
    )
  }

  private func cost(_ metrics: [MetricValue]) -> Double {
    metrics.first { $0.metric == "frame_cost_p99_ms" }?.value ?? 0
  }

  private func addIntervals(_ metrics: inout [MetricValue], from all: [[MetricValue]]) {
    for index in metrics.indices {
      let values = all.compactMap { $0.indices.contains(index) ? $0[index].value : nil }.sorted()
      // Each figure is its own median, as the budgets are judged.
      if !values.isEmpty { metrics[index].value = values[values.count / 2] }
      metrics[index].low = values.first
      metrics[index].high = values.last
    }
  }

  private func addAllocations(
    _ metrics: inout [MetricValue],
    _ shown: inout Runner.Outcome,
    from allocated: Runner.Outcome,
    _ plan: CellPlan
  ) {
    let counted = CellMetrics.all(of: allocated, rate: plan.device.rate, depth: options.depth)
    for index in metrics.indices
    where metrics[index].metric == "allocs_per_frame" || metrics[index].metric == "bytes_per_frame"
    {
      metrics[index] = counted[index]
    }
    var byTick: [Int: FrameRecord.Allocations] = [:]
    for frame in allocated.frames { byTick[frame.tick] = frame.allocations }
    for index in shown.frames.indices where !shown.frames[index].isSwallowed {
      shown.frames[index].allocations = byTick[shown.frames[index].tick]
    }
  }

  private func add(_ metrics: inout [MetricValue], resident: Int?) {
    metrics.append(
      MetricValue(
        metric: "resident_peak_bytes",
        value: resident.map(Double.init),
        unit: "bytes"
      )
    )
  }

  /// The share of repetitions that ended by a refused edit or with text lost.
  private func add(
    _ metrics: inout [MetricValue],
    failedSessionsAmong outcomes: [Runner.Outcome]
  ) {
    let failed = outcomes.count {
      !$0.refusals.isEmpty || !$0.windowRefusals.isEmpty || !$0.text.isExact
    }
    metrics.append(
      MetricValue(
        metric: "failed_sessions_pct",
        value: 100 * Double(failed) / Double(outcomes.count),
        unit: "pct"
      )
    )
  }

  private func modelRatio(_ outcome: Runner.Outcome) -> [Phase: Double] {
    var ratios: [Phase: Double] = [:]
    for phase in Phase.allCases {
      let measured = outcome.frames.reduce(0) { $0 + $1.cost[phase].rawValue }
      let modelled = outcome.frames.reduce(0) { $0 + $1.modelled[phase].rawValue }
      if measured > 0 { ratios[phase] = Double(modelled) / Double(measured) }
    }
    return ratios
  }

  /// Damaged text outweighs everything; of a run that was stopped nothing else is judged.
  private func verdict(of record: CellRecord, _ outcome: Runner.Outcome) -> CellRecord.Verdict {
    if outcome.text.isDamaged { return .textDiffers }
    if let broken = outcome.brokenAt {
      return .broken(atMilliseconds: broken.instant.milliseconds, cause: broken.cause)
    }
    if let reason = Refusal.sentence(about: outcome.refused) { return .failed(reason) }
    if !outcome.text.isExact { return .textDiffers }
    guard !outcome.frames.isEmpty else { return .failed("no tick was active: nothing happened") }
    let missed = record.budgets.filter { $0.isKept == false }.map(\.name)
    return missed.isEmpty ? .pass : .budgetMissed(missed)
  }
}
