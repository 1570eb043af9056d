import ChildProcesses
import Foundation

/// Runs other programs: git, swift, valgrind and probes.
package struct ExternalTool {
  /// How a program ended.
  package struct Ending {
    package var code: Int32
    package var output: String
    package var errors: String

    /// The last lines of what it complained of, or else of what it said. The reason of a trap stands before
    /// them: a backtrace without symbols has many lines.
    package func lastWords(_ count: Int = 12) -> String {
      let complaints = errors.split(whereSeparator: \.isNewline)
      let lines = complaints.isEmpty ? output.split(whereSeparator: \.isNewline) : complaints
      let last = lines.suffix(count)
      guard let reason = lines.dropLast(count).last(where: { $0.contains("Fatal error:") }) else {
        return last.joined(separator: "\n")
      }
      return ([reason] + last.dropFirst()).joined(separator: "\n")
    }
  }

  /// A program that cannot be started.
  package struct Missing: Error, CustomStringConvertible {
    package var name: String
    package var description: String { "no \(name) on the PATH; install it, or put it there" }
  }

  /// A program that came to no end.
  package struct Endless: Error, CustomStringConvertible {
    package var command: String
    package var description: String {
      "\(command): still running after 60 min, and ended.\n"
        + "Run it by hand to see what it waits for, or name fewer scenarios."
    }
  }

  /// How often a running program is looked at, in microseconds.
  private static let interval: UInt32 = 4_000
  /// The longest that a program may run.
  package static let longest = Duration.seconds(3_600)
  /// How often it is looked at, after it was asked to end, before it is killed: 5 s.
  private static let patience = 1_250

  package let interruption: Interruption
  /// Where output is kept while a program runs.
  package let scratch: String

  /// - Parameters:
  ///   - interruption: What ends the programs early.
  ///   - scratch: A folder for their output while they run.
  package init(interruption: Interruption, scratch: String) {
    (self.interruption, self.scratch) = (interruption, scratch)
  }

  /// The path of a program on the PATH; nil when there is none.
  package static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// A program that was started, and where its output goes.
  package struct Running {
    fileprivate var process: Process
    fileprivate var output: URL
    fileprivate var errors: URL
  }

  /// Runs the program `name` of the PATH, or at a path, in a process group of its own.
  ///
  /// It ends with this process, also where that is killed, if there is a `setpriv` (Linux).
  ///
  /// - Parameters:
  ///   - folder: Its working directory; nil for this one.
  ///   - environment: All of its environment; nil for this process's.
  ///   - runsToItsEnd: Whether an interruption lets it finish: for tidying up.
  /// - Throws: ``Missing``, what starting throws, and `ChildInterruption`: the program has ended then.
  package func run(
    _ name: String,
    _ arguments: [String],
    in folder: String? = nil,
    environment: [String: String]? = nil,
    runsToItsEnd: Bool = false
  ) throws -> Ending {
    let running = try start(name, arguments, in: folder, environment: environment)
    return try finish([running], runToTheirEnd: runsToItsEnd)[0]
  }

  /// Starts a program as ``run(_:_:in:environment:runsToItsEnd:)`` does. Whoever starts one has to
  /// ``finish(_:runToTheirEnd:)`` it.
  package func start(
    _ name: String,
    _ arguments: [String],
    in folder: String? = nil,
    environment: [String: String]? = nil
  ) throws -> Running {
    let path = name.contains("/") ? name : Self.find(name)
    guard let path else { throw Missing(name: name) }
    let process = Process()
    if let setpriv = Self.find("setpriv") {
      // SwiftPM ends its compilers when it is interrupted, not when it is terminated.
      process.executableURL = URL(fileURLWithPath: setpriv)
      process.arguments = ["--pdeathsig", "INT", "--", path] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
    }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    if let environment { process.environment = environment }
    process.standardInput = FileHandle.nullDevice
    let mark = "\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let running = Running(
      process: process,
      output: URL(fileURLWithPath: "\(scratch)/output-\(mark)"),
      errors: URL(fileURLWithPath: "\(scratch)/errors-\(mark)")
    )
    do {
      for url in [running.output, running.errors] { try Data().write(to: url) }
      process.standardOutput = try FileHandle(forWritingTo: running.output)
      process.standardError = try FileHandle(forWritingTo: running.errors)
      try process.run()
    } catch {
      Self.forget(running)
      throw error
    }
    return running
  }

  /// Waits until all of these programs have ended.
  ///
  /// - Parameter runToTheirEnd: Whether an interruption lets them finish.
  /// - Returns: How each ended, in the same order.
  /// - Throws: `ChildInterruption`, ``Endless``: all have ended then.
  package func finish(_ programs: [Running], runToTheirEnd: Bool = false) throws -> [Ending] {
    defer { programs.forEach(Self.forget) }
    // Not while the machine sleeps.
    let clock = SuspendingClock()
    let start = clock.now
    while programs.contains(where: \.process.isRunning) {
      if !runToTheirEnd, let signal = interruption.signal {
        programs.forEach(Self.end)
        throw ChildInterruption(signal: signal)
      }
      if clock.now - start > Self.longest, let late = programs.first(where: \.process.isRunning) {
        programs.forEach(Self.end)
        let words = [late.process.executableURL?.path ?? ""] + (late.process.arguments ?? [])
        throw Endless(command: words.joined(separator: " "))
      }
      usleep(Self.interval)
    }
    return try programs.map { program in
      let process = program.process
      return Ending(
        code: process.terminationReason == .exit
          ? process.terminationStatus : 128 + process.terminationStatus,
        output: String(decoding: try Data(contentsOf: program.output), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: program.errors), as: UTF8.self)
      )
    }
  }

  /// Ends a program and all that it has started.
  private static func end(_ program: Running) {
    let process = program.process
    guard process.isRunning else { return }
    let group = process.processIdentifier
    process.interrupt()
    var looks = 0
    while process.isRunning, looks < patience {
      usleep(interval)
      looks += 1
    }
    // What it has started may outlive it; where nothing does, there is no such group.
    kill(-group, SIGKILL)
    process.waitUntilExit()
  }

  /// Removes a program's output.
  private static func forget(_ program: Running) {
    unlink(program.output.path)
    unlink(program.errors.path)
  }
}
