import CProbes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that ends with this process, and so does all that it starts in turn.
///
/// Between it and this process stands a guard: a process that waits for the end of either. It adopts what
/// the program leaves behind, so that nothing survives a killed driver.
package final class GuardedProcess {
  /// What is started.
  package struct Command {
    /// The program's file.
    package var path: String
    /// Its arguments, without its own name.
    package var arguments: [String]
    /// What its environment has beside this process's.
    package var environment: [String: String] = [:]
    /// Whether it has this process's environment at all.
    package var inheritsEnvironment = true
    /// Open descriptors that its standard output and error go to; nil for what is kept here.
    package var files: (output: Int32, errors: Int32)?
    /// The folder that it begins in; nil for this process's.
    package var folder: String?
    /// Whether it is spoken with at its descriptors 3 (which it reads) and 4 (which it writes).
    package var hasChannel = false
    /// A folder that is removed unless it ends by itself; nil for none.
    package var scratch: String?

    package init(path: String, arguments: [String] = []) {
      (self.path, self.arguments) = (path, arguments)
    }
  }

  /// How many characters of a line of it are shown.
  static let shownOfLine = 200
  /// How many bytes of its output are kept, the last ones.
  package static let keptOutput = 64 << 10

  /// The program's process, which leads a group of its own.
  package let leader: pid_t
  /// What it reads at descriptor 3; -1 without a channel.
  package private(set) var input: Int32 = -1
  /// What it writes at descriptor 4; -1 without a channel.
  package private(set) var answers: Int32 = -1
  private let guardian: pid_t
  private var lifeline: Int32
  private var printed: Int32
  private var output: [UInt8] = []
  /// The program's exit code, or 128 and the number of the signal that ended it; nil while it runs.
  package private(set) var exitCode: Int32?

  /// Starts a program.
  ///
  /// - Throws: ``ChildFailure`` when the system refuses.
  package init(_ command: Command) throws(ChildFailure) {
    var pipes: [[Int32]] = []
    func refuse(_ call: String, _ failure: Int32) throws(ChildFailure) {
      guard failure != 0 else { return }
      for end in pipes.joined() where end >= 0 { close(end) }
      throw .refused(call: call, error: failure, subject: command.path)
    }
    for _ in 0..<(command.hasChannel ? 3 : 1) {
      var ends: [Int32] = [-1, -1]
      try refuse("pipe", stillpoint_make_pipe(&ends))
      pipes.append(ends)
    }
    var ward = stillpoint_ward()
    let failure = Self.start(command, pipes, &ward)
    try refuse("execve", failure)
    close(pipes[0][1])
    printed = pipes[0][0]
    if command.hasChannel {
      close(pipes[1][0])
      close(pipes[2][1])
      (input, answers) = (pipes[1][1], pipes[2][0])
    }
    (guardian, leader, lifeline) = (ward.guard, ward.leader, ward.lifeline)
  }

  private static func start(
    _ command: Command,
    _ pipes: [[Int32]],
    _ ward: inout stillpoint_ward
  ) -> Int32 {
    let own = command.inheritsEnvironment ? ProcessEnvironment.own : [:]
    let variables = own.merging(command.environment) { $1 }
      .map { "\($0.key)=\($0.value)" }.sorted()
    let arguments = ([command.path] + command.arguments).map { strdup($0) } + [nil]
    let environment = variables.map { strdup($0) } + [nil]
    let texts = [command.path, command.folder, command.scratch].map { $0.flatMap { strdup($0) } }
    defer { for text in arguments + environment + texts { free(text) } }
    return arguments.withUnsafeBufferPointer { arguments in
      environment.withUnsafeBufferPointer { environment in
        var start = stillpoint_ward_start()
        start.path = UnsafePointer(texts[0])
        start.arguments = arguments.baseAddress
        start.environment = environment.baseAddress
        start.folder = UnsafePointer(texts[1])
        start.scratch = UnsafePointer(texts[2])
        start.output = command.files?.output ?? pipes[0][1]
        start.errors = command.files?.errors ?? -1
        start.third = pipes.count > 1 ? pipes[1][0] : -1
        start.fourth = pipes.count > 1 ? pipes[2][1] : -1
        return stillpoint_start_ward(&start, &ward)
      }
    }
  }

  /// Whether it still runs; what it printed is taken in.
  package func isRunning() -> Bool {
    readOutput()
    guard exitCode == nil else { return false }
    let code = stillpoint_reap_ward(guardian)
    if code != -1 { exitCode = code }
    return exitCode == nil
  }

  /// The last lines that it printed.
  package func lastLines(_ count: Int) -> [String] {
    readOutput()
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.suffix(count).map { String($0.prefix(Self.shownOfLine)) }
  }

  /// Asks it, and all of its group, to end.
  package func interrupt() { if exitCode == nil { kill(-leader, SIGINT) } }

  private func readOutput() {
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
      for _ in 0..<16 where printed >= 0 {
        let count = read(printed, buffer.baseAddress, buffer.count)
        if count <= 0 { return }
        output += buffer[..<count]
        output.removeFirst(max(0, output.count - Self.keptOutput))
      }
    }
  }

  /// Ends it and all that it started, and waits until they are gone.
  package func end() {
    if lifeline >= 0 { close(lifeline) }
    lifeline = -1
    while exitCode == nil, isRunning() { usleep(2_000) }
    for descriptor in [input, answers, printed] where descriptor >= 0 { close(descriptor) }
    (input, answers, printed) = (-1, -1, -1)
  }

  deinit { end() }
}

/// The environment that programs are started with.
enum ProcessEnvironment {
  /// This process's variables.
  static var own: [String: String] {
    var all: [String: String] = [:]
    var place = environ
    while let entry = place.pointee {
      let text = String(cString: entry)
      let cut = text.firstIndex(of: "=") ?? text.endIndex
      all[String(text[..<cut])] = String(text[cut...].dropFirst())
      place += 1
    }
    return all
  }
}
