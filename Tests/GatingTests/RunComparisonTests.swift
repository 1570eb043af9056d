import ChatSurface
import Comparing
import Foundation
import FrameMetrics
import FramePacing
import Gating
import Records
import Scenarios
import Testing
import Timebase

@Suite struct RunComparisonTests {
  /// A cell with two costs, each as the repetitions give it.
  func cell(
    layout: [Double],
    frame: [Double],
    yardstick: Double = 500_000,
    load: String = "a"
  ) -> CellRecord {
    let metrics = [
      figure(Metric.costName(of: .layout), .p50, layout), figure("frame_cost_ms", .p99, frame),
    ]
    var cell = CellRecord(
      scenario: "test",
      profile: "reference",
      device: "iphone-se",
      refreshHertz: 60,
      seed: 1,
      verdict: .pass,
      metrics: metrics
    )
    cell.repetitions = layout.count
    cell.loadSHA256 = load
    cell.yardstick = Array(repeating: yardstick, count: layout.count)
    var floor = FrameCost()
    floor[.layout] = Nanoseconds(rawValue: 1_000)
    cell.floor = floor
    return cell
  }

  /// A design is changed to see what that does: the cells are compared, and what changed is said.
  @Test func twoDesignsUnderOneNameAreComparedAndSaidToBeTwo() throws {
    func cell(_ pool: String, name: String = "mine") throws -> CellRecord {
      var cell = self.cell(layout: [1], frame: [2])
      cell.profile = name
      let text = "name: mine\nbase: vercel-v0\npool: \(pool)\n"
      let profile = try ProfileFile.read(text, path: "mine.yaml", among: Profile.all).profile
      cell.profileText = DesignText.text(of: profile)
      cell.profileSHA256 = ProfileChoices(of: profile).sha256
      return cell
    }
    let changed = try RunComparison(
      run([cell("wait")], cost: .modelled),
      run([cell("bypass")], cost: .modelled)
    )
    #expect(changed.cells[0].designChanges == ["pool: wait -> bypass"])
    #expect(changed.cells[0].refusal == nil)
    #expect(!changed.cells[0].figures.isEmpty)
    let round = GateRound.of(changed, base: "run")
    #expect(round.verdict == .invalid, "builds are held against each other in one design alone")
    #expect(round.results[0].notes[0].contains("the design of mine differs: pool: wait -> bypass"))
    let same = try RunComparison(
      run([cell("wait")], cost: .modelled),
      run([cell("wait")], cost: .modelled)
    )
    #expect(same.cells[0].designChanges.isEmpty)
    #expect(GateRound.of(same, base: "run").verdict == .pass)
    // Of a built-in profile that a build has changed there is the digest alone.
    var (before, after) = (self.cell(layout: [1], frame: [2]), self.cell(layout: [1], frame: [2]))
    (before.profileSHA256, after.profileSHA256) = ("0123456789abcdef", "fedcba9876543210")
    let builds = try RunComparison(run([before]), run([after]))
    #expect(builds.cells[0].designChanges == ["profile_sha256: 0123456789ab -> fedcba987654"])
    after.profileSHA256 = before.profileSHA256
    #expect(try RunComparison(run([before]), run([after])).cells[0].designChanges.isEmpty)
  }

  @Test func anotherDeviceUnderOneNameIsNotComparable() throws {
    func cell(_ keyboard: Int) throws -> CellRecord {
      var cell = self.cell(layout: [1], frame: [2])
      cell.device = "phone"
      let text = "name: phone\nbase: iphone-se\nkeyboard_pt: \(keyboard)\n"
      cell.deviceText = DeviceFile.yaml(try DeviceFile.read(text, path: "phone.yaml"))
      return cell
    }
    let other = try RunComparison(run([cell(260)]), run([cell(300)]))
    #expect(other.cells[0].refusal == "the device's keyboard_pt differs: 260 and 300")
    #expect(try RunComparison(run([cell(260)]), run([cell(260)])).cells[0].refusal == nil)
  }

  /// What was measured for drawing differs each time; how it was measured may not.
  @Test func cellsThatAreDrawnAlikeAreComparable() throws {
    func cell(_ method: String?, share: Double) throws -> CellRecord {
      var cell = self.cell(layout: [1], frame: [2])
      cell.hostShare = share
      guard let method else { return cell }
      let text = """
        {"choice": {"method": "\(method)", "pixels": 2}, "p50_ms": 1, "p99_ms": 2, "max_ms": 3,
         "share": \(share)}
        """
      cell.drawing = try JSONDecoder().decode(DrawnCost.self, from: Data(text.utf8))
      return cell
    }
    let before = try cell("damage", share: 0.2)
    #expect(
      try RunComparison(run([before]), run([cell("damage", share: 0.3)])).cells[0].refusal == nil
    )
    for other in try [cell("whole", share: 0.2), cell(nil, share: 0.2)] {
      let refusal = try RunComparison(run([before]), run([other])).cells[0].refusal
      #expect(
        refusal?.hasPrefix("the host's share of a frame, for the app's own drawing, differs")
          == true
      )
    }
  }

  func figure(_ name: String, _ statistic: Statistic, _ samples: [Double]) -> MetricValue {
    var value = MetricValue(
      metric: name,
      statistic: statistic,
      value: samples.sorted()[samples.count / 2],
      unit: .milliseconds
    )
    if Set(samples).count > 1 { value.samples = samples }
    return value
  }

  func run(_ cells: [CellRecord], cost: CostChoice = .cpu) -> RunRecord {
    RunRecord(
      name: "run",
      clock: .virtual,
      cost: cost,
      measurer: .fixed,
      environment: [],
      cells: cells
    )
  }

  /// Samples that scatter by so much about `middle`, nearly normal.
  private func samples(
    _ middle: Double,
    scatter: Double,
    count: Int = 7,
    _ generator: inout SeededGenerator
  ) -> [Double] {
    (0..<count).map { _ in
      let sum = (0..<12).reduce(0) { sum, _ in
        sum + Double.random(in: 0..<1, using: &generator)
      }
      return middle * (1 + scatter * (sum - 6))
    }
  }

  /// 1,000 comparisons of samples from one source: 1 % at most may have a mark, which is 10; 20 are
  /// over three standard deviations more.
  @Test func samplesOfOneSourceAreSeldomMarked() throws {
    var generator = SeededGenerator(seed: 3)
    var marked = 0
    for _ in 0..<1_000 {
      func side() -> CellRecord {
        cell(
          layout: samples(0.05, scatter: 0.04, &generator),
          frame: samples(0.2, scatter: 0.1, &generator)
        )
      }
      let comparison = try RunComparison(run([side()]), run([side()]))
      if comparison.count(of: .worse) + comparison.count(of: .better) > 0 { marked += 1 }
    }
    #expect(marked <= 20)
  }

  /// Ten per cent more in one phase is seen, and the phase is named.
  @Test func aSlowerPhaseIsNamed() throws {
    var generator = SeededGenerator(seed: 4)
    var seen = 0
    for _ in 0..<100 {
      let frame = samples(0.2, scatter: 0.02, count: 10, &generator)
      let first = cell(layout: samples(0.05, scatter: 0.01, count: 10, &generator), frame: frame)
      let second = cell(layout: samples(0.055, scatter: 0.01, count: 10, &generator), frame: frame)
      let comparison = try RunComparison(run([first]), run([second]))
      if comparison.cells[0].culprits == [.layout] { seen += 1 }
      #expect(comparison.count(of: .worse) <= 1)
      let back = try RunComparison(run([second]), run([first]))
      #expect(back.count(of: .better) == comparison.count(of: .worse))
    }
    #expect(seen >= 99)
  }

  @Test func whatHardlyScattersIsEqual() throws {
    var generator = SeededGenerator(seed: 5)
    let sides = (0..<2).map { _ in
      cell(
        layout: samples(0.05, scatter: 0.005, &generator),
        frame: samples(0.2, scatter: 0.005, &generator)
      )
    }
    let comparison = try RunComparison(run([sides[0]]), run([sides[1]]))
    #expect(comparison.count(of: .equal) == 2)
  }

  /// A time of some hundred nanoseconds may be the same in all repetitions of a run; it is no count.
  @Test func timesThatAreAllAlikeHaveTheLimitsOfTimes() throws {
    func verdict(_ factor: Double) throws -> RunComparison.Verdict {
      let sides = [1, factor].map { factor in
        cell(
          layout: Array(repeating: 0.1 * factor, count: 6),
          frame: Array(repeating: 0.2, count: 6)
        )
      }
      return try RunComparison(run([sides[0]]), run([sides[1]])).cells[0].figures[0].verdict
    }
    #expect(try verdict(0.986) == .equal)
    #expect(try verdict(0.8) == .better)
    #expect(try verdict(1.2) == .worse)
  }

  @Test func nothingIsSaidOfWhatCannotBeKnown() throws {
    let slow = [0.1, 0.101, 0.099, 0.1, 0.102, 0.1]
    let slower = slow.map { $0 * 1.5 }
    let frame = Array(repeating: 0.2, count: 6)
    func verdicts(_ first: CellRecord, _ second: CellRecord) throws -> RunComparison.Figure {
      try RunComparison(run([first]), run([second])).cells[0].figures[0]
    }
    #expect(
      try verdicts(cell(layout: slow, frame: frame), cell(layout: slower, frame: frame)).verdict
        == .worse
    )
    // Five repetitions.
    let few = try verdicts(
      cell(layout: Array(slow.prefix(5)), frame: Array(frame.prefix(5))),
      cell(layout: slower, frame: frame)
    )
    #expect(few.verdict == .cannotTell)
    #expect(few.note == "5 repetitions; 6 are needed")
    // Another machine, or one that is busy.
    let busy = try verdicts(
      cell(layout: slow, frame: frame),
      cell(layout: slower, frame: frame, yardstick: 650_000)
    )
    #expect(busy.verdict == .cannotTell)
    #expect(busy.note == "the machine was 30 % slower in the second run")
    // No more than twice an empty frame's layout of 0.001 ms.
    let tiny = try verdicts(
      cell(layout: slow.map { $0 / 100 }, frame: frame),
      cell(layout: slower.map { $0 / 100 }, frame: frame)
    )
    #expect(tiny.verdict == .cannotTell)
    #expect(tiny.note?.hasPrefix("<= floor") == true)
    // From 0.0025 to 0.0029 ms, where an empty frame's layout takes 0.001.
    let near = try verdicts(
      cell(layout: slow.map { $0 / 40 }, frame: frame),
      cell(layout: slow.map { $0 / 34 }, frame: frame)
    )
    #expect(near.verdict == .cannotTell)
    #expect(near.note == "a difference of less than half the cost of an empty frame")
  }

  /// A figure that may be below 0 has no ratio: it counts from 5 % of the larger side, as all others do.
  @Test(arguments: [(1.005, FigureComparison.Verdict.cannotTell), (0.94, .worse), (1.06, .better)])
  func figuresBelowZeroCountFromTheResolution(
    factor: Double,
    verdict: FigureComparison.Verdict
  ) throws {
    func cell(_ factor: Double) -> CellRecord {
      var cell = self.cell(
        layout: Array(repeating: 1, count: 6),
        frame: Array(repeating: 1, count: 6)
      )
      let samples = [-8.29, -8.30, -8.28, -8.29, -8.31, -8.29].map { $0 * factor }
      cell.metrics = [figure("frame_overrun_ms", .p99, samples)]
      return cell
    }
    let compared = try RunComparison(run([cell(1)]), run([cell(factor)])).cells[0].figures[0]
    #expect(compared.verdict == verdict)
  }

  /// What has a budget of 0 knows no smallest difference, measured costs or not.
  @Test(arguments: [CostChoice.cpu, .modelled])
  func anyDriftCounts(cost: CostChoice) throws {
    func cell(_ points: Double) -> CellRecord {
      var cell = self.cell(
        layout: Array(repeating: 1, count: 6),
        frame: Array(repeating: 1, count: 6)
      )
      cell.metrics = [
        MetricValue(
          metric: Metric.anchorDrift.id,
          value: points,
          unit: .points
        )
      ]
      return cell
    }
    let compared = try RunComparison(run([cell(0)], cost: cost), run([cell(0.4)], cost: cost))
    #expect(compared.cells[0].figures[0].verdict == .worse)
  }

  /// A length that repeats in all repetitions and differs by less than a point is equal, however small it is.
  @Test(arguments: [(0.9, FigureComparison.Verdict.equal), (1.1, .worse)])
  func lengthsThatRepeatCountFromAPoint(points: Double, verdict: FigureComparison.Verdict) throws {
    func cell(_ points: Double) -> CellRecord {
      var cell = self.cell(
        layout: Array(repeating: 1, count: 6),
        frame: Array(repeating: 1, count: 6)
      )
      cell.metrics = [MetricValue(metric: "reader_moved_pt", value: points, unit: .points)]
      return cell
    }
    let compared = try RunComparison(run([cell(2)]), run([cell(2 + points)])).cells[0].figures[0]
    #expect(compared.verdict == verdict)
  }

  /// A process that came to an end is that, and no other file or device.
  @Test func aCellThatEndedIsSaidToHaveEnded() throws {
    let whole = cell(layout: [1], frame: [2])
    var ended = whole
    ended.verdict = .ended(CellRecord.ProcessEnd(.trapped, detail: "trapped: out of bounds"))
    ended.loadSHA256 = nil
    for (first, second, place) in [(whole, ended, "second"), (ended, whole, "first")] {
      let comparison = try RunComparison(run([first]), run([second]))
      let refusal = try #require(comparison.cells[0].refusal)
      #expect(refusal == "its process came to an end in the \(place) run: trapped: out of bounds")
      let result = GateRound.of(comparison, base: "run").results[0]
      #expect(result.verdict == (place == "second" ? .regression : .invalid))
    }
  }

  /// What is counted is equal beside any load: a build of which no cost can be told does not pass.
  @Test func aRoundOfWhichNoCostCanBeToldIsInconclusive() throws {
    func verdict(_ first: [Double], _ second: [Double]) throws -> CheckResult {
      let sides = [first, second].map { layout -> CellRecord in
        var cell = cell(layout: layout, frame: layout.map { $0 * 2 })
        cell.metrics.append(figure("pool_peak", .value, [3]))
        return cell
      }
      return GateRound.of(try RunComparison(run([sides[0]]), run([sides[1]])), base: "run").results[
        0
      ]
    }
    let few = try verdict([1, 1.01, 0.99], [1, 1.01, 0.99])
    #expect(few.verdict == .inconclusive)
    #expect(few.notes.contains { $0.contains("3 repetitions") }, "\(few.notes)")
    let steady = [1, 1.001, 0.999, 1, 1.002, 1]
    #expect(try verdict(steady, steady).verdict == .pass)
    let worse = try verdict(steady, steady.map { $0 * 1.2 })
    #expect(worse.verdict == .regression && worse.figure == "layout_cost_ms p50")
  }

  /// A lateness below zero has no ratio: what is small beside it is not called a difference.
  @Test func aDifferenceThatIsSmallBesideNegativeFiguresIsNotMarked() throws {
    func side(_ middle: Double) -> CellRecord {
      var cell = cell(layout: [1], frame: [2])
      let samples = (0..<10).map { middle + 0.000_01 * Double($0 % 3) }
      cell.metrics = [figure("frame_overrun_ms", .p99, samples)]
      cell.repetitions = samples.count
      cell.yardstick = []
      return cell
    }
    func verdict(_ second: Double) throws -> RunComparison.Verdict {
      try RunComparison(run([side(-8.296)]), run([side(second)])).cells[0].figures[0].verdict
    }
    #expect(try verdict(-8.294) == .cannotTell)
    #expect(try verdict(-7.5) == .worse)
  }

  /// It repeats: the only question is whether anybody would notice. A cost counts as a share of itself.
  @Test(arguments: [(0.0502, RunComparison.Verdict.equal), (0.0503, .worse), (0.0497, .better)])
  func modelledCostIsWorseFromHalfAPerCentOn(
    layout: Double,
    verdict: RunComparison.Verdict
  ) throws {
    let first = cell(layout: [0.05], frame: [0.2])
    let second = cell(layout: [layout], frame: [0.2])
    let comparison = try RunComparison(
      run([first], cost: .modelled),
      run([second], cost: .modelled)
    )
    #expect(comparison.cells[0].figures.map(\.verdict) == [verdict, .equal])
  }

  @Test func runsOfOtherOptionsAreRefused() {
    #expect(throws: RunComparison.Refusal.self) {
      try RunComparison(run([]), run([], cost: .modelled))
    }
  }

  @Test func cellsOfOtherLoadsAreNamed() throws {
    let first = cell(layout: [0.05], frame: [0.2])
    let second = cell(layout: [0.05], frame: [0.2], load: "b")
    var other = first
    other.profile = "vercel-v0"
    let comparison = try RunComparison(run([first, other]), run([second]))
    #expect(comparison.cells[0].refusal == "the load differs: a and b")
    #expect(comparison.cells[0].figures.isEmpty)
    #expect(comparison.onlyFirst.map(\.profile) == ["vercel-v0"])
    #expect(comparison.onlySecond.isEmpty)
  }
}
