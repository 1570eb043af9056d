import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Running
import Statistics
import Testing
import Timebase

/// The load at which a design breaks is found, and what broke is named.
@Suite struct CapacityTests {
  private static let miss = CapacityProbe.Miss(judge: .frames, budget: "hitch_ratio_ms_per_s")

  /// Searches for a load that is known.
  private func search(
    _ range: ClosedRange<Double>,
    frames: Double = .infinity,
    text: Double = .infinity,
    bisects: Bool = true
  ) -> CapacitySearch {
    var search = CapacitySearch(range, bisects: bisects)
    while let load = search.next {
      var probe = CapacityProbe(load: load)
      if load >= frames { probe.misses.append(Self.miss) }
      if load >= text {
        probe.misses.append(CapacityProbe.Miss(judge: .text, budget: "token_visible_max_ms"))
      }
      search.take(probe)
    }
    return search
  }

  @Test(arguments: [2.0, 3, 17, 100, 1_000, 4_095, 60_000])
  func theAnswerIsWithinFivePercentOrOne(truth: Double) throws {
    let bracket = try #require(search(1...65_536, frames: truth).brackets[.frames])
    let (kept, broken) = (try #require(bracket.kept), try #require(bracket.broken))
    #expect(kept < truth && truth <= broken)
    #expect(broken / kept <= CapacitySearch.precision || broken - kept == 1)
  }

  @Test func eachJudgeHasALoadOfItsOwn() throws {
    let found = search(1...65_536, frames: 5_000, text: 90)
    #expect(try #require(found.brackets[.text]?.broken) < 95)
    #expect(try #require(found.brackets[.frames]?.broken) >= 5_000)
    #expect(found.brackets[.reader]?.broken == nil)
  }

  @Test func nothingThatBreaksIsNotBrokenUpToTheHighestLoad() {
    let found = search(100...1_000)
    #expect(found.brackets[.frames] == CapacitySearch.Bracket(kept: 1_000, broken: nil))
    #expect(found.probes.map(\.load) == [100, 200, 400, 800, 1_000])
  }

  @Test func theLowestLoadMayBreakItAlready() {
    let found = search(1...64, frames: 1)
    #expect(found.brackets[.frames] == CapacitySearch.Bracket(kept: nil, broken: 1))
    #expect(found.probes.count == 1)
  }

  @Test func doublingAloneBisectsNothing() {
    let found = search(1...64, frames: 5, bisects: false)
    #expect(found.brackets[.frames] == CapacitySearch.Bracket(kept: 4, broken: 8))
    #expect(found.probes.count == 4)
  }

  @Test func whatTheLowestLoadMissesDoesNotEndTheDoublingOfAPage() throws {
    func search(_ ending: CapacitySearch.Ending) -> CapacitySearch {
      var search = CapacitySearch(30...1_000, ending: ending)
      while let load = search.next {
        var probe = CapacityProbe(load: load)
        probe.misses.append(CapacityProbe.Miss(judge: .reader, budget: "reader_moved_times"))
        if load >= 200 {
          probe.misses.append(CapacityProbe.Miss(judge: .text, budget: "token_visible_max_ms"))
        }
        search.take(probe)
      }
      return search
    }
    let found = search(.anyNewMiss)
    #expect(found.brackets[.reader] == CapacitySearch.Bracket(kept: nil, broken: 30))
    #expect(try #require(found.brackets[.text]?.broken) < 210)
    #expect(found.probes.map(\.load).max() == 240)
    #expect(search(.anyMiss).probes.map(\.load) == [30])
    // Frames are kept all the way: nothing ends it.
    #expect(search(.framesOrLimit).probes.map(\.load).max() == 1_000)
    #expect(found.probes.count <= found.mostProbes)
  }

  // MARK: Measured cost

  /// Rounds of a page whose change point is at 100: each round's process is faster or slower by up to `drift`,
  /// and each trial errs near its change point.
  private func rounds(_ count: Int, drift: Double, seed: UInt64) -> [[ChangePoint.Trial]] {
    var chance = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let truth = 100 * (1 + drift * (2 * chance.nextFraction() - 1))
      return (-4...4).map { step in
        let place = 100 * Double(1 << (step + 4)).squareRoot() / 4
        let ratio = (truth / place) * (truth / place) * (truth / place)
        let isMissed = chance.nextFraction() < 1 / (1 + ratio * ratio * ratio)
        return ChangePoint.Trial(place: place, isMissed: isMissed)
      }
    }
  }

  @Test(arguments: [0, 0.2, 0.5])
  func measuredIntervalsHoldTheTruthAndRepeat(drift: Double) throws {
    var (held, overlapped) = (0, 0)
    for seed in 0..<100 as Range<UInt64> {
      let changes = try [seed, seed + 1_000].map { seed in
        try #require(CapacityAnswer.MeasuredChange(rounds: rounds(8, drift: drift, seed: seed)))
      }
      for change in changes { #expect(change.low <= change.load && change.load <= change.high) }
      #expect(changes[0].runs == 72)
      if changes[0].low <= 100, changes[0].high >= 100 { held += 1 }
      if changes[0].low <= changes[1].high, changes[1].low <= changes[0].high { overlapped += 1 }
    }
    #expect(held >= 95, "\(held) of 100 hold the truth")
    #expect(overlapped >= 95, "\(overlapped) of 100 pairs overlap")
  }

  @Test func fiveRoundsTellNoInterval() {
    #expect(CapacityAnswer.MeasuredChange(rounds: rounds(5, drift: 0, seed: 1)) == nil)
    #expect(CapacityAnswer.MeasuredChange(rounds: []) == nil)
  }

  // MARK: Planted operations

  private func answer(
    _ dimension: CapacityDimension,
    from lowest: Double,
    to highest: Double,
    charging operation: FramePacing.Operation,
    in phase: Phase,
    times factor: Int
  ) throws -> CapacityAnswer {
    var prober = CapacityProber(
      .dimension(dimension),
      profile: .reference,
      device: .iPhone15Pro.at(hertz: 60),
      options: RunOptions(
        cost: .modelled,
        measurer: .fixed,
        countsAllocations: false,
        costs: TestBench.costs
      ),
      tools: TestBench.tools
    )
    prober.planted = { load in
      var work = PlantedWork(phase: phase)
      work.charged[operation] = Int(load) * factor
      return work
    }
    var search = CapacitySearch(lowest...highest)
    while let load = search.next { search.take(try #require(prober.probe(load))) }
    return CapacityAnswer(
      dimension: dimension.name,
      profile: "reference",
      device: "iphone-15-pro",
      hertz: 60,
      scale: 1,
      search: search
    )
  }

  @Test func workThatGrowsWithTheHistoryMovesTheAnswerByItsFactorAndIsNamed() throws {
    let once = try answer(
      .history,
      from: 25_000,
      to: 400_000,
      charging: .arrayElementMoved,
      in: .layout,
      times: 40
    )
    let fourfold = try answer(
      .history,
      from: 25_000,
      to: 400_000,
      charging: .arrayElementMoved,
      in: .layout,
      times: 160
    )
    let ratio = try #require(once.breaksAt(.frames)) / #require(fourfold.breaksAt(.frames))
    #expect((3.6...4.4).contains(ratio), "\(ratio)")
    #expect(once.cause(.frames)?.hasSuffix("layout: arrayElementMoved") == true)
    #expect(fourfold.cause(.frames)?.hasSuffix("layout: arrayElementMoved") == true)
    #expect(try #require(once.exponent) > 0.8)
  }

  @Test func workThatGrowsWithTheMessageMovesTheAnswerByItsFactorAndIsNamed() throws {
    let once = try answer(
      .message,
      from: 4_096,
      to: 65_536,
      charging: .byteParsed,
      in: .reveal,
      times: 10
    )
    let twice = try answer(
      .message,
      from: 4_096,
      to: 65_536,
      charging: .byteParsed,
      in: .reveal,
      times: 20
    )
    let ratio = try #require(once.breaksAt(.frames)) / #require(twice.breaksAt(.frames))
    #expect((1.8...2.2).contains(ratio), "\(ratio)")
    #expect(once.cause(.frames)?.hasSuffix("reveal: byteParsed") == true)
  }

  // MARK: Loads

  @Test(arguments: CapacityDimension.allCases)
  func everyDimensionRestsWithinItsBudgetsInTheReference(dimension: CapacityDimension) throws {
    let prober = CapacityProber(
      .dimension(dimension),
      profile: .reference,
      device: .iPhone15Pro,
      options: RunOptions(
        cost: .modelled,
        measurer: .fixed,
        countsAllocations: false,
        costs: TestBench.costs
      ),
      tools: TestBench.tools
    )
    let probe = try #require(prober.probe(dimension.range.lowerBound))
    #expect(probe.misses.isEmpty, "\(probe.misses)")
    #expect(try #require(probe.meanCost) > 0)
    #expect(prober.probe(dimension.range.lowerBound) == probe)
  }
}
