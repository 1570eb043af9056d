import ChatSurface
import FramePacing
import LoadGeneration
import Simulation
import Timebase

/// What the frames of a run took, in nanoseconds of CPU time of the engine.
struct FrameTimes {
  private let costs: [Double]
  /// Whether all text arrived on screen, in order.
  let isExact: Bool

  init(_ costs: [Double], isExact: Bool) {
    self.costs = costs
    self.isExact = isExact
  }

  /// The costliest frame.
  var worst: Double { costs.max() ?? 0 }

  /// What one frame in a hundred of the last tenth takes more than.
  var percentile99OfLastTenth: Double {
    let last = costs.suffix(max(1, costs.count / 10)).sorted()
    return last.isEmpty ? 0 : last[(last.count * 99 + 99) / 100 - 1]
  }
}

/// A text streamed into the reference at 120 Hz with Pango; several figures are taken of each run.
final class StreamedRun {
  private let tokens: () -> [StreamToken]
  private var last: FrameTimes?
  private var taken: Set<String> = []

  init(_ tokens: @escaping () -> [StreamToken]) { self.tokens = tokens }

  /// The times of the run that was made last; of a new one when that figure was taken of it.
  func times(for figure: String) -> FrameTimes {
    if let last, taken.insert(figure).inserted { return last }
    let times = (try? run()) ?? FrameTimes([], isExact: false)
    last = times
    taken = [figure]
    return times
  }

  private func run() throws -> FrameTimes {
    let device = Device.iPhone15Pro.at(hertz: 120)
    var runner = Runner(
      events: ReplayScript.timeline(tokens()),
      profile: .reference,
      device: device,
      tools: try TextTools.make(.pango),
      settings: Runner.Settings(cost: .cpu, costs: try DeclaredCosts.builtIn().table(for: .pango))
    )
    let outcome = try runner.run()
    let costs = outcome.frames.filter { !$0.isSwallowed }.map { Double($0.cost.engine.rawValue) }
    return FrameTimes(costs, isExact: outcome.text.isExact)
  }
}
