import FrameMetrics
import FramePacing
import Foundation
import Gating
import Simulation
import Testing
import Timebase

@Suite struct RunComparisonTests {
  /// A cell with two costs, each as the repetitions give it.
  private func cell(
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

  private func figure(_ name: String, _ statistic: Statistic, _ samples: [Double]) -> MetricValue {
    var value = MetricValue(
      metric: name,
      statistic: statistic,
      value: samples.sorted()[samples.count / 2],
      unit: .milliseconds
    )
    if Set(samples).count > 1 { value.samples = samples }
    return value
  }

  private func run(_ cells: [CellRecord], cost: CostChoice = .cpu) -> RunRecord {
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
  }

  @Test func modelledCostIsComparedExactly() throws {
    let first = cell(layout: [0.05], frame: [0.2])
    let second = cell(layout: [0.05001], frame: [0.2])
    let comparison = try RunComparison(
      run([first], cost: .modelled),
      run([second], cost: .modelled)
    )
    #expect(comparison.cells[0].figures.map(\.verdict) == [.worse, .equal])
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
    #expect(comparison.cells[0].refusal == "the scenario's file differs: a and b")
    #expect(comparison.cells[0].figures.isEmpty)
    #expect(comparison.onlyFirst.map(\.profile) == ["vercel-v0"])
    #expect(comparison.onlySecond.isEmpty)
  }
}
