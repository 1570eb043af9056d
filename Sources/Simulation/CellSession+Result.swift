import FrameMetrics
import FramePacing
import Profiling
import Timebase

// The figures of a cell whose repetitions are made: of measured cost the repetition with the median
// p99 cost is reported, the others as the interval.
extension CellSession {
  /// The cell's record.
  ///
  /// - Precondition: No repetition is pending.
  public func result() -> CellRunner.Result {
    precondition(pending.isEmpty, "\(plan.scenario) has \(pending.count) repetitions to make")
    let rate = plan.device.rate
    let hostShare = options.hostShare ?? plan.device.hostShare
    let failed = outcomes.count {
      !$0.refusals.isEmpty || !$0.windowRefusals.isEmpty || !$0.text.isExact
    }
    let resident = PeakResident.bytes()
    let samples = allocated?.allocationSamples
    let perOutcome = outcomes.map { outcome in
      var input = MetricInput(
        of: outcome,
        rate: rate,
        depth: options.depth,
        hostShare: hostShare
      )
      input.residentPeak = resident
      input.sessions = (failed, outcomes.count)
      if let samples { input.allocations = samples }
      return Metric.values(of: input)
    }
    let order = perOutcome.indices.sorted { cost(perOutcome[$0]) < cost(perOutcome[$1]) }
    let median = order[order.count / 2]
    var shown = outcomes[median]
    var metrics = perOutcome[median]
    let alike = outcomes.indices.filter {
      (outcomes[$0].brokenAt == nil) == (shown.brokenAt == nil)
    }
    if alike.count > 1 { addIntervals(&metrics, from: alike.map { perOutcome[$0] }) }
    if let allocated { addAllocations(&shown, from: allocated) }
    let judge = BudgetJudge(
      repetitions: perOutcome,
      periodMilliseconds: rate.periodMilliseconds,
      hostShare: hostShare
    )
    var record = CellRecord(
      scenario: plan.scenario,
      profile: plan.profile.name,
      device: plan.device.name,
      refreshHertz: rate.hertz,
      seed: plan.seed,
      metrics: metrics,
      budgets: judge.checks(plan.budgets),
      frames: shown.frames,
      fallbacks: shown.fallbacks,
      textInSHA256: shown.text.textIn,
      textOutSHA256: shown.text.textOut
    )
    record.depth = options.depth
    record.latePolicy = options.latePolicy
    record.hostShare = hostShare
    record.episodes = shown.episodes
    record.openings = shown.openings
    record.counts = shown.counts
    record.refusals = Refusal.sentence(about: shown.refused)
    if let audit = allocated?.allocationAudit, !audit.agrees {
      record.allocationDispute = audit.description
    }
    record.verdict = verdict(of: record, shown)
    if options.cost != .modelled { record.modelRatio = modelRatio(shown) }
    return CellRunner.Result(record: record)
  }

  private func cost(_ metrics: [MetricValue]) -> Double {
    metrics.value(of: .frameCost, .p99)?.value ?? 0
  }

  private func addIntervals(_ metrics: inout [MetricValue], from all: [[MetricValue]]) {
    for index in metrics.indices {
      let values = all.compactMap { $0.indices.contains(index) ? $0[index].value : nil }.sorted()
      guard metrics[index].value != nil, !values.isEmpty else { continue }
      // Each figure is its own median, as the budgets are judged.
      metrics[index].value = values[values.count / 2]
      metrics[index].low = values.first
      metrics[index].high = values.last
    }
  }

  /// Gives the frames that are shown the allocations counted at their ticks.
  private func addAllocations(_ shown: inout Runner.Outcome, from allocated: Runner.Outcome) {
    // Where cost is modelled it is one repetition.
    guard shown.allocationAudit == nil else { return }
    var byTick: [Int: FrameRecord.Allocations] = [:]
    for frame in allocated.frames { byTick[frame.tick] = frame.allocations }
    shown.frames = FrameTable(
      shown.frames.lazy.map { frame in
        var frame = frame
        if !frame.isSwallowed { frame.allocations = byTick[frame.tick] }
        return frame
      }
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
    if record.allocationDispute != nil { return .invalid([CellRecord.allocationAudit]) }
    let missed = record.budgets.filter { $0.state == .missed }.map(\.name)
    if !missed.isEmpty { return .budgetMissed(missed) }
    let invalid = record.budgets.filter { $0.state == .invalid }.map(\.name)
    return invalid.isEmpty ? .pass : .invalid(invalid)
  }
}
