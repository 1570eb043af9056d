import ChatSurface
import FramePacing
import Lengths
import LoadGeneration
import MarkdownBlocks
import Profiling
import TextMeasuring
import Timebase
import TokenStreaming

/// Runs one load against one profile on one device, frame by frame.
///
/// The runner owns the clock: it looks for the next tick that has something to show, gives the
/// surface the events due by then, brackets its phases, asks the pipeline when the frame is shown
/// and tells the surface. With the virtual clock nothing here depends on the speed of the machine.
public struct Runner {
  /// How a run is made.
  public struct Settings: Sendable {
    public var clock: ClockChoice
    public var cost: CostChoice
    /// 0 for double, 1 for triple buffering.
    public var depth: Int
    public var latePolicy: FramePipeline.LatePolicy
    public var costs: OperationCosts
    /// Whether allocations are counted; such a run's measured cost is not to be used.
    public var countsAllocations: Bool
    /// Whether a hopelessly late profile is stopped.
    public var stopsBrokenProfile: Bool
    /// Where the run ends although something is still active; nil for never.
    public var limit: Instant?
    /// Which token, counted over the run from 0, is withheld from the surface although the account
    /// of the text has it: a loss that must be noticed. Nil for none.
    package var plantedLoss: Int?
    /// By how much all content is moved in the first frame at or after an instant, although nothing
    /// asked for it: a drift that must be noticed. Nil for none.
    package var plantedDrift: (at: Instant, by: LayoutUnit)?

    /// Makes settings.
    public init(
      clock: ClockChoice = .virtual,
      cost: CostChoice = .cpu,
      depth: Int = 0,
      latePolicy: FramePipeline.LatePolicy = .coalesce,
      costs: OperationCosts,
      countsAllocations: Bool = false,
      stopsBrokenProfile: Bool = false,
      limit: Instant? = nil
    ) {
      self.clock = clock
      self.cost = cost
      self.depth = depth
      self.latePolicy = latePolicy
      self.costs = costs
      self.countsAllocations = countsAllocations
      self.stopsBrokenProfile = stopsBrokenProfile
      self.limit = limit
    }
  }

  /// Everything one run gives.
  public struct Outcome: Sendable {
    public var frames: [FrameRecord] = []
    public var fallbacks: [FallbackEpisode] = []
    public var text = TextLedger()
    public var latency = TextLatency()
    public var counts = OutcomeCounts()
    public var brokenAt: (instant: Instant, cause: String)?
    public var refusals: [SurfaceRefusal] = []

    /// Makes what a run without frames gives.
    package init() {}
  }

  let settings: Settings
  let device: Device
  let surface: Surface
  private var pipeline: FramePipeline
  private var events: ArraySlice<TimedLoadEvent>
  private var faults = ActiveFaults()
  private var snapshot = FrameSnapshot()
  private var due: [ScheduledEvent] = []
  private var faultInstants: [Instant] = []
  private var outcome = Outcome()
  private var brokenRule: BrokenRule
  private var tokens = 0
  private var isDriftPlanted = false
  private let allocations: AllocationCounter?
  private let clock: SystemClock?

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - events: The load, ordered by time.
  ///   - profile: The choices.
  ///   - device: What it is shown on; its rate is the run's.
  ///   - tools: What measures and parses text.
  public init(
    events: [TimedLoadEvent],
    profile: Profile,
    device: Device,
    tools: TextTools,
    settings: Settings
  ) {
    self.settings = settings
    self.device = device
    surface = Surface(
      profile: profile,
      device: device,
      measurer: tools.measurer,
      parser: tools.parser,
      boundaries: tools.boundaries,
      costs: settings.costs
    )
    pipeline = FramePipeline(
      rate: device.rate,
      depth: settings.depth,
      latePolicy: settings.latePolicy
    )
    self.events = events[...]
    brokenRule = BrokenRule(rate: device.rate)
    allocations = settings.countsAllocations ? AllocationCounter() : nil
    clock = settings.clock == .realtime ? SystemClock() : nil
  }

  /// Runs until nothing is active.
  ///
  /// - Parameter frame: Called with each presented frame: its record, and the snapshot.
  public mutating func run(
    _ frame: (FrameRecord, FrameSnapshot) throws -> Void = { _, _ in }
  ) rethrows -> Outcome {
    var isWhole = true
    while let tick = nextTick(), outcome.brokenAt == nil {
      let instant = device.rate.instant(ofTick: tick)
      if let limit = settings.limit, instant > limit {
        isWhole = false
        break
      }
      let record = makeFrame(tick: tick, at: instant)
      try frame(record, snapshot)
    }
    outcome.fallbacks = surface.fallbackEpisodes
    outcome.refusals = surface.refusals
    outcome.counts.take(from: surface, rebases: snapshot.rebases)
    outcome.text.finish(isWhole: isWhole && outcome.brokenAt == nil)
    return outcome
  }

  /// The next tick that has something to show; nil when nothing will happen any more.
  private func nextTick() -> Int? {
    let first = pipeline.nextTick
    if surface.isRunning { return first }
    let times = [surface.nextDue, events.first?.instant].compactMap { $0 }
    guard let next = times.min() else { return nil }
    return max(first, device.rate.firstTick(atOrAfter: next))
  }

  private mutating func makeFrame(tick: Int, at instant: Instant) -> FrameRecord {
    clock?.sleep(until: pipeline.start(ofTick: tick))
    let previous = pipeline.handledTick
    takeEvents(dueBy: instant)
    plantDrift(at: instant)
    let (cost, modelled, allocated) = makePhases(tick: tick, at: instant)
    let first = firstActiveTick(after: previous, through: tick)
    let swallowed = recordSwallowed(first: first, tick: tick)
    let shown = pipeline.present(
      tick: tick,
      firstActiveTick: first,
      duration: cost.engine + cost.stall
    )
    let presented = device.rate.instant(ofTick: shown.vsync)
    surface.note(shown, swallowedTicks: swallowed, cost: cost)
    surface.forgetActivity(through: instant)
    let record = FrameRecord(
      tick: tick,
      instant: instant,
      shown: shown,
      presented: presented,
      cost: cost,
      modelled: modelled,
      snapshot: snapshot,
      allocations: allocated
    )
    outcome.frames.append(record)
    outcome.latency.note(surface.observations, snapshot: snapshot, presented: presented)
    outcome.counts.note(surface.observations, work: surface.work)
    outcome.text.take(from: surface, snapshot)
    checkBroken(record, swallowed: swallowed)
    return record
  }

  private mutating func takeEvents(dueBy instant: Instant) {
    due.removeAll(keepingCapacity: true)
    faultInstants.removeAll(keepingCapacity: true)
    while let next = events.first, next.instant <= instant {
      events.removeFirst()
      switch next.event {
      case .surface(let event):
        outcome.text.note(event, before: surface)
        outcome.latency.note(event, at: next.instant)
        if !isWithheld(event) { due.append(ScheduledEvent(event, at: next.instant)) }
      case .fault(let fault):
        faults.begin(fault, at: next.instant)
        faultInstants.append(next.instant)
      }
    }
  }

  private mutating func isWithheld(_ event: SurfaceEvent) -> Bool {
    guard case .token = event else { return false }
    defer { tokens += 1 }
    return settings.plantedLoss == tokens
  }

  private mutating func plantDrift(at instant: Instant) {
    guard let planted = settings.plantedDrift, !isDriftPlanted, planted.at <= instant else {
      return
    }
    isDriftPlanted = true
    surface.displaceContent(by: planted.by)
  }

  // MARK: Phases

  private mutating func makePhases(tick: Int, at instant: Instant)
    -> (cost: FrameCost, modelled: FrameCost, allocated: FrameRecord.Allocations?)
  {
    var cost = FrameCost()
    var modelled = FrameCost()
    var counted = FrameRecord.PhaseValuesOfInt()
    var bytes = 0
    var meter = PhaseMeter(source: settings.cost.meterSource)
    for phase in Phase.allCases {
      let before = allocations?.sample()
      meter.begin()
      perform(phase, tick: tick, at: instant)
      faults.allocate(in: phase, at: instant)
      let model = Nanoseconds(rawValue: Int64(settings.costs.charge(surface.work[phase])))
      var spent = meter.end(modelled: model)
      if let before, let after = allocations?.sample() {
        counted[phase] = (after - before).count
        bytes += (after - before).bytes
      }
      spent = spent.scaled(by: device.cpuScale)
      let planted = faults.slowness(of: phase, at: instant)
      cost[phase] = spent + planted
      modelled[phase] = model.scaled(by: device.cpuScale) + planted
    }
    cost.stall = faults.takeStall()
    modelled.stall = cost.stall
    let allocated =
      allocations == nil ? nil : FrameRecord.Allocations(counts: counted, bytes: bytes)
    return (cost, modelled, allocated)
  }

  private mutating func perform(_ phase: Phase, tick: Int, at instant: Instant) {
    switch phase {
    case .input: surface.input(due, at: instant)
    case .ingest: surface.ingest(at: instant)
    case .reveal: surface.reveal(at: instant)
    case .measure: surface.measure(at: instant)
    case .layout: surface.layout(at: instant)
    case .commit: surface.commit(at: instant, tick: tick, into: &snapshot)
    }
  }

  // MARK: Ticks

  private func isActive(_ tick: Int) -> Bool {
    let start = device.rate.instant(ofTick: tick - 1)
    let end = device.rate.instant(ofTick: tick)
    return surface.isActive(after: start, through: end)
      || faultInstants.contains { $0 > start && $0 <= end }
  }

  private func firstActiveTick(after previous: Int, through tick: Int) -> Int {
    var candidate = previous + 1
    while candidate < tick, !isActive(candidate) { candidate += 1 }
    return candidate
  }

  /// Records the active ticks before `tick` that no frame was made for.
  ///
  /// - Returns: How many there were.
  private mutating func recordSwallowed(first: Int, tick: Int) -> Int {
    let before = outcome.frames.count
    for swallowed in first..<tick where isActive(swallowed) {
      outcome.frames.append(
        FrameRecord(swallowedTick: swallowed, at: device.rate.instant(ofTick: swallowed))
      )
    }
    return outcome.frames.count - before
  }

  private mutating func checkBroken(_ record: FrameRecord, swallowed: Int) {
    let brokenBy = brokenRule.note(record, swallowedTicks: swallowed)
    if surface.isAbandoned {
      let phase = FallbackCause(costliestOf: record.modelled.withoutStall).name
      outcome.brokenAt = (
        record.instant, "\(phase): the work of one frame exceeds 10 s of declared cost"
      )
    } else if settings.stopsBrokenProfile, let phase = brokenBy {
      outcome.brokenAt = (
        record.instant, "\(phase): hitches over 50 ms/s in ten 1 s windows in a row"
      )
    }
  }
}

extension FrameCost {
  /// The engine's part alone.
  fileprivate var withoutStall: FrameCost {
    var cost = self
    cost.stall = .zero
    return cost
  }
}

extension CostChoice {
  /// What a phase meter reads for this choice.
  var meterSource: PhaseMeter.Source {
    switch self {
    case .modelled: .modelled
    case .cpu: .cpu
    case .wall: .wall
    }
  }
}

extension Nanoseconds {
  /// The span times `factor`, rounded; unchanged for 1.
  func scaled(by factor: Double) -> Nanoseconds {
    factor == 1 ? self : Nanoseconds(rawValue: Int64((Double(rawValue) * factor).rounded()))
  }
}
