import CProbes
import ChatSurface
import FramePacing
import MarkdownBlocks
import Profiling
import Records
import Timebase

// The six phases of a frame, bracketed. Each is a function that is never inlined, nor merged with
// another one that looks like it, so that a profiler finds its instructions under its name.
extension Runner {
  /// When a frame is made.
  private struct Moment {
    var tick: Int
    var instant: Instant
  }

  /// What is read where one phase of a frame ends and the next one begins.
  private struct Readings {
    var meter: PhaseMeter
    let allocations: AllocationCounter?
    var counted = FrameRecord.PhaseValuesOfInt()
    var bytes = 0
    /// A boundary is read once: what ends a phase begins the next.
    private var last: AllocationSample?

    init(_ source: PhaseMeter.Source, _ allocations: AllocationCounter?) {
      meter = PhaseMeter(source: source)
      self.allocations = allocations
      last = allocations?.sample()
      meter.begin()
    }

    /// Ends a phase, or a part of it.
    ///
    /// - Returns: The time that it took.
    mutating func end(_ phase: Phase, modelled: Nanoseconds = .zero) -> Nanoseconds {
      let time = meter.lap(modelled: modelled)
      if let earlier = last, let now = allocations?.sample() {
        counted[phase] += (now - earlier).count
        bytes += (now - earlier).bytes
        last = now
      }
      return time
    }

    /// What was done since the last boundary is part of no phase.
    mutating func skip() {
      _ = meter.lap(modelled: .zero)
      last = allocations?.sample()
    }
  }

  mutating func makePhases(tick: Int, at instant: Instant)
    -> (cost: FrameCost, modelled: FrameCost, allocated: FrameRecord.Allocations?)
  {
    let moment = Moment(tick: tick, instant: instant)
    var cost = FrameCost()
    var modelled = FrameCost()
    var times = FrameCost()
    let isModelled = settings.cost == .modelled
    var readings = Readings(
      settings.keepsProcessorTime ? .cpu : settings.cost.meterSource,
      allocations
    )
    for phase in Phase.allCases {
      var time = Nanoseconds.zero
      if phase == .reveal {
        performDueReveal(at: moment)
        time = readings.end(phase)
        // Which ticks went by is the laboratory's own question.
        findPassedTicks(before: moment.tick)
        readings.skip()
      }
      let charged = perform(phase, at: moment)
      let model = Nanoseconds(rawValue: Int64(charged))
      time = time + readings.end(phase, modelled: model)
      let spent = (isModelled ? model : time).scaled(by: device.cpuScale)
      let planted = faults.slowness(of: phase, at: instant)
      cost[phase] = spent + planted
      modelled[phase] = model.scaled(by: device.cpuScale) + planted
      times[phase] = time
    }
    cost.drawing = draw().scaled(by: device.cpuScale)
    cost.stall = faults.takeStall()
    modelled.stall = cost.stall
    if let known = knownCosts.popFirst() { cost = known }
    if settings.keepsProcessorTime { outcome.processorTime.append(times) }
    let allocated =
      allocations == nil
      ? nil : FrameRecord.Allocations(counts: readings.counted, bytes: readings.bytes)
    return (cost, modelled, allocated)
  }

  /// Draws all windows that have something to show.
  ///
  /// - Returns: The processor time that it took; zero where drawing is declared.
  @inline(never)
  private mutating func draw() -> Nanoseconds {
    guard let painters else { return .zero }
    let before = allocations?.sample()
    var meter = PhaseMeter(source: .cpu)
    meter.begin()
    for index in windows.indices where windows[index].hasSomethingToShow {
      painters.paint(windows[index].snapshot, of: windows[index].surface)
    }
    let spent = meter.end(modelled: .zero)
    if let before, let after = allocations?.sample() {
      outcome.drawingAllocations += (after - before).count
    }
    // A frame that was drawn took some time, however little.
    return max(Nanoseconds(rawValue: 1), spent)
  }

  /// What frames cost in which nothing is to be done: the first load has not come.
  mutating func emptyFrames(_ count: Int) -> [FrameCost] {
    (0..<count).map { tick in
      atStackPlace(ofFrame: tick) { runner in
        runner.makePhases(tick: tick, at: runner.grid.instant(ofTick: tick)).cost
      }
    }
  }

  /// The processor time of such frames, which must be kept; see ``Settings/keepsProcessorTime``.
  mutating func emptyFrameTimes(_ count: Int) -> [FrameCost] {
    _ = emptyFrames(count)
    return outcome.processorTime
  }

  /// Runs a phase in all windows that have something to show.
  ///
  /// - Returns: What the model charges for it, in nanoseconds.
  private mutating func perform(_ phase: Phase, at moment: Moment) -> Int {
    switch phase {
    case .input: performInput(at: moment)
    case .ingest: performIngest(at: moment)
    case .reveal: performReveal(at: moment)
    case .measure: performMeasure(at: moment)
    case .layout: performLayout(at: moment)
    case .commit: performCommit(at: moment)
    }
    let planted = plantedCounts(in: phase)
    var charged = planted.map { settings.costs.charge($0) } ?? 0
    for index in windows.indices where windows[index].hasSomethingToShow {
      charged += settings.costs.charge(windows[index].surface.work[phase])
    }
    return charged
  }

  @inline(never)
  private mutating func performInput(at moment: Moment) {
    stillpoint_mark_input()
    for index in windows.indices where windows[index].hasSomethingToShow {
      windows[index].surface.input(windows[index].due, at: moment.instant)
    }
    plant(in: .input, at: moment.instant)
  }

  @inline(never)
  private mutating func performIngest(at moment: Moment) {
    stillpoint_mark_ingest()
    for index in windows.indices where windows[index].hasSomethingToShow {
      windows[index].surface.ingest(at: moment.instant)
    }
    plant(in: .ingest, at: moment.instant)
  }

  /// The beginning of the reveal, after which it is known which of the ticks before were active.
  @inline(never)
  private mutating func performDueReveal(at moment: Moment) {
    stillpoint_mark_reveal()
    for index in windows.indices where windows[index].hasSomethingToShow {
      windows[index].surface.revealDue(before: moment.instant)
    }
  }

  @inline(never)
  private mutating func performReveal(at moment: Moment) {
    stillpoint_mark_reveal()
    for index in windows.indices where windows[index].hasSomethingToShow {
      windows[index].surface.reveal(at: moment.instant)
    }
    plant(in: .reveal, at: moment.instant)
  }

  @inline(never)
  private mutating func performMeasure(at moment: Moment) {
    stillpoint_mark_measure()
    for index in windows.indices where windows[index].hasSomethingToShow {
      windows[index].surface.measure(at: moment.instant)
    }
    plant(in: .measure, at: moment.instant)
  }

  @inline(never)
  private mutating func performLayout(at moment: Moment) {
    stillpoint_mark_layout()
    for index in windows.indices where windows[index].hasSomethingToShow {
      windows[index].surface.layout(at: moment.instant)
    }
    plant(in: .layout, at: moment.instant)
  }

  @inline(never)
  private mutating func performCommit(at moment: Moment) {
    stillpoint_mark_commit()
    for index in windows.indices where windows[index].hasSomethingToShow {
      windows[index].surface.commit(
        at: moment.instant,
        tick: moment.tick,
        into: &windows[index].snapshot
      )
    }
    plant(in: .commit, at: moment.instant)
  }

  /// Does what is planted in a phase.
  private func plant(in phase: Phase, at instant: Instant) {
    faults.allocate(in: phase, at: instant)
    guard let planted = settings.plantedWork, planted.phase == phase else { return }
    planted.perform(with: parser)
  }

  /// Takes note of what was done in the frame that was made, which is shown late.
  mutating func noteLateWork() {
    for phase in Phase.allCases {
      for index in windows.indices where windows[index].hasSomethingToShow {
        outcome.lateWork[phase] += windows[index].surface.work[phase]
      }
      if let planted = settings.plantedWork, planted.phase == phase {
        outcome.lateWork[phase] += planted.counts
      }
    }
  }

  /// What the planted work of a phase counts, taken into the run's counts.
  private mutating func plantedCounts(in phase: Phase) -> OperationCounts? {
    guard let planted = settings.plantedWork, planted.phase == phase else { return nil }
    plantedOperations += planted.counts
    return planted.counts
  }
}
