import ChildProcesses
import Files
import Foundation

/// Counts instructions with valgrind's callgrind: one run for all cases, which dumps its counts
/// each time it leaves `countedPerform`.
enum Instructions {
  /// Where valgrind is; nil when there is none.
  static let valgrind = tool("valgrind")

  /// Where a tool is, on the path; nil when there is none.
  static func tool(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private static let loads = (few: 64, many: 192)
  /// The longest that a program may run, and the most bytes that it may print.
  private static let longest = Duration.seconds(3_600)
  private static let most = 16 << 20

  /// Does what a run under valgrind is for: for each case, little and then more, warm both times. Prints a
  /// line for each: by how many operations the second is more, and the case.
  static func perform(_ cases: [Case]) {
    for item in cases {
      let contestant = item.contestants[0]
      let session = contestant.start()
      guard session.measure == nil else { continue }
      let many = min(loads.many, contestant.most)
      let few = many > 2 ? many / 3 : 0
      for operations in [few, many] {
        session.prepare()
        keep(session.perform(operations))
        session.prepare()
        keep(session.countedPerform(operations))
      }
      print(many - few, item.id)
    }
  }

  /// Instructions of one operation of ours, by case: the difference of two loads.
  static func count(_ cases: [Case], program: String) -> [String: Double] {
    guard let valgrind, !cases.isEmpty else { return [:] }
    guard let scratch = try? ScratchFolder() else { return [:] }
    defer { withExtendedLifetime(scratch) {} }
    let folder = URL(filePath: scratch.path)
    let bare = folder.appending(path: "program")
    do { try FileManager.default.copyItem(at: URL(filePath: program), to: bare) } catch {
      return [:]
    }
    // Not every valgrind reads the debug information of every compiler.
    run("/usr/bin/env", ["strip", "-g", bare.path], in: scratch.path)
    let lines = run(
      valgrind,
      [
        "--tool=callgrind", "--toggle-collect=*countedPerform*",
        "--dump-after=$s12Benchmarking7SessionV14countedPerform*",
        "--callgrind-out-file=" + folder.appending(path: "counts").path, bare.path,
        "perform",
      ] + cases.map(\.id),
      in: scratch.path
    )
    var counts: [String: Double] = [:]
    for (place, line) in lines.enumerated() {
      let words = line.split(separator: " ", maxSplits: 1)
      let totals = [1, 2].map { total(folder.appending(path: "counts.\(2 * place + $0)")) }
      guard words.count == 2, let more = Double(words[0]), let low = totals[0], let high = totals[1]
      else { continue }
      counts[String(words[1])] = Double(high - low) / more
    }
    return counts
  }

  /// Runs a program, and says where it fails.
  ///
  /// - Parameter folder: Where its output lies meanwhile; it goes with this process.
  /// - Returns: The lines that it prints.
  @discardableResult
  private static func run(_ program: String, _ arguments: [String], in folder: String)
    -> [Substring]
  {
    var command = GuardedProcess.Command(path: program, arguments: arguments)
    command.environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    command.scratch = folder
    let file = folder + "/output"
    let ends = [(file, O_WRONLY | O_CREAT | O_TRUNC), ("/dev/null", O_WRONLY)]
      .map { SystemCalls.open($0, $1) }
    defer { for end in ends where end >= 0 { close(end) } }
    command.files = (ends[0], ends[1])
    guard ends.allSatisfy({ $0 >= 0 }), let process = try? GuardedProcess(command) else {
      return []
    }
    let code = try? process.wait(within: longest, interruption: nil)
    if code != 0 {
      let words = code.map { "ended with \($0)" } ?? "did not end within an hour"
      StandardStreams.writeError(
        "benchmarks: \(program) \(words); what it did not count is n/a\n"
      )
    }
    guard let bytes = try? InputFile.read(file, as: .bytes(most)).bytes else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// The total of a dump: `totals: 12345`.
  private static func total(_ file: URL) -> Int? {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").last {
      $0.hasPrefix("totals:") || $0.hasPrefix("summary:")
    }
    return line.flatMap { Int($0.split(separator: " ").last ?? "") }
  }
}
