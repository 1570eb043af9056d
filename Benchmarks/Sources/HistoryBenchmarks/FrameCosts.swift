import CMarkParsing
import ChatSurface
import FramePacing
import Simulation
import TextMeasuring

/// What the frames of one repetition cost, in nanoseconds of the thread's CPU time.
struct FrameCosts {
  let median: Int64
  let p99: Int64
  /// Of the declared cost of all frames, which repeats.
  let modelled: Int64
  let frames: Int

  /// Runs a load once, on the reference, with the fixed measurer.
  init(_ load: HistoryLoad) throws {
    let device = Device.iPhone15Pro.at(hertz: 60)
    var runner = Runner(
      events: try load.events(on: device),
      profile: .reference,
      device: device,
      tools: TextTools(measurer: FixedAdvanceMeasurer(), parser: CMarkParser()),
      settings: Runner.Settings(cost: .cpu, costs: try DeclaredCosts.builtIn().table(for: .fixed))
    )
    // The first frame takes the history in.
    let made = try runner.run().frames.filter { !$0.isSwallowed }.dropFirst()
    let costs = made.map(\.cost.engine.rawValue).sorted()
    median = costs[costs.count / 2]
    p99 = costs[min(costs.count - 1, costs.count * 99 / 100)]
    modelled = made.reduce(0) { $0 + $1.modelled.engine.rawValue }
    frames = made.count
  }
}
