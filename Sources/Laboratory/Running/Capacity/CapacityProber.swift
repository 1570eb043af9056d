import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Timebase

/// Runs a design under one load after the other.
package struct CapacityProber {
  package enum Raised: Sendable {
    /// A dimension of the laboratory's own.
    case dimension(CapacityDimension)
    /// A number of a scenario.
    case scenario(ScenarioRamp)
  }

  package let raised: Raised
  private let profile: Profile
  private let device: Device
  private let options: RunOptions
  private let tools: TextTools
  private let seed: UInt64?
  /// What every frame is charged for besides, by the load: an operation that must be named.
  package var planted: ((_ load: Double) -> PlantedWork)?

  /// The budgets of every dimension.
  static let judged = [
    "hitch_ratio_ms_per_s", "opening_ms", "chunk_visible_p99_ms", "token_visible_max_ms",
    "anchor_drift_max_pt", "reader_moved_times",
  ]
  /// How long a run goes on after the last event.
  private static let rest = Nanoseconds(seconds: 2)

  /// Prepares a design.
  ///
  /// - Parameters:
  ///   - device: What it is shown on; its rate is the rate of the probes.
  ///   - scale: How many times slower than the declared, or measured, core its core is.
  ///   - seed: Chooses texts and times; nil for the scenario's own, 1 for a dimension.
  package init(
    _ raised: Raised,
    profile: Profile,
    device: Device,
    scale: Double = 1,
    seed: UInt64? = nil,
    options: RunOptions,
    tools: TextTools
  ) {
    self.raised = raised
    self.profile = profile
    self.options = options
    self.tools = tools
    self.seed = seed
    var device = device
    device.cpuScale *= scale
    self.device = device
  }

  /// Runs the design once under `load`.
  ///
  /// - Returns: Nil for a load that the scenario cannot have.
  /// - Complexity: A run.
  package func probe(_ load: Double) -> CapacityProbe? {
    guard let work = work(at: load) else { return nil }
    var settings = Runner.Settings(
      options.conditions,
      costs: options.costs,
      stopsBrokenProfile: true,
      limit: work.limit
    )
    settings.windowLimit = Int(CapacityDimension.windows.range.upperBound)
    settings.plantedWork = planted?(load)
    var runner = Runner(
      events: work.events,
      profile: profile,
      device: device,
      tools: tools,
      settings: settings
    )
    let outcome = runner.run { _, _ in }
    return probe(load, outcome, work.budgets)
  }

  private struct Work {
    var events: [TimedLoadEvent]
    var budgets: Budgets
    var limit: Instant?
  }

  private func work(at load: Double) -> Work? {
    switch raised {
    case .dimension(let dimension):
      let events = CapacityLoad(dimension, at: load, seed: seed ?? 1, on: device).events
      return Work(
        events: events,
        budgets: Self.budgets(of: dimension),
        limit: (events.last?.instant ?? .zero) + Self.rest
      )
    case .scenario(let ramp):
      guard let scenario = try? ramp.scenario(at: load) else { return nil }
      return Work(
        events: scenario.timeline(seed: seed, on: device),
        budgets: scenario.budgetsInForce
      )
    }
  }

  private static func budgets(of dimension: CapacityDimension) -> Budgets {
    var budgets = Budgets.standard
    for budget in Budget.allCases {
      let isJudged =
        judged.contains(budget.rawValue) && (budget != .opening || dimension.judgesOpening)
      if !isJudged { budgets[budget] = .unjudged }
    }
    return budgets
  }

  // MARK: What came of it

  private func probe(
    _ load: Double,
    _ outcome: Runner.Outcome,
    _ budgets: Budgets
  ) -> CapacityProbe {
    let hostShare = options.hostShare ?? device.hostShare
    let input = MetricInput(
      of: outcome,
      rate: device.rate,
      depth: options.depth,
      hostShare: hostShare
    )
    let metrics = Metric.values(of: input)
    var probe = CapacityProbe(load: load)
    probe.hitchRatio = metrics.value(of: .hitchRatio, .value)?.value
    let judge = BudgetJudge(
      repetitions: [metrics],
      hostShare: hostShare
    )
    probe.misses = judge.checks(budgets).filter { $0.state == .missed }.map { check in
      CapacityProbe.Miss(
        judge: CapacityProbe.Judge(of: check),
        budget: check.name,
        value: check.value,
        limit: check.limit
      )
    }
    addDefects(of: outcome, to: &probe)
    addCosts(of: outcome, to: &probe)
    return probe
  }

  private func addDefects(of outcome: Runner.Outcome, to probe: inout CapacityProbe) {
    if let broken = outcome.brokenAt {
      let miss = CapacityProbe.Miss(judge: .frames, budget: "given up: \(broken.cause)")
      probe.misses.insert(miss, at: 0)
    } else if outcome.frames.isEmpty {
      probe.misses.append(CapacityProbe.Miss(judge: .frames, budget: "no tick was active"))
    }
    if outcome.text.isDamaged {
      probe.misses.append(CapacityProbe.Miss(judge: .text, budget: "text differs"))
    }
    if let refused = outcome.refused.first {
      probe.misses.append(CapacityProbe.Miss(judge: .limit, budget: refused.reason))
    }
  }

  private func addCosts(of outcome: Runner.Outcome, to probe: inout CapacityProbe) {
    var costs: [Nanoseconds] = []
    var late = FrameCost()
    for frame in outcome.frames where !frame.isSwallowed {
      costs.append(frame.cost.engine)
      if frame.lostVsyncs > 0 { late.add(frame.cost.withoutStall) }
    }
    guard !costs.isEmpty else { return }
    costs.sort()
    let sum = costs.reduce(Nanoseconds.zero) { $0 + $1 }
    probe.meanCost = sum.milliseconds / Double(costs.count)
    probe.p99Cost = costs[(costs.count * 99 + 99) / 100 - 1].milliseconds
    probe.maxCost = costs[costs.count - 1].milliseconds
    guard late.engine > .zero, case .phase(let phase) = FallbackCause(costliestOf: late) else {
      return
    }
    probe.phase = phase.name
    let work = outcome.lateWork[phase]
    let costliest = Operation.allCases.max { left, right in
      work[left] * options.costs[picosecondsOf: left]
        < work[right] * options.costs[picosecondsOf: right]
    }
    if let costliest, work[costliest] > 0 { probe.operation = costliest.name }
  }
}
