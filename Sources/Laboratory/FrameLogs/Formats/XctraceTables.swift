import Foundation
import FrameMetrics
import Timebase

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// XML of `xcrun xctrace export`: the table `hitches` (iOS 26) or `hitches-summary` (iOS 18), and
/// the table of contents for the recording's length.
///
/// A value is written once with an `id` and named by `ref` afterwards; times are nanoseconds since
/// the start of the trace. A hitch starts at its expected present and lasts until its presentation.
/// Tables of the stages of a hitch (`hitches-gpu`, `hitches-renders` and the like) are never added
/// to it: one hitch stands in several of them.
enum XctraceTables {
  struct Hitch {
    var line: Int
    var start: Int64
    var length: Int64
    var process: String
    var display: String
    var refreshInterval: Int64?
    var cause: String?
    var isSystem: Bool
  }

  /// Reads the file.
  ///
  /// - Parameter contents: The table of contents in a file of its own; nil without one.
  static func read(_ source: LogSource, contents: String? = nil) throws -> FrameLog {
    let reader = try XctraceReader.parse(source)
    var (recording, device) = reader.recording(of: reader.run)
    if let contents {
      let toc = LogSource(path: contents, options: .init())
      let own = try XctraceReader.parse(toc)
      try check(own, toc)
      let listed = own.recording(of: reader.run)
      (recording, device) = (recording ?? listed.length, device ?? listed.device)
    } else {
      try check(reader, source)
    }
    var counts = reader.counts
    guard reader.hasTable else {
      let names = reader.otherTables.sorted().prefix(8).joined(separator: ", ")
      throw source.fault(
        names.isEmpty ? "no table of hitches" : "no table of hitches; there are \(names)",
        expected: "the table hitches or hitches-summary",
        advice: "xcrun xctrace export --input X.trace --xpath "
          + "'/trace-toc/run[@number=\"1\"]/data/table[@schema=\"hitches\"]'"
      )
    }
    var notes: [String] = []
    if !reader.otherTables.isEmpty {
      notes.append(
        "not added up: \(reader.otherTables.sorted().prefix(8).joined(separator: ", ")); a hitch "
          + "stands in several of these"
      )
    }
    if recording == nil {
      notes.append("give the export's --toc file beside this one for the length of the recording")
    }
    let processes = groups(of: reader.hitches)
    var sessions = processes.map { name, hitches in
      session(name, hitches, recording, source.options, &counts)
    }
    if sessions.isEmpty {
      // A table without rows says that there was no hitch.
      sessions = [session("", [], recording, source.options, &counts)]
    }
    try counts.check(path: source.path)
    var log = FrameLog(
      path: source.path,
      format: .xctrace,
      variant: reader.schema,
      rows: counts,
      sessions: Array(sessions.prefix(FrameLimit.sessions)),
      notes: notes
    )
    log.device = device
    return log
  }

  /// Refuses a table of contents that is of no whole recording of hitches.
  private static func check(_ contents: XctraceReader, _ source: LogSource) throws {
    if let length = contents.badLength, contents.recording == nil {
      throw source.fault(
        "a recording of `\(length)` s",
        expected: "a length above 0 in its <duration>",
        advice: "Record again, and export the table of contents of that recording."
      )
    }
    if contents.listsHitches == false, !contents.hasTable {
      let why = contents.endReason.isEmpty ? "" : "; it ended with: \(contents.endReason)"
      throw source.fault(
        "a recording without a table of hitches" + why,
        expected: "the table hitches or hitches-summary in its contents",
        advice:
          "Record with the template Animation Hitches, and export the contents of that recording."
      )
    }
  }

  /// The shortest recording that says anything of an app.
  private static let leastRecording = Nanoseconds.milliseconds(500)

  /// Why nothing is said of a recording; nil for one that can be judged.
  private static func doubt(_ hitches: [Hitch], _ length: Nanoseconds?, from start: Nanoseconds)
    -> String?
  {
    guard let length else {
      return hitches.isEmpty
        ? "no hitch is listed, and how long was recorded is not known: give the export's --toc file beside it"
        : nil
    }
    func seconds(_ nanoseconds: Int64) -> String {
      "\(Double(nanoseconds / 1_000_000) / 1000) s"
    }
    if length < leastRecording {
      return "a recording of \(seconds(length.rawValue)), at least 0.5 s are needed"
    }
    let total = hitches.reduce(0) { $0 + $1.length }
    let last = hitches.map(\.start).max() ?? 0
    guard total > length.rawValue || last > (start + length).rawValue else { return nil }
    return "hitches of \(seconds(total)), the last after \(seconds(last)), in a recording of "
      + "\(seconds(length.rawValue)): the table of contents is of another recording"
  }

  /// The hitches by process, in the order in which they first appear.
  private static func groups(of hitches: [Hitch]) -> [(String, [Hitch])] {
    var names: [String] = []
    var groups: [String: [Hitch]] = [:]
    for hitch in hitches {
      var name = hitch.process
      if hitch.isSystem { name += name.isEmpty ? "system" : ", system" }
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(hitch)
    }
    return names.map { ($0, groups[$0] ?? []) }
  }

  private static func session(
    _ name: String,
    _ hitches: [Hitch],
    _ recording: Nanoseconds?,
    _ options: LogOptions,
    _ counts: inout RowCounts
  ) -> LogSession {
    var builder = SessionBuilder(name: name)
    var taken = hitches.sorted { ($0.start, $0.line) < ($1.start, $1.line) }
    let start = Nanoseconds(rawValue: 0)
    var length = recording ?? options.recording
    if options.from != nil || options.to != nil {
      // Of a recording a stretch is its length, where its end is known.
      let from = options.from ?? start
      let to = options.to ?? length
      taken = taken.filter { hitch in
        hitch.start >= from.rawValue && hitch.start < (to?.rawValue ?? .max)
      }
      length = to.map { $0 - from }
    }
    for hitch in taken {
      builder.add(
        .init(
          wanted: Instant(nanoseconds: hitch.start),
          promised: Instant(nanoseconds: hitch.start),
          fate: .presented(Instant(nanoseconds: hitch.start + hitch.length)),
          cause: hitch.cause
        ),
        label: hitch.line
      )
    }
    let grid = grid(of: taken)
    var timeline = FrameTimeline(grid: grid)
    timeline.frames = builder.frames
    var session = LogSession(name: name, timeline: timeline, support: support(length))
    session.labels = builder.labels
    session.labelName = "line"
    session.bystander = doubt(taken, length, from: options.from ?? start)
    if session.bystander != nil { length = nil }
    session.support = support(length)
    session.recording = length
    session.given = figures(of: taken, length)
    let total = taken.reduce(0.0) { $0 + Double($1.length) / 1e6 }
    session.toolFigures = [
      .init("Instruments: hitches", Double(taken.count)),
      .init("Instruments: hitch duration", total, "ms"),
    ]
    return session
  }

  /// The display's rates, where the table says them.
  private static func grid(of hitches: [Hitch]) -> FrameTimeline.Grid {
    var rates: [FrameTimeline.RateInForce] = []
    for hitch in hitches {
      guard let interval = hitch.refreshInterval, 1_000_000...200_000_000 ~= interval else {
        return .unknown
      }
      let period = Nanoseconds(rawValue: interval)
      if rates.last?.period != period {
        rates.append(.init(from: Instant(nanoseconds: hitch.start), period: period))
      }
    }
    guard !rates.isEmpty else { return .unknown }
    return .variable(step: SessionBuilder.step(of: rates.map(\.period.rawValue)), rates: rates)
  }

  private static func support(_ length: Nanoseconds?) -> LogSupport {
    var support = LogSupport(otherwise: "only hitches are listed, no other frames")
    support[.hitches] = .exact
    if length != nil {
      support[.recording] = .exact
    } else {
      support[.recording] = .absent("the length of the recording stands in the export's --toc file")
    }
    return support
  }

  /// The hitches as they are listed: each is one of its own, whatever stands beside it.
  private static func figures(of hitches: [Hitch], _ length: Nanoseconds?) -> [MetricValue] {
    let times = hitches.map { Double($0.length) / 1e6 }
    let total = times.reduce(0, +)
    func value(_ metric: Metric, _ figure: Double) -> MetricValue {
      MetricValue(of: metric, .value, .figure(figure))
    }
    var values = [
      value(.hitchTimeOfAll, total), value(.hitchCount, Double(times.count)),
      value(.longestHitch, times.max() ?? 0),
    ]
    if let metric = Metric.named("frozen_frames") {
      values.append(value(metric, Double(times.count { $0 > 700 + 1e-6 })))
    }
    if let length, length > .zero {
      values.append(value(.hitchRatioRecording, total / length.seconds))
      values.append(value(.recordingTime, length.milliseconds))
    }
    return values
  }
}

extension Nanoseconds {
  fileprivate var seconds: Double { Double(rawValue) / 1e9 }
}
