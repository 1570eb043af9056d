import ChildProcesses
import Files
import Foundation

/// A process of a benchmark program that measures what it is told: commands come in lines, answers
/// go out in lines.
final class Peer {
  private let program: String
  private let process: GuardedProcess
  private var rest: [UInt8] = []

  /// Starts one on the last processor alone: two that take turns there have the same neighbours,
  /// which on two processors they need not have.
  ///
  /// - Throws: `ChildFailure` when the system refuses.
  init(program: String) throws {
    self.program = program
    // A process that has ended is said to have, and ends nothing here.
    signal(SIGPIPE, SIG_IGN)
    let processor = ProcessInfo.processInfo.activeProcessorCount - 1
    let pinned = Instructions.tool("taskset").map { [$0, "-c", "\(processor)"] } ?? []
    // It reads and writes what every program does; the guard speaks at descriptors of its own.
    var command = GuardedProcess.Command(
      path: "/bin/sh",
      arguments: ["-c", "exec \"$@\" <&3 >&4", "sh"] + pinned + [program, "serve"]
    )
    command.hasChannel = true
    process = try GuardedProcess(command)
  }

  /// Sends a command and waits for its answer.
  ///
  /// - Throws: ``Complaint`` when the process has ended, with the last that it said.
  func ask(_ command: String) throws -> String {
    let line = Array((command + "\n").utf8)
    guard line.withUnsafeBytes({ SystemCalls.write($0, to: process.input) }) == 0 else {
      throw ended(at: command)
    }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        defer { rest.removeFirst(end + 1) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      var place = pollfd(fd: process.answers, events: Int16(POLLIN), revents: 0)
      // What it complains of is taken meanwhile, so that it need not wait.
      guard poll(&place, 1, 1_000) > 0 else {
        _ = process.isRunning()
        continue
      }
      let count = buffer.withUnsafeMutableBytes { SystemCalls.read(process.answers, into: $0) }
      guard let count, count > 0 else { throw ended(at: command) }
      rest += buffer[..<count]
    }
  }

  private func ended(at command: String) -> Complaint {
    process.end()
    let words = (["\(program) ended at: \(command)"] + process.lastLines(3)).joined(separator: "\n")
    return Complaint(text: words)
  }

  /// Opens a case.
  ///
  /// - Parameter load: The operations and batches of a sample; nil to find them.
  /// - Returns: The load; nil when the program has no such case.
  func open(_ id: String, load: String?, plus percent: Double) throws -> String? {
    let answer = try ask("open \(id.replacing(" ", with: "_")) \(percent) \(load ?? "")")
    return answer == "none" ? nil : answer
  }

  /// The hash of what the case that is open answers.
  func answer() throws -> String { try ask("answer") }

  /// Nanoseconds an operation; nil where it failed.
  func sample() throws -> Double? { Double(try ask("sample")).flatMap { $0 > 0 ? $0 : nil } }

  func end() { process.end() }

  /// The other side: measures what the lines of the standard input say, until they end.
  static func serve(_ cases: [Case]) {
    let sampler = Sampler()
    var session: Session?
    var opened: Case?
    var load = Sampler.Load(operations: 1, batches: 1)
    var scale = 1.0
    while let line = readLine() {
      let words = line.split(separator: " ").map { String($0) }
      if words.first == "sample", let session {
        print(sampler.sample(session, load) * scale)
      } else if words.first == "answer", let opened {
        print(Measurement.answer(of: opened.contestants[0], opened))
      } else if words.first == "open",
        let item = cases.first(where: { $0.id.replacing(" ", with: "_") == words[1] })
      {
        let contestant = item.contestants[0]
        let started = contestant.start()
        if words.count == 6 {
          load = Sampler.Load(operations: Int(words[3]) ?? 1, batches: Int(words[4]) ?? 1)
          load.warmUps = Int(words[5]) ?? 0
          _ = sampler.sample(started, load)
        } else {
          load = sampler.load(started, of: contestant, isScattered: item.isScattered)
        }
        (session, opened) = (started, item)
        print("\(load.operations) \(load.batches) \(load.warmUps)")
        // Of the sample, and not of its operations: many a row is one.
        scale = 1 + (Double(words[2]) ?? 0) / 100
      } else {
        print("none")
      }
      fflush(nil)
    }
  }
}
