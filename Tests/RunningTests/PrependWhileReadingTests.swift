import ChatSurface
import FrameMetrics
import FramePacing
import Lengths
import LoadGeneration
import Running
import Scenarios
import Testing
import Timebase

/// Pages of older messages arrive above a reader at rest.
@Suite struct PrependWhileReadingTests {
  private func events(on device: Device) throws -> [TimedLoadEvent] {
    let folder = TestBench.folder.appendingPathComponent("../../Scenarios").standardizedFileURL.path
    return try ScenarioCatalog(folder: folder).scenario(named: "prepend-while-reading")
      .timeline(on: device)
  }

  @Test(arguments: [60, 120])
  func nothingMovesInTheReference(hertz: Int) throws {
    let device = Device.iPhone15Pro.at(hertz: hertz)
    let events = try events(on: device)
    let firstPage = try #require(
      events.first { if case .surface(.prepend) = $0.event { true } else { false } }
    )
    let result = TestBench.run(events, device: device)
    let metrics = TestBench.metrics(of: result.outcome, at: device.rate)
    #expect(metrics.first { $0.metric == "anchor_drift_max_pt" }?.value == 0)
    let reading = result.made.filter { $0.instant >= firstPage.instant }
    #expect(reading.count >= 20)
    #expect(Set(reading.map(\.offset)).count == 1)
    #expect(result.outcome.refusals.isEmpty)
    // What is on screen does not move either, to the unit.
    let places = result.snapshots.filter { $0.instant >= firstPage.instant }
      .map { $0.visible.map { "\($0.id) \($0.y.rawValue) \($0.height.rawValue)" } }
    #expect(Set(places).count == 1)
  }

  /// The control of the measure: content that moves by one layout unit with nothing asking for it.
  @Test(arguments: [1, -1])
  func aPlantedDriftOfOneLayoutUnitIsSeen(units: Int64) throws {
    let device = Device.iPhone15Pro.at(hertz: 60)
    let events = try events(on: device)
    let pages = events.filter { if case .surface(.prepend) = $0.event { true } else { false } }
    for page in [pages.first, pages.last].compactMap({ $0 }) {
      var settings = TestBench.settings()
      settings.plantedDrift = (at: page.instant, by: LayoutUnit(rawValue: units))
      let result = TestBench.run(events, device: device, settings: settings)
      let metrics = TestBench.metrics(of: result.outcome, at: device.rate)
      #expect(metrics.first { $0.metric == "anchor_drift_max_pt" }?.value == 1.0 / 64)
      #expect(result.made.count { $0.drift != .zero } == 1)
    }
  }

  /// An item above the viewport changes places with one below that is a layout unit taller: the tree
  /// keeps what the reader sees, the array moves it by that unit.
  @Test func aDriftOfOneLayoutUnitIsSeen() throws {
    let unit = LayoutUnit(rawValue: 1)
    let source = SuppliedMessages(first: 0, count: 200, taller: 146)
    let later = Instant(milliseconds: 200)
    let events = [
      TimedLoadEvent(.load(source), at: .zero),
      TimedLoadEvent(
        .scroll(to: .message("m100", .top), isAnimated: false),
        at: Instant(milliseconds: 100)
      ),
      TimedLoadEvent(.move("m20", index: 146), at: later),
      TimedLoadEvent(.move("m146", index: 20), at: later),
    ]
    for (profile, drift) in [
      (Profile.reference, LayoutUnit.zero), (.builtIn("messaging-ui"), unit),
    ] {
      let result = TestBench.run(events, profile: profile)
      let metrics = TestBench.metrics(of: result.outcome, at: RefreshRate(hertz: 60))
      let measured = metrics.first { $0.metric == "anchor_drift_max_pt" }?.value
      #expect(measured == drift.points, "\(profile.name)")
      let plan = CellPlan(
        scenario: "drift",
        events: events,
        profile: profile,
        device: .iPhoneSE,
        seed: 1
      )
      let runner = CellRunner(
        options: RunOptions(
          cost: .modelled,
          measurer: .fixed,
          countsAllocations: false,
          costs: TestBench.costs
        ),
        tools: TestBench.tools
      )
      let verdict = try runner.run(plan).record.verdict
      #expect(
        verdict == (drift == .zero ? .pass : .budgetMissed(["anchor_drift_max_pt"])),
        "\(profile.name)"
      )
    }
  }
}
