import ChatSurface
import LoadGeneration
import Profiling
import Records
import Running
import Scenarios
import Testing

/// What is counted in front of the allocator in a run is what the allocator's own statistics say of
/// it, with all that a run calls: Pango and GLib in C, the dictionary's ICU in C++, Swift.
@Suite struct AllocationAuditTests {
  private static let scenarios = [
    "drop-100", "edit-storm", "first-message", "five-windows", "hostile-text", "open-long-history",
    "rotate-mid-history", "stream-steady",
  ]

  @Test(
    .enabled(
      if: AllocationCounter.availability.isAvailable,
      "\(AllocationCounter.availability)"
    ),
    arguments: scenarios,
    [MeasurerChoice.pango, .fixed]
  )
  func aRunCountsWhatTheAllocatorCounts(name: String, measurer: MeasurerChoice) throws {
    let scenario = try ScenarioCatalog.find().scenario(named: name)
    let settings = Runner.Settings(
      cost: .modelled,
      costs: TestBench.costs,
      countsAllocations: true
    )
    var runner = Runner(
      events: scenario.timeline(on: .iPhone15Pro),
      profile: .reference,
      device: .iPhone15Pro.at(hertz: 60),
      tools: try TextTools.make(measurer),
      settings: settings
    )
    let outcome = try runner.run()
    let audit = try #require(outcome.allocationAudit)
    #expect(audit.agrees, "\(audit)")
    let ofFrames = outcome.frames.reduce(0) { $0 + ($1.allocations?.count ?? 0) }
    #expect(ofFrames > 0 && ofFrames <= audit.counted.count)
  }
}
