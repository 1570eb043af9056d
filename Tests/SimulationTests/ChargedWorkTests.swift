import ChatSurface
import Foundation
import FrameMetrics
import FramePacing
import Simulation
import Synchronization
import Testing

/// Work that the model does not charge for costs nothing in a run with modelled cost, so nobody would
/// see it there: every phase of every cell is held against its processor time.
///
/// Both are sums over a whole cell of the same work, and the bounds are wide. It still looks at times,
/// so it is no part of the other tests: `scripts/test` runs it by itself, with STILLPOINT_TIMED set.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STILLPOINT_TIMED"] != nil))
struct ChargedWorkTests {
  /// What the ratio of modelled to processor time may be, after one common scale.
  private static let bounds = 0.2...5.0
  /// A phase of less of its cell is not judged.
  private static let leastShare = 0.05

  private struct Ratio: Sendable {
    var cell: String
    var phase: Phase
    var logarithm: Double
  }

  /// The cells that nobody has taken yet.
  private final class Queue: Sendable {
    private let plans: Mutex<[CellPlan]>

    init(_ plans: [CellPlan]) { self.plans = Mutex(plans) }

    func next() -> CellPlan? { plans.withLock { $0.popLast() } }
  }

  @Test func everyPhaseIsChargedForItsWorkInEveryScenarioAndProfile() async throws {
    let queue = Queue(try Self.plans())
    let workers = ProcessInfo.processInfo.activeProcessorCount
    let ratios = try await withThrowingTaskGroup(of: [Ratio].self) { group in
      for _ in 0..<workers {
        group.addTask {
          // A measurer belongs to one thread; nothing here waits for another task.
          let options = try Self.options()
          let tools = try TextTools.make(.pango)
          var ratios: [Ratio] = []
          while let plan = queue.next() {
            let times = ProcessorTimes(plan, options: options, tools: tools).measureOnce()
            ratios += Self.ratios(times, cell: "\(plan.scenario), \(plan.profile.name)")
          }
          return ratios
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    try #require(ratios.count > 100, "few phases are worth judging: \(ratios.count)")
    let scale = ratios.map(\.logarithm).sorted()[ratios.count / 2]
    let misses = ratios.compactMap { ratio -> String? in
      let relative = exp(ratio.logarithm - scale)
      guard !Self.bounds.contains(relative) else { return nil }
      return "\(ratio.cell), \(ratio.phase.name): \((relative * 1000).rounded() / 1000)"
    }
    #expect(misses.isEmpty, "\(misses.sorted().joined(separator: "\n"))")
  }

  private static func options() throws -> RunOptions {
    RunOptions(
      cost: .modelled,
      measurer: .pango,
      costs: try DeclaredCosts.builtIn().table(for: .pango)
    )
  }

  /// Every cell of the suite at 60 Hz.
  private static func plans() throws -> [CellPlan] {
    let catalog = try ScenarioCatalog.find()
    var plans: [CellPlan] = []
    for name in catalog.names {
      let scenario = try catalog.scenario(named: name)
      // Half an hour of screen time, in one profile alone.
      guard scenario.profileNames?.count != 1 else { continue }
      let device = (scenario.device ?? .iPhone15Pro).at(hertz: 60)
      let events = scenario.timeline(on: device)
      plans += scenario.suitable(among: Profile.all).map { profile in
        CellPlan(
          scenario: name,
          events: events,
          profile: profile,
          device: device,
          seed: scenario.seed,
          budgets: scenario.budgetsInForce
        )
      }
    }
    return plans
  }

  private static func ratios(_ times: ProcessorTimes.Result, cell: String) -> [Ratio] {
    let whole = times.plain.reduce(0, +)
    return Phase.allCases.compactMap { phase in
      let time = times.plain[phase.rawValue]
      let modelled = times.modelled[phase.rawValue]
      // Within twice the cost of empty frames there is nothing to charge for.
      guard time >= leastShare * whole, time >= 2 * times.floor[phase.rawValue] else { return nil }
      // What is not charged at all counts as a nanosecond.
      return Ratio(cell: cell, phase: phase, logarithm: log(max(modelled, 1) / time))
    }
  }
}
