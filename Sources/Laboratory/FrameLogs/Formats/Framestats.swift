import FrameMetrics
import Timebase

/// `adb shell dumpsys gfxinfo PACKAGE framestats`, Android 6 to 16.
///
/// Columns and their meaning: AOSP `frameworks/base/libs/hwui/FrameInfo.h` and `JankTracker.cpp`.
/// Rows are a ring of 120 frames, so dumps that follow each other overlap. There is no promised
/// present time: FrameDeadline is when the app has to be done.
struct Framestats: PartReader {
  private let source: LogSource
  private var rows = RowCounts()
  private var windows: [Window] = []
  private var indices: [String: Int] = [:]
  private var columns: FramestatsColumns?
  private var package = ""
  private var title: String?
  private var blocks = 0
  private var ownCounts: [String: [LogSession.ToolFigure]] = [:]
  private var columnCounts: Set<Int> = []
  private var swapped = 0
  /// Rows of numbers below a mark without a header, and lines that have a mark behind a prefix.
  private var isInBlock = false
  private var (headless, prefixed) = (0, 0)

  /// The rows of one window, the last one of each frame.
  struct Window {
    var name: String
    var package: String
    var rows: [FramestatsRow] = []
    var places: [FramestatsRow.Key: Int] = [:]
    var flagged = 0
    /// Rows of the ring that are no frames here: their work cannot be true, or they drew nothing.
    var leftOut: Set<Int64> = []
    /// Rows of skipped frames that kept the app longer than it had.
    var longSkipped = 0
    /// The frame with which the part before ended; later parts have none that is older.
    var last: FramestatsRow?
    /// What the first part of a long dump says of all parts; nil before it is read.
    var settled: FramestatsTimeline.Settled?
    /// How many rows the next part goes on from: those that another dump may have again, since its ring has as many.
    fileprivate static let ring = 240
    /// How many frames are looked at for one that was in time.
    fileprivate static let reach = 1_000

    /// Puts the rows in their order.
    fileprivate mutating func sort() {
      rows.sort { ($0.intendedVsync, $0.line) < ($1.intendedVsync, $1.line) }
      for (place, row) in rows.enumerated() { places[row.key] = place }
    }

    /// Where a part can end: at a frame that was in time, when all before it were over; nil where none is near.
    fileprivate var end: Int? {
      let least = rows.count - Self.ring - 1
      guard least >= 8 else { return nil }
      return (max(8, least - Self.reach)...least).last { place in
        let start = rows[place].intendedVsync
        return rows[place].isInTime
          && rows[place - 8..<place].allSatisfy { $0.isInTime || $0.isOver(by: start) }
      }
    }
  }

  init(_ source: LogSource) { self.source = source }

  // MARK: Parts

  private(set) var heldRows = 0
  /// From how many rows on it is looked again whether a part can end.
  private var nextTry = 0
  /// Rows of the windows that stay for the next part.
  private var rest: [(rows: [FramestatsRow], last: FramestatsRow?)] = []

  mutating func canEndPart() -> Bool {
    // Another row may make it possible; to sort for each one would take too long.
    guard windows.count <= FrameLimit.sessions, heldRows >= nextTry else { return false }
    nextTry = heldRows + 4 * Window.ring
    for index in windows.indices { windows[index].sort() }
    let ends = windows.map(\.end)
    guard zip(windows, ends).allSatisfy({ $1 != nil || $0.rows.count <= 2 * Window.ring }),
      ends.contains(where: { $0 != nil })
    else { return false }
    rest = zip(windows, ends).map { window, end in
      guard let end else { return (window.rows, window.last) }
      return (Array(window.rows[(end + 1)...]), window.rows[end])
    }
    for (index, end) in ends.enumerated() {
      windows[index].rows.removeSubrange((end.map { $0 + 1 } ?? 0)...)
    }
    return true
  }

  mutating func startPart() {
    for (index, rest) in rest.enumerated() {
      (windows[index].rows, windows[index].last) = rest
      windows[index].places = [:]
      windows[index].sort()
      (windows[index].flagged, windows[index].longSkipped) = (0, 0)
      windows[index].leftOut = []
    }
    heldRows = rest.reduce(0) { $0 + $1.rows.count }
    (rows, rest, nextTry) = (RowCounts(), [], 0)
  }

  mutating func end(isUnfinished: Bool) { if isUnfinished { dropUnfinished() } }

  // MARK: Lines

  private var pendingRow: (window: Int, line: Int)?

  mutating func isRow(_ line: LineReader.Line, _ number: Int) -> Bool {
    pendingRow = nil
    let line = line.withoutBlanks
    if columns != nil, let first = line.first, first &- 0x30 <= 9 || first == 0x2D,
      !line.hasPrefix("---PROFILEDATA---")
    {
      return true
    }
    takeOther(line)
    return false
  }

  mutating func take(_ line: LineReader.Line, _ number: Int, isPart: Bool) -> Bool {
    guard let columns else { return true }
    takeRow(line.withoutBlanks, number, columns)
    return true
  }

  private mutating func takeOther(_ line: LineReader.Line) {
    if line.hasPrefix("---PROFILEDATA---") {
      // The second mark of a block ends it; a header begins one wherever it stands.
      columns = nil
      isInBlock.toggle()
    } else if line.hasPrefix("Flags,") {
      columns = FramestatsColumns(line)
      columnCounts.insert(columns?.count ?? 0)
      blocks += 1
    } else if line.contains("---PROFILEDATA---") || line.contains("Flags,IntendedVsync") {
      prefixed += 1
    } else if isInBlock, line.first.map({ $0 &- 0x30 <= 9 }) == true, line.contains(0x2C) {
      headless += 1
    } else if line.hasPrefix("** Graphics info for pid") {
      package = Self.bracketed(line.text) ?? package
      (title, blocks, columns) = (nil, 0, nil)
    } else if line.hasPrefix("Applications Graphics Acceleration Info") {
      (title, blocks, columns) = (nil, 0, nil)
    } else if line.hasPrefix("Window: ") {
      title = String(line.text.dropFirst(8))
    } else if line.contains("(visibility=") {
      title = String(line.text.prefix { $0 != " " })
    } else if line.hasPrefix("Total frames rendered: ") || line.hasPrefix("Janky frames: ") {
      takeCount(line.text)
    }
  }

  private mutating func takeCount(_ text: String) {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let value = Double(parts[1].split(separator: " ").first ?? "") else {
      return
    }
    let name = windowName
    // Of several dumps the last one counts most frames.
    ownCounts[name, default: []].removeAll { $0.name == "dump: \(parts[0])" }
    ownCounts[name, default: []].append(.init("dump: \(parts[0])", value))
  }

  private var windowName: String {
    if let title {
      return package.isEmpty || title.contains(package) ? title : "\(package) \(title)"
    }
    let number = max(1, blocks)
    let window = number > 1 ? "window \(number)" : ""
    return [package, window].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func bracketed(_ text: String) -> String? {
    guard let open = text.firstIndex(of: "["), let close = text[open...].firstIndex(of: "]") else {
      return nil
    }
    return String(text[text.index(after: open)..<close])
  }

  private mutating func takeRow(
    _ line: LineReader.Line,
    _ number: Int,
    _ columns: FramestatsColumns
  ) {
    rows.read += 1
    var row: FramestatsRow
    do {
      row = try FramestatsRow(line, number, columns)
    } catch {
      rows.refuse(line: number, error.reason)
      let index = window(windowName)
      windows[index].leftOut.insert(Int64(-number))
      return
    }
    if row.isSwapped { swapped += 1 }
    for column in row.strayColumns { rows.countUnreadable(column) }
    if row.flags & 8 != 0 {
      rows.leaveOut("skipped frames, which draw nothing (flag 8)")
      let index = window(windowName)
      windows[index].leftOut.insert(row.intendedVsync)
      if row.isLong { windows[index].longSkipped += 1 }
      return
    }
    guard row.completed > 0 else {
      rows.leaveOut("frames that were not completed when the dump was made")
      return
    }
    let index = window(windowName)
    if let last = windows[index].last, row.intendedVsync <= last.intendedVsync {
      rows.refuse(line: number, "IntendedVsync is before frames of an earlier dump")
      return
    }
    if let place = windows[index].places[row.key] {
      rows.leaveOut("the same frame in another dump")
      windows[index].rows[place] = row
      return
    }
    windows[index].places[row.key] = windows[index].rows.count
    windows[index].rows.append(row)
    heldRows += 1
    if row.flags != 0 { windows[index].flagged += 1 }
    pendingRow = (index, number)
  }

  /// Which of the windows has this name, a new one where none has.
  private mutating func window(_ name: String) -> Int {
    if let index = indices[name] { return index }
    indices[name] = windows.count
    windows.append(Window(name: name, package: package))
    return windows.count - 1
  }

  /// A last row without a line end may have lost its last digits.
  private mutating func dropUnfinished() {
    guard let (window, _) = pendingRow, columns != nil, let last = windows[window].rows.last,
      !last.hasEndMark
    else { return }
    windows[window].places[last.key] = nil
    windows[window].rows.removeLast()
    heldRows -= 1
    rows.read -= 1
    rows.unfinished += 1
  }

  // MARK: Sessions

  /// The counts above a package's windows, where it has but one.
  private func counts(of window: Window) -> [LogSession.ToolFigure] {
    let others = windows.count { $0.package == window.package && !$0.rows.isEmpty }
    return others == 1 ? ownCounts[window.package] ?? [] : []
  }

  /// How many of the rows the dump's own counts call janky at least: frames before the ring's may have been.
  private static func leastJanky(_ figures: [LogSession.ToolFigure], rows: Int) -> Int {
    func count(_ name: String) -> Int? {
      figures.first { $0.name == "dump: \(name)" }.flatMap { Int(exactly: $0.value) }
    }
    guard let total = count("Total frames rendered"), let janky = count("Janky frames") else {
      return 0
    }
    return max(0, min(rows, janky - max(0, total - rows)))
  }

  private var variant: String {
    let names = columnCounts.sorted().map { count in
      switch count {
      case ...17: "Android 6 to 10"
      case 18...21: "Android 11"
      case 22...23: "Android 12 to 15"
      default: "Android 16"
      }
    }
    return names.joined(separator: " and ") + " columns"
  }

  mutating func log() throws -> FrameLog {
    var notes: [String] = []
    if swapped > 0 {
      notes.append(
        "FrameInterval and FrameStartTime stand in each other's column in \(swapped) rows, as "
          + "Android 12 to 15 write them; told by their values"
      )
    }
    var builders: [SessionBuilder] = []
    for index in windows.indices where !windows[index].rows.isEmpty || windows[index].last != nil {
      windows[index].sort()
      let window = windows[index]
      var timeline = FramestatsTimeline(window, source.options, &rows)
      windows[index].settled = timeline.settled
      let figures = ownCounts[window.name] ?? counts(of: window)
      timeline.builder.toolFigures += figures
      if window.longSkipped > 0 {
        let why =
          "\(window.longSkipped) skipped frames, which drew nothing, took longer than they had"
        timeline.builder.open = timeline.builder.open ?? why
      }
      timeline.builder.ownLateCount = Self.leastJanky(
        figures,
        rows: window.rows.count + window.leftOut.count
      )
      builders.append(timeline.builder)
    }
    if builders.isEmpty, headless + prefixed > 0 {
      throw source.fault(
        headless > 0
          ? "\(headless) rows of framestats without the header `Flags,...`"
          : "framestats with something before each line, such as logcat's time",
        expected: "the dump as `dumpsys gfxinfo PACKAGE framestats` prints it",
        advice: "Save its output as it is: adb shell dumpsys gfxinfo PACKAGE framestats >FILE"
      )
    }
    return try source.log(
      .framestats,
      variant: variant,
      rows: rows,
      builders: builders,
      notes: notes
    )
  }
}
