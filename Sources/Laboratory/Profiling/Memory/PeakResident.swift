import CProbes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The most memory this process ever had resident.
public enum PeakResident {
  /// The peak in bytes; nil when the system does not say.
  ///
  /// On Linux `VmHWM` of /proc/self/status, because `getrusage` there also remembers the process
  /// that this one was started from; elsewhere `getrusage`.
  public static func bytes() -> Int? {
    #if os(Linux)
      if let peak = highWaterMark() { return peak }
    #endif
    return maximumOfUsage()
  }

  /// Forgets the peak, so that the next `bytes()` says the most since now.
  ///
  /// - Returns: False where the system cannot forget; then the peak is the process's.
  @discardableResult
  public static func reset() -> Bool {
    #if os(Linux)
      // 5 is the command that resets the high water mark: proc(5), clear_refs.
      let file = open("/proc/self/clear_refs", O_WRONLY)
      guard file >= 0 else { return false }
      defer { close(file) }
      return write(file, "5", 1) == 1
    #else
      return false
    #endif
  }

  /// The peak as `getrusage` gives it, in bytes.
  package static func maximumOfUsage() -> Int? {
    var usage = rusage()
    #if canImport(Glibc)
      let who = Int32(RUSAGE_SELF.rawValue)
    #else
      let who = RUSAGE_SELF
    #endif
    guard getrusage(who, &usage) == 0, usage.ru_maxrss > 0 else { return nil }
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) * 1024
    #endif
  }

  #if os(Linux)
    private static func highWaterMark() -> Int? {
      var now: UInt64 = 0
      var peak: UInt64 = 0
      return stillpoint_resident(0, &now, &peak) == 0 ? Int(clamping: peak) : nil
    }
  #endif
}
