import FramePacing
import Timebase

/// Trouble that a script plants, to see that it is noticed.
package enum Fault: Hashable, Sendable {
  /// The host's main thread is busy for so long.
  case stall(Nanoseconds)
  /// A phase of each frame costs so much more, until an instant.
  case slowPhase(Phase, cost: Nanoseconds, until: Instant)
  /// A phase of each frame asks for memory so often more, until an instant.
  case allocate(Phase, count: Int, until: Instant)
}
