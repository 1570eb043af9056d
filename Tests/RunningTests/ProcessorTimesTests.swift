import MarkdownBlocks
import ChatSurface
import FramePacing
import LoadGeneration
import PangoMeasuring
import Running
import Scenarios
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
      tools: TextTools(measurer: measurer, parser: MarkdownParser())
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

  /// A repetition that is not judged makes the same frames and shapes the same text, in five windows too.
  @Test func aRepetitionThatIsNotJudgedDoesTheSameWork() throws {
    let cell = try ScenarioCatalog.find().scenario("five-windows")
    let plan = CellPlan(
      scenario: "five-windows",
      events: cell.timeline(on: .iPhoneSE).filter { $0.instant < Instant(milliseconds: 4_000) },
      profile: .reference,
      device: .iPhoneSE,
      seed: 1
    )
    func work(judgesFirstAlone: Bool) throws -> (misses: [Int], frames: [Int], turns: [Int]) {
      let measurer = try PangoMeasurer()
      var times = ProcessorTimes(
        plan,
        options: RunOptions(cost: .modelled, measurer: .pango, costs: TestBench.costs),
        tools: TextTools(measurer: measurer, parser: MarkdownParser())
      )
      times.forgetsTexts = true
      times.judgesFirstAlone = judgesFirstAlone
      times.warmUp()
      var (misses, frames) = ([measurer.cacheMisses], [Int]())
      for _ in 0..<2 {
        var count = 0
        times.measureAgain { count += 1 }
        frames.append(count)
        misses.append(measurer.cacheMisses)
      }
      let result = times.result()
      #expect(result.problem == nil)
      #expect(
        frames.allSatisfy { $0 > 100 && $0 <= result.frames },
        "\(frames) of \(result.frames)"
      )
      return (misses, frames, result.turns.map(\.count))
    }
    let judged = try work(judgesFirstAlone: false)
    let once = try work(judgesFirstAlone: true)
    #expect(judged == once)
  }

  /// What is planted is sized by repetitions without it, and is measured when it is asked for.
  @Test func aRepetitionWithPlantedWorkDoesAllThatOneWithoutDoes() throws {
    let measurer = try PangoMeasurer()
    var times = ProcessorTimes(
      plan(),
      options: RunOptions(cost: .modelled, measurer: .pango, costs: TestBench.costs),
      tools: TextTools(measurer: measurer, parser: MarkdownParser()),
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
