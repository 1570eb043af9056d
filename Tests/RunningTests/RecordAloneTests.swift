import ChatSurface
import Foundation
import FrameMetrics
import FramePacing
import LoadGeneration
import Running
import Testing
import Timebase

/// Whoever has a cell's record can compute its figures of pacing and cost again.
@Suite struct RecordAloneTests {
  private func load(_ chance: inout SeededGenerator) -> [TimedLoadEvent] {
    var events = TestBench.answer(words: Int.random(in: 20...200, using: &chance))
    let history = SyntheticHistory(seed: 3, count: 60, lengths: .oasst)
    if Bool.random(using: &chance) { events.append(TimedLoadEvent(.load(history), at: .zero)) }
    for _ in 0..<Int.random(in: 0...4, using: &chance) {
      let at = Double.random(in: 0...4_000, using: &chance)
      let length = Int.random(in: 5...1_200, using: &chance)
      events.append(
        TimedLoadEvent(event: .fault(.stall(.milliseconds(length))), atMilliseconds: at)
      )
    }
    for _ in 0..<Int.random(in: 0...3, using: &chance) {
      let at = Instant(milliseconds: Double.random(in: 0...6_000, using: &chance))
      events.append(TimedLoadEvent(.fling(velocity: -2_000), at: at))
    }
    if Bool.random(using: &chance) {
      let at = Double.random(in: 0...3_000, using: &chance)
      events.append(TimedLoadEvent(.background, at: Instant(milliseconds: at)))
      events.append(TimedLoadEvent(.foreground, at: Instant(milliseconds: at + 700)))
    }
    let slow = Fault.slowPhase(.layout, cost: .milliseconds(7), until: Instant(milliseconds: 900))
    if Bool.random(using: &chance) {
      events.append(TimedLoadEvent(event: .fault(slow), atMilliseconds: 200))
    }
    return TestBench.ordered(events)
  }

  private func expectEqual(
    _ value: Double?,
    _ naive: Double?,
    _ name: String,
    _ context: String
  ) {
    guard let value, let naive else {
      #expect(value == naive, "\(name) of \(context)")
      return
    }
    #expect(abs(value - naive) <= 1e-6 * max(1, abs(naive)), "\(name) of \(context)")
  }

  @Test func everyFigureOfPacingAndCostFollowsFromTheRecord() throws {
    for iteration in 0..<max(40, PropertySettings.iterations / 5) {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let context = "SEED=\(PropertySettings.seed) iteration \(iteration)"
      let options = RunOptions(
        cost: .modelled,
        depth: Int.random(in: 0...1, using: &chance),
        latePolicy: Bool.random(using: &chance) ? .coalesce : .queue,
        hostShare: [nil, 0, 0.25, 0.9].randomElement(using: &chance) ?? nil,
        countsAllocations: false,
        costs: TestBench.costs
      )
      let plan = CellPlan(
        scenario: "random",
        events: load(&chance),
        profile: Profile.all.randomElement(using: &chance) ?? .reference,
        device: Device.iPhone15Pro.at(hertz: Bool.random(using: &chance) ? 60 : 120),
        seed: 1
      )
      let cell = try CellRunner(options: options, tools: TestBench.tools).run(plan).record
      let naive = NaiveFigures(cell)
      let value = { (metric: Metric, statistic: Statistic) in cell.value(metric, statistic) }
      let rows: [(Metric, Statistic, Double?)] = [
        (.hitchRatio, .value, naive.hitchRatio), (.hitchTime, .value, naive.hitchTime),
        (.hitchRatioAnimating, .value, naive.hitchRatioAnimating),
        (.interactionTime, .value, naive.interaction), (.animatingTime, .value, naive.animating),
        (.hitchCount, .value, Double(naive.hitchCount)),
        (.longestHitch, .value, naive.longestHitch), (.adherence, .value, naive.adherence),
        (.lateFrames, .value, Double(naive.late)),
        (.frameCost, .p50, naive.cost(0.5) { $0.engine }),
        (.frameCost, .p99, naive.cost(0.99) { $0.engine }),
        (.frameCost, .max, naive.cost(1) { $0.engine }),
      ]
      for (metric, statistic, expected) in rows {
        expectEqual(value(metric, statistic), expected, "\(metric.id) \(statistic)", context)
      }
      let named: [(String, Statistic, Double?)] = [
        ("frozen_frames", .value, Double(naive.frozen)), ("fps_avg", .value, naive.framesPerSecond),
        ("dropped_in_1s_pct", .max, naive.droppedMost),
        ("engine_time_pct", .value, naive.engineTime),
        ("frame_overrun_ms", .p99, naive.overrun),
        ("layout_cost_ms", .p99, naive.cost(0.99) { $0[.layout] }),
        ("commit_cost_ms", .max, naive.cost(1) { $0[.commit] }),
      ]
      for (name, statistic, expected) in named {
        expectEqual(cell.value(named: name, statistic), expected, "\(name) \(statistic)", context)
      }
      // What the pipeline said of each frame is what the timeline says.
      for judgement in cell.timeline.judged() {
        let frame = cell.frames[judgement.index]
        #expect(judgement.lostPeriods == frame.lostVsyncs, "\(context), tick \(frame.tick)")
        #expect(judgement.isOnTime == frame.isOnTime, "\(context), tick \(frame.tick)")
      }
    }
  }
}
