import FrameMetrics
import Statistics
import Timebase

/// Makes the session of one window of framestats.
///
/// A frame is late when it is completed after its deadline, as the platform counts jank; it is then
/// taken to be shown as many periods after the deadline as it needs. A frame whose callback ran
/// late (Vsync after IntendedVsync) was wanted at IntendedVsync: the ticks from there up to Vsync
/// had no frame of their own. No callback and Vsync = IntendedVsync in the next frame: nothing was
/// wanted.
struct FramestatsTimeline {
  var builder: SessionBuilder
  private var period: Int64 = 0
  /// From a frame's vsync to its deadline, where rows have none.
  private var usualSpan: Int64 = 0
  private let hasDeadlines: Bool

  /// What the first part of a long dump says of all parts.
  struct Settled {
    var hasDeadlines: Bool
    var period: Int64
    var usualSpan: Int64
    var support: LogSupport
    var assumption: String?
  }

  init(_ window: Framestats.Window, _ options: LogOptions, _ counts: inout RowCounts) {
    builder = SessionBuilder(name: window.name)
    builder.phaseNames = FramestatsRow.phases
    builder.stalls = []
    let rows = window.rows
    hasDeadlines = window.settled?.hasDeadlines ?? rows.contains { $0.deadline > 0 }
    if let settled = window.settled {
      (period, usualSpan) = (settled.period, settled.usualSpan)
      (builder.support, builder.assumption) = (settled.support, settled.assumption)
    } else {
      findPeriod(rows, options)
      describe(rows)
    }
    if let last = window.last {
      // The frame with which the part before ended was in time; its work is counted there.
      add(last, &counts)
      if !builder.frames.isEmpty { builder.frames[0].work = nil }
      builder.stalls = []
    }
    for row in rows { add(row, &counts) }
    builder.toolFigures.insert(contentsOf: Self.figures(rows, hasDeadlines: hasDeadlines), at: 0)
    if window.flagged > 0 {
      builder.notes.append(
        "\(window.flagged) frames have flags (window changes, animations of the render thread, "
          + "surfaces); many tools leave them out, the platform's counters and this report do not"
      )
    }
  }

  var settled: Settled {
    Settled(
      hasDeadlines: hasDeadlines,
      period: period,
      usualSpan: usualSpan,
      support: builder.support,
      assumption: builder.assumption
    )
  }

  private mutating func findPeriod(_ rows: [FramestatsRow], _ options: LogOptions) {
    let intervals = rows.map(\.interval).filter { $0 > 0 }
    let starts = rows.map(\.vsync)
    if intervals.count * 2 > rows.count {
      period = intervals.sorted()[intervals.count / 2]
    } else if let hertz = options.refreshHertz {
      let rate = AssumedRate(stated: hertz)
      (period, builder.assumption) = (rate.period.rawValue, rate.words)
    } else {
      let gaps = zip(starts, starts.dropFirst()).map { $1 - $0 }
      do {
        let rate = try AssumedRate(derivedFrom: gaps)
        (period, builder.assumption) = (rate.period.rawValue, rate.words)
      } catch {
        builder.notes.append("the refresh rate is not known: \(error.reason)")
      }
    }
    let spans = rows.filter { $0.deadline > 0 && $0.vsync == $0.intendedVsync }
      .map { $0.deadline - $0.vsync }.sorted()
    usualSpan = spans.isEmpty ? period : spans[spans.count / 2]
  }

  private mutating func describe(_ rows: [FramestatsRow]) {
    var support = LogSupport(otherwise: "gfxinfo framestats do not tell")
    support.set(.exact, .frames, .work, .animating)
    let byDeadline =
      "from FrameDeadline, when the app has to be done: a late frame is taken to be shown at the "
      + "next deadline it meets"
    let perRow = rows.count { $0.interval > 0 } * 2 > rows.count
    if hasDeadlines, perRow {
      support.set(.approximate(byDeadline), .hitches)
      support.set(.exact, .onTime, .overrun, .rates, .skipped)
    } else if hasDeadlines, period > 0 {
      support.set(.approximate(builder.assumption ?? byDeadline), .hitches, .rates, .skipped)
      support.set(.exact, .onTime, .overrun)
    } else if period > 0 {
      let why = (builder.assumption ?? "") + "; no deadline in the file: one period after the vsync"
      support.set(.approximate(why), .hitches, .onTime, .overrun, .rates, .skipped)
    } else {
      let why = "neither deadlines nor a refresh rate; state one with --refresh"
      support.set(.absent(why), .hitches, .onTime, .overrun, .rates, .skipped)
    }
    let pictures = rows.count { $0.displayPresent > 0 }
    support[.intervals] =
      pictures * 2 > rows.count
      ? .exact : .absent("no DisplayPresentTime: when frames were shown is not in this file")
    builder.support = support
  }

  // MARK: Frames

  private mutating func add(_ row: FramestatsRow, _ counts: inout RowCounts) {
    let length = row.interval > 0 ? row.interval : period
    if length > 0, row.vsync > row.intendedVsync { addSwallowed(before: row, length) }
    let end = max(row.completed, row.gpuCompleted)
    let promised: Int64? =
      row.deadline > 0
      ? row.deadline : usualSpan > 0 ? row.vsync + usualSpan : nil
    let shown = promised.map { shownByDeadline($0, finished: row.completed, period: length) }
    let isLate = promised.map { row.completed > $0 } ?? false
    let phases = Self.phases(of: row)
    let frame = FrameTimeline.Frame(
      wanted: Instant(nanoseconds: row.vsync),
      promised: promised.map { Instant(nanoseconds: $0) },
      fate: .presented(Instant(nanoseconds: shown ?? row.completed)),
      work: .init(from: row.intendedVsync, to: end, phases: phases),
      cause: isLate ? Self.cause(of: phases) : nil
    )
    guard builder.add(frame, of: row.line, orRefuseIn: &counts) else { return }
    builder.periods.append(Nanoseconds(rawValue: length))
    builder.shown.append(row.displayPresent > 0 ? Instant(nanoseconds: row.displayPresent) : nil)
    addStalls(of: row, length)
  }

  private mutating func addSwallowed(before row: FramestatsRow, _ length: Int64) {
    let ticks = (row.vsync - row.intendedVsync + length / 2) / length
    // More than a second of ticks in one stall is said by its length as well.
    for tick in 0..<min(ticks, 1_000) {
      let wanted = row.intendedVsync + tick * length
      let frame = FrameTimeline.Frame(
        wanted: Instant(nanoseconds: wanted),
        promised: usualSpan > 0 ? Instant(nanoseconds: wanted + usualSpan) : nil,
        fate: .swallowed,
        cause: "app: main thread busy"
      )
      builder.add(frame, label: row.line)
      builder.periods.append(Nanoseconds(rawValue: length))
      builder.shown.append(nil)
    }
  }

  private mutating func addStalls(of row: FramestatsRow, _ length: Int64) {
    guard length > 0, let input = row.marks.first, input > 0 else { return }
    func add(_ start: Int64, _ end: Int64) {
      guard end - start > length else { return }
      builder.addStall(at: Instant(nanoseconds: start), Nanoseconds(rawValue: end - start))
    }
    // Before the callback something else had the thread; in it the frame's own work.
    add(row.intendedVsync, input)
    add(input, row.marks[4])
  }

  private static func phases(of row: FramestatsRow) -> FrameTimeline.PhaseDurations {
    var phases = FrameTimeline.PhaseDurations()
    var last = row.intendedVsync
    for (index, mark) in row.marks.enumerated() where mark >= last {
      phases[index] = Nanoseconds(rawValue: mark - last)
      last = mark
    }
    if row.marks.last == 0, row.completed > last {
      phases[8] = Nanoseconds(rawValue: row.completed - last)
      last = row.completed
    }
    if row.gpuCompleted > last { phases[9] = Nanoseconds(rawValue: row.gpuCompleted - last) }
    return phases
  }

  private static let causes = [
    "app: main thread busy before the frame", "app: input handling", "app: animation",
    "app: layout pass", "app: draw", "render thread: busy with the frame before",
    "render thread: sync", "render thread: draw commands", "compositor: no free buffer", "GPU",
  ]

  private static func cause(of phases: FrameTimeline.PhaseDurations) -> String? {
    let longest = causes.indices.max { phases[$0] < phases[$1] }
    return longest.flatMap { phases[$0] > .zero ? causes[$0] : nil }
  }

  /// The platform's own rule over the rows.
  private static func figures(
    _ rows: [FramestatsRow],
    hasDeadlines: Bool
  ) -> [LogSession.ToolFigure] {
    var figures = [LogSession.ToolFigure("gfxinfo: frames", Double(rows.count))]
    if hasDeadlines {
      let janky = rows.count { $0.deadline > 0 && $0.completed > $0.deadline }
      figures.append(.init("gfxinfo: janky (completed after the deadline)", Double(janky)))
    }
    let late = rows.count { $0.vsync > $0.intendedVsync }
    figures.append(.init("gfxinfo: callback late (Vsync after IntendedVsync)", Double(late)))
    let unflagged = rows.count { $0.flags == 0 }
    figures.append(.init("gfxinfo: frames without flags", Double(unflagged)))
    return figures
  }
}
