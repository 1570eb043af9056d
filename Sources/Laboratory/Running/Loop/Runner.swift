import ChatSurface
import FramePacing
import Lengths
import LoadGeneration
import MarkdownBlocks
import Profiling
import PublishedDesigns
import Records
import StillpointEngine
import TextMeasuring
import Timebase
import TokenStreaming

/// Runs one load against one profile on one device, frame by frame.
///
/// The runner owns the clock: it looks for the next tick that has something to show, gives the
/// surface the events due by then, brackets its phases, asks the pipeline when the frame is shown
/// and tells the surface. Nothing here depends on the speed of the machine.
///
/// A run begins with one window, ``TimedLoadEvent/mainWindow``; events open and close others. All
/// share one frame: a tick is active when one of them is, and a frame costs what the windows that
/// have something to show cost together.
package struct Runner {
  /// How long after the last event a run goes on: what shows eight words a second is not done with
  /// 10,000 words before 21 minutes, and what never comes to rest must not be waited for.
  static let patience = Nanoseconds(seconds: 3_600)

  let settings: Settings
  let device: Device
  var group: WindowGroup<any RunEngine>
  /// The open windows, in the order in which they were opened.
  var windows: [RunWindow] = []
  var closedWindows: [WindowOutcome] = []
  var pipeline: FramePipeline
  /// The active ticks since the frame before for which no frame was made, in order.
  var passedTicks: [Int] = []
  /// The stretches of ticks, both ends included, in which something was active since the frame before.
  var activeTicks: [ClosedRange<Int>] = []
  /// The display's ticks, over all changes of its rate that the load has.
  let grid: TickGrid
  var events: ArraySlice<TimedLoadEvent>
  private let lastEvent: Instant
  let episodes: LoadEpisodes
  var faults = ActiveFaults()
  /// When faults began, and windows were opened or closed, since the frame before.
  var otherInstants: [Instant] = []
  /// Windows that could not be opened, closed or found since the frame before.
  var windowRefusals: [Refusal] = []
  var outcome = Outcome()
  /// What planted work counted so far.
  var plantedOperations = OperationCounts()
  /// Those of ``Settings/knownCosts`` that are still to come.
  var knownCosts: ArraySlice<FrameCost>
  var brokenRule: BrokenRule
  private var tokens = 0
  private var isDriftPlanted = false
  let allocations: AllocationCounter?
  /// Paints what is shown, where drawing is measured.
  var painters: RunPainters?
  let parser: any BlockParser

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - events: The load, ordered by time.
  ///   - profile: The choices.
  ///   - device: What it is shown on; its rate is the run's.
  ///   - tools: What measures and parses text.
  ///   - episodes: Those of the load, for whoever runs it again and again; nil to find them.
  ///   - candidate: Whose engine or tools are run; nil for those of this package.
  package init(
    events: [TimedLoadEvent],
    profile: Profile,
    device: Device,
    tools: TextTools,
    settings: Settings,
    episodes: LoadEpisodes? = nil,
    candidate: Candidate? = nil
  ) {
    let tools = candidate?.tools(tools) ?? tools
    self.settings = settings
    self.device = device
    group = WindowGroup(limit: settings.windowLimit) {
      if let makeEngine = candidate?.makeEngine {
        let setup = EngineSetup(
          device: device,
          measurer: tools.measurer,
          parser: tools.parser,
          boundaries: tools.boundaries
        )
        return AdaptedEngine(makeEngine(setup), profile: profile)
      }
      return Surface(
        profile: profile,
        device: device,
        measurer: tools.measurer,
        parser: tools.parser,
        boundaries: tools.boundaries,
        costs: settings.costs,
        messageLimit: SyntheticHistory.limit
      )
    }
    let episodes = episodes ?? LoadEpisodes(of: events)
    grid = TickGrid(of: device, episodes.rateChanges)
    pipeline = FramePipeline(
      grid: grid,
      depth: settings.depth,
      latePolicy: settings.latePolicy,
      hostShare: settings.hostShare ?? device.hostShare
    )
    self.events =
      PlatformHand.events(of: events, on: device, takesKeyboard: profile.dismissal == .byFinger)[
        ...
      ]
    self.episodes = episodes
    lastEvent = events.last?.instant ?? .zero
    brokenRule = BrokenRule(grid: grid)
    knownCosts = (settings.knownCosts ?? [])[...]
    parser = tools.parser
    allocations = settings.countsAllocations ? AllocationCounter() : nil
    open(TimedLoadEvent.mainWindow)
  }

  /// Runs until nothing is active.
  ///
  /// - Parameter frame: Called with each presented frame, once for every window that it shows
  ///   something new in: its record, and the window's snapshot.
  package mutating func run(
    _ frame: (FrameRecord, FrameSnapshot) throws -> Void = { _, _ in }
  ) rethrows -> Outcome {
    try run { record, snapshot, _ in try frame(record, snapshot) }
  }

  /// Runs until nothing is active; `frame` gets the surface too, to look at.
  package mutating func run(
    _ frame: (FrameRecord, FrameSnapshot, any RunEngine) throws -> Void
  ) rethrows -> Outcome {
    var isWhole = true
    while let tick = nextTick(), outcome.brokenAt == nil {
      let instant = grid.instant(ofTick: tick)
      if let limit = settings.limit, instant > limit {
        isWhole = false
        break
      }
      if instant > lastEvent + Self.patience {
        outcome.brokenAt = (instant, "still active an hour after the last event")
        break
      }
      let record = atStackPlace(ofFrame: outcome.frames.count) { runner in
        runner.makeFrame(tick: tick, at: instant)
      }
      for index in windows.indices where windows[index].hasSomethingToShow {
        var shown = record
        shown.drift = windows[index].drift.drift
        try frame(shown, windows[index].snapshot, windows[index].surface)
      }
    }
    takeUnseen()
    let open = windows.map { $0.outcome(isClosed: false) }
    outcome.take(closedWindows + open, isWhole: isWhole && outcome.brokenAt == nil)
    if let phase = settings.plantedWork?.phase {
      outcome.counts.operations[phase] += plantedOperations
    }
    outcome.take(episodes)
    outcome.grid = grid
    outcome.allocationAudit = allocations?.audit()
    return outcome
  }

  /// When the next event is due; nil after the last. Looked at in place: a copy of an event takes and
  /// gives back all that it holds.
  var nextEvent: Instant? { events.isEmpty ? nil : events[events.startIndex].instant }

  /// The next tick that has something to show; nil when nothing will happen any more. What is due while every
  /// window is in the background is taken on the way there.
  private mutating func nextTick() -> Int? {
    while let tick = nextActiveTick() {
      let instant = grid.instant(ofTick: tick)
      guard isUnseen(by: instant) else { return tick }
      takeUnseen(dueBy: instant)
    }
    return nil
  }

  private func nextActiveTick() -> Int? {
    let first = pipeline.nextTick
    var next = nextEvent
    for index in windows.indices where !windows[index].isAway {
      let surface = windows[index].surface
      if surface.isRunning { return first }
      if let due = surface.nextDue { next = min(next ?? due, due) }
    }
    guard let next else { return nil }
    return max(first, grid.firstTick(atOrAfter: next))
  }

  /// Does what makes a frame where on the stack it has its turn.
  mutating func atStackPlace<Value>(
    ofFrame number: Int,
    _ body: (inout Runner) -> Value
  ) -> Value {
    guard let first = settings.firstStackPlace else { return body(&self) }
    let place = first + number / Settings.framesOfStackPlace
    return StackOffset.perform(bytes: StackOffset.bytes(of: place)) { body(&self) }
  }

  private mutating func makeFrame(tick: Int, at instant: Instant) -> FrameRecord {
    takeEvents(dueBy: instant)
    findWhatIsShown(at: instant)
    plantDrift(at: instant)
    let (cost, modelled, allocated) = makePhases(tick: tick, at: instant)
    let isDrawn = settings.drawing != nil
    recordSwallowed()
    let shown = pipeline.present(
      tick: tick,
      firstActiveTick: passedTicks.first ?? tick,
      duration: cost.engine + cost.stall,
      drawn: isDrawn ? cost.drawing : nil
    )
    let presented = grid.instant(ofTick: shown.vsync)
    var record = FrameRecord(
      tick: tick,
      instant: instant,
      shown: shown,
      presented: presented,
      cost: cost,
      modelled: modelled,
      offset: windows.isEmpty ? .zero : windows[0].snapshot.offset,
      allocations: allocated
    )
    if grid.onlyRate == nil { record.hertz = grid.rate(ofTick: tick).hertz }
    if shown.lostVsyncs > 0 { noteLateWork() }
    for index in windows.indices {
      windows[index].surface.note(shown, cost: cost)
      windows[index].surface.forgetActivity(through: instant)
      guard windows[index].hasSomethingToShow else { continue }
      windows[index].isNew = false
      guard settings.judgesFrames else { continue }
      windows[index].noteRefusals(at: instant)
      windows[index].judgeDrift()
      record.add(windows[index].snapshot, drift: windows[index].drift)
      record.add(windows[index].surface, events: windows[index].due.count)
      windows[index].note(presented: presented)
    }
    if settings.judgesFrames { noteWaste(in: record) }
    record.refused = takeRefusals()
    outcome.refused += record.refused
    outcome.frames.append(record)
    checkBroken(record)
    return record
  }

  // MARK: Events

  private mutating func takeEvents(dueBy instant: Instant) {
    for index in windows.indices { windows[index].beginFrame() }
    otherInstants.removeAll(keepingCapacity: true)
    while let due = nextEvent, due <= instant {
      let next = events.removeFirst()
      switch next.event {
      case .surface(let event): take(event, of: next)
      case .window(let change):
        otherInstants.append(next.instant)
        switch change {
        case .open: open(next.windowName, at: next)
        case .close: close(next)
        case .merge: merge(next)
        }
      case .refresh(let rate): change(to: rate, at: next)
      case .fault(let fault):
        faults.begin(fault, at: next.instant)
        otherInstants.append(next.instant)
      }
    }
  }

  mutating func take(_ event: SurfaceEvent, of timed: TimedLoadEvent) {
    let fault = fault(in: event)
    guard let index = index(of: timed.windowName) else {
      otherInstants.append(timed.instant)
      discard(event, of: timed)
      return
    }
    windows[index].take(event, at: timed.instant, from: timed.place, fault: fault)
  }

  private mutating func fault(in event: SurfaceEvent) -> TextFault? {
    guard event.isToken else { return nil }
    defer { tokens += 1 }
    return settings.plantedLoss == tokens ? settings.plantedFault : nil
  }

  private mutating func plantDrift(at instant: Instant) {
    guard let planted = settings.plantedDrift, !isDriftPlanted, planted.at <= instant else {
      return
    }
    isDriftPlanted = true
    windows.first?.surface.displaceContent(by: planted.by)
  }
}
