import FramePacing
import Timebase

/// Decides when a profile is hopelessly late: over 50 ms/s of hitches in each of ten 1 s windows
/// in a row.
struct BrokenRule {
  private var windowStart: Instant = .zero
  private var active = 0
  private var lost = 0
  private var badWindows = 0
  private var cost = FrameCost()

  /// Takes note of a frame.
  ///
  /// - Returns: The phase that cost most, once the profile is broken.
  mutating func note(_ record: FrameRecord, rate: RefreshRate) -> String? {
    if record.instant - windowStart >= .milliseconds(1000) {
      let hitch = Double(lost) * rate.periodMilliseconds
      badWindows = active > 0 && hitch > 50 ? badWindows + 1 : 0
      windowStart = record.instant
      active = 0
      lost = 0
      if badWindows >= 10 { return worstPhase }
      if badWindows == 0 { cost = FrameCost() }
    }
    active += 1
    lost += record.lostVsyncs
    cost.add(record.cost)
    return nil
  }

  private var worstPhase: String {
    let worst = Phase.allCases.max { cost[$0] < cost[$1] } ?? .input
    return cost.stall > cost[worst] ? "host_stall" : worst.name
  }
}
