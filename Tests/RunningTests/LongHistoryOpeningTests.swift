import ChatSurface
import FrameMetrics
import FramePacing
import Lengths
import LoadGeneration
import Running
import Scenarios
import Testing
import Timebase

/// A conversation of 10,000 messages is opened: what its first frame shows, and what that costs.
@Suite struct LongHistoryOpeningTests {
  private static let catalog = ScenarioCatalog(
    folder: TestBench.folder.appendingPathComponent("../../Scenarios").standardizedFileURL.path
  )

  @Test(
    arguments: Device.all.indices.flatMap { device in [60, 120].map { (device, $0) } }
  )
  func theFirstFrameOfEachDeviceShowsTheEndWithinItsBudget(index: Int, hertz: Int) throws {
    let device = Device.all[index].at(hertz: hertz)
    let scenario = try Self.catalog.scenario(named: "open-long-history")
    #expect(scenario.history?.messages == 10_000)
    var settings = TestBench.settings()
    settings.costs = try DeclaredCosts.builtIn().table(for: .fixed)
    settings.limit = Instant(milliseconds: 100)
    let result = TestBench.run(scenario.timeline(on: device), device: device, settings: settings)
    let frame = try #require(result.made.first)
    let snapshot = try #require(result.snapshots.first)

    // The last message's bottom is at the upper edge of what covers the viewport.
    let last = try #require(snapshot.visible.last)
    #expect(last.id.rawValue.hasSuffix("9999"), "\(last.id)")
    #expect(last.y + last.height == device.height - snapshot.bottomInset)
    #expect(snapshot.visible.allSatisfy { !$0.isEstimated })
    let first = try #require(snapshot.visible.first)
    #expect(first.y <= .zero)
    #expect(snapshot.follow == .following)

    // The engine may use half of a frame.
    let budget = Nanoseconds(rawValue: device.rate.period.rawValue / 2)
    #expect(frame.modelled.engine > .zero && frame.modelled.engine <= budget)
    #expect(frame.isOnTime)
    // Nothing moves afterwards.
    for later in result.snapshots {
      #expect(later.visible.last?.y == last.y, "tick \(later.tick)")
    }
    #expect(result.made.allSatisfy { $0.drift == .zero })
  }
}
