import FramePacing
import Simulation
import Testing
import Timebase

@Suite struct BudgetJudgeTests {
  private func checks(_ runs: [RecordedRun], _ budgets: Budgets = .standard) -> [BudgetCheck] {
    BudgetJudge(repetitions: runs.map(\.metrics), rate: RefreshRate(hertz: 60)).checks(budgets)
  }

  private func check(_ budget: Budget, _ runs: [RecordedRun]) -> BudgetCheck? {
    checks(runs).first { $0.name == budget.rawValue }
  }

  private func run(_ ticks: Int, late: [Int] = [], milliseconds: Int = 20) -> RecordedRun {
    var run = RecordedRun()
    run.frames(0..<ticks) { late.contains($0) ? .milliseconds(milliseconds) : .milliseconds(1) }
    return run
  }

  /// Under 2,000 active ticks: at most one late frame, no hitch over two periods.
  @Test func aShortRunMayHaveOneLateFrame() {
    #expect(check(.adherence, [run(1_999)]) == nil)
    #expect(check(.lateFrames, [run(1_999, late: [5])])?.isKept == true)
    #expect(check(.lateFrames, [run(1_999, late: [5, 9])])?.isKept == false)
    #expect(check(.longestHitch, [run(1_999, late: [5], milliseconds: 49)])?.isKept == true)
    #expect(check(.longestHitch, [run(1_999, late: [5], milliseconds: 51)])?.isKept == false)
  }

  @Test func aLongRunIsJudgedByItsAdherence() {
    #expect(check(.lateFrames, [run(2_000)]) == nil)
    #expect(check(.longestHitch, [run(2_000)]) == nil)
    // A late frame and the tick it swallows: 2 of 2,000 are 99.9 %.
    #expect(check(.adherence, [run(2_000, late: [5])])?.isKept == true)
    #expect(check(.adherence, [run(2_000, late: [5, 9])])?.isKept == false)
  }

  @Test func theMedianRepetitionDecides() {
    let good = run(700)
    let bad = run(700, late: [5, 50, 90, 200, 300, 400])
    #expect(check(.hitchRatio, [good, bad, good])?.isKept == true)
    #expect(check(.hitchRatio, [good, bad, bad])?.isKept == false)
    #expect(check(.hitchRatio, [bad, good, good])?.value == 0)
  }

  @Test func aMissingFigureIsNotJudged() {
    let lag = check(.chunkLag, [run(700)])
    #expect(lag?.value == nil)
    #expect(lag?.isKept == nil)
  }

  @Test func everyBudgetFindsItsFigure() {
    let events = TestBench.answer(words: 300)
    let outcome = TestBench.run(events).outcome
    let metrics = CellMetrics.all(of: outcome, rate: RefreshRate(hertz: 60), depth: 0)
    let judge = BudgetJudge(repetitions: [metrics], rate: RefreshRate(hertz: 60))
    let checks = judge.checks(.standard)
    #expect(checks.count == Budget.allCases.count - 1)
    #expect(checks.allSatisfy { $0.isKept == true }, "\(checks.filter { $0.isKept != true })")
  }
}
