import CMarkParsing
import ChatSurface
import FrameMetrics
import Simulation
import Testing
import TextMeasuring

/// The example of Docs/Library.md.
@Suite struct LibraryExampleTests {
  func judge(_ profile: Profile, measurer: any TextMeasurer) throws -> CellRecord {
    let scenario = try ScenarioCatalog.find().scenario(named: "stream-steady")
    let device = Device.iPhone15Pro.at(hertz: 60)
    let plan = CellPlan(
      scenario: scenario.name,
      events: scenario.timeline(on: device),
      profile: profile,
      device: device,
      seed: scenario.seed,
      budgets: scenario.budgetsInForce
    )
    let costs = try DeclaredCosts.builtIn().table(for: .fixed)
    let runner = CellRunner(
      options: RunOptions(cost: .modelled, measurer: .fixed, costs: costs),
      tools: TextTools(measurer: measurer, parser: CMarkParser())
    )
    return try runner.run(plan).record
  }

  @Test func theExampleGivesAVerdictAndFigures() throws {
    let record = try judge(.reference, measurer: FixedAdvanceMeasurer())
    #expect(record.verdict == .pass)
    #expect(record.budgets.contains { $0.name == "hitch_ratio_ms_per_s" && $0.value == 0 })
  }
}
