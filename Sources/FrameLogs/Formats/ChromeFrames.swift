import FrameMetrics
import Timebase

/// Frames of Chrome's traces: `PipelineReporter` of today, BeginFrame and DrawFrame of old ones.
///
/// A reporter begins at the frame's vsync and ends when it is presented. What was not wanted is told
/// (`STATE_NO_UPDATE_DESIRED`); drops that do not affect smoothness are harmless, and a forked
/// reporter is the second half of a frame that another one reports. Sources: Chromium
/// `cc/metrics/compositor_frame_reporter.cc`; DevTools' `FramesHandler.test.ts`; browsertime, pull
/// request 2506.
struct ChromeFrames {
  /// The events that are looked at.
  static let names = Set(stages.map(\.name))
    .union([
      "PipelineReporter", "BeginFrame", "DrawFrame", "DroppedFrame", "process_name", "thread_name",
    ])

  /// A reporter's stages in their order: which phase each is, and whose.
  private static let stages: [(name: String, phase: Int)] = [
    ("BeginImplFrameToSendBeginMainFrame", 0), ("SendBeginMainFrameToCommit", 1), ("Commit", 2),
    ("EndCommitToActivation", 3), ("Activation", 3), ("EndActivateToSubmitCompositorFrame", 4),
    ("SubmitToReceiveCompositorFrame", 5), ("ReceivedCompositorFrameToStartDraw", 5),
    ("ReceiveCompositorFrameToStartDraw", 5), ("StartDrawToSwapStart", 6),
    ("SwapStartToSwapEnd", 7),
    ("LatchToSwapEnd", 7), ("SwapStartToBufferAvailable", 7), ("BufferAvailableToBufferReady", 7),
    ("BufferReadyToLatch", 7), ("SwapEndToPresentationCompositorFrame", 8),
    ("SubmitCompositorFrameToPresentationCompositorFrame", -1),
  ]
  static let phaseNames = [
    "begin", "main thread", "main commit", "activation", "submit", "viz queue", "viz draw", "swap",
    "presentation",
  ]
  private static let causes = [
    "compositor: begin", "app: main thread", "app: commit", "compositor: activation",
    "compositor: submit", "GPU process: queue", "GPU process: draw", "GPU: swap", "display",
  ]
  private static let phaseOf = Dictionary(
    stages.map { ($0.name, $0.phase) },
    uniquingKeysWith: { first, _ in first }
  )

  /// The most events that are kept.
  private static let limit = 2_000_000

  private struct Mark {
    var time: Int64
    var order: Int32
    /// -2 for the reporter itself, else the phase; -1 for the way from submission to the screen.
    var stage: Int8
    var isBegin: Bool
    var reporter: Int32
    var line: Int32
  }

  private struct Report {
    var begin: Int64
    var end: Int64?
    var submitted: Int64?
    var info: TraceEvent.Reporter?
    var phases = FrameTimeline.PhaseDurations()
    var line: Int32
    var stageStarts: [Int8: Int64] = [:]
  }

  private struct Old {
    var time: Int64
    var kind: Character
    var sequence: Int64?
    var line: Int32
  }

  private struct Tree: Hashable {
    var process: Int64
    var tree: Int64
  }

  private var marks: [Mark] = []
  private var infos: [Int32: TraceEvent.Reporter] = [:]
  private var keys: [String: Int32] = [:]
  private var processOf: [Int64] = []
  private var old: [Tree: [Old]] = [:]
  private var processNames: [Int64: String] = [:]
  private var threadNames: [Int64: String] = [:]
  private var cut = 0

  /// Whether there is anything to make frames of.
  var hasFrames: Bool { !marks.isEmpty || old.values.contains { $0.contains { $0.kind == "D" } } }

  /// What kind of trace it is, in words.
  var variant: String { isNew ? "PipelineReporter" : "BeginFrame and DrawFrame" }
  private var isNew: Bool { !infos.isEmpty }

  /// What was left out, in words.
  var notes: [String] { cut > 0 ? ["only the first \(Self.limit) events were read"] : [] }

  // MARK: Events

  mutating func take(_ event: TraceEvent, _ line: Int) {
    switch event.name {
    case "process_name": processNames[event.process] = event.arguments?.name
    case "thread_name":
      if let name = event.arguments?.name, name.hasPrefix("Cr"), name.hasSuffix("Main") {
        threadNames[event.process] = name
      }
    case "BeginFrame", "DrawFrame", "DroppedFrame": takeOld(event, line)
    default: takeStage(event, line)
    }
  }

  private mutating func takeOld(_ event: TraceEvent, _ line: Int) {
    guard let time = event.nanoseconds, event.phase.uppercased() == "I" || event.phase == "X" else {
      return
    }
    let tree = Tree(process: event.process, tree: event.arguments?.layerTree ?? 0)
    guard old[tree, default: []].count < Self.limit else { return }
    let kind: Character =
      event.name == "BeginFrame" ? "B" : event.name == "DrawFrame" ? "D" : "X"
    old[tree, default: []].append(
      Old(
        time: time,
        kind: kind,
        sequence: event.arguments?.frameSequence,
        line: Int32(clamping: line)
      )
    )
  }

  private mutating func takeStage(_ event: TraceEvent, _ line: Int) {
    guard let time = event.nanoseconds, let id = event.id else { return }
    let isBegin = event.phase == "b" || event.phase == "S"
    guard isBegin || event.phase == "e" || event.phase == "F" else { return }
    let isReporter = event.name == "PipelineReporter"
    guard isReporter || Self.phaseOf[event.name] != nil else { return }
    guard marks.count < Self.limit else {
      cut += 1
      return
    }
    let key = "\(event.process) \(id)"
    if keys[key] == nil {
      keys[key] = Int32(keys.count)
      processOf.append(event.process)
    }
    guard let reporter = keys[key] else { return }
    let order = Int32(marks.count)
    marks.append(
      Mark(
        time: time,
        order: order,
        stage: isReporter ? -2 : Int8(Self.phaseOf[event.name] ?? -1),
        isBegin: isBegin,
        reporter: reporter,
        line: Int32(clamping: line)
      )
    )
    if isReporter, let info = event.arguments?.reporter { infos[order] = info }
  }

  // MARK: Reports

  /// The reports of each process, in order of their begin. Ids are used again.
  private func reports() -> [Int64: [Report]] {
    var result: [Int64: [Report]] = [:]
    var open: [Int32: Report] = [:]
    for mark in marks.sorted(by: { ($0.time, $0.order) < ($1.time, $1.order) }) {
      if mark.stage == -2 {
        if mark.isBegin {
          if let lost = open[mark.reporter] {
            result[processOf[Int(mark.reporter)], default: []].append(lost)
          }
          open[mark.reporter] = Report(
            begin: mark.time,
            info: infos[mark.order],
            line: mark.line
          )
        } else if var report = open.removeValue(forKey: mark.reporter) {
          report.end = mark.time
          report.info = report.info?.state == nil ? infos[mark.order] ?? report.info : report.info
          result[processOf[Int(mark.reporter)], default: []].append(report)
        }
      } else if mark.isBegin {
        open[mark.reporter]?.stageStarts[mark.stage] = mark.time
        if mark.stage == -1 { open[mark.reporter]?.submitted = mark.time }
      } else if mark.stage >= 0, let start = open[mark.reporter]?.stageStarts[mark.stage] {
        open[mark.reporter]?.phases[Int(mark.stage)] += Nanoseconds(rawValue: mark.time - start)
        open[mark.reporter]?.stageStarts[mark.stage] = nil
      }
    }
    for (reporter, report) in open.sorted(by: { $0.key < $1.key }) {
      result[processOf[Int(reporter)], default: []].append(report)
    }
    return result
  }

  /// Makes a session for each process and layer tree.
  func builders(_ options: LogOptions, _ counts: inout RowCounts) -> [SessionBuilder] {
    var builders: [SessionBuilder] = []
    if isNew {
      for (process, reports) in reports().sorted(by: { $0.key < $1.key }) {
        let trees = Dictionary(grouping: reports) { $0.info?.layerTree ?? 0 }
        for (tree, reports) in trees.sorted(by: { $0.key < $1.key }) {
          let own = reports.sorted { ($0.begin, $0.line) < ($1.begin, $1.line) }
          let name = name(process, tree, of: trees.count)
          builders.append(builder(name, own, options, &counts))
        }
      }
      addCounts(to: &builders)
    } else {
      for (tree, events) in old.sorted(by: {
        ($0.key.process, $0.key.tree) < ($1.key.process, $1.key.tree)
      }) {
        let count = old.keys.count { $0.process == tree.process }
        let name = name(tree.process, tree.tree, of: count)
        builders.append(oldBuilder(name, events, options, &counts))
      }
    }
    return builders.filter { !$0.frames.isEmpty || !$0.toolFigures.isEmpty }
  }

  private func name(_ process: Int64, _ tree: Int64, of count: Int) -> String {
    let known = processNames[process] ?? threadNames[process] ?? "process"
    return "\(known) (\(process))" + (count > 1 ? " layer tree \(tree)" : "")
  }

  private func addCounts(to builders: inout [SessionBuilder]) {
    guard !builders.isEmpty else { return }
    let all = old.values.joined()
    let figures: [(String, Character)] = [
      ("Chrome: BeginFrame events of the file", "B"), ("Chrome: DrawFrame events of the file", "D"),
    ]
    for (name, kind) in figures {
      let count = all.count { $0.kind == kind }
      if count > 0 { builders[0].toolFigures.append(.init(name, Double(count))) }
    }
  }

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

  private func builder(
    _ name: String,
    _ reports: [Report],
    _ options: LogOptions,
    _ counts: inout RowCounts
  ) -> SessionBuilder {
    var builder = SessionBuilder(name: name)
    builder.phaseNames = Self.phaseNames
    builder.stalls = []
    builder.toolFigures = Self.figures(reports)
    let wanted = Self.wanted(reports, &counts)
    let stated = options.refreshHertz.map { Int64(1e9 / $0) }
    let period = stated ?? Self.period(reports)
    builder.period = period.map { Nanoseconds(rawValue: $0) }
    let lead = period.map { period in
      Self.usualLead(
        wanted.compactMap { report in
          report.info?.state == .dropped ? nil : report.end.map { $0 - report.begin }
        },
        period
      )
    }
    Self.describe(&builder, lead: lead)
    for report in wanted { add(report, period, lead, to: &builder, &counts) }
    return builder
  }

  /// The usual time from begin to presentation: the middle of those that take the number of periods
  /// that most take.
  private static func usualLead(_ latencies: [Int64], _ period: Int64) -> Int64 {
    let plausible = latencies.filter { 0...60_000_000_000 ~= $0 }
    func periods(_ latency: Int64) -> Int64 { (latency + period / 2) / period }
    let counts = Dictionary(grouping: plausible, by: periods).mapValues(\.count)
    let most = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    let usual = plausible.filter { periods($0) == most }.sorted()
    return usual.isEmpty ? period : usual[usual.count / 2]
  }

  private static func describe(_ builder: inout SessionBuilder, lead: Int64?) {
    var support = LogSupport(otherwise: "Chrome's trace does not tell")
    support.set(.exact, .frames, .intervals, .work, .animating, .skipped)
    if let lead {
      let time = (Double(lead) / 10_000).rounded() / 100
      let why =
        "promised \(time) ms after its begin, as most frames took; the grid is that of the "
        + "frame sequence"
      support.set(.approximate(why), .hitches, .onTime, .overrun)
      support[.rates] = .exact
    } else {
      let why = "too few frames in sequence to tell the refresh period"
      support.set(.absent(why), .hitches, .onTime, .overrun, .rates)
    }
    builder.support = support
  }

  /// The frames that were wanted and are not told twice.
  private static func wanted(_ reports: [Report], _ counts: inout RowCounts) -> [Report] {
    struct Key: Hashable {
      var source: Int64?
      var sequence: Int64
    }
    var places: [Key: Int] = [:]
    var result: [Report] = []
    for report in reports {
      counts.read += 1
      guard let info = report.info, let state = info.state else {
        counts.leaveOut("reporters without a state")
        continue
      }
      if state == .noUpdateDesired {
        counts.leaveOut("no update was wanted (idle)")
      } else if info.isForked {
        counts.leaveOut("forked reporters, the second half of a frame")
      } else if report.end == nil {
        counts.read -= 1
        counts.unfinished += 1
      } else if state == .dropped, info.affectsSmoothness == false {
        counts.leaveOut("drops that do not affect smoothness")
      } else if let sequence = info.sequence,
        let place = places[Key(source: info.source, sequence: sequence)]
      {
        counts.leaveOut("a second reporter of the same frame")
        // The frame was there as soon as either of them was presented.
        if result[place].info?.state == .dropped, state != .dropped { result[place] = report }
      } else {
        if let sequence = info.sequence {
          places[Key(source: info.source, sequence: sequence)] = result.count
        }
        result.append(report)
      }
    }
    return result
  }

  private func add(
    _ report: Report,
    _ period: Int64?,
    _ lead: Int64?,
    to builder: inout SessionBuilder,
    _ counts: inout RowCounts
  ) {
    guard let end = report.end, let info = report.info else { return }
    let promised = lead.map { report.begin + $0 }
    let ready = max(report.begin, report.submitted ?? end)
    let isLate = info.state == .dropped || promised.map { end - $0 > (period ?? 0) / 2 } ?? false
    let longest = Self.causes.indices.max { report.phases[$0] < report.phases[$1] } ?? 0
    let frame = FrameTimeline.Frame(
      wanted: Instant(nanoseconds: report.begin),
      promised: promised.map { Instant(nanoseconds: $0) },
      fate: info.state == .dropped ? .dropped : .presented(Instant(nanoseconds: end)),
      work: .init(from: report.begin, to: ready, phases: report.phases),
      cause: isLate && report.phases[longest] > .zero ? Self.causes[longest] : nil
    )
    if let doubt = SessionBuilder.doubt(about: frame) {
      counts.refuse(line: Int(report.line), doubt)
      return
    }
    builder.add(frame, label: Int(clamping: info.sequence ?? Int64(report.line)))
    builder.labelName = info.sequence == nil ? "line" : "frame_sequence"
    if let period, report.phases[1].rawValue > period {
      builder.stalls?.append(
        .init(
          start: Instant(nanoseconds: report.begin) + report.phases[0],
          length: report.phases[1]
        )
      )
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

  private func oldBuilder(
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
    let lead = rate.map { Self.usualLead(latencies, $0.period.rawValue) }
    builder.support = Self.oldSupport(rate)
    for frame in frames {
      let due = lead.map { frame.begin + $0 }
      let made = FrameTimeline.Frame(
        wanted: Instant(nanoseconds: frame.begin),
        promised: due.map { Instant(nanoseconds: $0) },
        fate: frame.drawn.map { .presented(Instant(nanoseconds: $0)) } ?? .dropped
      )
      if let doubt = SessionBuilder.doubt(about: made) {
        counts.refuse(line: Int(frame.line), doubt)
      } else {
        builder.add(made, label: Int(frame.line))
      }
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
