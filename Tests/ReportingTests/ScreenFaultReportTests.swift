import Checking
import Comparing
import FrameMetrics
import Judging
import Records
import Reporting
import Testing
import Timebase

/// What a report says of the moments that a reader would complain of.
@Suite struct ScreenFaultReportTests {
  private func run(
    _ state: BudgetCheck.State,
    value: Double,
    _ verdict: CellVerdict,
    _ faults: [ScreenFault]
  ) -> RunRecord {
    var run = SyntheticRun.make(scenarios: ["stream-steady"], profiles: ["reference"], rates: [60])
    run.cells[0].verdict = verdict
    run.cells[0].budgets = [
      BudgetCheck(
        name: Budget.readerMoved.rawValue,
        limit: 0,
        value: value,
        unit: "count",
        isUpperLimit: true,
        state: state
      )
    ]
    run.cells[0].keep(faults)
    return run
  }

  private let names = [Budget.readerMoved.rawValue]
  private let moved = [
    ScreenFault(.jolt, at: Instant(milliseconds: 1_000), message: "m3", points: 4),
    ScreenFault(.moved, at: Instant(milliseconds: 2_350), message: "m12", points: -62),
    ScreenFault(.moved, at: Instant(milliseconds: 4_000), message: "m13", points: 8),
  ]

  /// The first of the kind that was missed.
  @Test func aVerdictSaysWhenWhereAndHowFar() throws {
    let run = run(.missed, value: 2, .budgetMissed(names), moved)
    let words = "message m12, which was read, moved 62 pt up"
    let reason = try #require(RunVerdict(of: run).reasons.first)
    #expect(reason.hasSuffix("(at most 0 allowed): at 2.35 s \(words)"), "\(reason)")
  }

  /// A cell that a baseline calls worse has no page that says pass: which figure, than what, when and where.
  @Test func whatIsWorseIsSaidFirst() throws {
    var run = run(
      .kept,
      value: 0,
      .pass,
      [
        ScreenFault(
          .costlyFrame,
          at: Instant(milliseconds: 4_000),
          milliseconds: 9,
          cause: "frame 9"
        )
      ]
    )
    let cost = try #require(run.cells[0].metrics.value(of: .frameCost, .p50)?.value)
    var figure = FigureSamples(
      metric: Metric.frameCost.id,
      statistic: .p50,
      unit: .milliseconds,
      better: .down,
      samples: []
    )
    let isEqualWorse = run.cells[0].worsen(figure, from: cost, "in it")
    #expect(!isEqualWorse && run.cells[0].verdict == .pass)
    for _ in 0..<2 {
      let isWorse = run.cells[0].worsen(figure, from: cost / 2, "in the baseline of 2026")
      #expect(isWorse)
    }
    #expect(run.cells[0].verdict == .worse(["frame_cost_ms.p50"]))
    #expect(RunVerdict(of: run).verdict == .worse)
    let reason = try #require(RunVerdict(of: run).reasons.first)
    #expect(
      reason.contains("frame cost, median") && reason.contains(" is worse than "),
      "\(reason)"
    )
    #expect(reason.hasSuffix("in the baseline of 2026: at 4.0 s a frame cost 9.0 ms: frame 9"))
    let page = try withTemporaryFolder { folder in
      try HTMLReport(run).text(environment: ChartStub.environment(in: folder))
    }
    #expect(page.contains("<header class=\"verdict fail\">"))
    #expect(page.contains("was\u{A0}") && page.contains("✗ worse"))
    // What is missed besides stays the verdict.
    figure.better = .up
    run.cells[0].verdict = .budgetMissed(names)
    run.cells[0].worsen(figure, from: cost * 2, "before")
    #expect(run.cells[0].budgets.last?.limit == cost * 2)
    #expect(run.cells[0].verdict == .budgetMissed(names))
  }

  @Test func whatIsKeptIsNotSaid() {
    let run = run(.kept, value: 0, .pass, moved)
    #expect(RunVerdict(of: run).reasons.isEmpty && RunVerdict(of: run).findings.isEmpty)
  }

  /// A choice of our model that moved nothing is no finding; one that moved something is.
  @Test func aModelThatMovesNothingIsNoFinding() {
    #expect(RunVerdict(of: run(.model, value: 0, .model(names), [])).findings.isEmpty)
    #expect(RunVerdict(of: run(.model, value: 2, .model(names), moved)).findings.count == 1)
  }

  @Test func theFirstOfEachKindAreKept() {
    let jolts = (0..<5_000).map { number in
      ScreenFault(.jolt, at: Instant(milliseconds: Double(number)), message: nil, points: 2)
    }
    let run = run(.missed, value: 2, .budgetMissed(names), jolts + moved.suffix(2))
    let kept = run.cells[0].faults ?? []
    #expect(kept.count { $0.kind == .jolt } == CellRecord.mostFaults)
    #expect(kept.prefix(CellRecord.mostFaults) == jolts.prefix(CellRecord.mostFaults))
    #expect(kept.suffix(2) == moved.suffix(2))
  }
}
