#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a child is started, and what it may use.
package struct ChildCommand: Hashable, Sendable {
  /// The memory a child gets unless it is said otherwise: 4 GiB.
  package static let defaultMemoryLimit = 4 << 30

  /// The program; on Linux /proc/self/exe is this one, also when its file was replaced since.
  package var path: String
  /// What follows the program's name.
  package var arguments: [String]
  /// What is set beside, or instead of, what the parent's environment holds.
  package var environment: [String: String]
  /// Whether it has the parent's environment too.
  package var inheritsEnvironment: Bool
  /// The most bytes it may have resident.
  ///
  /// The parent looks every ``ChildPool/watchInterval`` at VmRSS of /proc/PID/status and ends a child
  /// that is beyond, which is then `outOfMemory`. Addresses without memory behind them are not
  /// counted. RLIMIT_AS would count them, and an allocator keeps many. In case the parent cannot look
  /// for a while, RLIMIT_DATA stands at twice the limit and 1 GiB: allocation fails there, a Swift
  /// program traps, and one that had more than the limit resident is `outOfMemory` too, otherwise
  /// `trapped`.
  package var memoryLimit: Int
  /// The longest its steps may take together, its start and end included; what it waits for its turn
  /// does not count, nor what the parent was stopped.
  package var timeLimit: Duration

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - path: The program; nil is this one.
  ///   - inheritsEnvironment: Else `environment` is all that it has, and what a child needs.
  ///   - memoryLimit: In bytes, at least 1.
  ///   - timeLimit: Over 0.
  package init(
    path: String? = nil,
    arguments: [String],
    environment: [String: String] = [:],
    inheritsEnvironment: Bool = true,
    memoryLimit: Int = defaultMemoryLimit,
    timeLimit: Duration
  ) {
    precondition(memoryLimit >= 1, "a child needs memory, got a limit of \(memoryLimit) bytes")
    precondition(timeLimit > .zero, "a child needs time, got a limit of \(timeLimit)")
    self.path = path ?? Self.thisProgram
    self.arguments = arguments
    self.environment = environment
    self.inheritsEnvironment = inheritsEnvironment
    self.memoryLimit = memoryLimit
    self.timeLimit = timeLimit
  }

  /// The program that runs.
  package static var thisProgram: String {
    #if os(Linux)
      "/proc/self/exe"
    #else
      CommandLine.arguments[0]
    #endif
  }

  /// RLIMIT_DATA of the child.
  var dataLimit: UInt64 { UInt64(memoryLimit) * 2 + 1 << 30 }

  /// What the child is started with: the parent's environment if it inherits it, the command's own, and
  /// what a child needs. Swift's backtracer would keep a child that traps for seconds.
  var wholeEnvironment: [String] {
    var whole = inheritsEnvironment ? ProcessEnvironment.own : [:]
    whole.merge(environment) { $1 }
    whole["SWIFT_BACKTRACE"] = "enable=no"
    whole[ParentConnection.variable] = "1"
    return whole.map { "\($0.key)=\($0.value)" }.sorted()
  }
}
