#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine's monotonic clock, counted from when this value was made.
///
/// Only shells use it: the engine takes instants, it never asks for them.
package struct SystemClock: Sendable {
  private let origin: Int64

  /// Starts counting now.
  package init() { origin = Self.monotonic() }

  /// The time since the clock was made.
  package var now: Instant { Instant(nanoseconds: Self.monotonic() - origin) }

  /// Blocks the thread until `instant`; returns at once when it has passed.
  package func sleep(until instant: Instant) {
    while true {
      let remaining = (instant - now).rawValue
      guard remaining > 0 else { return }
      var span = timespec()
      span.tv_sec = Int(remaining / 1_000_000_000)
      span.tv_nsec = Int(remaining % 1_000_000_000)
      // A signal may cut the sleep short: the loop sleeps on for what is left.
      _ = nanosleep(&span, nil)
    }
  }

  private static func monotonic() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
