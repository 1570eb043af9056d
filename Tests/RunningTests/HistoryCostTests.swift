import ChatSurface
import FramePacing
import LoadGeneration
import Profiling
import Records
import Running
import Scenarios
import Testing
import Timebase

/// A frame costs the same whether 1,000 or 1,000,000 messages lie behind it.
@Suite struct HistoryCostTests {
  private static let scenarios = ["fling-through-history", "stream-steady"]

  /// The scenario with so many messages behind it, of which the last 1,000 are always the same.
  private func events(_ name: String, messages: Int) throws -> [TimedLoadEvent] {
    let catalog = try ScenarioCatalog.find()
    let scenario = try catalog.scenario(named: name)
    return scenario.timeline(on: .iPhone15Pro).map { timed in
      guard case .surface(.load(let source)) = timed.event,
        let history = source as? SyntheticHistory
      else { return timed }
      let longer = SyntheticHistory(
        seed: history.seed,
        first: 1_000 - messages,
        count: messages,
        lengths: history.lengths
      )
      return TimedLoadEvent(.load(longer), at: timed.instant)
    }
  }

  private func frames(_ name: String, messages: Int, counts: Bool) throws -> [FrameRecord] {
    let settings = Runner.Settings(
      cost: .modelled,
      costs: TestBench.costs,
      countsAllocations: counts
    )
    var runner = Runner(
      events: try events(name, messages: messages),
      profile: .reference,
      device: .iPhone15Pro.at(hertz: 60),
      tools: TestBench.tools,
      settings: settings
    )
    // The first frame takes the history in.
    return Array(try runner.run().frames.filter { !$0.isSwallowed }.dropFirst())
  }

  @Test(arguments: scenarios)
  func aFramesModelledCostDoesNotDependOnTheHistoryBehindIt(name: String) throws {
    let short = try frames(name, messages: 1_000, counts: false)
    let long = try frames(name, messages: 1_000_000, counts: false)
    #expect(short.count > 400)
    #expect(short.count == long.count)
    let costs = [short, long].map { $0.reduce(0) { $0 + $1.modelled.engine.rawValue } }
    #expect(abs(costs[0] - costs[1]) * 100 <= costs[0], "\(costs)")
  }

  @Test(.enabled(if: AllocationCounter.availability.isAvailable), arguments: scenarios)
  func aFramesAllocationsDoNotDependOnTheHistoryBehindIt(name: String) throws {
    _ = try frames(name, messages: 1_000, counts: true)
    let short = try frames(name, messages: 1_000, counts: true)
    let long = try frames(name, messages: 1_000_000, counts: true)
    let counts = [short, long].map { $0.reduce(0) { $0 + ($1.allocations?.count ?? 0) } }
    #expect(counts[0] > 0)
    #expect(abs(counts[0] - counts[1]) * 100 <= counts[0], "\(counts)")
  }
}
