import Files
import Fleets
import Foundation
import FrameMetrics
import Reporting
import Timebase

/// Rows that are made up, and what a fleet of them comes to.
enum Rows {
  /// A whole session of one rate.
  static func row(
    _ number: Int,
    ratio: Int64 = 1_000_000,
    longest: Int64 = 30_000_000,
    _ keys: [SessionKey: String] = [:]
  ) -> SessionRow {
    var row = SessionRow()
    row.keys = [.app: "chat", .version: "1.0", .device: "pixel-8", .rate: "60", .format: "csv"]
    row.keys.merge(keys) { $1 }
    row.session = "recordings/\(number).csv"
    row.digest = digits(UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
    (row.frames, row.late, row.animating) = (1800, 3, 30_000_000_000)
    row.hitchRatio = SessionFigure(ratio)
    row.hitchTime = ratio * 30
    row.longest = SessionFigure(longest)
    for index in 0..<20 { row.intervals.add(16_666_667 + Int64(index) * 100_000) }
    row.hitches.add(longest)
    return row
  }

  private static func digits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Writes files and reads them as a fleet.
  static func report(
    _ parts: [[SessionRow]],
    before: [[SessionRow]] = [],
    _ change: (inout FleetPlan) -> Void = { _ in },
    text: (Int, [UInt8]) -> [UInt8] = { $1 }
  ) throws -> FleetReport {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "fleet-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    var files: [FleetReader.Part] = []
    for (index, rows) in (parts + before).enumerated() {
      let file = folder.appendingPathComponent("\(index).csv")
      let bytes = rows.reduce(into: SessionsCSV.header) { $0 += SessionsCSV.bytes(of: $1) }
      try Data(text(index, bytes)).write(to: file)
      files.append(.init(path: file.path, isBefore: index >= parts.count))
    }
    var plan = FleetPlan()
    change(&plan)
    var reader = FleetReader(plan)
    try reader.read(files)
    return FleetReport(reader)
  }

  /// All that a report says.
  static func text(_ report: FleetReport) -> String {
    FleetFiles.json(of: report) + FleetTable(report).text(isColoured: false, width: 100)
  }

  /// Sessions of which so many are bad, in an order of chance.
  static func sessions(
    _ count: Int,
    bad: Int,
    from first: Int,
    _ keys: [SessionKey: String] = [:]
  ) -> [SessionRow] {
    (0..<count).map { index in
      row(
        first + index,
        ratio: index < bad ? 20_000_000 + Int64(index) : 2_000_000,
        longest: index < bad ? 400_000_000 : 30_000_000,
        keys
      )
    }
  }
}
