import FrameMetrics
import FramePacing
import Timebase

extension FrameTimeline {
  /// The timeline of a simulated run.
  ///
  /// - Parameters:
  ///   - records: Its active ticks, in order.
  ///   - rate: The display's rate.
  ///   - depth: 0 for double, 1 for triple buffering.
  ///   - hostShare: The part of each period that the host draws in, 0 up to below 1.
  /// - Complexity: O(ticks).
  package init(
    of records: some Sequence<FrameRecord>,
    rate: RefreshRate,
    depth: Int,
    hostShare: Double
  ) {
    self.init(of: records, grid: TickGrid(rate), depth: depth, hostShare: hostShare)
  }

  /// The timeline of a simulated run on a display whose rate may change.
  ///
  /// - Complexity: O(ticks).
  package init(
    of records: some Sequence<FrameRecord>,
    grid: TickGrid,
    depth: Int,
    hostShare: Double
  ) {
    self.init(
      of: FrameList(records.lazy.map { Frame(of: $0, grid: grid, depth: depth) }),
      grid: grid,
      hostShare: hostShare
    )
  }

  /// The timeline of a simulated run whose frames are already in the form of one.
  package init(of frames: FrameList, grid: TickGrid, hostShare: Double) {
    self.init(
      grid: grid.onlyRate.map { .fixed($0) } ?? .changing(grid),
      hostShare: hostShare,
      phaseNames: Phase.allCases.map(\.name),
      frames: frames
    )
  }
}

extension FrameTimeline.Frame {
  /// The frame of an active tick, promised to the tick after it and to one more for each of `depth`.
  package init(of record: FrameRecord, grid: TickGrid, depth: Int) {
    self.init(
      wanted: record.instant,
      promised: grid.instant(ofTick: record.tick + 1 + depth),
      fate: record.isSwallowed ? .swallowed : .presented(record.presented),
      work: record.isSwallowed ? nil : .init(of: record)
    )
  }
}

extension FrameTimeline.Work {
  /// The work of a frame that was made.
  fileprivate init(of record: FrameRecord) {
    var phases = FrameTimeline.PhaseDurations()
    for phase in Phase.allCases { phases[phase.rawValue] = record.cost[phase] }
    let engine = record.cost.engine
    self.init(
      start: record.end - (engine + record.cost.stall),
      end: record.end,
      engine: engine,
      phases: phases
    )
  }
}
