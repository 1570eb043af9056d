import ChatSurface
import Foundation
import LoadGeneration
import Profiling
import Records
import Running
import Scenarios
import Testing
import Timebase

/// What counting allocations and reading the clock between phases costs beside the work itself.
///
/// It looks at times, so it runs only where a machine is given to it: with STILLPOINT_TIMED set.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["STILLPOINT_TIMED"] != nil))
struct InstrumentCostTests {
  /// Processor time of one run of `stream-steady`.
  private func time(
    of scenario: Scenario,
    tools: TextTools,
    cost: CostChoice,
    counts: Bool
  ) throws -> Nanoseconds {
    let settings = Runner.Settings(cost: cost, costs: TestBench.costs, countsAllocations: counts)
    var runner = Runner(
      events: scenario.timeline(on: .iPhone15Pro),
      profile: .reference,
      device: .iPhone15Pro.at(hertz: 60),
      tools: tools,
      settings: settings
    )
    let start = ThreadCPUClock.now()
    let outcome = try runner.run()
    let spent = ThreadCPUClock.now() - start
    #expect(outcome.frames.count > 600)
    return spent
  }

  @Test(arguments: [MeasurerChoice.pango, .fixed])
  func theInstrumentCostsLessThanTheWork(measurer: MeasurerChoice) throws {
    let scenario = try ScenarioCatalog.find().scenario(named: "stream-steady")
    let tools = try TextTools.make(measurer)
    _ = try time(of: scenario, tools: tools, cost: .cpu, counts: true)
    var ratios: [Double] = []
    var plain: [Nanoseconds] = []
    // Pair by pair, so that a busy machine slows both alike.
    for _ in 0..<9 {
      let off = try time(of: scenario, tools: tools, cost: .modelled, counts: false)
      let on = try time(of: scenario, tools: tools, cost: .cpu, counts: true)
      plain.append(off)
      ratios.append(on / off)
    }
    ratios.sort()
    plain.sort()
    print("\(measurer): \(plain[4]) a run without counting and bracketing, \(ratios[4]) with")
    #expect(ratios[4] <= 2, "\(ratios)")
  }
}
