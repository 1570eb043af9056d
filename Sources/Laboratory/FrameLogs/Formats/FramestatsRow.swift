/// Where the columns of a block of framestats stand.
struct FramestatsColumns {
  /// How many there are.
  let count: Int
  private let places: [Column: Int]

  /// A column by its name in the header.
  enum Column: String, CaseIterable {
    case flags = "Flags"
    case vsyncId = "FrameTimelineVsyncId"
    case intendedVsync = "IntendedVsync"
    case vsync = "Vsync"
    case inputStart = "HandleInputStart"
    case animationStart = "AnimationStart"
    case traversalsStart = "PerformTraversalsStart"
    case drawStart = "DrawStart"
    case deadline = "FrameDeadline"
    case interval = "FrameInterval"
    case startTime = "FrameStartTime"
    case syncQueued = "SyncQueued"
    case syncStart = "SyncStart"
    case commandsStart = "IssueDrawCommandsStart"
    case swap = "SwapBuffers"
    case swapCompleted = "SwapBuffersCompleted"
    case completed = "FrameCompleted"
    case gpuCompleted = "GpuCompleted"
    case displayPresent = "DisplayPresentTime"
  }

  init(_ header: LineReader.Line) {
    var row = CSVRow()
    row.split(header, at: .comma)
    let names = row.texts(of: header)
    count = names.count - (names.last == "" ? 1 : 0)
    var places: [Column: Int] = [:]
    for column in Column.allCases { places[column] = names.firstIndex(of: column.rawValue) }
    self.places = places
  }

  func place(of column: Column) -> Int? { places[column] }
}

/// One row of framestats; times in nanoseconds of CLOCK_MONOTONIC, 0 for none.
struct FramestatsRow {
  typealias Column = FramestatsColumns.Column

  /// What makes two rows one frame.
  struct Key: Hashable {
    var vsyncId: Int64
    var intendedVsync: Int64
  }

  /// Why a row is refused.
  struct Refusal: Error {
    var reason: String
  }

  let line: Int
  let flags: Int64
  let vsyncId: Int64
  let intendedVsync: Int64
  let vsync: Int64
  /// When the phases begin, in the order of a frame: input, animation, traversals, draw, sync
  /// queued, sync, commands, swap, swap completed.
  let marks: [Int64]
  let completed: Int64
  let gpuCompleted: Int64
  let deadline: Int64
  let interval: Int64
  let displayPresent: Int64
  let isSwapped: Bool
  /// Optional columns whose value cannot be true.
  let strayColumns: [String]
  /// Whether the row ends with a comma, as whole ones do.
  let hasEndMark: Bool

  /// Whether the app was busy with it until after its deadline, or for two refreshes where it has none.
  var isLong: Bool {
    let end = max(completed, marks.max() ?? 0)
    let limit = deadline > 0 ? deadline : intendedVsync + 2 * max(interval, 16_666_667)
    return end > limit
  }

  /// Whether it was done by its deadline, half a refresh where it has none, and its callback came at its own tick.
  var isInTime: Bool {
    completed <= (deadline > 0 ? deadline : vsync + 8_000_000) && vsync == intendedVsync
  }

  /// Whether its picture was on screen by an instant, two refreshes after it was done at the latest.
  func isOver(by instant: Int64) -> Bool {
    completed + 2 * max(interval, 16_666_667) <= instant
  }

  var key: Key { Key(vsyncId: vsyncId, intendedVsync: intendedVsync) }

  static let phases = [
    "start delay", "input handling", "animation", "layout pass", "draw", "sync wait", "sync",
    "draw commands", "swap", "gpu",
  ]

  init(_ text: LineReader.Line, _ line: Int, _ columns: FramestatsColumns) throws(Refusal) {
    var cells = CSVRow()
    cells.split(text, at: .comma)
    func value(_ column: Column) throws(Refusal) -> Int64 {
      guard let cell = cells.cell(columns.place(of: column), of: text) else { return 0 }
      guard let value = DecimalNumber.integer(cell) else {
        // Spreadsheets write long numbers as 1.23E+15: their digits are lost.
        throw Refusal(reason: "\(column.rawValue) is `\(cell.text.prefix(40))`, no whole number")
      }
      return value
    }
    self.line = line
    hasEndMark = text.last == 0x2C
    flags = try value(.flags)
    vsyncId = try value(.vsyncId)
    let intended = try value(.intendedVsync)
    intendedVsync = intended
    guard intended.isTime else {
      throw Refusal(reason: "IntendedVsync is \(intended), no time")
    }
    var stray: [String] = []
    var completed = try value(.completed)
    // A frame on its way has in its row of the ring what an earlier one left there.
    if completed < intended { completed = 0 }
    if completed > 0, flags & 8 == 0 {
      let length = completed.subtractingReportingOverflow(intended)
      guard !length.overflow, 0...FrameLimit.frame ~= length.partialValue else {
        throw Refusal(
          reason: "FrameCompleted is \(completed), "
            + "\(Double(completed) / 1e6 - Double(intended) / 1e6) ms after IntendedVsync"
        )
      }
    }
    self.completed = completed
    // Of a long frame the other columns may be as far.
    let far = FrameLimit.work + max(0, min(completed, FrameLimit.frame + intended) - intended)
    func near(_ column: Column) throws(Refusal) -> Int64 {
      let time = try value(column)
      if time <= 0 || time == .max { return 0 }
      guard time.isTime, (time - intended).magnitude <= UInt64(far) else {
        stray.append(column.rawValue)
        return 0
      }
      return time
    }
    let shownVsync = try near(.vsync)
    vsync = shownVsync > 0 ? shownVsync : intended
    marks = try [
      Column.inputStart, .animationStart, .traversalsStart, .drawStart, .syncQueued, .syncStart,
      .commandsStart, .swap, .swapCompleted,
    ].map { column throws(Refusal) in try near(column) }
    gpuCompleted = try near(.gpuCompleted)
    deadline = try near(.deadline)
    displayPresent = try near(.displayPresent)
    var interval = try value(.interval)
    let start = try value(.startTime)
    isSwapped = interval > 1_000_000_000 && 1...1_000_000_000 ~= start
    if isSwapped { interval = start }
    self.interval = 1_000_000...1_000_000_000 ~= interval ? interval : 0
    strayColumns = stray
  }
}
