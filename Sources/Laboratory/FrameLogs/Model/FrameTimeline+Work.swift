import FrameMetrics
import Timebase

extension FrameTimeline.Work {
  /// Work between two instants, all of it the app's own.
  init(from start: Int64, to end: Int64, phases: FrameTimeline.PhaseDurations? = nil) {
    self.init(
      start: Instant(nanoseconds: start),
      end: Instant(nanoseconds: end),
      engine: Nanoseconds(rawValue: end &- start),
      phases: phases
    )
  }
}

/// Where a frame is taken to be shown of which only the end of its work and its deadline are known:
/// at the deadline, or as many whole periods after it as it was late.
func shownByDeadline(_ deadline: Int64, finished: Int64, period: Int64) -> Int64 {
  guard finished > deadline, period > 0, finished &- deadline < 1_000_000_000_000 else {
    return deadline
  }
  return deadline + (finished - deadline + period - 1) / period * period
}

extension Int64 {
  /// Whether this can be a time in nanoseconds: neither one of the numbers that stand for "unknown"
  /// nor so great that a difference might not fit.
  var isTime: Bool { self > 0 && self < 4_000_000_000_000_000_000 }
}
