import Foundation
import Records
import Reporting
import Testing
import Timebase

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct FormatTests {
  /// RFC 4180 read word for word, apart from the module's own reader.
  private func rows(_ bytes: [UInt8]) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if isQuoted, byte == 34, next == 34 {
        field.append(34)
        position += 1
      } else if byte == 34 {
        isQuoted.toggle()
      } else if !isQuoted, byte == 44 {
        row.append(String(decoding: field, as: UTF8.self))
        field = []
      } else if !isQuoted, byte == 13, next == 10 {
        rows.append(row + [String(decoding: field, as: UTF8.self)])
        row = []
        field = []
        position += 1
      } else {
        field.append(byte)
      }
      position += 1
    }
    #expect(row.isEmpty && field.isEmpty && !isQuoted, "the file ends with CRLF")
    return rows
  }

  private func withWrittenRun(_ run: RunRecord, _ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try RunFolder(path: path).write(run, environment: ChartStub.environment(in: folder))
      try body(path)
    }
  }

  @Test func metricsAreTidyAndMissingIsEmpty() throws {
    let run = SyntheticRun.hostileRun()
    try withWrittenRun(run) { path in
      let rows = rows(try bytes(path + "/metrics.csv"))
      #expect(
        rows[0].joined(separator: ",")
          == "schema,scenario,profile,device,refresh_hz,seed,metric,stat,value,unit,low,high,note"
      )
      #expect(rows.count == 1 + run.cells.reduce(0) { $0 + $1.metrics.count })
      #expect(rows.allSatisfy { $0.count == 13 })
      var index = 1
      for cell in run.cells {
        for metric in cell.metrics {
          let row = rows[index]
          #expect(row[1] == cell.scenario && row[2] == cell.profile)
          #expect(
            row[3] == cell.device && row[5] == "\(cell.seed)" && row[6] == metric.metric
              && row[7] == metric.statistic.rawValue
          )
          let value = metric.value.flatMap { $0.isFinite ? $0 : nil }
          #expect(value == nil ? row[8].isEmpty : Double(row[8]) == value)
          index += 1
        }
      }
    }
  }

  /// A spreadsheet must not run what a scenario is called; negative numbers stay numbers.
  @Test func fieldsThatAreFormulasAreNeutralised() throws {
    let names = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "a=1"]
    var run = SyntheticRun.make(scenarios: names, ticks: 5)
    run.cells[0].metrics[0].value = -2.5
    run.cells[0].metrics[0].note = "=HYPERLINK(\"x\",\"y\")"
    try withWrittenRun(run) { path in
      let rows = rows(try bytes(path + "/metrics.csv")).dropFirst()
      let found = Set(rows.map { $0[1] })
      #expect(found == ["'=1+1", "'+1+1", "'-1+1", "'@SUM(A1)", "'\t=1", "a=1"])
      let first = try #require(rows.first)
      #expect(first[8] == "-2.5" && first[12] == "'=HYPERLINK(\"x\",\"y\")")
    }
  }

  @Test func framesHaveARowForEachTickAndSwallowedOnesHaveNoCosts() throws {
    let run = SyntheticRun.make(profiles: ["messaging-ui"], ticks: 500)
    try withWrittenRun(run) { path in
      let rows = rows(try bytes(path + "/frames.csv"))
      let columns = rows[0]
      #expect(columns.first == "schema")
      #expect(rows.count == 1 + run.cells.reduce(0) { $0 + $1.frames.count })
      let firstCost = try #require(columns.firstIndex(of: "cost_input_ms"))
      let hitch = try #require(columns.firstIndex(of: "hitch_ms"))
      let late = try #require(columns.firstIndex(of: "lost_vsyncs"))
      let rate = try #require(columns.firstIndex(of: "refresh_hz"))
      let swallowed = try #require(columns.firstIndex(of: "swallowed"))
      var emptyRows = 0
      for row in rows.dropFirst() {
        #expect(row.count == columns.count)
        if row[swallowed] == "true" {
          emptyRows += 1
          for (column, value) in zip(columns, row).dropFirst(firstCost) {
            switch column {
            // Columns of true and false are that in every row: readers would take them for text.
            case "on_time": #expect(value == "false")
            case "fallback": #expect(["true", "false"].contains(value))
            default: #expect(value.isEmpty)
            }
          }
        } else {
          let lost = try #require(Double(row[late]))
          let hertz = try #require(Double(row[rate]))
          #expect(Double(row[hitch]) == lost * 1000 / hertz)
        }
      }
      #expect(emptyRows > 0)
    }
  }

  @Test func jsonIsReadByAnotherReader() throws {
    let run = SyntheticRun.hostileRun()
    try withWrittenRun(run) { path in
      let bytes = try bytes(path + "/run.json")
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("{\n  \"schema\" : \(RunRecord.schema),\n"))
      #expect(!text.contains("<"))
      let root = try #require(
        try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      )
      #expect(root["name"] as? String == run.name)
      let cells = try #require(root["cells"] as? [[String: Any]])
      #expect(cells.count == run.cells.count)
      #expect((cells[1]["seed"] as? NSNumber)?.uint64Value == .max)
      let metrics = try #require(cells[0]["metrics"] as? [[String: Any]])
      #expect(metrics[0]["value"] == nil)
      let verdict = try #require(root["verdict"] as? [String: Any])
      #expect(verdict["pass"] as? Bool == false)
    }
  }

  private final class Counter: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var attributes: [[String: String]] = []

    func parser(
      _ parser: XMLParser,
      didStartElement elementName: String,
      namespaceURI: String?,
      qualifiedName qName: String?,
      attributes attributeDict: [String: String] = [:]
    ) {
      elements[elementName, default: 0] += 1
      attributes.append(attributeDict)
    }
  }

  @Test func junitIsWellFormedAndCountsWhatDecides() throws {
    var run = SyntheticRun.hostileRun()
    run.name = SyntheticRun.hostile.replacing("\n", with: " ").replacing("\u{1B}", with: "")
    try withWrittenRun(run) { path in
      let parser = XMLParser(data: Data(try bytes(path + "/junit.xml")))
      let counter = Counter()
      parser.delegate = counter
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
      #expect(counter.elements["testcase"] == 4)
      #expect(counter.elements["error"] == 1)
      #expect(counter.elements["failure"] == 1)
      #expect(counter.elements["skipped"] == 2)
      let root = try #require(counter.attributes.first)
      #expect(root["tests"] == "4" && root["failures"] == "1" && root["skipped"] == "2")
      #expect(root["name"] == run.name)
    }
  }

  @Test func theSummaryBeginsWithTheVerdictAndStaysBelow64KB() throws {
    var run = SyntheticRun.make(ticks: 30)
    let cell = run.cells[2]
    run.cells = (0..<3000).map { index in
      var copy = cell
      copy.scenario = "scenario-\(index)"
      copy.profile = "reference"
      copy.frames = []
      copy.verdict = .failed(String(repeating: "long ", count: 300))
      return copy
    }
    try withWrittenRun(run) { path in
      let summary = try bytes(path + "/summary.md")
      #expect(summary.count < 64 * 1024)
      let text = String(decoding: summary, as: UTF8.self)
      #expect(text.hasPrefix("# MISSED: sample\n"))
      #expect(text.contains("more rows are in index.html"))
      #expect(text.contains("and 2960 more, in index.html"))
    }
    try withWrittenRun(SyntheticRun.hostileRun()) { path in
      let text = String(decoding: try bytes(path + "/summary.md"), as: UTF8.self)
      #expect(!text.contains("<script"))
      for table in text.components(separatedBy: "\n\n") {
        let tableRows = table.split(separator: "\n").filter { $0.hasPrefix("|") }
        let bars = Set(tableRows.map { $0.replacing("\\|", with: "").count { $0 == "|" } })
        #expect(bars.count <= 1)
      }
    }
  }
}
