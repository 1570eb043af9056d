import FrameMetrics
import Timebase

/// A frame of which its begin, its work and by how much it missed its deadline are known.
///
/// The overrun is rubbish where the system knows no deadline: 106 days stand in published logs.
struct JankFrame {
  var line: Int
  /// The process's number in logcat's line; nil for text of another kind.
  var process: Int64?
  var start: Int64
  var work: Int64
  var ui: Int64?
  var cpu: Int64?
  var overrun: Int64?
  var isJank: Bool?

  /// An overrun that can be true: no frame is later than it is long.
  static func overrun(
    _ given: Int64,
    of work: Int64,
    named name: String,
    _ counts: inout RowCounts
  ) -> Int64? {
    if -FrameLimit.work...max(FrameLimit.work, work) ~= given { return given }
    counts.countUnreadable(name)
    return nil
  }

  /// How many periods a frame has: the 10th percentile of the durations, rounded up. Where frames do not begin
  /// in each period one holds up the next, and has one.
  private static func usualPeriods(of rows: [JankFrame], _ starts: [Int64], _ period: Int64)
    -> Int64
  {
    let lengths = rows.map(\.work).sorted()
    let steps = zip(starts, starts.dropFirst()).map { $1 - $0 }
      .filter { $0 <= AssumedRate.bridge.rawValue }.sorted()
    guard !lengths.isEmpty, !steps.isEmpty, steps[steps.count / 2] * 2 < period * 3 else {
      return 1
    }
    return max(1, (lengths[(lengths.count - 1) / 10] + period - 1) / period)
  }

  /// The longest hitch as far as durations alone tell: how much longer the longest was than the quick ones.
  private static func longest(of rows: [JankFrame]) -> [MetricValue] {
    let lengths = rows.map(\.work).sorted()
    guard let longest = lengths.last else { return [] }
    let usual = lengths[(lengths.count - 1) / 10]
    var value = MetricValue(of: .longestHitch, .value, .figure(Double(longest - usual) / 1e6))
    value.note =
      "approximate: the longest duration less the 10th percentile; the refresh rate is not known"
    return [value]
  }

  /// Makes the frames of one process.
  ///
  /// - Parameter overrun: What the file calls the overrun.
  static func builder(
    of rows: [JankFrame],
    _ options: LogOptions,
    _ counts: inout RowCounts,
    overrun: String = "frameOverrunNanos"
  ) -> SessionBuilder {
    var builder = SessionBuilder(name: "")
    builder.phaseNames = ["main thread", "render thread"]
    builder.stalls = []
    var support = LogSupport(otherwise: "frames with deadlines do not tell")
    support.set(.exact, .frames, .work)
    support.set(.approximate("gaps between frames may be idle or blocked"), .animating, .skipped)
    let spans = rows.compactMap { row in row.overrun.map { row.work - $0 } }.sorted()
    let usual = spans.isEmpty ? nil : spans[spans.count / 2]
    var period: Int64 = 0
    // From a frame's begin until it is due, where no row says.
    var span: Int64 = 0
    let starts = rows.map(\.start).sorted()
    let rate =
      options.refreshHertz.map { AssumedRate(stated: $0) }
      ?? (try? AssumedRate(derivedFrom: zip(starts, starts.dropFirst()).map { $1 - $0 }))
    if let rate {
      (period, builder.period, builder.assumption) = (rate.period.rawValue, rate.period, rate.words)
      support[.rates] = .approximate(rate.words)
    }
    if usual != nil {
      let why =
        "from \(overrun), by the deadline; a late frame is taken to be shown at the "
        + "next one it meets"
      support.set(.approximate(why), .hitches, .onTime, .overrun)
      if period == 0 { support[.hitches] = .absent("the refresh rate is not known") }
    } else {
      let why = "no \(overrun) that can be true (Android 12 and later have one)"
      support.set(.absent(why), .hitches, .onTime, .overrun)
      if let rate {
        span = usualPeriods(of: rows, starts, rate.period.rawValue) * rate.period.rawValue
        let words =
          "no \(overrun): a frame is due \(Double(span / 10_000) / 100) ms after it began, as "
          + "the quick ones are done; \(rate.words)"
        support.set(.approximate(words), .hitches, .onTime)
      } else if rows.contains(where: { $0.isJank != nil }) {
        support[.onTime] = .approximate("by isJank, twice the expected duration by default")
      }
      if rate == nil { builder.given = longest(of: rows) }
    }
    let janky = rows.count { $0.isJank == true }
    let hasAll = janky <= 1 || janky * 10 < rows.count * 9
    if !hasAll {
      let why =
        "only janky frames were logged (\(janky) of \(rows.count) lines are): log every frame"
      support.set(.absent(why), .onTime, .animating, .frames)
      builder.open = why
    }
    builder.support = support
    var last: Int64?
    for row in rows {
      let end = row.start + row.work
      // Without any overrun the library's own word says whether the frame was late.
      let own =
        usual != nil ? nil : span > 0 ? row.start + span : row.isJank.map { $0 ? row.start : end }
      // What the library calls janky is not on time, and no hitch by that alone.
      let goesOn = last.map { row.start >= $0 && row.start - $0 < 2 * period } ?? false
      let promised = span > 0 && row.isJank == true && goesOn ? row.start : nil
      last = row.start
      let deadline = row.overrun.map { end - $0 } ?? usual.map { row.start + $0 } ?? own
      var phases = FrameTimeline.PhaseDurations()
      let ui = max(0, row.ui ?? 0)
      phases[0] = Nanoseconds(rawValue: ui)
      phases[1] = Nanoseconds(rawValue: max(0, (row.cpu ?? ui) - ui))
      let isLate = deadline.map { end > $0 } ?? false
      let shown =
        period > 0
        ? deadline.map { shownByDeadline($0, finished: end, period: period) } ?? end : end
      let frame = FrameTimeline.Frame(
        wanted: Instant(nanoseconds: row.start),
        promised: (promised ?? deadline).map { Instant(nanoseconds: $0) },
        fate: .presented(Instant(nanoseconds: shown)),
        work: .init(from: row.start, to: end, phases: phases),
        cause: isLate ? (phases[0] >= phases[1] ? "app: main thread" : "app: render thread") : nil
      )
      guard builder.add(frame, of: row.line, orRefuseIn: &counts) else { continue }
      if row.isJank == true { builder.markLate() }
      if period > 0, ui > period {
        builder.addStall(at: Instant(nanoseconds: row.start), Nanoseconds(rawValue: ui))
      }
    }
    // With overruns a frame counts from its vsync, whatever kept the thread then. Between janky frames alone
    // there were others, which nobody logged.
    if hasAll, usual == nil { builder.markGaps() }
    return builder
  }
}
