import FrameMetrics
import Timebase

/// Lines that an app writes of AndroidX JankStats' `FrameData`, as `toString()` or with the same
/// names in another shape, in a log among other lines.
///
/// Fields: androidx.metrics.performance `FrameData`, `FrameDataApi24`, `FrameDataApi31`. The
/// overrun is rubbish where the system knows no deadline: 106 days stand in published logs.
enum JankStatsLines {
  /// Whether a file's beginning has such a line, and is not a table with names of these fields above rows of
  /// numbers.
  static func fits(_ head: FileHead) -> Bool {
    guard head.holds("frameStartNanos") else { return false }
    let lines = head.text.split(maxSplits: 40, whereSeparator: \.isNewline).prefix(40)
    guard let header = lines.firstIndex(where: { $0.contains("frameStartNanos") }) else {
      return true
    }
    return !CSVRow.cells(lines[header], of: lines[header]).contains("frameStartNanos")
      || lines[(header + 1)...].contains { $0.contains("frameStartNanos") }
  }

  /// Reads the file.
  static func read(_ source: LogSource) throws -> FrameLog {
    var counts = RowCounts()
    var rows: [JankFrame] = []
    if try isJSON(source) {
      try readJSON(source, &rows, &counts)
      return try log(rows, source, &counts)
    }
    var lines = LineReader(try source.stream())
    var isLast = false
    try lines.forEach { number, line in
      isLast = false
      guard line.contains("frameStartNanos") else { return true }
      isLast = true
      let process = process(of: line)
      for record in records(in: line) {
        counts.read += 1
        if var row = row(record, number, &counts) {
          row.process = process
          rows.append(row)
        }
      }
      return !counts.isFull(rows.count)
    }
    if lines.isUnfinished, isLast, let last = rows.last {
      // The overrun stands last but for the flags: a line that was cut off may lack its digits.
      if last.isJank == nil {
        rows.removeLast()
        counts.read -= 1
        counts.unfinished += 1
      }
    }
    return try log(rows, source, &counts)
  }

  /// Whether the file begins as JSON does, and not as a line with a date in brackets.
  private static func isJSON(_ source: LogSource) throws -> Bool {
    let head = (try source.stream().next() ?? []).prefix(4096)
      .filter { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }.prefix(2)
    return [Array("[{".utf8), Array("{\"".utf8)].contains(Array(head))
  }

  /// Objects one after the other, in an array, or in one below a name.
  private static func readJSON(
    _ source: LogSource,
    _ rows: inout [JankFrame],
    _ counts: inout RowCounts
  ) throws {
    let json = JSONStream(try source.stream())
    do {
      while let next = try json.peek() {
        if next == 0x5B {
          try json.elements { try takeObject(json, &rows, &counts, depth: 0) }
        } else {
          try takeObject(json, &rows, &counts, depth: 0)
        }
      }
    } catch is JSONStream.Unfinished {
      counts.unfinished += 1
    }
  }

  /// Takes an object's own members as one line, and the objects of the lists in it.
  private static func takeObject(
    _ json: JSONStream,
    _ rows: inout [JankFrame],
    _ counts: inout RowCounts,
    depth: Int
  ) throws {
    guard try json.peek() == 0x7B, depth < 4 else { return try json.skip() }
    let line = json.currentLine
    var text: [UInt8] = []
    try json.members { key in
      if try json.peek() == 0x5B, key != "states" {
        try json.elements { try takeObject(json, &rows, &counts, depth: depth + 1) }
      } else {
        text += Array("\(key):".utf8) + (try json.value(limit: 4096)) + [0x2C]
      }
    }
    text.withUnsafeBufferPointer { bytes in
      guard bytes.contains("frameStartNanos"), !counts.isFull(rows.count) else { return }
      counts.read += 1
      if let row = row(bytes, line, &counts) { rows.append(row) }
    }
  }

  private static func log(
    _ rows: [JankFrame],
    _ source: LogSource,
    _ counts: inout RowCounts
  ) throws -> FrameLog {
    // A log that was gathered twice has each frame twice.
    var seen: Set<[Int64]> = []
    let all = rows.count
    let rows = rows.filter { seen.insert([$0.process ?? 0, $0.start, $0.work]).inserted }
    counts.leaveOut("the same frame in another line", count: all - rows.count)
    // Frames of two processes are two apps'.
    let processes = Dictionary(grouping: rows, by: \.process).sorted {
      ($0.value.first?.line ?? 0) < ($1.value.first?.line ?? 0)
    }
    var builders: [SessionBuilder] = []
    for (process, rows) in processes {
      var builder = JankFrame.builder(of: rows, source.options, &counts)
      if processes.count > 1 { builder.name = process.map { "process \($0)" } ?? "other lines" }
      let own = rows.compactMap(\.isJank)
      builder.toolFigures = [.init("JankStats: frames", Double(rows.count))]
      if !own.isEmpty {
        builder.toolFigures.append(.init("JankStats: janky frames", Double(own.count { $0 })))
      }
      builders.append(builder)
    }
    return try source.log(.jankStats, variant: "", rows: counts, builders: builders)
  }

  /// The parts of a line that tell of a frame each: from the bracket before its start on.
  private static func records(in line: LineReader.Line) -> [LineReader.Line] {
    var starts: [Int] = []
    var from = 0
    while from < line.count,
      let at = UnsafeBufferPointer(rebasing: line[from...]).position(of: "frameStartNanos")
    {
      var start = from + at
      while start > from, line[start] != 0x28, line[start] != 0x7B { start -= 1 }
      starts.append(start)
      from += at + 15
    }
    // A single frame's other values may stand before its start.
    guard starts.count > 1 else { return [line] }
    return starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1] : line.count
      return UnsafeBufferPointer(rebasing: line[starts[index]..<end])
    }
  }

  /// The process in logcat's `threadtime` (`10-24 12:00:00.000  1234  1250 D Jank: `), its times without or
  /// with a year, or in `brief` and `time` (`D/Jank( 1234): `).
  private static func process(of line: LineReader.Line) -> Int64? {
    let head = UnsafeBufferPointer(rebasing: line.prefix(120)).text
    let words = head.split(separator: " ")
    if words.count > 4, words[1].contains(":"), words[4].count == 1, Int64(words[3]) != nil {
      return Int64(words[2])
    }
    guard let slash = head.firstIndex(of: "/"), let open = head[slash...].firstIndex(of: "("),
      let close = head[open...].firstIndex(of: ")"),
      head[close...].dropFirst().first == ":"
    else { return nil }
    return Int64(head[head.index(after: open)..<close].filter { $0 != " " })
  }

  private static func row(_ line: LineReader.Line, _ number: Int, _ counts: inout RowCounts)
    -> JankFrame?
  {
    guard let start = value("frameStartNanos", in: line), start.isTime else {
      counts.refuse(line: number, "frameStartNanos is no time")
      return nil
    }
    let ui = value("frameDurationUiNanos", in: line)
    let cpu = value("frameDurationCpuNanos", in: line)
    let total = value("frameDurationTotalNanos", in: line)
    guard let work = total ?? cpu ?? ui else {
      counts.refuse(line: number, "no frame duration")
      return nil
    }
    guard 0...FrameLimit.frame ~= work else {
      counts.refuse(line: number, "a frame duration of \(work) ns")
      return nil
    }
    let overrun = value("frameOverrunNanos", in: line)
      .flatMap { JankFrame.overrun($0, of: work, named: "frameOverrunNanos", &counts) }
    return JankFrame(
      line: number,
      start: start,
      work: work,
      ui: ui,
      cpu: cpu,
      overrun: overrun,
      isJank: line.contains("isJank")
        ? line.contains("isJank=true") || line.contains("isJank: true")
          || line.contains("isJank:true") || line.contains("isJank\":true")
          || line.contains("isJank\": true") : nil
    )
  }

  /// The whole number after a name and the signs between them.
  private static func value(_ name: StaticString, in line: LineReader.Line) -> Int64? {
    guard var at = line.position(of: name) else { return nil }
    at += name.utf8CodeUnitCount
    let signs = "=: \"'".utf8
    while at < line.count, signs.contains(line[at]) { at += 1 }
    var end = at
    while end < line.count, line[end] &- 0x30 <= 9 || line[end] == 0x2D { end += 1 }
    return DecimalNumber.integer(UnsafeBufferPointer(rebasing: line[at..<end]))
  }
}
