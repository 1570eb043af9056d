import Foundation
import FrameMetrics
import FramePacing
import Gating
import Records
import Testing
import Timebase

/// What processes of one cell differ by although nothing changed, and what is made of it.
extension RunComparisonTests {
  /// What processes differ by in which nothing changed is no difference of the runs.
  @Test func whatOneProcessDiffersByFromTheNextIsNotMarked() throws {
    let slow = [0.1, 0.101, 0.099, 0.1, 0.102, 0.1]
    let frame = Array(repeating: 0.2, count: 6)
    let sides = [slow, slow.map { $0 * 1.12 }].map { cell(layout: $0, frame: frame) }
    let name = MachineNoise.name(of: Metric.costName(of: .layout), .p50)
    func layout(_ first: MachineNoise?, _ second: MachineNoise?) throws -> RunComparison.Figure {
      var runs = sides.map { run([$0]) }
      (runs[0].noise, runs[1].noise) = (first, second)
      return try RunComparison(runs[0], runs[1]).cells[0].figures[0]
    }
    #expect(try layout(nil, nil).verdict == .worse)
    var noise = MachineNoise()
    noise.cell = CellIdentity(sides[0]).description
    noise.figures = [name: 0.03]
    noise.spread = ["p50": 0.2, "p99": 0.5]
    #expect(try layout(noise, noise).verdict == .worse, "12 % is more than 5 % and 3 %")
    var worse = noise
    worse.figures[name] = 0.08
    for pair in [(noise, worse), (worse, noise)] {
      let figure = try layout(pair.0, pair.1)
      #expect(figure.verdict == .cannotTell)
      #expect(figure.note == "one process differs from the next by up to 9 %")
    }
    // Of another cell than the one that was measured again, twice what its statistic says counts.
    noise.cell = "other.reference.iphone-se.60"
    #expect(try layout(noise, nil).verdict == .cannotTell)
    noise.spread["p50"] = 0.04
    #expect(try layout(noise, nil).verdict == .cannotTell, "12 % is less than 5 % and 8 %")
    noise.spread["p50"] = 0.025
    #expect(try layout(noise, nil).verdict == .worse)
    noise.spread["p50"] = nil
    #expect(try layout(noise, nil).verdict == .cannotTell, "the most of any statistic")
  }

  @Test func processesOfOneCellSayByHowMuchTheyDiffer() {
    let cells = [1.0, 1.1, 1.05].map { factor in
      cell(
        layout: [0.1, 0.101, 0.099, 0.1, 0.102, 0.1].map { $0 * factor },
        // Once in each process.
        frame: Array(repeating: 0.2 * factor, count: 6)
      )
    }
    let noise = MachineNoise(of: cells)
    #expect(noise.cell == "test.reference.iphone-se.60" && noise.processes == 3)
    #expect(Array(noise.figures.keys) == ["layout_cost_ms p50"])
    #expect(abs((noise.figures["layout_cost_ms p50"] ?? 0) - log(1.1)) < 1e-9)
    #expect(noise.spread["p50"] == noise.figures["layout_cost_ms p50"])
    // Within twice the cost of an empty frame nothing would be judged.
    let tiny = cells.map { cell -> CellRecord in
      var cell = cell
      cell.floor?[.layout] = Nanoseconds(rawValue: 1_000_000)
      return cell
    }
    #expect(MachineNoise(of: tiny).figures.isEmpty)
    // A process that did not come to its end says nothing.
    var ended = cells[1]
    ended.repetitions = 1
    #expect(MachineNoise(of: [cells[0], ended]) == MachineNoise())
  }

  /// With several processes a side, their means are compared, and what they may differ by is less.
  @Test func furtherProcessesOfBothRunsAreHeldAgainstEachOther() throws {
    func process(_ milliseconds: Double) -> CellRecord {
      cell(
        layout: [1, 1.004, 0.996, 1, 1.008, 0.998].map { $0 * milliseconds },
        frame: Array(repeating: 0.2, count: 6)
      )
    }
    func layout(_ first: [Double], _ second: [Double], keeps: Bool = true) throws
      -> RunComparison.Figure
    {
      let runs = [first, second].map { processes -> RunRecord in
        let records = processes.map(process)
        var run = run([records[0]])
        run.noise = MachineNoise(of: records)
        if !keeps { run.noise?.further = nil }
        return run
      }
      return try RunComparison(runs[0], runs[1]).cells[0].figures[0]
    }
    let (plain, planted) = ([0.1, 0.104, 0.102], [0.112, 0.109, 0.114])
    let figure = try layout(plain, planted)
    #expect(figure.verdict == .worse, "9.5 % is more than 5 % and 4.5 % / sqrt(3)")
    #expect(abs((figure.ratio ?? 0) - pow(112 * 109 * 114 / (100 * 104 * 102), 1.0 / 3)) < 1e-9)
    // The first processes alone differ by 9 %, and any two of a side by 4.5 %.
    let single = try layout(plain, [0.109, 0.11, 0.114], keeps: false)
    #expect(single.verdict == .cannotTell)
    let odd = try layout([0.1, 0.1, 0.1], [0.115, 0.1, 0.1])
    #expect(odd.verdict == .cannotTell, "one process of three was slow: 4.8 % in the mean")
    let apart = try layout([0.1, 0.1, 0.1], [0.12, 0.1, 0.105])
    #expect(apart.verdict == .cannotTell, "8 % is less than 5 % and 20 % / sqrt(3)")
    #expect(apart.note == "means of 3 processes differ by up to 12 %")
    // One run that kept its first process alone is compared by that.
    var runs = [plain, planted].map { processes -> RunRecord in
      let records = processes.map(process)
      var run = run([records[0]])
      run.noise = MachineNoise(of: records)
      return run
    }
    runs[0].noise?.further = nil
    let mixed = try RunComparison(runs[0], runs[1]).cells[0].figures[0]
    #expect(abs((mixed.ratio ?? 0) - 1.12) < 1e-9)
    // The first process was faster, all of them are slower.
    let against = try layout([0.11, 0.1, 0.1], [0.108, 0.13, 0.13])
    #expect(against.verdict == .worse && (against.ratio ?? 0) > 1.15)
    #expect(against.note == "the ratio is of all processes of both runs")
  }

  /// Where the machine had another speed from one process to the next, they are not held together.
  @Test func processesOfAMachineOfTwoSpeedsAreNotKept() {
    func noise(_ yardstick: Double) -> MachineNoise {
      let layout = [0.1, 0.101, 0.099, 0.1, 0.102, 0.1]
      let frame = Array(repeating: 0.2, count: 6)
      return MachineNoise(of: [
        cell(layout: layout, frame: frame),
        cell(layout: layout.map { $0 * 1.01 }, frame: frame, yardstick: yardstick),
      ])
    }
    #expect(noise(500_000).further?["layout_cost_ms p50"]?.count == 1)
    let other = noise(600_000)
    #expect(other.further == nil && other.processes == 2 && !other.figures.isEmpty)
  }
}
