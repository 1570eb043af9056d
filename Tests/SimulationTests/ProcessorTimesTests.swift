import ChatSurface
import CMarkParsing
import FramePacing
import LoadGeneration
import PangoMeasuring
import Simulation
import Testing
import Timebase

/// What repetitions whose processor time is taken find in memory.
@Suite struct ProcessorTimesTests {
  private func plan() -> CellPlan {
    CellPlan(
      scenario: "test",
      events: [
        TimedLoadEvent(.load(SyntheticHistory(seed: 3, count: 60, lengths: .oasst)), at: .zero),
        TimedLoadEvent(.fling(velocity: -2_000), at: .zero + Nanoseconds(milliseconds: 100)),
      ],
      profile: .reference,
      device: .iPhoneSE,
      seed: 1
    )
  }

  /// How many stretches each of four repetitions had to shape.
  private func misses(forgetting: Bool) throws -> [Int] {
    let measurer = try PangoMeasurer()
    var times = ProcessorTimes(
      plan(),
      options: RunOptions(cost: .modelled, measurer: .pango, costs: TestBench.costs),
      tools: TextTools(measurer: measurer, parser: CMarkParser())
    )
    times.forgetsTexts = forgetting
    var counts = [0]
    times.warmUp()
    counts.append(measurer.cacheMisses)
    for _ in 0..<3 {
      times.measureAgain {}
      counts.append(measurer.cacheMisses)
    }
    return zip(counts.dropFirst(), counts).map { $0 - $1 }
  }

  @Test func textIsShapedAnewInEachRepetitionWhereItIsForgotten() throws {
    let misses = try misses(forgetting: true)
    #expect(misses[0] > 50)
    #expect(misses == Array(repeating: misses[0], count: 4))
  }

  @Test func elseTheFirstRepetitionShapesAllOfIt() throws {
    let misses = try misses(forgetting: false)
    #expect(misses[0] > 50)
    #expect(misses[1...] == [0, 0, 0])
  }

  /// What is planted is sized by repetitions without it, and is measured when it is asked for.
  @Test func aRepetitionWithPlantedWorkDoesAllThatOneWithoutDoes() throws {
    let measurer = try PangoMeasurer()
    var times = ProcessorTimes(
      plan(),
      options: RunOptions(cost: .modelled, measurer: .pango, costs: TestBench.costs),
      tools: TextTools(measurer: measurer, parser: CMarkParser()),
      plant: .work(PlantedWork(phase: .layout))
    )
    times.forgetsTexts = true
    times.warmUp()
    let once = measurer.cacheMisses / 3
    #expect(measurer.cacheMisses == 3 * once)
    var frames = 0
    times.measureAgain { frames += 1 }
    times.measurePlanted {}
    times.measurePlanted {}
    #expect(measurer.cacheMisses == 6 * once)
    let result = times.result()
    #expect(result.frames == frames)
    #expect(result.turns.count == 1 && result.plantedTurns.count == 2)
    let turns = (frames + ProcessorTimes.framesOfTurn - 1) / ProcessorTimes.framesOfTurn
    #expect((result.turns + result.plantedTurns).allSatisfy { $0.count == turns })
  }
}
