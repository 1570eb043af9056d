import Timebase

/// Time the calling thread has spent on a processor.
///
/// Stands still while the thread waits or another thread has the processor, so a busy machine
/// disturbs it far less than it disturbs `WallClock`. Readings of two threads cannot be compared.
public enum ThreadCPUClock {
  /// Processor time of the calling thread since it began.
  public static func now() -> Nanoseconds { PlatformClock.threadCPU.read() }

  /// The step the system declares for this clock.
  public static var resolution: Nanoseconds { PlatformClock.threadCPU.declaredResolution() }

  /// The smallest step seen in `readings` readings made one after the other, which is what the
  /// clock really resolves, the cost of reading it included; nil when it never moved.
  ///
  /// - Parameter readings: How many, at least 1.
  public static func observedStep(readings: Int = 1000) -> Nanoseconds? {
    precondition(readings >= 1, "a step needs at least 1 reading, got \(readings)")
    return PlatformClock.threadCPU.observedStep(readings: readings)
  }
}
