import ChildProcesses
import Files
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

  /// A program that says too much.
  package struct TooLong: Error, CustomStringConvertible {
    package var command: String
    package var description: String {
      "\(command): it printed over \(ExternalTool.mostOutput >> 20) MB.\n"
        + "Run it by hand to see what it says."
    }
  }

  /// The longest that a program may run.
  package static let longest = Duration.seconds(3_600)
  /// The most bytes that a program may print.
  static let mostOutput = 256 << 20

  package let interruption: Interruption
  /// Where output is kept while a program runs.
  package let scratch: String
  /// A folder that is removed when this process is killed while a program runs; nil for none.
  private let orphan: String?

  /// - Parameters:
  ///   - interruption: What ends the programs early.
  ///   - scratch: A folder for their output while they run.
  ///   - isScratchKept: Whether it stays when this process is killed.
  package init(interruption: Interruption, scratch: String, isScratchKept: Bool = true) {
    (self.interruption, self.scratch) = (interruption, scratch)
    orphan = isScratchKept ? nil : scratch
  }

  /// The path of a program on the PATH; nil when there is none.
  package static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// A program that was started, and where its output goes.
  package struct Running {
    fileprivate var process: GuardedProcess
    fileprivate var words: [String]
    fileprivate var output: String
    fileprivate var errors: String
  }

  /// Runs the program `name` of the PATH, or at a path, with a guard: it ends with this process, also where
  /// that is killed, and what it started ends with it.
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
    var command = GuardedProcess.Command(path: path, arguments: arguments)
    (command.folder, command.scratch) = (folder, orphan)
    if let environment { (command.environment, command.inheritsEnvironment) = (environment, false) }
    let mark = "\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let files = ["output", "errors"].map { "\(scratch)/\($0)-\(mark)" }
    let ends = files.map { SystemCalls.open($0, O_WRONLY | O_CREAT | O_EXCL) }
    defer { for end in ends where end >= 0 { close(end) } }
    guard ends.allSatisfy({ $0 >= 0 }) else { throw OutputError(path: scratch, code: errno) }
    command.files = (ends[0], ends[1])
    return Running(
      process: try GuardedProcess(command),
      words: [path] + arguments,
      output: files[0],
      errors: files[1]
    )
  }

  /// Waits until all of these programs have ended.
  ///
  /// - Parameter runToTheirEnd: Whether an interruption lets them finish.
  /// - Returns: How each ended, in the same order.
  /// - Throws: `ChildInterruption`, ``Endless``, ``TooLong``: all have ended then.
  package func finish(_ programs: [Running], runToTheirEnd: Bool = false) throws -> [Ending] {
    defer {
      for program in programs {
        program.process.end()
        unlink(program.output)
        unlink(program.errors)
      }
    }
    return try programs.map { program in
      var isTooLong = false
      let code = try program.process.wait(
        within: Self.longest,
        interruption: runToTheirEnd ? nil : interruption
      ) { process in
        isTooLong = [program.output, program.errors].contains { size(of: $0) > Self.mostOutput }
        if isTooLong { process.end() }
      }
      let command = program.words.joined(separator: " ")
      guard !isTooLong else { throw TooLong(command: command) }
      guard let code else { throw Endless(command: command) }
      return Ending(
        code: code,
        output: try text(program.output),
        errors: try text(program.errors)
      )
    }
  }

  private func size(of file: String) -> Int {
    SystemCalls.status(of: file).map { Int($0.st_size) } ?? 0
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try InputFile.read(file, as: .bytes(Self.mostOutput)).bytes, as: UTF8.self)
  }
}
