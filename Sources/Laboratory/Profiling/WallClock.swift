import Timebase

/// Time that passes on the wall: monotonic, and not set back when the system's date is.
public enum WallClock {
  /// Time since some moment in the past, the same for all threads of the process.
  public static func now() -> Nanoseconds { PlatformClock.monotonic.read() }

  /// The step the system declares for this clock.
  public static var resolution: Nanoseconds { PlatformClock.monotonic.declaredResolution() }

  /// The smallest step seen in `readings` readings made one after the other, which is what the
  /// clock really resolves, the cost of reading it included; nil when it never moved.
  ///
  /// - Parameter readings: How many, at least 1.
  public static func observedStep(readings: Int = 1000) -> Nanoseconds? {
    precondition(readings >= 1, "a step needs at least 1 reading, got \(readings)")
    return PlatformClock.monotonic.observedStep(readings: readings)
  }
}
