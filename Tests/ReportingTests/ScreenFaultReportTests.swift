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
