import FrameMetrics
import FramePacing
import Records
import Running
import Scenarios
import Testing
import Timebase

@Suite struct BudgetJudgeTests {
  private func checks(_ runs: [RecordedRun], _ budgets: Budgets = .standard) -> [BudgetCheck] {
    let judge = BudgetJudge(
      repetitions: runs.map(\.metrics),
      hostShare: 0.5
    )
    return judge.checks(budgets)
  }

  private func check(_ budget: Budget, _ runs: [RecordedRun]) -> BudgetCheck? {
    checks(runs).first { $0.name == budget.rawValue }
  }

  private func run(_ ticks: Int, late: [Int] = [], milliseconds: Int = 20) -> RecordedRun {
    var run = RecordedRun()
    run.frames(0..<ticks) { late.contains($0) ? .milliseconds(milliseconds) : .milliseconds(1) }
    return run
  }

  /// Under 2,000 refreshes of interaction time: at most one late frame, no hitch over 33.4 ms.
  @Test func aShortRunMayHaveOneLateFrame() {
    #expect(check(.adherence, [run(1_999)]) == nil)
    #expect(check(.lateFrames, [run(1_999, late: [5])])?.state == .kept)
    #expect(check(.lateFrames, [run(1_999, late: [5, 9])])?.state == .missed)
    #expect(check(.longestHitch, [run(1_999, late: [5], milliseconds: 49)])?.state == .kept)
    #expect(check(.longestHitch, [run(1_999, late: [5], milliseconds: 51)])?.state == .missed)
  }

  @Test func aLongRunIsJudgedByItsAdherence() {
    #expect(check(.lateFrames, [run(2_000)]) == nil)
    // A late frame and the tick it swallows: 2 of 2,000 are 99.9 %.
    #expect(check(.adherence, [run(2_000, late: [5])])?.state == .kept)
    #expect(check(.adherence, [run(2_000, late: [5, 9])])?.state == .missed)
  }

  /// However good the rest of a long run was: a hitch of over 250 ms misses.
  @Test func aLongRunHasNoHang() {
    func long(_ milliseconds: Int) -> RecordedRun {
      run(20_000, late: [5], milliseconds: milliseconds)
    }
    #expect(check(.longestHitch, [long(250)])?.state == .kept)
    #expect(check(.longestHitch, [long(280)])?.state == .missed)
    #expect(check(.hitchRatio, [long(280)])?.state == .kept)
    #expect(check(.adherence, [long(280)])?.state == .kept)
  }

  /// Limits that somebody sets hold for a run of any length.
  @Test func aLimitOfOnesOwnHoldsForARunOfAnyLength() {
    var budgets = Budgets.standard
    budgets[.longestHitch] = .limit(10)
    budgets[.lateFrames] = .limit(0)
    budgets[.adherence] = .limit(100)
    for ticks in [700, 5_000] {
      let missed = checks([run(ticks, late: [5])], budgets).filter { $0.state == .missed }
      #expect(missed.map(\.name) == [Budget.adherence, .lateFrames, .longestHitch].map(\.rawValue))
    }
  }

  @Test func theMedianRepetitionDecides() {
    let good = run(700)
    let bad = run(700, late: [5, 50, 90, 200, 300, 400])
    #expect(check(.hitchRatio, [good, bad, good])?.state == .kept)
    #expect(check(.hitchRatio, [good, bad, bad])?.state == .missed)
    #expect(check(.hitchRatio, [bad, good, good])?.value == 0)
  }

  /// What did not happen has no standard limit; a limit of the scenario's own says that it should
  /// have happened.
  @Test func aFigureWithoutSamplesIsNotJudgedUnlessTheScenarioAsksForIt() {
    #expect(check(.chunkLag, [run(700)]) == nil)
    var budgets = Budgets.standard
    budgets[.chunkLag] = .limit(450)
    let lag = checks([run(700)], budgets).first { $0.name == Budget.chunkLag.rawValue }
    #expect(lag?.value == nil)
    #expect(lag?.state == .invalid)
  }

  /// A budget whose figure is missing makes the cell invalid: that is no pass.
  @Test func aMissingFigureIsInvalid() {
    for budget in Budget.allCases {
      let long = budget == .adherence ? 2_000 : 700
      var metrics = run(long).metrics
      let (metric, statistic) = budget.judged
      metrics.removeAll { $0.metric == metric.id && $0.statistic == statistic }
      let judge = BudgetJudge(
        repetitions: [metrics],
        hostShare: 0.5
      )
      var budgets = Budgets.standard
      (budgets.isSteady, budgets.judgesFlicker) = (true, true)
      let check = judge.checks(budgets).first { $0.name == budget.rawValue }
      #expect(check?.state == .invalid, "\(budget)")
    }
  }

  @Test func anOpeningThatNeverSettlesMissesItsBudget() {
    var run = run(700)
    run.outcome.openings = [Opening(due: .zero, settled: nil)]
    #expect(check(.opening, [run])?.state == .missed)
    run.outcome.openings = [Opening(due: .zero, settled: Instant(milliseconds: 100))]
    #expect(check(.opening, [run])?.state == .kept)
    run.outcome.openings = [Opening(due: .zero, settled: Instant(milliseconds: 101))]
    #expect(check(.opening, [run])?.state == .missed)
  }

  @Test func withoutInteractionThereMustBeNoHitch() {
    var still = run(10)
    still.episodes = []
    #expect(check(.hitchRatio, [still])?.state == .kept)
    var late = run(10, late: [5])
    late.episodes = []
    #expect(check(.hitchRatio, [late])?.state == .missed)
    #expect(check(.hitchRatio, [late])?.unit == "ms")
  }

  /// The engine may use what the host's drawing leaves.
  @Test func theCostLimitFollowsTheHostsShare() {
    for (share, limit) in [(0.0, 100.0), (0.25, 75), (0.5, 50), (0.75, 25)] {
      #expect(Budget.costShare.standardLimit(hostShare: share) == limit)
    }
  }

  @Test func everyBudgetFindsItsFigure() {
    let events = TestBench.answer(words: 300)
    let outcome = TestBench.run(events).outcome
    let rate = RefreshRate(hertz: 60)
    let metrics = Metric.values(of: MetricInput(of: outcome, rate: rate, depth: 0, hostShare: 0.5))
    let judge = BudgetJudge(
      repetitions: [metrics],
      hostShare: 0.5
    )
    let checks = judge.checks(.standard)
    // All but the adherence of a long run, and of what did not happen: nothing is loaded, nobody reads.
    let unjudged: Set<Budget> = [
      .adherence, .opening, .readerMoved, .heightFalls, .kindFlips, .followReversals, .costGrowth,
      .jolts, .void, .shiftBack,
    ]
    #expect(Set(checks.compactMap(\.budget)) == Set(Budget.allCases).subtracting(unjudged))
    #expect(checks.allSatisfy { $0.state == .kept }, "\(checks.filter { $0.state != .kept })")
  }
}
