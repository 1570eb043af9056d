import ChatSurface
import Foundation
import FrameMetrics
import FramePacing
import Simulation
import Testing

/// Work that the model does not charge for costs nothing in a run with modelled cost, so nobody would
/// see it there: every phase of every cell is held against its processor time.
///
/// Both are sums over a whole cell of the same work. It looks at times and takes minutes, so it runs
/// only where a machine is given to it: with STILLPOINT_TIMED set, as `scripts/test-long timed` does.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STILLPOINT_TIMED"] != nil))
struct ChargedWorkTests {
  /// What the ratio of modelled to processor time may be, after one common scale.
  private static let bounds = 0.2...5.0
  /// A phase of less of its cell is not judged.
  private static let leastShare = 0.05

  private struct Ratio {
    var cell: String
    var phase: Phase
    var logarithm: Double
  }

  @Test func everyPhaseIsChargedForItsWorkInEveryScenarioAndProfile() throws {
    let catalog = try ScenarioCatalog.find()
    let options = RunOptions(
      cost: .modelled,
      measurer: .pango,
      costs: try DeclaredCosts.builtIn().table(for: .pango)
    )
    let tools = try TextTools.make(.pango)
    var ratios: [Ratio] = []
    for name in catalog.names {
      let scenario = try catalog.scenario(named: name)
      // Half an hour of screen time, in one profile alone.
      guard scenario.profileNames?.count != 1 else { continue }
      let device = (scenario.device ?? .iPhone15Pro).at(hertz: 60)
      for profile in scenario.suitable(among: Profile.all) {
        let plan = CellPlan(
          scenario: name,
          events: scenario.timeline(on: device),
          profile: profile,
          device: device,
          seed: scenario.seed,
          budgets: scenario.budgetsInForce
        )
        let times = ProcessorTimes(plan, options: options, tools: tools).measure(repetitions: 1)
        ratios += Self.ratios(times, cell: "\(name), \(profile.name)")
      }
    }
    try #require(ratios.count > 100, "few phases are worth judging: \(ratios.count)")
    let scale = ratios.map(\.logarithm).sorted()[ratios.count / 2]
    var misses: [String] = []
    for ratio in ratios {
      let relative = exp(ratio.logarithm - scale)
      if !Self.bounds.contains(relative) {
        misses.append("\(ratio.cell), \(ratio.phase.name): \((relative * 100).rounded() / 100)")
      }
    }
    #expect(misses.isEmpty, "\(misses.joined(separator: "\n"))")
  }

  private static func ratios(_ times: ProcessorTimes.Result, cell: String) -> [Ratio] {
    let whole = times.plain.reduce(0, +)
    return Phase.allCases.compactMap { phase in
      let time = times.plain[phase.rawValue]
      let modelled = times.modelled[phase.rawValue]
      // Within twice the cost of empty frames there is nothing to charge for.
      guard time >= leastShare * whole, time >= 2 * times.floor[phase.rawValue], modelled > 0
      else { return nil }
      return Ratio(cell: cell, phase: phase, logarithm: log(modelled / time))
    }
  }
}
