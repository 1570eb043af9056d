import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Running
import Testing
import Timebase

/// What was not judged while it was made comes to the same as what was.
@Suite struct JudgedRepetitionTests {
  /// A history above, a reader who moves, an answer, and in one of three a stall.
  private func load(_ chance: inout SeededGenerator) -> [TimedLoadEvent] {
    let words = Int.random(in: 10...60, using: &chance)
    var events = [
      TimedLoadEvent(.load(SyntheticHistory(seed: 3, count: 30, lengths: .oasst)), at: .zero)
    ]
    events += TestBench.answer(words: words, everyMilliseconds: 30)
    let times = (0..<3).map { _ in Double.random(in: 100...1_500, using: &chance) }
    events.append(TimedLoadEvent(.fling(velocity: -900), at: Instant(milliseconds: times[0])))
    if Int.random(in: 0..<3, using: &chance) == 0 {
      let stall = Nanoseconds(milliseconds: Double.random(in: 1...300, using: &chance))
      events.append(TimedLoadEvent(event: .fault(.stall(stall)), atMilliseconds: times[1]))
    }
    return TestBench.ordered(events)
  }

  /// What so many frames cost: little, and now and then more than a period.
  private func costs(_ count: Int, _ chance: inout SeededGenerator) -> [FrameCost] {
    let rarity = [20, 200, 1_000_000].randomElement(using: &chance) ?? 20
    return (0..<count).map { _ in
      var cost = FrameCost()
      for phase in Phase.allCases {
        let isLate = Int.random(in: 0..<rarity, using: &chance) == 0
        let microseconds = Int64.random(in: isLate ? 5_000...40_000 : 1...300, using: &chance)
        cost[phase] = Nanoseconds(rawValue: 1_000 * microseconds)
      }
      return cost
    }
  }

  private func run(_ runner: Runner) -> JudgedRepetition {
    var runner = runner
    var screen = ScreenTable()
    let outcome = runner.run { screen.append($1, of: $0) }
    return JudgedRepetition(outcome, on: screen)
  }

  private func expect(
    _ repetition: JudgedRepetition,
    equals direct: JudgedRepetition,
    at rate: RefreshRate,
    _ context: String
  ) {
    let (one, other) = (repetition.outcome, direct.outcome)
    #expect(one.frames == other.frames, "\(context)")
    #expect(one.fallbacks == other.fallbacks, "\(context)")
    #expect(one.counts == other.counts, "\(context)")
    #expect(one.refused == other.refused, "\(context)")
    #expect(one.text.textOut == other.text.textOut, "\(context)")
    #expect(repetition.screen == direct.screen, "\(context)")
    #expect(
      TestBench.metrics(of: one, at: rate) == TestBench.metrics(of: other, at: rate),
      "\(context)"
    )
  }

  /// Three runs of one load: one that is judged, and with other costs one that is and one that is not. The
  /// last comes to what the second does, by the first's judgement or, where frames fell otherwise, made
  /// once more with its costs. Both cases come up.
  @Test func aRepetitionComesToWhatItWouldHaveBeenJudged() {
    var (alike, otherwise) = (0, 0)
    for iteration in 0..<PropertySettings.iterations {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let events = load(&chance)
      let profile = Profile.all[iteration % Profile.all.count]
      let device = Device.iPhone15Pro.at(hertz: Bool.random(using: &chance) ? 60 : 120)
      let depth = Int.random(in: 0...1, using: &chance)
      func runner(_ costs: [FrameCost]?, isJudged: Bool = true) -> Runner {
        var settings = TestBench.settings(depth: depth)
        settings.knownCosts = costs
        settings.judgesFrames = isJudged
        return Runner(
          events: events,
          profile: profile,
          device: device,
          tools: TestBench.tools,
          settings: settings
        )
      }
      let context = "SEED=\(PropertySettings.seed) iteration \(iteration), \(profile.name)"
      let first = run(runner(nil))
      let costs = costs(first.outcome.frames.count * 2, &chance)
      let direct = run(runner(costs))
      let timed = run(runner(costs, isJudged: false)).outcome
      #expect(timed.frames.count == direct.outcome.frames.count, "\(context)")
      if let same = first.measured(as: timed) {
        alike += 1
        expect(same, equals: direct, at: device.rate, context)
      } else {
        otherwise += 1
        let again = run(runner(timed.costs))
        expect(again, equals: direct, at: device.rate, context)
        #expect(again.measured(as: timed) != nil, "\(context)")
      }
    }
    #expect(alike > 0 && otherwise > 0, "\(alike) alike, \(otherwise) otherwise")
  }

  /// A cell of measured cost whose host stalls reports what the same cell reports that is judged each time.
  @Test func aCellIsJudgedOnce() throws {
    let stall = TimedLoadEvent(event: .fault(.stall(.milliseconds(120))), atMilliseconds: 700)
    let events = TestBench.ordered(TestBench.answer(words: 40) + [stall])
    func record(judgesEach: Bool) throws -> CellRecord {
      var session = CellSession(
        CellPlan(scenario: "test", events: events, profile: .reference, device: .iPhoneSE, seed: 1),
        options: RunOptions(
          cost: .cpu,
          measurer: .fixed,
          repetitions: .exactly(3),
          costs: TestBench.costs
        ),
        tools: TestBench.tools
      )
      while session.next != nil { try session.advance(frames: judgesEach ? { _, _ in } : nil) }
      return session.result().record
    }
    let (once, each) = (try record(judgesEach: false), try record(judgesEach: true))
    #expect(once.repetitions == 3)
    #expect(once.counts == each.counts)
    #expect(once.textOutSHA256 == each.textOutSHA256)
    #expect(once.screen.frames.count == each.screen.frames.count)
    #expect(once.frames.map(\.vsync) == each.frames.map(\.vsync))
    #expect(once.frames.map(\.contents) == each.frames.map(\.contents))
    #expect(once.frames.allSatisfy { $0.isSwallowed || $0.cost.engine > .zero })
  }
}
