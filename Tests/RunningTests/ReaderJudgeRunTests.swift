import ChatSurface
import FrameMetrics
import FramePacing
import Lengths
import LoadGeneration
import PublishedDesigns
import Records
import Running
import Testing
import Timebase

/// What the judges of the screen say of runs of the engine.
@Suite struct ReaderJudgeRunTests {
  /// A history, an answer that goes on and on, and a reader who drags up twice while it does.
  private var events: [TimedLoadEvent] {
    let history = SyntheticHistory(seed: 1, count: 40, lengths: .oasst)
    var events = [TimedLoadEvent(.load(history), at: .zero)]
    events.append(TimedLoadEvent(.streamBegin("a"), at: Instant(milliseconds: 200)))
    for number in 0..<200 {
      let text = Array("words that go on and on and on. ".utf8)
      events.append(
        TimedLoadEvent(.token("a", text), at: Instant(milliseconds: 250 + 20 * Double(number)))
      )
    }
    events.append(TimedLoadEvent(.streamEnd("a", .complete), at: Instant(milliseconds: 4_300)))
    for start in [1_500.0, 2_800] { events += drag(by: 240, at: start) }
    return events.enumerated()
      .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
      .map(\.element)
  }

  /// A finger moves down, lies still and leaves.
  private func drag(by distance: Double, at start: Double) -> [TimedLoadEvent] {
    let steps = 30
    var events = [TimedLoadEvent(.touch(.began, y: 200), at: Instant(milliseconds: start))]
    for step in 1...steps {
      let y = 200 + distance * Double(step) / Double(steps)
      let instant = Instant(milliseconds: start + 16 * Double(step))
      events.append(TimedLoadEvent(.touch(.moved, y: y), at: instant))
    }
    let end = Instant(milliseconds: start + 16 * Double(steps) + 200)
    return events + [TimedLoadEvent(.touch(.ended, y: 200 + distance), at: end)]
  }

  private func moves(_ profile: Profile) throws -> Double {
    let outcome = TestBench.run(events, profile: profile).outcome
    let figures = TestBench.metrics(of: outcome, at: Device.iPhoneSE.rate)
    return try #require(figures.value(of: .readerMovedTimes)?.value, "nobody read")
  }

  @Test func aFollowRuleThatIsTooWideTearsTheReaderBackEachTime() throws {
    var fights = Profile.builtIn("messaging-ui")
    fights.name = "fights"
    fights.nearEnd = LayoutUnit(points: 100_000)
    #expect(try moves(fights) == 2)
  }

  @Test(arguments: [Profile.reference, .builtIn("messaging-ui")])
  func aDesignThatLetsTheReaderBeMovesNobody(_ profile: Profile) throws {
    #expect(try moves(profile) == 0)
  }

  /// The name of a profile decides nothing: its choices do.
  @Test func theReferenceIsKnownByItsChoices() {
    var copy = Profile.reference
    copy.name = "mine"
    #expect(plan(copy).isReference)
    #expect(!plan(copy).stopsBrokenDesign)
    var other = Profile.builtIn("messaging-ui")
    other.name = Profile.reference.name
    #expect(!plan(other).isReference)
    #expect(plan(other).stopsBrokenDesign)
  }

  /// A reader at a message, above which another one is put in.
  private var insertion: [TimedLoadEvent] {
    [
      TimedLoadEvent(.load(SuppliedMessages(first: 0, count: 60, height: 180)), at: .zero),
      TimedLoadEvent(
        .scroll(to: .message("m30", .top), isAnimated: false),
        at: Instant(milliseconds: 300)
      ),
      TimedLoadEvent(
        .insert(index: 3, Message(id: "new", role: .user, text: "word")),
        at: Instant(milliseconds: 900)
      ),
    ]
  }

  @Test(arguments: ["swiftui-tips", "parameter-article", "conversation-kit"])
  func whatADesignLeavesOpenIsNeitherAMissNorAPass(name: String) throws {
    var profile = try #require(Profile.all.first { $0.name == name })
    profile.historyPage = nil
    func run(_ rule: InsertRule) throws -> CellRecord {
      profile.insertsAbove = rule
      var plan = plan(profile)
      plan.events = insertion
      plan.device = .iPhone15Pro
      let options = RunOptions(
        cost: .modelled,
        measurer: .fixed,
        countsAllocations: false,
        costs: TestBench.costs
      )
      return try CellRunner(options: options, tools: TestBench.tools).run(plan).record
    }
    let open = try run(.open)
    #expect(open.counts.openChoices > 0)
    #expect(open.budgets.first { $0.budget == .drift }?.state == .model)
    #expect(open.verdict == .model(open.budgets.filter { $0.state == .model }.map(\.name)))
    #expect(try run(.keep).verdict == .pass)
    let shifted = try run(.shift)
    #expect(shifted.budgets.first { $0.budget == .readerMoved }?.state == .missed)
    #expect(shifted.counts.openChoices == 0)
  }

  private func plan(_ profile: Profile) -> CellPlan {
    CellPlan(scenario: "test", events: [], profile: profile, device: .iPhoneSE, seed: 1)
  }
}
