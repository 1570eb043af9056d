import ChatSurface
import FramePacing
import Profiling
import Running
import Timebase

/// A conversation at 120 Hz, and what its frames cost.
struct Conversation {
  /// What frames cost.
  struct Outcome {
    /// Processor time of each, by phase.
    var times: [FrameCost] = []
    /// What the model charges for all of them, by phase.
    var modelled = FrameCost()
  }

  private let surface: Surface
  private let costs: OperationCosts
  private let rate = RefreshRate(hertz: 120)
  private var tick = 0
  private var snapshot = FrameSnapshot()
  private var meter = PhaseMeter(source: .cpu)
  private(set) var outcome = Outcome()

  init(_ profile: Profile, _ tools: TextTools, _ costs: OperationCosts) {
    self.costs = costs
    surface = Surface(
      profile: profile,
      device: Device.iPhone15Pro.at(hertz: 120),
      measurer: tools.measurer,
      parser: tools.parser,
      boundaries: tools.boundaries,
      costs: costs
    )
  }

  /// What was refused in the last frame.
  var refusals: [SurfaceRefusal] { surface.refusals }

  /// Makes a frame.
  mutating func frame(_ events: [SurfaceEvent] = []) {
    let instant = rate.instant(ofTick: tick)
    let scheduled = events.map { ScheduledEvent($0, at: instant) }
    var cost = FrameCost()
    meter.begin()
    for phase in Phase.allCases {
      perform(phase, scheduled, at: instant)
      cost[phase] = phase == .commit ? meter.end(modelled: .zero) : meter.lap(modelled: .zero)
    }
    outcome.times.append(cost)
    for phase in Phase.allCases {
      let charged = Int64(costs.charge(surface.work[phase]))
      outcome.modelled[phase] = outcome.modelled[phase] + Nanoseconds(rawValue: charged)
    }
    tick += 1
  }

  /// Forgets what frames so far cost.
  mutating func forgetOutcome() { outcome = Outcome() }

  private mutating func perform(_ phase: Phase, _ events: [ScheduledEvent], at instant: Instant) {
    switch phase {
    case .input: surface.input(events, at: instant)
    case .ingest: surface.ingest(at: instant)
    case .reveal: surface.reveal(at: instant)
    case .measure: surface.measure(at: instant)
    case .layout: surface.layout(at: instant)
    case .commit: surface.commit(at: instant, tick: tick, into: &snapshot)
    }
  }
}
