import Files
import FramePacing
import Gating
import LoadGeneration
import Testing
import Timebase

/// The thresholds of the tests.
private func limits() throws -> GateThresholds {
  try GateThresholds.read(ThresholdTests.text, path: "Gate.yaml")
}

@Suite struct InstructionJudgeTests {
  private static let base = InstructionProfile(
    phases: [100_000, 20_000, 50_000, 800_000, 10_000, 20_000],
    functions: [.init(name: "pango_shape", instructions: 700_000)]
  )

  private func results(_ change: (inout InstructionProfile) -> Void) throws -> [CheckResult] {
    var head = Self.base
    change(&head)
    return InstructionJudge(try limits(), Sample.cell)
      .results(base: Self.base, head: head) { $0 == .measure ? "glyphShaped +3" : nil }
  }

  @Test func theSameInstructionsPass() throws {
    let results = try results { _ in }
    #expect(results.map(\.verdict) == [.pass])
    #expect(results[0].ratio == 1)
  }

  @Test func threePercentInOnePhaseFailAndNamePhaseOperationAndFunction() throws {
    let results = try results {
      $0.phases[Phase.measure.rawValue] += 24_000
      $0.functions[0].instructions += 24_000
    }
    #expect(results.map(\.verdict) == [.regression, .regression])
    let culprit = try #require(results[0].culprit)
    #expect(culprit.hasPrefix("measure (+24000 instructions)"))
    #expect(culprit.contains("glyphShaped +3"))
    #expect(culprit.contains("pango_shape (+24000)"))
  }

  @Test func aPhaseOfLittleWeightIsJudgedWithTheWholeAlone() throws {
    // Layout has 1 % of all: doubled it is 1 % of the whole.
    #expect(try results { $0.phases[Phase.layout.rawValue] *= 2 }.map(\.verdict) == [.pass])
    #expect(
      try results { $0.phases[Phase.layout.rawValue] *= 3 }.map(\.verdict) == [.regression]
    )
  }

  @Test func fewerInstructionsAreAnImprovementAndNoneAreInvalid() throws {
    let fewer = try results { $0.phases[Phase.measure.rawValue] /= 2 }
    #expect(fewer.allSatisfy { $0.verdict == .improvement })
    let none = try results { $0.phases = Array(repeating: 0, count: 6) }
    #expect(none.map(\.verdict) == [.invalid])
  }
}

@Suite struct PairedTimeJudgeTests {
  /// Pairs whose times scatter by `noise`, the head's `measure` being `factor` times the base's.
  private static func pairs(
    _ count: Int,
    factor: Double,
    noise: Double,
    seed: UInt64
  ) -> PairedTimes {
    var generator = SeededGenerator(seed: seed)
    func scattered(_ time: Double) -> Double {
      // The sum of four uniform numbers is near enough to a normal one.
      let sum = (0..<4).reduce(0.0) { sum, _ in sum + generator.nextFraction() - 0.5 }
      return time * (1 + noise * sum)
    }
    var pairs = PairedTimes()
    for _ in 0..<count {
      let base = [5.0, 3, 10, 60, 6, 6].map { scattered($0 * 1e6) }
      var head = [5.0, 3, 10, 60, 6, 6].map { scattered($0 * 1e6) }
      head[Phase.measure.rawValue] *= factor
      pairs.append(base: base, head: head)
    }
    return pairs
  }

  private func verdicts(_ pairs: PairedTimes, floor: [Double]? = nil) throws -> [CheckResult] {
    PairedTimeJudge(try limits(), Sample.cell, seed: 1).results(pairs, floor: floor)
  }

  @Test func aBuildAgainstItselfIsNeverARegression() throws {
    for seed in 1...40 {
      let results = try verdicts(Self.pairs(20, factor: 1, noise: 0.02, seed: UInt64(seed)))
      #expect(!results.contains { $0.verdict == .regression }, "seed \(seed)")
    }
  }

  @Test func fivePercentInAPhaseFailAndNameIt() throws {
    var caught = 0
    for seed in 1...40 {
      let results = try verdicts(Self.pairs(20, factor: 1.05, noise: 0.01, seed: UInt64(seed)))
      if results.contains(where: { $0.verdict == .regression && $0.culprit == "measure" }) {
        caught += 1
      }
    }
    #expect(caught == 40)
  }

  @Test func anIntervalThatHoldsTheBoundIsNeverAPass() throws {
    let results = try verdicts(Self.pairs(20, factor: 1.02, noise: 0.02, seed: 3))
    for result in results {
      let interval = try #require(result.interval)
      if interval.contains(1.02) { #expect(result.verdict == .inconclusive) }
      if result.verdict == .pass { #expect(interval.upperBound < 1.02) }
    }
    #expect(results.contains { $0.verdict == .inconclusive })
  }

  @Test func aPhaseNearTheFloorIsNotJudgedByItself() throws {
    let pairs = Self.pairs(20, factor: 1, noise: 0.005, seed: 1)
    #expect(try verdicts(pairs).map(\.figure) == ["CPU", "CPU of measure"])
    let floor = Array(repeating: 40e6, count: 6)
    #expect(try verdicts(pairs, floor: floor).map(\.figure) == ["CPU"])
  }

  @Test func aRegressionThatASecondRoundDoesNotShowIsInconclusive() throws {
    let worse = try verdicts(Self.pairs(20, factor: 1.2, noise: 0.01, seed: 1))
    let same = try verdicts(Self.pairs(20, factor: 1, noise: 0.01, seed: 2))
    #expect(PairedTimeJudge.confirmed(worse, by: worse).first?.verdict == .regression)
    #expect(PairedTimeJudge.confirmed(worse, by: same).first?.verdict == .inconclusive)
    #expect(PairedTimeJudge.confirmed(same, by: worse).first?.verdict == .pass)
  }

  @Test func noTimesAreInvalid() throws {
    #expect(try verdicts(PairedTimes()).map(\.verdict) == [.invalid])
    var zero = PairedTimes()
    zero.append(base: Array(repeating: 0, count: 6), head: Array(repeating: 0, count: 6))
    #expect(try verdicts(zero).map(\.verdict) == [.invalid])
  }

  @Test func controlsFailWhereABuildDiffersFromItselfOrWhatIsPlantedIsNotSeen() throws {
    let judge = ControlJudge(try limits(), Sample.cell)
    let same = Self.pairs(20, factor: 1, noise: 0.01, seed: 1)
    let other = Self.pairs(20, factor: 1.2, noise: 0.01, seed: 1)
    #expect(judge.same(same, seed: 1).verdict == .pass)
    #expect(judge.same(other, seed: 1).verdict == .invalid)
    #expect(judge.planted(other, in: .measure, seed: 1).verdict == .pass)
    #expect(judge.planted(same, in: .measure, seed: 1).verdict == .invalid)
    #expect(judge.same(PairedTimes(), seed: 1).verdict == .invalid)
  }
}

@Suite struct CountsJudgeTests {
  private static func counts(_ change: (inout CellCounts) -> Void = { _ in }) -> CellCounts {
    var counts = Sample.counts()
    var operations = OperationCounts()
    operations[.byteParsed] = 1_000
    counts.exact.set(operations, in: .reveal)
    counts.exact.set(OperationCounts(), in: .measure)
    change(&counts)
    return counts
  }

  private static func results(_ head: CellCounts, base: CellCounts = counts()) -> [CheckResult] {
    CountsJudge(Sample.cell).results(base: base, head: head, named: "base")
  }

  @Test func equalCountsPass() {
    #expect(Self.results(Self.counts()).map(\.verdict) == [.pass, .pass])
  }

  @Test func oneMoreOperationIsNamedWithItsPhaseAlthoughThereWasNone() {
    let results = Self.results(
      Self.counts { counts in
        var operations = OperationCounts()
        operations[.byteParsed] = 43
        counts.exact.set(operations, in: .measure)
      }
    )
    #expect(results.map(\.verdict) == [.regression, .pass])
    #expect(results[0].culprit == "measure, byteParsed (+43)")
  }

  @Test func oneMoreAllocationAFrameIsNamedWithItsPhase() {
    let results = Self.results(
      Self.counts { counts in
        guard case .counted(var counted, let key) = counts.allocations else { return }
        counted.set("allocations", count: 14_400, expectation: .fewerIsBetter, isNeverZero: true)
        counted.set("allocations_input", count: 3_600, expectation: .fewerIsBetter)
        counts.allocations = .counted(counted, key)
      }
    )
    #expect(results.map(\.verdict) == [.pass, .regression])
    #expect(results[1].culprit == "input (+3600)")
    #expect(results[1].notes.contains { $0.contains("+1 a frame") })
  }

  @Test func allocationsThatNeitherSideCountsAreNotAvailableAndThoseOfOneSideInvalid() {
    let none = Self.counts { $0.allocations = .notAvailable("no jemalloc") }
    #expect(Self.results(none, base: none).map(\.verdict) == [.pass, .notAvailable])
    #expect(Self.results(Self.counts(), base: none)[1].verdict == .invalid)
    #expect(Self.results(none)[1].verdict == .invalid, "a head that has lost its counter")
  }

  @Test func aBaseThatCountsNothingIsInvalid() {
    let broken = Self.counts { counts in
      counts.exact.set("presented", count: 0, isNeverZero: true)
    }
    #expect(Self.results(Self.counts(), base: broken).map(\.verdict) == [.invalid])
  }
}

@Suite struct BudgetsJudgeTests {
  private static func sample(_ value: Double?) -> GateSample {
    var sample = GateSample(cell: Sample.cell, load: "00", tools: "fixed", toolchain: "swift")
    sample.missed = [
      GateSample.Budget(name: "hitch_ratio", limit: 5, value: value, isUpperLimit: true)
    ]
    return sample
  }

  private func verdicts(_ first: GateSample, _ second: GateSample?) throws -> [GateVerdict] {
    BudgetsJudge(try limits(), Sample.cell).results(first: first, second: second).map(\.verdict)
  }

  @Test func onlyWhatIsMissedGrosslyTwiceFails() throws {
    #expect(try verdicts(Self.sample(11), Self.sample(11)) == [.regression])
    #expect(try verdicts(Self.sample(11), Self.sample(6)) == [.pass])
    #expect(try verdicts(Self.sample(6), Self.sample(11)) == [.pass])
    var kept = Self.sample(0)
    kept.missed = []
    #expect(try verdicts(kept, nil) == [.pass])
    #expect(try verdicts(Self.sample(11), kept) == [.pass])
  }

  @Test func aMissingFigureAProblemAndNoJudgementAreInvalid() throws {
    #expect(try verdicts(Self.sample(nil), Self.sample(nil)) == [.invalid])
    var lost = Self.sample(1)
    lost.problem = "text was lost"
    #expect(try verdicts(lost, nil) == [.invalid])
    var nothing = Self.sample(1)
    nothing.missed = nil
    #expect(try verdicts(nothing, nil) == [.invalid])
  }
}

@Suite struct GateRoundTests {
  private static func round(_ results: [(GateCheck, GateVerdict)]) -> GateRound {
    GateRound(
      base: "main",
      head: "this build",
      results: results.map { CheckResult($0.0, Sample.cell, $0.1) },
      advice: ""
    )
  }

  @Test func aRoundThatMeasuredNothingIsInvalid() {
    #expect(Self.round([]).verdict == .invalid)
    #expect(
      Self.round([(.allocations, .notAvailable), (.instructions, .notAvailable)]).verdict
        == .invalid
    )
    #expect(Self.round([(.controls, .pass)]).verdict == .invalid)
  }

  @Test func whatIsNotAvailableLeavesTheVerdictToTheRest() {
    #expect(Self.round([(.exact, .pass), (.instructions, .notAvailable)]).verdict == .pass)
    #expect(Self.round([(.exact, .regression), (.cpu, .notAvailable)]).verdict == .regression)
  }

  @Test func theGravestResultDecides() {
    #expect(Self.round([(.exact, .pass), (.cpu, .inconclusive)]).verdict == .inconclusive)
    #expect(Self.round([(.cpu, .inconclusive), (.controls, .invalid)]).verdict == .invalid)
    #expect(Self.round([(.exact, .improvement), (.cpu, .pass)]).verdict == .improvement)
    #expect(GateVerdict.inconclusive.exitCode == 3)
  }

  @Test func samplesOfOtherLoadsOrToolsAreNotComparable() {
    let base = GateSample(cell: Sample.cell, load: "00", tools: "fixed", toolchain: "swift")
    #expect(base.difference(from: base) == nil)
    var other = base
    other.load = "11"
    #expect(other.difference(from: base)?.hasPrefix("not comparable: the scenario's file") == true)
    other = base
    other.tools = "pango"
    #expect(other.difference(from: base) != nil)
    other = base
    other.schema = base.schema + 1
    #expect(other.difference(from: base) != nil)
  }

  /// A key that one build alone knows says nothing of the design.
  @Test func samplesOfOtherDesignsAreNotComparable() {
    var base = GateSample(cell: Sample.cell, load: "00", tools: "fixed", toolchain: "swift")
    var head = base
    head.design = ["pool": "wait", "page_items": "50"]
    #expect(head.difference(from: base) == nil, "the base does not say what it ran")
    base.design = ["pool": "wait"]
    #expect(head.difference(from: base) == nil)
    base.design = ["pool": "evict"]
    #expect(
      head.difference(from: base)
        == "not comparable: the design of \(Sample.cell.profile) differs: pool, base evict, head wait"
    )
  }
}

@Suite struct ThresholdTests {
  static let text = """
    schema: 1
    scenarios: [stream-steady]
    refresh_hz: 60
    instructions: {ratio: 1.01, phase_ratio: 1.02, phase_share: 0.05}
    cpu:
      {ratio: 1.02, confidence: 0.99, pairs: 20, extended_pairs: 40, repetitions: 3,
       phase_share: 0.2, floor_factor: 2}
    controls: {planted_share: 0.05}
    budgets: {gross_factor: 2}
    """

  @Test func theFileSaysWhatTheGateTolerates() throws {
    let limits = try GateThresholds.read(Self.text, path: "Gate.yaml")
    #expect(limits.scenarios == ["stream-steady"])
    #expect(limits.cpuRatio == 1.02)
    #expect(limits.extendedPairs == 40)
  }

  @Test(arguments: [
    ("schema: 1", "schema: 2"), ("ratio: 1.01", "ratio: 0.5"), ("pairs: 20", "pairs: 2"),
    ("extended_pairs: 40", "extended_pairs: 10"), ("refresh_hz: 60", "hertz: 60"),
    ("gross_factor: 2", "gross_factor: much"), ("planted_share: 0.05", "planted_share: 0"),
    ("[stream-steady]", "stream-steady"), ("[stream-steady]", "[]"),
    ("repetitions: 3", "processes: 2, repetitions: 3"),
  ])
  func aNumberOutOfRangeAndAnUnknownKeyAreRefusedWithTheirLine(old: String, new: String) {
    let error = #expect(throws: InputError.self) {
      try GateThresholds.read(Self.text.replacing(old, with: new), path: "Gate.yaml")
    }
    #expect(error?.line != nil, "\(String(describing: error))")
  }
}
