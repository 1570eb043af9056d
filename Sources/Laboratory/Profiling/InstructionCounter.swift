import CProbes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The processor's own count of instructions.
public enum InstructionCounter {
  /// Whether this machine lets a process count its instructions: the name of the counter, or why
  /// not.
  ///
  /// Found out by counting a short loop, because virtual machines also offer counters that stand
  /// still.
  public static func probe() -> Availability {
    #if os(Linux)
      var counted: UInt64 = 0
      let failure = stillpoint_count_instructions_of_a_loop(&counted)
      return judge(failure: failure, counted: counted)
    #else
      return .notAvailable("perf_event_open is a call of Linux")
    #endif
  }

  #if os(Linux)
    /// Puts the outcome of a probe into words.
    package static func judge(failure: Int32, counted: UInt64) -> Availability {
      switch failure {
      case 0 where counted > 0:
        return .available("perf_event_open")
      case 0:
        return .notAvailable("the counter can be opened but stands still")
      case ENOENT, ENODEV, EOPNOTSUPP:
        return .notAvailable("the machine offers no hardware counter (\(text(of: failure)))")
      case EACCES, EPERM:
        return .notAvailable(
          "not permitted (\(text(of: failure))); see /proc/sys/kernel/perf_event_paranoid"
        )
      default:
        return .notAvailable("perf_event_open failed (\(text(of: failure)))")
      }
    }

    private static func text(of failure: Int32) -> String {
      guard let message = strerror(failure) else { return "error \(failure)" }
      return String(cString: message)
    }
  #endif
}
