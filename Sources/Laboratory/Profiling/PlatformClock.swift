import Timebase

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The two clocks of the system that cost is taken with.
enum PlatformClock {
  /// Time the calling thread has spent on a processor.
  case threadCPU
  /// Time since some moment in the past; never goes back.
  case monotonic

  private var identifier: clockid_t {
    switch self {
    case .threadCPU: CLOCK_THREAD_CPUTIME_ID
    case .monotonic: CLOCK_MONOTONIC
    }
  }

  /// Reads the clock.
  func read() -> Nanoseconds {
    var time = timespec()
    let status = clock_gettime(identifier, &time)
    precondition(status == 0, "clock_gettime failed for \(self) with error \(errno)")
    return nanoseconds(of: time)
  }

  /// The step that the system declares for the clock.
  func declaredResolution() -> Nanoseconds {
    var step = timespec()
    let status = clock_getres(identifier, &step)
    precondition(status == 0, "clock_getres failed for \(self) with error \(errno)")
    return nanoseconds(of: step)
  }

  /// The smallest difference between two readings that differ; nil when none of `readings` did.
  func observedStep(readings: Int) -> Nanoseconds? {
    var smallest: Nanoseconds?
    var last = read()
    for _ in 0..<readings {
      let now = read()
      if now > last { smallest = min(smallest ?? (now - last), now - last) }
      last = now
    }
    return smallest
  }

  private func nanoseconds(of time: timespec) -> Nanoseconds {
    Nanoseconds(rawValue: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
