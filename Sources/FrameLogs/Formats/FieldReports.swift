import Foundation
import FrameMetrics

/// What users' devices report of many frames in a few numbers: counts, shares and rates of a view, a span, an
/// interaction or a day. They are shown and not judged.
///
/// A kind is a row of ``kinds``: by which words its files are known, which fields are figures, and what can never
/// be known of it. JSON (values, lists, one a line, OpenTelemetry's attributes, Play's metrics) and CSV are read
/// alike: an object, or a row, is one report.
struct FieldReports {
  typealias Figure = LogSession.ToolFigure

  /// A report: its fields by their paths, `measurements.frames_slow.value`, and the lists of objects in it.
  struct Row {
    var fields: [String: String] = [:]
    var lists: [String: [[String: Any]]] = [:]

    /// The text of the first of these fields that is there, wherever it stands.
    func text(_ names: [String]) -> String? {
      for name in names {
        if let text = fields[name] { return text }
        let endings = [".\(name)", ".\(name).value"]
        let path = fields.keys.sorted().first { key in
          key == "\(name).value" || endings.contains(where: key.hasSuffix)
        }
        if let path, let text = fields[path] { return text }
      }
      return nil
    }

    func number(_ names: String...) -> Double? { number(names) }

    func number(_ names: [String]) -> Double? {
      guard let number = text(names).flatMap({ Double($0) }), number.isFinite else { return nil }
      return number
    }
  }

  /// A field that is a figure as it stands.
  struct Field: Sendable {
    var title: String
    var names: [String]
    var unit = ""
    var scale = 1.0
  }

  struct Kind: Sendable {
    var format: LogFormat
    /// The format's name for people.
    var title: String
    /// The words of one of these lists are all in such a file.
    var marks: [[String]]
    var fields: [Field]
    /// The fields that tell a report apart.
    var names: [String] = []
    /// The value that a field `name` must have where there is one.
    var name: String?
    /// What follows from several fields of a report.
    var derived: @Sendable (Row) -> [Figure] = { _ in [] }
    /// What all reports of a file come to.
    var sum: @Sendable ([Row]) -> [Figure] = { _ in [] }
    /// Whether a report alone says nothing: only what all come to is shown.
    var isSummed = false
    /// What these figures can never say.
    var note: String
  }

  private let kind: Kind
  private var rows: [Row] = []
  private var counts = RowCounts()

  /// Reads the file.
  ///
  /// - Throws: `FrameLogError` for a file without such a report.
  static func read(_ source: LogSource, _ kind: Kind) throws -> FrameLog {
    var reader = FieldReports(kind: kind)
    let json = JSONStream(try source.stream())
    let first = try json.peek()
    if first == 0x5B || first == 0x7B {
      try reader.takeJSON(json)
    } else {
      try reader.takeTable(source)
    }
    return try reader.log(source)
  }

  private init(kind: Kind) { self.kind = kind }

  // MARK: Reports

  private mutating func takeJSON(_ json: JSONStream) throws {
    do {
      while let next = try json.peek() {
        if next == 0x5B {
          try json.elements { try takeValue(json) }
        } else {
          try takeValue(json)
        }
      }
    } catch is JSONStream.Unfinished {
      counts.unfinished += 1
    }
  }

  private mutating func takeValue(_ json: JSONStream) throws {
    let line = json.currentLine
    let bytes = try json.value(limit: 64 << 20)
    let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    guard let value else {
      counts.read += 1
      return counts.refuse(line: line, "a value that is no JSON")
    }
    search(value, depth: 0)
  }

  /// Takes the outermost objects that have a figure, and looks into the lists of each.
  private mutating func search(_ value: Any, depth: Int) {
    guard depth < 12 else { return }
    if let list = value as? [Any] {
      for element in list { search(element, depth: depth + 1) }
    } else if let object = value as? [String: Any] {
      var row = Row()
      Self.flatten(object, "", &row, depth: 0)
      // What a report has inside, as a transaction its spans, is part of it.
      if take(row) { return }
      for key in row.lists.keys.sorted() {
        for element in row.lists[key] ?? [] { search(element, depth: depth + 1) }
      }
    }
  }

  /// - Returns: Whether it is a report.
  @discardableResult private mutating func take(_ row: Row) -> Bool {
    guard kind.fields.contains(where: { row.number($0.names) != nil }),
      kind.name == nil || row.fields["name"].map({ $0 == kind.name }) ?? true
    else { return false }
    counts.read += 1
    if !counts.isFull(rows.count) { rows.append(row) }
    return true
  }

  private static func flatten(_ object: [String: Any], _ path: String, _ row: inout Row, depth: Int)
  {
    for (key, value) in object {
      let name = path.isEmpty ? key : "\(path).\(key)"
      switch value {
      case let number as NSNumber: row.fields[name] = "\(number)"
      case let text as String: row.fields[name] = text
      case let inner as [String: Any]:
        if depth < 8 { flatten(inner, name, &row, depth: depth + 1) }
      case let list as [[String: Any]]:
        for element in list {
          // `{key, value: {doubleValue}}` of OpenTelemetry; `{metric, decimalValue: {value}}` of Play.
          let names = ["key", "metric", "dimension"].compactMap { element[$0] as? String }
          var own = Row()
          if !names.isEmpty { flatten(element, "", &own, depth: 4) }
          let text = own.fields.keys.sorted().first { $0.lowercased().contains("value") }
          if let name = names.first, let text { row.fields[name] = own.fields[text] }
        }
        row.lists[key, default: []] += list
      default: break
      }
    }
  }

  private mutating func takeTable(_ source: LogSource) throws {
    var lines = LineReader(try source.stream())
    var header: [String] = []
    var cells = CSVRow()
    var separator = CSVRow.Separator.comma
    try lines.forEach { number, line in
      if line.withoutBlanks.isEmpty { return true }
      if header.isEmpty { separator = CSVRow.Separator(ofHeader: line) }
      cells.split(line, at: separator)
      let texts = cells.texts(of: line)
      guard !header.isEmpty else {
        header = texts
        return true
      }
      if texts.count < header.count { counts.leaveOut("rows with fewer cells than the header") }
      take(Row(fields: Dictionary(zip(header, texts)) { first, _ in first }))
      return true
    }
  }

  // MARK: Sessions

  private func log(_ source: LogSource) throws -> FrameLog {
    try counts.check(path: source.path)
    let named = kind.fields.prefix(3).map { $0.names[0] }.joined(separator: ", ")
    guard !rows.isEmpty else {
      throw source.fault(
        "no figure of \(kind.title) in it",
        expected: "numbers named \(named)",
        advice: "Export it with them."
      )
    }
    var sessions: [LogSession] = []
    let sum = kind.sum(rows)
    if !sum.isEmpty, kind.isSummed || rows.count > 1 {
      sessions.append(session(kind.isSummed ? "" : "all \(rows.count)", sum))
    }
    if !kind.isSummed {
      for row in rows.prefix(FrameLimit.sessions - sessions.count) {
        let names = kind.names.compactMap { row.text([$0]) }.filter { !$0.isEmpty }
        sessions.append(session(names.joined(separator: ", "), figures(of: row)))
      }
    }
    var log = FrameLog(path: source.path, format: kind.format, rows: counts, sessions: sessions)
    let left = rows.count - sessions.count
    if !kind.isSummed, left > 0 {
      log.notes.append("\(rows.count) reports, the first \(sessions.count - 1) and their sum shown")
    }
    return log
  }

  private func figures(of row: Row) -> [Figure] {
    kind.fields.compactMap { field in
      row.number(field.names).map {
        Figure("\(kind.title): \(field.title)", $0 * field.scale, field.unit)
      }
    } + kind.derived(row)
  }

  private func session(_ name: String, _ figures: [Figure]) -> LogSession {
    let support = LogSupport(otherwise: "\(kind.title) gives figures and no frames")
    var session = LogSession(
      name: String(name.prefix(200)),
      timeline: FrameTimeline(grid: .unknown),
      support: support
    )
    session.toolFigures = figures
    session.notes = [kind.note]
    return session
  }
}
