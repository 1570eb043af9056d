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
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bare = folder.appending(path: "program")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: URL(filePath: program), to: bare)
    } catch { return [:] }
    // Not every valgrind reads the debug information of every compiler.
    run("/usr/bin/env", ["strip", "-g", bare.path])
    let lines = run(
      valgrind,
      [
        "--tool=callgrind", "--toggle-collect=*countedPerform*",
        "--dump-after=$s12Benchmarking7SessionV14countedPerform*",
        "--callgrind-out-file=" + folder.appending(path: "counts").path, bare.path,
        "perform",
      ] + cases.map(\.id)
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
  /// - Returns: The lines that it prints.
  @discardableResult
  private static func run(_ program: String, _ arguments: [String]) -> [Substring] {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    process.environment = environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return [] }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      let words =
        "benchmarks: \(program) ended with \(process.terminationStatus); what it did not count is n/a\n"
      FileHandle.standardError.write(Data(words.utf8))
    }
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
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
