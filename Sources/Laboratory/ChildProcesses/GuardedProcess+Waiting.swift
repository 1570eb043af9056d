#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension GuardedProcess {
  /// How often it is looked at, in microseconds.
  private static let interval: UInt32 = 4_000
  /// How long it may take to end after it was asked to, before it is killed.
  private static let patience = Duration.seconds(5)

  /// Waits until it has ended, and all that it started with it.
  ///
  /// - Parameters:
  ///   - limit: How long it may take; it is ended then. The time in which the machine sleeps does not count.
  ///   - interruption: What ends it early; nil for nothing.
  ///   - pause: How often `tell` is called meanwhile.
  ///   - tell: What is done with it while it runs.
  /// - Returns: Its exit code, or 128 and the number of the signal that ended it; nil when the time was over.
  /// - Throws: ``ChildInterruption``; it has ended then.
  package func wait(
    within limit: Duration,
    interruption: Interruption?,
    every pause: Duration = .seconds(10),
    _ tell: (GuardedProcess) -> Void = { _ in }
  ) throws(ChildInterruption) -> Int32? {
    let clock = SuspendingClock()
    let start = clock.now
    var next = start + pause
    while isRunning() {
      let now = clock.now
      let signal = interruption?.signal
      guard signal == nil, now - start <= limit else {
        interrupt()
        while isRunning(), clock.now - now < Self.patience { usleep(Self.interval) }
        end()
        if let signal { throw ChildInterruption(signal: signal) }
        return nil
      }
      if now >= next {
        next = now + pause
        tell(self)
      }
      usleep(Self.interval)
    }
    return exitCode
  }
}
