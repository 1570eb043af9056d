import Foundation

/// Counts the instructions of an operation with valgrind's cachegrind, in runs of their own.
enum Instructions {
  /// The size at which instructions are counted.
  static let size = 100_000

  /// Where valgrind is; nil when there is none.
  static let valgrind: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { $0 + "/valgrind" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  /// Instructions of one operation of a row: two runs differ in how many operations they do.
  static func each(_ row: Row) -> Double? {
    let most = row.operations(2_000)
    // A load is one of all items.
    let isLoad = row.name == "load, an item"
    let few = most > 1 && !isLoad ? most / 2 : 0
    guard let high = total(row, most), let low = total(row, few) else { return nil }
    let share = isLoad ? Double(size) : Double(most - few)
    return Double(high - low) / share
  }

  /// Does what a run under valgrind is for: makes the index and calls the row once.
  static func perform(_ row: Row, operations: Int) {
    var bench = Bench(count: size, isEdited: row.isEdited)
    row.setUp(&bench)
    if operations > 0 { row.run(&bench, operations) }
  }

  private static func total(_ row: Row, _ operations: Int) -> Int? {
    guard let valgrind else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: valgrind)
    process.arguments = [
      "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
      CommandLine.arguments[0], "--perform", row.name, String(operations),
    ]
    process.environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // ==1== I   refs:      12,345
    guard let line = text.split(separator: "\n").first(where: { $0.contains("refs:") }),
      let figure = line.split(separator: ":").last
    else { return nil }
    return Int(figure.filter(\.isNumber))
  }
}
