import FrameMetrics
import Timebase

extension ChromeFrames {
  // MARK: Sessions

  /// The refresh period: time over the difference of sequence numbers, in the middle.
  private static func period(_ reports: [Report]) -> Int64? {
    var steps: [Int64] = []
    for (before, after) in zip(reports, reports.dropFirst()) {
      guard let first = before.info?.sequence, let second = after.info?.sequence,
        before.info?.source == after.info?.source
      else { continue }
      let difference = second.subtractingReportingOverflow(first)
      guard !difference.overflow, 1...20 ~= difference.partialValue else { continue }
      let step = (after.begin - before.begin) / difference.partialValue
      if 1_000_000...200_000_000 ~= step { steps.append(step) }
    }
    return steps.isEmpty ? nil : steps.sorted()[steps.count / 2]
  }

  /// The reports with the refresh period in force at each, where it changes: five steps in a row that are alike
  /// are a rate, and what lies between has the one before. A number is a refresh at every rate.
  private static func withPeriods(_ reports: [Report]) -> [Report] {
    var runs: [(reports: Range<Int>, sum: Int64)] = []
    for (index, pair) in zip(reports, reports.dropFirst()).enumerated() {
      guard let first = pair.0.info?.sequence, let second = pair.1.info?.sequence,
        pair.0.info?.source == pair.1.info?.source
      else { continue }
      let difference = second.subtractingReportingOverflow(first)
      guard !difference.overflow, 1...20 ~= difference.partialValue else { continue }
      let step = (pair.1.begin - pair.0.begin) / difference.partialValue
      guard 1_000_000...200_000_000 ~= step else { continue }
      if let last = runs.last {
        let mean = last.sum / Int64(last.reports.count)
        if last.reports.upperBound == index, abs(step - mean) * 20 < mean {
          runs[runs.count - 1] = (last.reports.lowerBound..<index + 1, last.sum + step)
          continue
        }
      }
      runs.append((index..<index + 1, step))
    }
    var rates: [Int64] = []
    var period: Int64?
    var result = reports
    var from = 0
    for run in runs where run.reports.count >= 5 {
      let mean = run.sum / Int64(run.reports.count)
      let rate = rates.first { abs($0 - mean) * 12 < mean } ?? mean
      if !rates.contains(rate) { rates.append(rate) }
      // The step after a report is its own.
      let start = run.reports.lowerBound
      for index in min(from, start)..<start { result[index].period = period ?? rate }
      for index in start..<run.reports.upperBound + 1 { result[index].period = rate }
      from = run.reports.upperBound + 1
      period = rate
    }
    guard rates.count > 1 else { return reports }
    for index in min(from, result.count)..<result.count { result[index].period = period }
    return result
  }

  /// The two series of a layer tree: the page's own content, which a late main thread keeps back, and
  /// whatever was presented, which scrolling and animations of the compositor are judged by. Only the first
  /// where both are the same.
  func seriesBuilders(
    _ name: String,
    _ reports: [Report],
    _ options: LogOptions,
    _ counts: inout RowCounts
  ) -> [SessionBuilder] {
    let reports = options.refreshHertz == nil ? Self.withPeriods(reports) : reports
    let wanted = Self.wanted(reports, &counts)
    var builders = [builder(name, reports, wanted.map { (\.content, $0) }, options, &counts)]
    builders[0].toolFigures = Self.figures(reports)
    builders[0].stalls = builders[0].stalls ?? []
    if wanted.contains(where: { $0.content == nil && $0.anything != nil }) {
      builders[0].name = name + ", page content"
      var any = builder(
        name + ", anything presented",
        reports,
        wanted.map { (\.anything, $0) },
        options,
        &counts
      )
      any.stalls = nil
      builders.append(any)
    }
    return builders
  }

  private func builder(
    _ name: String,
    _ reports: [Report],
    _ wanted: [(end: KeyPath<WantedFrame, Int64?>, frame: WantedFrame)],
    _ options: LogOptions,
    _ counts: inout RowCounts
  ) -> SessionBuilder {
    var builder = SessionBuilder(name: name)
    builder.phaseNames = Self.phaseNames
    builder.stalls = []
    let stated = options.refreshHertz.map { AssumedRate(stated: $0) }
    var period = stated?.period.rawValue ?? Self.period(reports)
    var rate = stated
    if period == nil {
      // Traces of 2019 and 2020 number no frames.
      let gaps = zip(reports, reports.dropFirst()).map { $1.begin - $0.begin }
      rate = try? AssumedRate(derivedFrom: gaps)
      period = rate?.period.rawValue
    }
    // Of several rates each has a usual time of its own.
    let rates = Dictionary(grouping: wanted) { $0.frame.report.period ?? period ?? 0 }
    if rates.count <= 1 { builder.period = period.map { Nanoseconds(rawValue: $0) } }
    let rhythm = Self.ownRhythm(wanted.map(\.frame), period ?? 0)
    let leads = rates.filter { $0.key > 0 }.mapValues { frames in
      Self.lead(
        frames.compactMap { end, frame in frame[keyPath: end].map { $0 - frame.begin } },
        frames.first?.frame.report.period ?? period ?? 0,
        isLeast: rhythm != nil
      )
    }
    let most = rates.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
    Self.describe(&builder, lead: most.flatMap { leads[$0] }, isLeast: rhythm != nil, rate)
    for (end, frame) in wanted {
      let own = frame.report.period ?? period
      let count = builder.frames.count
      add(frame, shown: frame[keyPath: end], own, own.flatMap { leads[$0] }, to: &builder, &counts)
      if rates.count > 1, let own, builder.frames.count > count {
        builder.periods.append(Nanoseconds(rawValue: own))
      }
    }
    if let period { builder.endDebtsBeforeIdle(period: Nanoseconds(rawValue: period)) }
    builder.open = builder.open ?? rhythm
    return builder
  }

  /// Why nothing is kept where frames often begin only when the one before is done: a page that is slow in every
  /// frame is on time by what its frames usually take. Nil for others.
  private static func ownRhythm(_ frames: [WantedFrame], _ period: Int64) -> String? {
    let busy = zip(frames, frames.dropFirst()).count { frame, next in
      let step = next.begin - frame.begin
      let ready = frame.report.submitted ?? frame.report.end ?? frame.begin
      return !next.isAfterIdle && 2 * step > 3 * period && ready - frame.begin >= step - period / 2
    }
    guard busy * 20 > frames.count else { return nil }
    return
      "\(busy) of \(frames.count) frames worked until the next one began, more than a refresh later: whether "
      + "refreshes between were wanted the trace does not tell"
  }

  /// The time from begin to presentation that is promised: the middle of those that take the number of periods
  /// that most take.
  ///
  /// - Parameter isLeast: Of the least number of periods that one in fifty takes: frames that are mostly slow
  ///   promise nothing for those that are as slow.
  private static func lead(_ latencies: [Int64], _ period: Int64, isLeast: Bool) -> Int64 {
    let plausible = latencies.filter { 0...60_000_000_000 ~= $0 }
    func periods(_ latency: Int64) -> Int64 { (latency + period / 2) / period }
    let counts = Dictionary(grouping: plausible, by: periods).mapValues(\.count)
    let common = counts.filter { !isLeast || $0.value * 50 >= plausible.count }
    let chosen =
      isLeast
      ? common.keys.min() : common.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    let usual = plausible.filter { periods($0) == chosen }.sorted()
    return usual.isEmpty ? period : usual[usual.count / 2]
  }

  private static func describe(
    _ builder: inout SessionBuilder,
    lead: Int64?,
    isLeast: Bool,
    _ rate: AssumedRate?
  ) {
    var support = LogSupport(otherwise: "Chrome's trace does not tell")
    support.set(.exact, .frames, .intervals, .work, .animating, .skipped)
    if let lead {
      let time = (Double(lead) / 10_000).rounded() / 100
      let why =
        "promised \(time) ms after its begin, as \(isLeast ? "its fastest" : "most") frames took; "
        + (rate?.words ?? "the grid is that of the frame sequence")
      support.set(.approximate(why), .hitches, .onTime, .overrun)
      support[.rates] = rate.map { .approximate($0.words) } ?? .exact
      builder.assumption = rate?.words
    } else {
      let why = "too few frames in sequence to tell the refresh period"
      support.set(.absent(why), .hitches, .onTime, .overrun, .rates)
    }
    builder.support = support
  }

  /// A frame of one sequence number that was wanted, of however many reporters.
  struct WantedFrame {
    var begin: Int64
    /// When the page's own update was on screen; nil for never.
    var content: Int64?
    /// When anything new was on screen; nil for never.
    var anything: Int64?
    /// The reporter of the frame that says most of it.
    var report: Report
    /// Whether nothing was wanted between the frame before and this one.
    var isAfterIdle = false
  }

  /// The frames that were wanted, each sequence number as one.
  private static func wanted(_ reports: [Report], _ counts: inout RowCounts) -> [WantedFrame] {
    struct Key: Hashable {
      var source: Int64?
      var sequence: Int64
    }
    var places: [Key: Int] = [:]
    var result: [WantedFrame] = []
    var isIdle = false
    for report in reports {
      counts.read += 1
      guard let info = report.info, let state = info.state else {
        counts.leaveOut("reporters without a state")
        continue
      }
      if state == .noUpdateDesired {
        counts.leaveOut("no update was wanted (idle)")
        isIdle = true
        continue
      }
      guard let end = report.end else {
        counts.read -= 1
        counts.unfinished += 1
        continue
      }
      if state == .dropped, info.affectsSmoothness == false {
        counts.leaveOut("drops that do not affect smoothness")
        continue
      }
      let content = state == .presentedAll ? end : nil
      let anything = state == .dropped ? nil : end
      if let sequence = info.sequence,
        let place = places[Key(source: info.source, sequence: sequence)]
      {
        counts.leaveOut("a second reporter of the same frame")
        result[place].content = earliest(result[place].content, content)
        result[place].anything = earliest(result[place].anything, anything)
        // The page's own reporter tells of the main thread.
        if !info.isForked, result[place].report.info?.isForked == true {
          result[place].report = report
        }
        continue
      }
      if let sequence = info.sequence {
        places[Key(source: info.source, sequence: sequence)] = result.count
      }
      result.append(
        WantedFrame(
          begin: report.begin,
          content: content,
          anything: anything,
          report: report,
          isAfterIdle: isIdle
        )
      )
      isIdle = false
    }
    return result
  }

  private static func earliest(_ first: Int64?, _ second: Int64?) -> Int64? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  private func add(
    _ wanted: WantedFrame,
    shown: Int64?,
    _ period: Int64?,
    _ lead: Int64?,
    to builder: inout SessionBuilder,
    _ counts: inout RowCounts
  ) {
    let report = wanted.report
    guard let end = report.end, let info = report.info else { return }
    let promised = lead.map { wanted.begin + $0 }
    let ready = max(report.begin, report.submitted ?? end)
    let isLate =
      shown.map { shown in promised.map { shown - $0 > (period ?? 0) / 2 } ?? false } ?? true
    let longest = Self.causes.indices.max { report.phases[$0] < report.phases[$1] } ?? 0
    let frame = FrameTimeline.Frame(
      wanted: Instant(nanoseconds: wanted.begin),
      promised: promised.map { Instant(nanoseconds: $0) },
      fate: shown.map { .presented(Instant(nanoseconds: $0)) } ?? .dropped,
      work: .init(from: report.begin, to: ready, phases: report.phases),
      cause: isLate && report.phases[longest] > .zero ? Self.causes[longest] : nil
    )
    let label = Int(clamping: info.sequence ?? Int64(report.line))
    guard builder.add(frame, of: Int(report.line), label: label, orRefuseIn: &counts) else {
      return
    }
    if wanted.isAfterIdle { builder.markIdle(before: builder.frames.count - 1) }
    builder.labelName = info.sequence == nil ? "line" : "frame_sequence"
    if let period, report.phases[1].rawValue > period {
      let start = Instant(nanoseconds: report.begin) + report.phases[0]
      builder.addStall(at: start, report.phases[1])
    }
  }

  /// What Chrome's states count.
  private static func figures(_ reports: [Report]) -> [LogSession.ToolFigure] {
    func count(_ states: TraceEvent.Reporter.State...) -> Double {
      Double(reports.count { report in report.info?.state.map(states.contains) ?? false })
    }
    let harmless = reports.count {
      $0.info?.state == .dropped && $0.info?.affectsSmoothness == false
    }
    return [
      .init("Chrome: no update desired", count(.noUpdateDesired)),
      .init("Chrome: presented", count(.presentedAll, .presentedPartial)),
      .init("Chrome: presented in part", count(.presentedPartial)),
      .init("Chrome: dropped", count(.dropped)),
      .init("Chrome: dropped without affecting smoothness", Double(harmless)),
      .init("Chrome: forked", Double(reports.count { $0.info?.isForked ?? false })),
    ]
  }

  // MARK: Old traces

  func oldBuilder(
    _ name: String,
    _ events: [Old],
    _ options: LogOptions,
    _ counts: inout RowCounts
  ) -> SessionBuilder {
    var builder = SessionBuilder(name: name)
    var begins: [Int64: Int64] = [:]
    var last: Int64?
    var latencies: [Int64] = []
    var frames: [(begin: Int64, drawn: Int64?, line: Int32)] = []
    let ordered = events.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    for event in ordered.map(\.element) {
      if event.kind == "B" {
        last = event.time
        if let sequence = event.sequence { begins[sequence] = event.time }
        continue
      }
      counts.read += 1
      // A begin without a draw or a drop was not wanted.
      let begun = event.sequence.map { begins.removeValue(forKey: $0) } ?? last
      guard let begin = begun else {
        counts.leaveOut("draws and drops without a begin of their own")
        continue
      }
      if event.kind == "D" { latencies.append(event.time - begin) }
      frames.append((begin, event.kind == "D" ? event.time : nil, event.line))
    }
    let starts = events.lazy.filter { $0.kind == "B" }.map(\.time).sorted()
    let gaps = zip(starts, starts.dropFirst()).map { $1 - $0 }
    let rate =
      options.refreshHertz.map { AssumedRate(stated: $0) } ?? (try? AssumedRate(derivedFrom: gaps))
    builder.period = rate?.period
    let lead = rate.map {
      Self.lead(latencies, $0.period.rawValue, isLeast: false)
    }
    builder.support = Self.oldSupport(rate)
    for frame in frames {
      let due = lead.map { frame.begin + $0 }
      let made = FrameTimeline.Frame(
        wanted: Instant(nanoseconds: frame.begin),
        promised: due.map { Instant(nanoseconds: $0) },
        fate: frame.drawn.map { .presented(Instant(nanoseconds: $0)) } ?? .dropped
      )
      builder.add(made, of: Int(frame.line), orRefuseIn: &counts)
    }
    builder.toolFigures = [
      .init("Chrome: BeginFrame", Double(events.count { $0.kind == "B" })),
      .init("Chrome: DrawFrame", Double(events.count { $0.kind == "D" })),
      .init("Chrome: DroppedFrame", Double(events.count { $0.kind == "X" })),
    ]
    return builder
  }

  private static func oldSupport(_ rate: AssumedRate?) -> LogSupport {
    var support = LogSupport(otherwise: "an old trace does not tell")
    let why = "pictures are taken to be shown when they were drawn"
    support.set(.approximate(why), .frames, .intervals, .animating, .skipped)
    if let rate {
      support.set(.approximate("\(why); \(rate.words)"), .hitches, .onTime, .rates)
    } else {
      support.set(.absent("the refresh rate is not known"), .hitches, .onTime, .rates)
    }
    return support
  }
}
