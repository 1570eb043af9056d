import Foundation
import Testing

/// Every CSV that the program writes: each row has as many cells as the header.
@Suite struct CSVShapeTests {
  private static let scenario = """
    name: short
    history: {messages: 50}
    parts:
      - reply: {at_ms: 100, preset: local-8b-42tps, duration_ms: 700}
    """

  /// Frames of an app whose name needs quotes.
  private static let presents =
    "Application,TimeInMs,MsBetweenPresents,MsUntilDisplayed,MsCPUBusy\n"
    + (0..<60).map { "\"a, \"\"b\"\".exe\",\(Double($0) * 16.667 + 1000),16.667,16,4\n" }.joined()

  @Test func everyRowHasACellForEachName() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let scenario = try program.file("short.yaml", Self.scenario)
    let log = try program.file("presents.csv", Self.presents)
    let fast = ["--measurer", "fixed", "--refresh", "60"]
    let commands: [[String]] = [
      ["run", scenario, "--profile", "reference", "swiftui-tips", "--trace"] + fast
        + ["--output", program.path("out/run")],
      ["analyze", log, "--output", program.path("out/analysis")],
      ["capacity", "--dimension", "page-messages", "--profile", "reference", "--doubling"] + fast
        + ["--output", program.path("out/capacity")],
    ]
    for command in commands {
      let ending = try program.run(command)
      #expect([0, 2].contains(ending.code), "\(command): \(ending.errors)")
    }
    let names = try #require(FileManager.default.enumerator(atPath: program.path("out")))
    let tables = names.compactMap { $0 as? String }.filter { $0.hasSuffix(".csv") }.sorted()
    #expect(tables.count >= 5, "\(tables)")
    for table in tables {
      let text = try String(contentsOfFile: program.path("out/\(table)"), encoding: .utf8)
      let rows = Self.rows(of: text)
      #expect(rows.count > 1, "\(table) has no row")
      let header = try #require(rows.first)
      #expect(Set(header).count == header.count, "\(table) has a name twice")
      for (place, row) in rows.enumerated() where row.count != header.count {
        Issue.record("\(table), row \(place + 1): \(row.count) cells, \(header.count) names")
      }
    }
  }

  /// The cells of a table by RFC 4180.
  private static func rows(of text: String) -> [[String]] {
    var rows: [[String]] = []
    var (row, cell): ([String], String) = ([], "")
    var isQuoted = false
    for character in text {
      switch character {
      // A second quote inside opens the cell again, and is one of its characters.
      case "\"":
        isQuoted.toggle()
        if isQuoted, !cell.isEmpty { cell.append(character) }
      case "," where !isQuoted:
        row.append(cell)
        cell = ""
      case "\n" where !isQuoted, "\r\n" where !isQuoted:
        rows.append(row + [cell])
        (row, cell) = ([], "")
      default: cell.append(character)
      }
    }
    return cell.isEmpty && row.isEmpty ? rows : rows + [row + [cell]]
  }
}
