import Foundation

/// Counts instructions with valgrind's callgrind: one run for all cases, which dumps its counts
/// each time it leaves `countedPerform`.
enum Instructions {
  /// Where valgrind is; nil when there is none.
  static let valgrind = Program.tool("valgrind")

  private static let loads = (few: 64, many: 192)

  /// Does what a run under valgrind is for: for each case, little and then more, warm both times.
  static func perform(_ cases: [Case]) {
    for item in cases {
      guard let (session, few, many) = start(item) else { continue }
      for operations in [few, many] {
        session.prepare()
        keep(session.perform(operations))
        session.prepare()
        keep(session.countedPerform(operations))
      }
    }
  }

  private static func start(_ item: Case) -> (Session, Int, Int)? {
    let contestant = item.contestants[0]
    let session = contestant.start()
    guard session.measure == nil else { return nil }
    let many = min(loads.many, contestant.most)
    return (session, many > 2 ? many / 3 : 0, many)
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
    run(
      valgrind,
      [
        "--tool=callgrind", "--toggle-collect=*countedPerform*",
        "--dump-after=$s7Harness7SessionV14countedPerform*",
        "--callgrind-out-file=" + folder.appending(path: "counts").path, bare.path,
        "perform",
      ] + cases.map(\.id)
    )
    var counts: [String: Double] = [:]
    var dump = 0
    for item in cases {
      guard let (_, few, many) = start(item) else { continue }
      let totals = [dump + 1, dump + 2].map { total(folder.appending(path: "counts.\($0)")) }
      dump += 2
      if let low = totals[0], let high = totals[1] {
        counts[item.id] = Double(high - low) / Double(many - few)
      }
    }
    return counts
  }

  /// Runs a program silently; what it does not leave behind is missing.
  private static func run(_ program: String, _ arguments: [String]) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
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
