import CProbes
import Timebase

/// Computing on purpose: what a gate plants in a phase to see that it would notice.
public enum PlantedLoop {
  /// Does `steps` rounds of a fixed loop, in C, so that no optimiser removes them.
  ///
  /// - Complexity: O(steps).
  public static func perform(steps: Int) {
    precondition(steps >= 0, "planted steps are 0 or more, got \(steps)")
    guard steps > 0 else { return }
    precondition(stillpoint_planted_loop(UInt64(steps)) != 0, "the loop was left out")
  }

  /// Steps that the calling thread does in a nanosecond of its processor time when nothing
  /// slows it down: the most of 25 measurements of about a tenth of a millisecond.
  public static func stepsPerNanosecond() -> Double {
    let steps = 50_000
    let times = (0..<25).map { _ in
      let start = ThreadCPUClock.now()
      perform(steps: steps)
      return (ThreadCPUClock.now() - start).rawValue
    }
    return Double(steps) / Double(max(1, times.min() ?? 1))
  }
}
