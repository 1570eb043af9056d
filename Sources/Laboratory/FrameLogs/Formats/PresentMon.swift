import Timebase

/// CSV of PresentMon 1.x, 2.0 to 2.3, 2.4 and later, of its capture application, and of OCAT and
/// CapFrameX, which add `//Key=Value` lines and columns of hardware.
///
/// Columns are read by name alone (GameTechDev/PresentMon, README-ConsoleApplication.md): their
/// order, case and prefix change with the release.
struct PresentMon: PartReader {
  private let source: LogSource
  private var counts = RowCounts()
  private var columns: Columns?
  private var chains: [PresentRows] = []
  private var indices: [String: Int] = [:]
  /// The cells that name the last row's chain, as they stand, and which it is: rows of one chain
  /// follow each other.
  private var last: (cells: [UInt8], index: Int) = ([], -1)
  private var comments: [String] = []
  private var rowCount = 0
  private var row = CSVRow()
  private var separator = CSVRow.Separator.comma
  private var lastRow: (line: Int, isShort: Bool)?
  /// Nanoseconds of the clock, as the first part of a long file says; nil before it is read.
  private var unit: Double?

  private struct Columns {
    var application, process, chain: Int?
    var time: Int?
    /// Nanoseconds each of the time column; nil where the values tell.
    var unit: Double?
    var between, untilDisplayed, betweenDisplayed, dropped: Int?
    var cpuBusy, inPresent, gpuBusy, animationError, frameType: Int?
    var count: Int
    var variant: String
    /// Whether rows begin at the start of the CPU's work, so that the last column of times is
    /// missing.
    var isByStart: Bool
  }

  init(_ source: LogSource) { self.source = source }

  /// Whether a header line is of this format.
  static func fits(_ header: [String]) -> Bool {
    let columns = CSVColumns(header)
    let hasTime =
      columns.index("MsBetweenPresents", "FrameTime", "MsBetweenAppStart", "CPUStartTime") != nil
    return hasTime
      && columns.index(
        "Application",
        "ProcessName",
        "ProcessID",
        "SwapChainAddress",
        "Dropped",
        "DisplayLatency",
        "MsUntilDisplayed",
        "MsInPresentAPI"
      ) != nil
  }

  // MARK: Lines

  var heldRows: Int { rowCount }

  mutating func isRow(_ line: LineReader.Line, _ number: Int) -> Bool {
    if line.withoutBlanks.isEmpty { return false }
    lastRow = nil
    if columns != nil { return true }
    if line.hasPrefix("//") {
      comments.append(String(line.text.dropFirst(2)))
      return false
    }
    separator = CSVRow.Separator(ofHeader: line)
    row.split(line, at: separator)
    let names = row.texts(of: line)
    if Self.fits(names) {
      columns = Self.columns(names)
    } else if comments.count < 100 {
      comments.append(line.text)
    }
    return false
  }

  mutating func take(_ line: LineReader.Line, _ number: Int, isPart: Bool) -> Bool {
    row.split(line, at: separator)
    lastRow = (number, take(row, line, number, separator != .comma, isPart: isPart))
    return true
  }

  /// Each chain goes on from a picture.
  func canEndPart() -> Bool {
    chains.count <= FrameLimit.sessions && chains.allSatisfy(\.canEnd)
  }

  mutating func startPart() {
    for index in chains.indices { chains[index].startPart() }
    (counts, rowCount) = (RowCounts(), 0)
  }

  mutating func end(isUnfinished: Bool) {
    if isUnfinished, let lastRow, lastRow.isShort { dropLast(lastRow.line) }
  }

  private static func columns(_ names: [String]) -> Columns {
    let table = CSVColumns(names)
    let seconds = table.index("TimeInSeconds")
    let milliseconds = table.index("TimeInMs")
    let start = table.index("CPUStartTime", "CPUStartQPC", "CPUStartQPCTime", "CPUStartTimeInMs")
    let counter = table.index("TimeInQPC", "QPCTime", "CPUStartDateTime")
    let isNew = table.index("TimeInQPC", "TimeInMs") != nil || table.contains("MsCPUBusy")
    let isByStart = table.contains("FrameTime") && !table.contains("MsBetweenPresents")
    return Columns(
      application: table.index("Application", "ProcessName"),
      process: table.index("ProcessID"),
      chain: table.index("SwapChainAddress"),
      time: isByStart ? start : seconds ?? milliseconds ?? counter ?? start,
      unit: isByStart ? nil : seconds != nil ? 1e9 : milliseconds != nil ? 1e6 : nil,
      between: isByStart ? table.index("FrameTime") : table.index("MsBetweenPresents"),
      untilDisplayed: table.index("MsUntilDisplayed", "DisplayLatency"),
      betweenDisplayed: table.index("MsBetweenDisplayChange", "DisplayedTime"),
      dropped: table.index("Dropped", "WasDropped"),
      cpuBusy: table.index("MsCPUBusy", "CPUBusy"),
      inPresent: table.index("MsInPresentAPI", "MsInPresentApi"),
      gpuBusy: table.index("MsGPUBusy", "GPUBusy", "MsGPUActive", "GPUTime"),
      animationError: table.index("MsAnimationError", "AnimationError"),
      frameType: table.index("FrameType"),
      count: names.count,
      variant: isByStart ? "2.0 to 2.3" : isNew ? "2.4 or later" : "1.x",
      isByStart: isByStart
    )
  }

  // MARK: Rows

  private static let ownTypes: Set<String> = ["application", "notset", "na", "unspecified"]

  /// - Returns: Whether the row lacks cells that others have.
  private mutating func take(
    _ row: CSVRow,
    _ line: LineReader.Line,
    _ number: Int,
    _ decimalComma: Bool,
    isPart: Bool
  ) -> Bool {
    guard let columns else { return false }
    // Frames that a driver puts between the app's own are no frames of the app.
    let type = row.cell(columns.frameType, of: line)?.withoutBlanks.text ?? ""
    if !type.isEmpty, !Self.ownTypes.contains(type.lowercased()) {
      counts.leaveOut("frames that the app did not make (FrameType \(type.prefix(40)))")
      return false
    }
    counts.read += 1
    func value(_ column: Int?, _ name: String? = nil) -> Double {
      guard let cell = row.cell(column, of: line) else { return .nan }
      switch TextValue(cell, decimalComma: decimalComma) {
      case .number(let number): return number
      case .absent: return .nan
      case .garbage:
        if let plain = TextValue(cell).number { return plain }
        if let name { counts.countUnreadable(name) }
        return .nan
      }
    }
    let time = value(columns.time)
    let cell = row.cell(columns.time, of: line)?.text ?? ""
    // With --date_time the column holds dates: the times between presents are added up instead.
    let hasClock = columns.time != nil && !cell.contains(":")
    guard !hasClock || time.isFinite else {
      counts.refuse(line: number, "the time is `\(cell.prefix(40))`")
      return row.ranges.count < columns.count
    }
    if !isPart, counts.isFull(rowCount) { return false }
    rowCount += 1
    let between = value(columns.between, "time between presents")
    let until = value(columns.untilDisplayed, "time until displayed")
    let change = value(columns.betweenDisplayed, "time between display changes")
    let isDropped =
      columns.dropped != nil
      ? value(columns.dropped) == 1
      : columns.untilDisplayed != nil
        && (until.isNaN || (until == 0 && (change.isNaN || change == 0)))
    var cpu = value(columns.cpuBusy, "CPU busy")
    if columns.cpuBusy == nil, columns.inPresent != nil {
      cpu = PresentRows.outsidePresent(between, value(columns.inPresent))
    }
    guard let index = chain(of: row, line, columns) else {
      counts.leaveOut("of more processes and swap chains than \(4 * FrameLimit.sessions)")
      return false
    }
    let before = chains[index].rows.last?.time
    chains[index].rows.append(
      PresentRows.Row(
        line: Int32(clamping: number),
        time: hasClock ? time : (before ?? 0) + (between.isNaN ? 0 : between),
        untilDisplayed: isDropped ? .nan : until,
        between: between,
        cpuBusy: cpu,
        gpuBusy: value(columns.gpuBusy, "GPU busy"),
        inPresent: value(columns.inPresent),
        animationError: value(columns.animationError, "animation error"),
        isDropped: isDropped
      )
    )
    return row.ranges.count < min(columns.count, 8)
  }

  /// The chain of a row; nil beyond as many as there may be.
  private mutating func chain(of row: CSVRow, _ line: LineReader.Line, _ columns: Columns) -> Int? {
    var cells: [UInt8] = []
    for column in [columns.application, columns.process, columns.chain] {
      if let cell = row.cell(column, of: line) { cells += cell }
      cells.append(0)
    }
    if cells == last.cells { return last.index }
    guard let index = newChain(of: row, line, columns) else { return nil }
    last = (cells, index)
    return index
  }

  private mutating func newChain(
    of row: CSVRow,
    _ line: LineReader.Line,
    _ columns: Columns
  ) -> Int? {
    func text(_ column: Int?) -> String {
      (row.cell(column, of: line)?.withoutBlanks.text ?? "").replacing("\"\"", with: "\"")
    }
    let places = [text(columns.process), text(columns.chain)].filter { !$0.isEmpty }
    var name = text(columns.application)
    if !places.isEmpty { name += (name.isEmpty ? "" : " ") + "(\(places.joined(separator: ", ")))" }
    if let index = indices[name] { return index }
    // Rubbish in the columns of names makes no more sessions than there may be, and no session of many.
    guard chains.count < 4 * FrameLimit.sessions else { return nil }
    indices[name] = chains.count
    chains.append(PresentRows(name: name))
    return chains.count - 1
  }

  private mutating func dropLast(_ line: Int) {
    counts.read -= 1
    counts.unfinished += 1
    for index in chains.indices where chains[index].rows.last.map({ Int($0.line) == line }) ?? false
    {
      chains[index].rows.removeLast()
    }
  }

  mutating func log() throws -> FrameLog {
    guard let columns else {
      throw source.fault(
        "no line with PresentMon's columns",
        expected: "a header with MsBetweenPresents or FrameTime",
        advice: "Name another format with --format."
      )
    }
    var counts = counts
    let isCPUDerived = columns.cpuBusy == nil && columns.inPresent != nil
    // All swap chains have one clock: the one with most rows tells its unit.
    let known = columns.time == nil ? 1e6 : columns.unit
    let longest = chains.max { $0.rows.count < $1.rows.count }
    // Two presents tell it; of a single one it does not matter. Windows counts 100 ns, as a rule.
    let unit = self.unit ?? longest?.unit(otherwise: known) ?? 100
    self.unit = unit
    var builders: [SessionBuilder] = []
    for index in chains.indices where !chains[index].rows.isEmpty {
      chains[index].isCPUDerived = isCPUDerived
      builders.append(chains[index].builder(unit: unit, source.options, &counts))
    }
    return try source.log(
      .presentMon,
      variant: columns.variant + (comments.isEmpty ? "" : ", with lines of OCAT or CapFrameX"),
      rows: counts,
      builders: builders
    )
  }
}
