import Foundation
import Timebase

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Follows the elements of an export of xctrace.
final class XctraceReader: NSObject, XMLParserDelegate {
  /// A value of a cell: the number or text in it, and how it is shown.
  private struct Cell {
    var tag: String
    var text: String
    var shown: String
  }

  /// The most values that are kept for references.
  private static let cellLimit = 1_000_000

  private let source: LogSource
  private(set) var counts = RowCounts()
  private(set) var hitches: [XctraceTables.Hitch] = []
  private(set) var recording: Nanoseconds?
  /// The run that a table is of, as its path says; nil where it says none.
  private(set) var run: Int?
  /// Each run of a table of contents: how long it was, and on which device.
  private var runs: [Int: (length: Nanoseconds?, device: String?)] = [:]
  private var listed: Int?
  /// The recording's length as it stands in the table of contents, where that cannot be one.
  private(set) var badLength: String?
  /// Whether a table of contents lists a table of hitches; nil where it lists none at all.
  private(set) var listsHitches: Bool?
  private(set) var endReason = ""
  private(set) var device: String?
  private(set) var schema = ""
  private(set) var otherTables: Set<String> = []
  private(set) var hasTable = false

  private var path: [String] = []
  private var mnemonics: [String] = []
  private var isTaken = false
  private var cells: [String: Cell] = [:]
  private var row: [Cell?] = []
  private var isInRow = false
  private var open: [(id: String?, ref: String?, cell: Cell)] = []
  private var text = ""

  private init(_ source: LogSource) { self.source = source }

  /// Reads the file.
  static func parse(_ source: LogSource) throws -> XctraceReader {
    let reader = XctraceReader(source)
    let input = XMLInput(try source.stream())
    let parser = XMLParser(stream: input)
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    // The parser takes the end of the input for that of the document.
    let isWhole = parser.parse() && reader.path.isEmpty && !reader.isInRow
    if let failure = input.failure { throw failure }
    if !isWhole {
      guard reader.hasTable || reader.isContents else {
        throw source.fault(
          line: parser.lineNumber,
          "no XML of xctrace",
          expected: "an export of a table",
          advice: "Export the table again."
        )
      }
      if reader.hasTable, reader.hitches.isEmpty {
        throw source.fault(
          line: parser.lineNumber,
          "XML that ends before its first row",
          expected: "a whole export of a table",
          advice: "Export the table again."
        )
      }
      if !reader.isContents || reader.hasTable { reader.counts.unfinished += 1 }
    }
    return reader
  }

  /// How long a run of this table of contents was, and on which device; the first where none is named.
  func recording(of run: Int?) -> (length: Nanoseconds?, device: String?) {
    guard let run, !runs.isEmpty else { return (recording, device) }
    return runs[run] ?? (nil, nil)
  }

  private var isContents: Bool { recording != nil || badLength != nil }

  // MARK: Elements

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    if isInRow {
      open.append(
        (
          attributes["id"], attributes["ref"],
          Cell(tag: name, text: "", shown: attributes["fmt"] ?? "")
        )
      )
      return
    }
    path.append(name)
    switch name {
    case "run":
      listed = attributes["number"].flatMap { Int($0) }
      if let listed, runs.count < FrameLimit.sessions { runs[listed] = (nil, nil) }
    case "node": run = run ?? attributes["xpath"].flatMap(Self.run)
    case "schema": begin(table: attributes["name"] ?? "")
    case "row":
      isInRow = true
      row = []
    case "table":
      // The table of contents lists what there is to export.
      if let name = attributes["schema"], path.first == "trace-toc" {
        listsHitches = listsHitches == true || Self.isTable(name)
      }
    case "data": if path.first == "trace-toc" { listsHitches = listsHitches ?? false }
    case "device":
      if path.first == "trace-toc" {
        device = device ?? attributes["model"]
        if let listed { runs[listed]?.device = attributes["model"] }
      }
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if text.utf8.count < 4096 { text += string }
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    let content = text.trimmingCharacters(in: .whitespacesAndNewlines)
    text = ""
    if isInRow, let (id, ref, cell) = open.popLast() {
      end(id, ref, cell, content)
      return
    }
    if isInRow, name == "row" {
      isInRow = false
      if isTaken { takeRow(line: parser.lineNumber) }
    }
    if name == "mnemonic", path.dropLast().last == "col" { mnemonics.append(content) }
    if name == "duration", path.contains("summary") || path.contains("trace-toc") {
      // Seconds in the table of contents.
      if let seconds = Double(content), seconds > 0, seconds < 1e6 {
        let length = Nanoseconds(rawValue: Int64((seconds * 1e9).rounded()))
        recording = recording ?? length
        if let listed { runs[listed]?.length = length }
      } else if recording == nil {
        badLength = String(content.prefix(40))
      }
    }
    if name == "end-reason" { endReason = String(content.prefix(200)) }
    if path.last == name { path.removeLast() }
  }

  /// The run in a path such as `//trace-toc[1]/run[2]/data[1]/table[1]`.
  private static func run(_ path: String) -> Int? {
    guard let mark = path.range(of: "/run[") else { return nil }
    return Int(
      path[mark.upperBound...].filter { !"@number=\"'".contains($0) }.prefix { $0.isNumber }
    )
  }

  private static func isTable(_ name: String) -> Bool {
    name == "hitches" || name == "hitches-summary"
  }

  private func begin(table name: String) {
    mnemonics = []
    isTaken = Self.isTable(name) && (schema.isEmpty || schema == name)
    if isTaken {
      schema = name
      hasTable = true
    } else if !name.isEmpty {
      if otherTables.count < 256 { otherTables.insert(name) }
    }
  }

  private func end(_ id: String?, _ ref: String?, _ cell: Cell, _ content: String) {
    var cell = cell
    if let ref {
      guard let known = cells[ref] else {
        if open.isEmpty { row.append(nil) }
        return
      }
      cell = known
    } else {
      cell.text = content
    }
    // A process holds its number and device as elements of their own; the one outside is the cell.
    if let id, cells.count < Self.cellLimit { cells[id] = cell }
    if open.isEmpty { row.append(cell.tag == "sentinel" ? nil : cell) }
  }

  // MARK: Rows

  private func cell(_ names: [String], tags: [String]) -> Cell? {
    for name in names {
      if let index = mnemonics.firstIndex(of: name), index < row.count { return row[index] }
    }
    guard mnemonics.isEmpty else { return nil }
    return row.compactMap(\.self).first { tags.contains($0.tag) }
  }

  private func number(_ names: [String], tags: [String] = []) -> Int64? {
    guard let cell = cell(names, tags: tags) else { return nil }
    return Int64(cell.text)
  }

  private func takeRow(line: Int) {
    counts.read += 1
    if counts.isFull(hitches.count) { return }
    var start = number(["start"], tags: ["start-time", "start"])
    var length = number(["duration", "hitch-duration"], tags: ["duration"])
    if start == nil, let earliest = number(["earliest-time"]),
      let allowed = number(["latency-allowed"])
    {
      start = earliest.addingReportingOverflow(allowed).partialValue
    }
    if length == nil, let start, let shown = number(["presentation-time"]) {
      let (rest, isTooBig) = shown.subtractingReportingOverflow(start)
      length = isTooBig ? nil : rest
    }
    guard let start, let length else {
      counts.refuse(line: line, "a hitch without start or duration")
      return
    }
    guard start >= 0, start < FrameLimit.span, length >= 0, length < FrameLimit.frame else {
      counts.refuse(line: line, "a hitch from \(start) ns of \(length) ns")
      return
    }
    let process = cell(["process"], tags: ["process"])
    let system = cell(["is-system"], tags: [])
    let narrative = cell(
      ["narrative-description", "type", "hitch-type", "severity", "label"],
      tags: ["narrative", "hitch-type"]
    )
    let cause = narrative.flatMap { $0.shown.isEmpty ? $0.text : $0.shown }
    hitches.append(
      XctraceTables.Hitch(
        line: line,
        start: start,
        length: length,
        process: process.map { $0.shown.isEmpty ? $0.text : $0.shown } ?? "",
        display: cell(["display"], tags: ["display-name"])?.shown ?? "",
        refreshInterval: number(["refresh-interval"]),
        cause: cause.flatMap { $0.isEmpty ? nil : $0 },
        isSystem: system.map { $0.text == "1" || $0.shown == "Yes" } ?? false
      )
    )
  }
}
