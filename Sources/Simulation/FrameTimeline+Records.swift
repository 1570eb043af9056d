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
  public init(
    of records: some Sequence<FrameRecord>,
    rate: RefreshRate,
    depth: Int,
    hostShare: Double
  ) {
    self.init(
      grid: .fixed(rate),
      hostShare: hostShare,
      phaseNames: Phase.allCases.map(\.name),
      frames: records.map { record in
        Frame(
          wanted: record.instant,
          promised: rate.instant(ofTick: record.tick + 1 + depth),
          fate: record.isSwallowed ? .swallowed : .presented(record.presented),
          work: record.isSwallowed ? nil : Work(of: record)
        )
      }
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
