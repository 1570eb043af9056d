import FrameMetrics

/// HarmonyOS's SmartPerf: a row a second in `data.csv`, or a block of `order:N name=value` that `SP_daemon` prints.
///
/// `fpsJitters` has the time from each picture to the next in ns. It leaves out why none came: a stretch of two
/// refreshes or more may be idle, as between the times of a CSV. Without it a second has its count of pictures
/// alone, which is shown and not judged.
struct SmartPerf {
  private var times: [Double] = []
  private var lines: [Int32] = []
  private var counts: [Double] = []
  private var rates: Set<Double> = []
  /// When the first and the last second were written, in ms.
  private var span: (first: Double, last: Double)?
  private var rows = RowCounts()
  /// Seconds without a picture, and how many the intervals of a second and more tell of.
  private var emptySeconds = 0
  private var longSeconds = 0.0

  /// Whether a text is of it.
  static func fits(_ head: String) -> Bool {
    head.holds("fpsJitters") || head.holds("order:0 ") && head.holds(" fps=")
  }

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    var reader = SmartPerf()
    var columns: [String] = []
    var row = CSVRow()
    var input = LineReader(try source.stream())
    try input.forEach { number, line in
      let text = line.text
      if text.contains("order:"), let start = text.range(of: "order:") {
        let pair = text[start.upperBound...].drop { $0.isNumber }.drop(while: \.isWhitespace)
          .split(separator: "=", maxSplits: 1)
        if pair.count == 2 { reader.take(String(pair[0]), String(pair[1]), number) }
        return true
      }
      row.split(line, at: .comma)
      let cells = row.texts(of: line)
      if columns.isEmpty {
        if cells.contains("fpsJitters") || cells.contains("fps") { columns = cells }
        return true
      }
      for (name, cell) in zip(columns, cells) { reader.take(name, cell, number) }
      return true
    }
    return try reader.log(source)
  }

  private mutating func take(_ name: String, _ value: String, _ line: Int) {
    let value = value.filter { !$0.isWhitespace }
    switch name {
    case "fps": if let count = Double(value), count.isFinite { counts.append(count) }
    case "timestamp", "timeStamp":
      if let time = Double(value), time.isFinite { span = (span?.first ?? time, time) }
    case "refreshrate":
      if let rate = Double(value), 1...1000 ~= rate { rates.insert(rate) }
    case "fpsJitters":
      if value.isEmpty { emptySeconds += 1 }
      for part in value.split(separator: ";") {
        if rows.isFull(times.count) { return }
        guard let interval = Double(part), interval.isFinite, interval >= 0 else {
          rows.refuse(line: line, "`\(part.prefix(40))` in fpsJitters, which is no time")
          continue
        }
        if times.isEmpty {
          times.append(0)
          lines.append(Int32(clamping: line))
        }
        times.append((times.last ?? 0) + interval)
        if interval >= 1e9 { longSeconds += interval / 1e9 }
        lines.append(Int32(clamping: line))
      }
    default: break
    }
  }

  private func log(_ source: LogSource) throws -> FrameLog {
    guard times.isEmpty else {
      // The rate that all rows have is the display's.
      var options = source.options
      options.refreshHertz = options.refreshHertz ?? (rates.count == 1 ? rates.first : nil)
      var table = PlainTimes(LogSource(path: source.path, options: options))
      (table.header, table.columns, table.lines) = (["present_ns"], [times], lines)
      (table.rows, table.rows.read) = (rows, times.count)
      if rates.count > 1 { table.notes.append("the display had \(rates.count) rates in turn") }
      var log = try table.log()
      (log.format, log.variant) = (.smartPerf, "fpsJitters")
      let (told, length) = ((times.last ?? 0) / 1e9, span.map { ($0.last - $0.first) / 1e3 } ?? 0)
      // A second is written when it is over, so its first picture may lie a second before it.
      if length > told * 1.05 + 1 {
        log.cut = "its intervals add up to \(Int(told)) s of \(Int(length)) s"
      } else if Double(emptySeconds) > longSeconds {
        log.cut = "no interval tells of \(emptySeconds) seconds in which no picture came"
      }
      return log
    }
    guard let least = counts.min() else {
      throw source.fault(
        "no frame in it",
        expected: "fpsJitters or fps of SmartPerf",
        advice: "Record with SP_daemon -PKG NAME -f, while something moves."
      )
    }
    let support = LogSupport(otherwise: "SmartPerf's fps is a count a second and no frames")
    var session = LogSession(
      name: "",
      timeline: FrameTimeline(grid: .unknown),
      support: support
    )
    session.toolFigures = [
      .init("SmartPerf: seconds", Double(counts.count)),
      .init("SmartPerf: pictures a second, lowest", least),
      .init("SmartPerf: pictures a second, mean", counts.reduce(0, +) / Double(counts.count)),
    ]
    session.notes = [
      "a count of pictures a second hides every hitch; record with SP_daemon -f, which writes fpsJitters"
    ]
    var rows = rows
    rows.read = counts.count
    return FrameLog(path: source.path, format: .smartPerf, rows: rows, sessions: [session])
  }
}
