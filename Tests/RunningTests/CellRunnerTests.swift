import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Running
import Testing
import Timebase

@Suite struct CellRunnerTests {
  private func plan(
    _ events: [TimedLoadEvent],
    _ profile: Profile = .reference,
    budgets: Budgets = .standard
  ) -> CellPlan {
    CellPlan(
      scenario: "test",
      events: TestBench.ordered(events),
      profile: profile,
      device: .iPhoneSE,
      seed: 1,
      budgets: budgets
    )
  }

  private func run(
    _ plan: CellPlan,
    cost: CostChoice = .modelled,
    repetitions: RepetitionRule = .exactly(3)
  ) throws
    -> CellRecord
  {
    let options = RunOptions(
      cost: cost,
      measurer: .fixed,
      repetitions: repetitions,
      countsAllocations: false,
      costs: TestBench.costs
    )
    return try CellRunner(options: options, tools: TestBench.tools).run(plan).record
  }

  private func slow(_ phase: Phase, milliseconds: Int, until end: Double) -> TimedLoadEvent {
    TimedLoadEvent(
      event: .fault(
        .slowPhase(
          phase,
          cost: .milliseconds(milliseconds),
          until: Instant(milliseconds: end)
        )
      ),
      atMilliseconds: 0
    )
  }

  @Test func aCleanCellPasses() throws {
    let record = try run(plan(TestBench.answer(words: 700)))
    #expect(record.verdict == .pass)
    #expect(record.textInSHA256 == record.textOutSHA256)
    #expect(record.textInSHA256.count == 64)
    #expect(record.value(named: "failed_sessions_pct") == 0)
    #expect(record.modelRatio == nil)
  }

  /// A slow phase makes hitches, enters the fallback with that phase as its cause and misses budgets.
  @Test(arguments: Phase.allCases)
  func aSlowPhaseMissesBudgets(phase: Phase) throws {
    let record = try run(
      plan(TestBench.answer(words: 300) + [slow(phase, milliseconds: 40, until: 3_000)])
    )
    #expect(record.fallbacks.first?.cause == .phase(phase))
    let names = record.verdict.budgets
    guard record.verdict.isOnly(.missed) else {
      Issue.record("\(record.verdict)")
      return
    }
    #expect(names.contains("hitch_ratio_ms_per_s"))
    #expect(names.contains("fallback_entries"))
    #expect(try #require(record.value(.hitchRatio)) > 50)
  }

  @Test func aPublishedProfileIsReportedAsBroken() throws {
    let record = try run(
      plan(
        TestBench.answer(words: 1_000) + [slow(.input, milliseconds: 40, until: 60_000)],
        .builtIn("messaging-ui")
      )
    )
    guard let (milliseconds, cause) = record.verdict.stop else {
      Issue.record("\(record.verdict)")
      return
    }
    #expect((10_000...14_000).contains(milliseconds))
    #expect(cause.hasPrefix("input: "))
    #expect(record.value(named: "broken_at_ms") == milliseconds)
    // What would be read beside the figures of whole runs is missing.
    for (name, statistic) in [
      ("drain_ms", Statistic.max), ("chunk_visible_ms", .p99), ("token_visible_ms", .max),
      ("anchor_drift_max_pt", .value), ("pool_peak", .value), ("fallback_entries", .value),
      ("cache_hit_pct", .value), ("words_shown_per_s", .value),
    ] {
      let metric = try #require(Metric.named(name))
      #expect(record.metrics.value(of: metric, statistic)?.absence == .nothing, "\(name)")
    }
    #expect(try #require(record.value(.hitchRatio)) > 50)
    #expect(record.value(.frameCost, .p99) != nil)
    #expect(record.budgets.allSatisfy { $0.name != "anchor_drift_max_pt" })
  }

  @Test func aRunThatWasNotStoppedIsNotBrokenAtAnyTime() throws {
    let record = try run(plan(TestBench.answer(words: 60)))
    #expect(record.metrics.contains { $0.metric == "broken_at_ms" && $0.value == nil })
    #expect(record.value(named: "drain_ms", .max) != nil)
  }

  @Test func aFrameOfTenSecondsOfDeclaredCostEndsTheRun() throws {
    var costs = TestBench.costs
    costs[.arrayElementLoaded] = 200_000_000
    let options = RunOptions(
      cost: .modelled,
      measurer: .fixed,
      countsAllocations: false,
      costs: costs
    )
    let cell = plan(
      [TimedLoadEvent(.load(SuppliedMessages(first: 0, count: 200)), at: .zero)],
      .builtIn("messaging-ui")
    )
    let record = try CellRunner(options: options, tools: TestBench.tools).run(cell).record
    guard let (milliseconds, cause) = record.verdict.stop else {
      Issue.record("\(record.verdict)")
      return
    }
    #expect(milliseconds == 0)
    #expect(cause.contains("10 s of declared cost"))
    #expect(record.frames.count == 1)
  }

  /// Lost text fails in any profile, whatever else there is to say.
  @Test func aPlantedLossIsTheVerdict() throws {
    let options = RunOptions(
      cost: .modelled,
      measurer: .fixed,
      countsAllocations: false,
      costs: TestBench.costs
    )
    for profile in Profile.all {
      for token in [3, 59] {
        var runner = CellRunner(options: options, tools: TestBench.tools)
        runner.plantedLoss = token
        let cell = plan(
          TestBench.answer(words: 60) + [slow(.layout, milliseconds: 40, until: 1_000)],
          profile
        )
        let record = try runner.run(cell).record
        #expect(record.verdict == .textDiffers, "\(profile.name)")
        #expect(record.textInSHA256 != record.textOutSHA256)
        #expect(record.value(named: "failed_sessions_pct") == 100)
      }
    }
  }

  @Test func aRefusedEditFailsTheCell() throws {
    let record = try run(plan([TimedLoadEvent(.remove("nobody"), at: .zero)]))
    guard case .failed(let reason) = record.verdict.end else {
      Issue.record("\(record.verdict)")
      return
    }
    #expect(reason.contains("no message is named nobody"))
    #expect(record.value(named: "failed_sessions_pct") == 100)
  }

  @Test func measuredCostIsRepeatedAndGivesIntervals() throws {
    let few = try run(plan(TestBench.answer(words: 60)), cost: .cpu)
    #expect(few.repetitions == 3)
    // Of three figures no interval is known.
    #expect(few.metrics.value(of: .frameCost, .p99)?.low == nil)
    let record = try run(plan(TestBench.answer(words: 60)), cost: .cpu, repetitions: .exactly(6))
    #expect(record.repetitions == 6)
    let cost = try #require(record.metrics.value(of: .frameCost, .p99))
    let (low, value, high) = try (#require(cost.low), #require(cost.value), #require(cost.high))
    #expect(low <= value && value <= high)
    #expect(value > 0)
    #expect(record.modelRatio?.isEmpty == false)
  }

  @Test func theSameCellTwiceIsTheSame() throws {
    let cell = plan(
      TestBench.answer(words: 200)
        + [TimedLoadEvent(event: .fault(.stall(.milliseconds(120))), atMilliseconds: 900)]
    )
    let (first, second) = (try run(cell), try run(cell))
    // The process's peak of memory is no figure of the run.
    let isOfTheRun = { (metric: MetricValue) in metric.metric != "resident_peak_bytes" }
    #expect(first.metrics.filter(isOfTheRun) == second.metrics.filter(isOfTheRun))
    #expect(first.frames == second.frames)
    #expect(first.budgets == second.budgets)
    #expect(first.fallbacks == second.fallbacks)
    #expect(first.textOutSHA256 == second.textOutSHA256)
  }
}
