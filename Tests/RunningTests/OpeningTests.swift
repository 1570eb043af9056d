import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Records
import Running
import Testing
import Timebase

/// What is said of a conversation that is opened, and of a run with nothing else in it.
@Suite struct OpeningTests {
  private let history = SyntheticHistory(seed: 3, count: 400, lengths: .arena)

  private func record(
    _ events: [TimedLoadEvent],
    profile: Profile = .reference,
    hertz: Int = 60
  ) throws -> CellRecord {
    let options = RunOptions(cost: .modelled, countsAllocations: false, costs: TestBench.costs)
    let plan = CellPlan(
      scenario: "opening",
      events: TestBench.ordered(events),
      profile: profile,
      device: Device.iPhone15Pro.at(hertz: hertz),
      seed: 1
    )
    return try CellRunner(options: options, tools: TestBench.tools).run(plan).record
  }

  private func load(at milliseconds: Double = 0, window: String? = nil) -> TimedLoadEvent {
    TimedLoadEvent(.load(history), at: Instant(milliseconds: milliseconds), window: window)
  }

  /// A lone load is no interaction: no ratio, and no missed budget for that.
  @Test(arguments: [60, 120]) func aLoneLoadHasAnOpeningAndNoRatio(hertz: Int) throws {
    let cell = try record([load()], hertz: hertz)
    #expect(cell.verdict == .pass)
    let ratio = try #require(cell.metrics.value(of: .hitchRatio))
    #expect(ratio.value == nil && ratio.absence == .nothing && ratio.note == "no interaction")
    let check = try #require(cell.budgets.first { $0.name == Budget.hitchRatio.rawValue })
    #expect(check.state == .kept && check.value == 0 && check.limit == 0)
    let opening = try #require(cell.value(.openingTime, .max))
    #expect(abs(opening - 1000 / Double(hertz)) < 0.001, "shown at the first vsync")
    #expect(cell.episodes.map(\.kind) == [.opening])
  }

  /// A design that measures every message before its first frame: late, but in the opening and not in
  /// a ratio for scrolling.
  @Test func alateOpeningMissesItsOwnBudgetAlone() throws {
    var fling = [load()]
    fling.append(TimedLoadEvent(.fling(velocity: -1_500), at: Instant(milliseconds: 2_500)))
    let stall = TimedLoadEvent(event: .fault(.stall(.milliseconds(400))), atMilliseconds: 0)
    let cell = try record(fling + [stall])
    #expect(cell.value(.hitchRatio) == 0)
    #expect(try #require(cell.value(named: "hitch_time_opening_ms")) > 390)
    #expect(try #require(cell.value(.openingTime, .max)) > 400)
    let missed = cell.budgets.filter { $0.state == .missed }.map(\.name)
    #expect(missed.contains(Budget.opening.rawValue))
    #expect(!missed.contains(Budget.hitchRatio.rawValue))
  }

  /// A hitch in an opening counts where something else goes on.
  @Test func aHitchInAnOpeningCountsWhereTheReaderScrolls() throws {
    let stall = TimedLoadEvent(event: .fault(.stall(.milliseconds(400))), atMilliseconds: 0)
    let finger = TimedLoadEvent(.touch(.began, y: 300), at: .zero)
    let up = TimedLoadEvent(.touch(.ended, y: 300), at: Instant(milliseconds: 900))
    let cell = try record([load(), finger, up, stall])
    #expect(try #require(cell.value(.hitchTime)) > 390)
  }

  /// Content that grows at each frame until the reader does something has settled at the last of them;
  /// text that is still an estimate then has never settled.
  @Test func anOpeningIsOverWhenNothingMovesAnyMore() throws {
    var events = [load()]
    for step in 1...20 {
      events.append(
        TimedLoadEvent(.typing(step % 2 == 1), at: Instant(milliseconds: Double(step) * 1_000))
      )
    }
    let cell = try record(events)
    #expect(cell.openings.count == 1)
    #expect(try #require(cell.value(.openingTime, .max)) < 17)
    // The jumps of vercel-v0's opening come 16 ms later: two frames.
    let jumping = try record([load()], profile: .builtIn("vercel-v0"))
    #expect(try #require(jumping.value(.openingTime, .max)) <= 100)
  }

  /// A window that is opened beside the first has no messages, only the padding above and below them:
  /// there is nothing that it could still show.
  @Test(arguments: Profile.all) func anEmptyWindowIsOpenAtOnce(profile: Profile) throws {
    let window = TimedLoadEvent(.window(.open), at: Instant(milliseconds: 100), window: "second")
    let cell = try record([load(), window], profile: profile)
    #expect(cell.openings.count == 2)
    #expect(cell.openings.allSatisfy { $0.settled != nil }, "\(cell.openings)")
  }

  @Test func whatNeverSettlesMissesItsBudget() {
    var input = MetricInput(timeline: FrameTimeline(grid: .fixed(RefreshRate(hertz: 60))))
    input.episodes = []
    input.openings = [Opening(due: .zero, settled: nil)]
    let figure = Metric.values(of: input).value(of: .openingTime, .max)
    #expect(figure?.absence == .never && figure?.value == nil)
  }

  @Test func aCellInTheBackgroundHasNoInteraction() throws {
    let messages = ListedMessages([Message(id: "m", role: .user, text: "Hello")])
    let load = TimedLoadEvent(.load(messages), at: .zero)
    let away = TimedLoadEvent(.background, at: Instant(milliseconds: 5))
    let answer = TestBench.answer(words: 50).map { event in
      var event = event
      event.instant = event.instant + .milliseconds(20)
      return event
    }
    let cell = try record([load, away] + answer)
    #expect(cell.value(.interactionTime) == 0)
    #expect(cell.metrics.value(of: .hitchRatio)?.absence == .nothing)
    #expect(cell.metrics.value(of: .tokenVisible, .p99)?.absence == .nothing)
    #expect(cell.verdict == .pass, "\(cell.budgets.filter { $0.state != .kept })")
  }

  /// Windows share the display: their episodes are one union, and a hitch counts once.
  @Test func fiveWindowsAreOneUnion() throws {
    var events: [TimedLoadEvent] = []
    for window in 0..<5 {
      let name = window == 0 ? nil : "w\(window)"
      if let name {
        events.append(TimedLoadEvent(.window(.open), at: .zero, window: name))
      }
      events += TestBench.answer(words: 100).map {
        TimedLoadEvent($0.event, at: $0.instant, window: name)
      }
    }
    let stall = TimedLoadEvent(event: .fault(.stall(.milliseconds(200))), atMilliseconds: 1_003)
    let five = try record(events + [stall])
    let one = try record(TestBench.answer(words: 100) + [stall])
    #expect(five.value(.hitchTime) == one.value(.hitchTime))
    #expect(five.value(.interactionTime) == one.value(.interactionTime))
    #expect(five.value(.hitchRatio) == one.value(.hitchRatio))
  }
}
