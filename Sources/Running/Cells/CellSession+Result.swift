import FrameMetrics
import FramePacing
import Profiling
import Records
import Statistics
import Timebase

// The figures of a cell whose repetitions are made: of measured cost the repetition with the median
// p99 cost is reported, and each figure is the median of all, with an interval where there are enough.
extension CellSession {
  /// The cell's record.
  ///
  /// - Precondition: No repetition is left to make.
  package func result() -> CellRunner.Result {
    precondition(next == nil, "\(plan.scenario) has a repetition left to make")
    let rate = plan.device.rate
    let drawing = options.drawing.flatMap { DrawnCost($0, of: outcomes, rate: rate) }
    let hostShare = drawing?.share ?? options.hostShare ?? plan.device.hostShare
    let failed = outcomes.count {
      !$0.refusals.isEmpty || !$0.windowRefusals.isEmpty || $0.refusedRates > 0
        || !$0.text.isExact
    }
    let perOutcome = outcomes.map { outcome in
      var input = MetricInput(
        of: outcome,
        rate: rate,
        depth: options.depth,
        hostShare: hostShare
      )
      input.residentPeak = residentPeak
      input.sessions = (failed, outcomes.count)
      return Metric.values(of: input)
    }
    let order = perOutcome.indices.sorted { cost(perOutcome[$0]) < cost(perOutcome[$1]) }
    let median = order[order.count / 2]
    let shown = outcomes[median]
    var metrics = perOutcome[median]
    let alike = outcomes.indices.filter {
      (outcomes[$0].brokenAt == nil) == (shown.brokenAt == nil)
    }
    if alike.count > 1 { addIntervals(&metrics, from: alike.map { perOutcome[$0] }) }
    let judge = BudgetJudge(
      repetitions: perOutcome,
      hostShare: hostShare
    )
    var record = CellRecord(
      scenario: plan.scenario,
      profile: plan.profile.name,
      device: plan.device.name,
      refreshHertz: rate.hertz,
      seed: plan.seed,
      metrics: metrics,
      budgets: Self.marked(
        judge.checks(plan.budgets),
        of: shown
      ),
      frames: shown.frames,
      fallbacks: shown.fallbacks,
      textInSHA256: shown.text.textIn,
      textOutSHA256: shown.text.textOut
    )
    record.depth = options.depth
    record.latePolicy = options.latePolicy
    record.hostShare = hostShare
    if let grid = shown.grid, grid.onlyRate == nil { record.changingGrid = grid }
    record.drawing = drawing
    record.episodes = shown.episodes
    record.openings = shown.openings
    record.counts = shown.counts
    record.refusals = Refusal.sentence(about: shown.refused)
    let audits = outcomes.compactMap(\.allocationAudit)
    if let audit = audits.first(where: { !$0.agrees }) {
      record.allocationDispute = audit.description
    }
    record.repetitions = outcomes.count
    record.floor = floor
    record.yardstick = yardstick
    record.screen = screens[median]
    record.keepMoments(shown.seen.faults + shown.latency.samples.moments)
    record.verdict = verdict(of: record, shown)
    if options.cost != .modelled { record.modelRatio = modelRatio(shown) }
    return CellRunner.Result(record: record)
  }

  /// Which of the repetitions is reported: the one with the median p99 cost.
  private var medianOutcome: Runner.Outcome? {
    let order = outcomes.indices.sorted { costs[$0] < costs[$1] }
    return order.isEmpty ? nil : outcomes[order[order.count / 2]]
  }

  /// Paints frames of the repetition that is reported: it is made once more, with the costs that it had.
  ///
  /// - Parameters:
  ///   - ticks: Which frames, the most important first.
  ///   - longest: How many bytes all pictures may have; those that matter least are left out.
  /// - Returns: The pictures in order of time; of a tick one for each window that it shows something in.
  /// - Throws: ``FontError`` when a font is not there.
  /// - Precondition: No repetition is left to make.
  /// - Complexity: That of a repetition, and of painting so many frames whole.
  package func pictures(at ticks: [Int], longest: Int) throws -> [Picture] {
    precondition(next == nil, "\(plan.scenario) has a repetition left to make")
    guard let shown = medianOutcome, !ticks.isEmpty else { return [] }
    let painters = try RunPainters(DrawingChoice(method: .whole, pixels: 1))
    let wanted = Set(ticks)
    var settings = settings
    settings.cost = .modelled
    settings.knownCosts = shown.costs
    settings.countsAllocations = false
    settings.judgesFrames = false
    var runner = runner(plan.events, settings, episodes)
    var pictures: [Picture] = []
    _ = runner.run { record, snapshot, surface in
      guard wanted.contains(record.tick) else { return }
      let png = painters.paint(snapshot, of: surface).png()
      pictures.append(Picture(tick: record.tick, window: snapshot.window, png: png))
    }
    return Picture.fitting(pictures, inOrder: ticks, longest: longest)
  }

  private func cost(_ metrics: [MetricValue]) -> Double {
    metrics.value(of: .frameCost, .p99)?.value ?? 0
  }

  /// Makes each figure the median of all repetitions, as the budgets are judged, with its interval.
  private func addIntervals(_ metrics: inout [MetricValue], from all: [[MetricValue]]) {
    for index in metrics.indices {
      let values = all.compactMap { $0.indices.contains(index) ? $0[index].value : nil }.sorted()
      guard metrics[index].value != nil, !values.isEmpty else { continue }
      metrics[index].value = values[values.count / 2]
      if values.first != values.last, values.count == all.count {
        metrics[index].samples = all.map { $0[index].value ?? 0 }
      }
      let interval = MedianInterval.of(sorted: values, confidence: 0.95)
      metrics[index].low = interval?.lowerBound
      metrics[index].high = interval?.upperBound
    }
  }

  private func modelRatio(_ outcome: Runner.Outcome) -> [Phase: Double] {
    var (measured, modelled) = (FrameCost(), FrameCost())
    for frame in outcome.frames {
      measured.add(frame.cost)
      modelled.add(frame.modelled)
    }
    var ratios: [Phase: Double] = [:]
    for phase in Phase.allCases where measured[phase] > .zero {
      ratios[phase] = Double(modelled[phase].rawValue) / Double(measured[phase].rawValue)
    }
    return ratios
  }

  /// Damaged text outweighs everything; of a run that was stopped nothing else is judged.
  private func verdict(of record: CellRecord, _ outcome: Runner.Outcome) -> CellVerdict {
    if outcome.text.isDamaged { return .textDiffers }
    if let broken = outcome.brokenAt {
      return .broken(atMilliseconds: broken.instant.milliseconds, cause: broken.cause)
    }
    if let reason = Refusal.sentence(about: outcome.refused) { return .failed(reason) }
    if !outcome.text.isExact { return .textDiffers }
    guard !outcome.frames.isEmpty else { return .failed("no tick was active: nothing happened") }
    if record.allocationDispute != nil { return .invalid([CellRecord.allocationAudit]) }
    let unmet = record.budgets.filter(\.isUnmetRequirement).map(\.name)
    if !unmet.isEmpty { return .invalid(unmet) }
    let missed = record.budgets.filter { $0.state == .missed }.map(\.name)
    if !missed.isEmpty { return .budgetMissed(missed) }
    let invalid = record.budgets.filter { $0.state == .invalid }.map(\.name)
    if !invalid.isEmpty { return .invalid(invalid) }
    let modelled = record.budgets.filter { $0.state == .model }.map(\.name)
    return modelled.isEmpty ? .pass : .model(modelled)
  }

  /// Says of the places of what is read that they show the model and not the design, where an edit has
  /// asked for a choice that the design leaves open: neither a miss nor a pass. What other frames miss stays
  /// missed.
  private static func marked(_ checks: [BudgetCheck], of outcome: Runner.Outcome) -> [BudgetCheck] {
    guard outcome.counts.openChoices > 0 else { return checks }
    return checks.map { check in
      let rest: Double
      switch check.budget {
      case .drift: rest = outcome.seen.largestDrift
      case .readerMoved: rest = Double(outcome.seen.reader.faults.count { !$0.isOpen })
      default: return check
      }
      guard check.state == .kept || check.state == .missed && rest <= check.limit else {
        return check
      }
      var check = check
      check.state = .model
      check.note =
        "model: what messages above do to what is read (inserts_above) is our own choice; a design "
        + "file that states it is judged in full"
      return check
    }
  }
}
