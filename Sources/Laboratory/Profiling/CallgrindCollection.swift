import CProbes

/// Switches callgrind's counting on and off from within the program, so that start-up is not counted.
///
/// Valgrind's client requests are a few instructions that do nothing outside of valgrind.
public enum CallgrindCollection {
  /// Whether this process is counted in callgrind, or why not.
  public static var availability: Availability {
    guard stillpoint_can_speak_to_callgrind() else {
      return .notAvailable("built without valgrind's headers; install valgrind and build again")
    }
    guard stillpoint_runs_under_valgrind() else {
      return .notAvailable("this process does not run under valgrind")
    }
    return .available("callgrind")
  }

  /// Whether a process of this build can be counted at all.
  public static var isBuiltIn: Bool { stillpoint_can_speak_to_callgrind() }

  /// Counts what `body` does, for a callgrind that was started with `--instr-atstart=no`.
  public static func collect<Result>(_ body: () throws -> Result) rethrows -> Result {
    stillpoint_callgrind_start()
    defer { stillpoint_callgrind_stop() }
    return try body()
  }

  /// Writes what was counted so far into a file of its own, with a name in it, and counts from 0 on.
  package static func dump(named name: String) { stillpoint_callgrind_dump(name) }
}
