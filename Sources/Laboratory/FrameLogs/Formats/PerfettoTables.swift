/// CSV of Perfetto's trace processor: the tables `actual_frame_timeline_slice` and
/// `expected_frame_timeline_slice`, each in a file of its own, or one of them alone.
struct PerfettoTables {
  private var slices = PerfettoSlices()
  private var counts = RowCounts()
  private var hasActual = false
  private var hasExpected = false

  /// Whether a header line is of this format.
  static func fits(_ header: [String]) -> Bool {
    CSVColumns(header).contains("ts", "dur", "surface_frame_token", "display_frame_token")
  }

  /// Whether it is of the actual timeline.
  static func isActual(_ header: [String]) -> Bool { CSVColumns(header).index("jank_type") != nil }

  /// Reads the file, and those that belong to it.
  static func read(_ source: LogSource, others: [String] = []) throws -> FrameLog {
    var tables = PerfettoTables()
    for path in [source.path] + others {
      try tables.take(LogSource(path: path, options: source.options))
    }
    guard tables.hasActual else {
      throw source.fault(
        "the expected timeline alone",
        expected: "the actual timeline, or both",
        advice: "Give the CSV of actual_frame_timeline_slice beside it."
      )
    }
    let variant =
      tables.hasExpected ? "actual and expected timeline" : "actual timeline alone"
    let builders = tables.slices.builders(source.options, &tables.counts)
    return try source.log(.perfettoCSV, variant: variant, rows: tables.counts, builders: builders)
  }

  private struct Columns {
    var ts, dur, pid, name, display, surface, presentType, jank: Int?
    var separator: CSVRow.Separator
    var count: Int

    init(_ names: [String], _ separator: CSVRow.Separator) {
      let table = CSVColumns(names)
      ts = table.index("ts")
      dur = table.index("dur")
      pid = table.index("pid", "upid")
      name = table.index("process_name")
      display = table.index("display_frame_token")
      surface = table.index("surface_frame_token")
      presentType = table.index("present_type")
      jank = table.index("jank_type")
      self.separator = separator
      count = names.count
    }
  }

  private mutating func take(_ source: LogSource) throws {
    var lines = LineReader(try source.stream())
    var row = CSVRow()
    var columns: Columns?
    // A row that lacks cells, which the end of the file may have cut off.
    var short: (line: Int, count: Int)?
    try lines.forEach { number, line in
      if line.withoutBlanks.isEmpty { return true }
      guard let known = columns else {
        let separator = CSVRow.Separator(ofHeader: line)
        row.split(line, at: separator)
        let names = row.texts(of: line)
        if Self.fits(names) { columns = Columns(names, separator) }
        return true
      }
      if let row = short {
        counts.read += 1
        counts.refuse(line: row.line, "\(row.count) cells, \(known.count) expected")
      }
      row.split(line, at: known.separator)
      short = row.ranges.count < known.count ? (number, row.ranges.count) : nil
      if short == nil { take(row, line, number, known) }
      return !counts.isFull(slices.actualSurface.count)
    }
    if short != nil { counts.unfinished += 1 }
    if columns?.jank == nil { hasExpected = true } else { hasActual = true }
  }

  private mutating func take(
    _ row: CSVRow,
    _ line: LineReader.Line,
    _ number: Int,
    _ columns: Columns
  ) {
    func integer(_ column: Int?) -> Int64? {
      row.cell(column, of: line).flatMap { DecimalNumber.integer($0) }
    }
    guard let ts = integer(columns.ts), let dur = integer(columns.dur),
      let display = integer(columns.display), ts >= 0, ts < 4_000_000_000_000_000_000,
      -1...FrameLimit.span ~= dur
    else {
      counts.read += 1
      let cell = row.cell(columns.ts, of: line)?.text ?? ""
      counts.refuse(line: number, "ts `\(cell.prefix(40))`, dur or token are no numbers")
      return
    }
    let slice = PerfettoSlices.Slice(start: ts, end: dur < 0 ? nil : ts + dur)
    let pid = integer(columns.pid) ?? 0
    let surface = integer(columns.surface)
    if let name = row.cell(columns.name, of: line)?.text, !name.isEmpty, name != "[NULL]" {
      slices.processes[pid] = name
    }
    guard columns.jank != nil else {
      if let surface {
        let key = PerfettoSlices.Key(pid: pid, token: surface)
        if slices.expectedSurface[key]?.end == nil { slices.expectedSurface[key] = slice }
      } else if slice.end != nil || slices.expectedDisplay[display] == nil {
        slices.expectedDisplay[display] = slice
      }
      return
    }
    let jank = JankTypes(text: row.cell(columns.jank, of: line)?.text ?? "")
    let type = Self.presentType(row.cell(columns.presentType, of: line)?.text ?? "")
    let actual = PerfettoSlices.Actual(
      slice: slice,
      pid: pid,
      token: surface ?? display,
      displayToken: display,
      presentType: type,
      jank: jank
    )
    if surface == nil {
      slices.actualDisplay[display] = actual
    } else {
      slices.actualSurface.append(actual)
    }
  }

  private static func presentType(_ text: String) -> Int64 {
    switch text {
    case "On-time Present": 1
    case "Late Present": 2
    case "Early Present": 3
    case "Dropped Frame": 4
    default: 5
    }
  }
}
