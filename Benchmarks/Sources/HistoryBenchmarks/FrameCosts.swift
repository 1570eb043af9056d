import CMarkParsing
import ChatSurface
import FramePacing
import Simulation
import TextMeasuring

/// What the frames of one repetition cost, in nanoseconds of the thread's CPU time.
struct FrameCosts {
  let median: Int64
  let p99: Int64
  let frames: Int

  /// Runs a load once and times its frames by the thread's CPU clock.
  init(_ load: HistoryLoad) throws {
    let costs = try Self.frames(of: load, cost: .cpu).map(\.cost.engine.rawValue).sorted()
    median = costs[costs.count / 2]
    p99 = costs[min(costs.count - 1, costs.count * 99 / 100)]
    frames = costs.count
  }

  /// Runs a load once by the declared model and returns what all its frames cost, in nanoseconds.
  ///
  /// A run of its own: frames that are timed are late when the machine is busy, and the engine then
  /// does other work, so only this figure repeats.
  static func declared(_ load: HistoryLoad) throws -> Int64 {
    try frames(of: load, cost: .modelled).reduce(0) { $0 + $1.modelled.engine.rawValue }
  }

  /// Runs a load once, on the reference, with the fixed measurer, and returns the frames that were
  /// made, but for the first, which takes the history in.
  private static func frames(
    of load: HistoryLoad,
    cost: CostChoice
  ) throws -> ArraySlice<FrameRecord> {
    let device = Device.iPhone15Pro.at(hertz: 60)
    var runner = Runner(
      events: try load.events(on: device),
      profile: .reference,
      device: device,
      tools: TextTools(measurer: FixedAdvanceMeasurer(), parser: CMarkParser()),
      settings: Runner.Settings(cost: cost, costs: try DeclaredCosts.builtIn().table(for: .fixed))
    )
    return try runner.run().frames.filter { !$0.isSwallowed }.dropFirst()
  }
}
