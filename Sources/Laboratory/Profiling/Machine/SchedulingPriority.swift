#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Before whom the system runs this process, and those that it starts meanwhile.
public enum SchedulingPriority {
  #if canImport(Glibc)
    private static let process = __priority_which_t(PRIO_PROCESS.rawValue)
  #else
    private static let process = PRIO_PROCESS
  #endif
  /// The most that can be asked for.
  private static let highest: Int32 = -20

  /// Does `body` with the highest priority, so that what else runs on the machine interrupts it less.
  /// Only an administrator may ask for that; for others `body` runs as ever.
  public static func raised<Value>(_ body: () throws -> Value) rethrows -> Value {
    let before = getpriority(process, 0)
    guard setpriority(process, 0, highest) == 0 else { return try body() }
    defer { _ = setpriority(process, 0, before) }
    return try body()
  }

  /// The priority in force, from -20, the highest, to 19.
  package static var current: Int { Int(getpriority(process, 0)) }
}
