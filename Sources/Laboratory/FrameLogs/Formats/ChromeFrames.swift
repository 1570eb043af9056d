import FrameMetrics
import Timebase

/// Frames of Chrome's traces: `PipelineReporter` of today, BeginFrame and DrawFrame of old ones.
///
/// A reporter begins at the frame's vsync and ends when it is presented. What was not wanted is
/// told (`STATE_NO_UPDATE_DESIRED`); drops that do not affect smoothness are harmless, and reporters of
/// one sequence number are one frame. `STATE_PRESENTED_PARTIAL` shows what the compositor had without the
/// page's own update, which is still to come. Sources: Chromium
/// `cc/metrics/compositor_frame_reporter.cc`; DevTools' `FramesHandler.test.ts`; browsertime, pull
/// request 2506.
struct ChromeFrames {
  /// The events that are looked at.
  static let names = Set(stages.map(\.name))
    .union([
      "PipelineReporter", "BeginFrame", "DrawFrame", "DroppedFrame", "process_name", "thread_name",
      "ScrollJankV4",
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
  static let causes = [
    "compositor: begin", "app: main thread", "app: commit", "compositor: activation",
    "compositor: submit", "GPU process: queue", "GPU process: draw", "GPU: swap", "display",
  ]
  private static let phaseOf = Dictionary(
    stages.map { ($0.name, $0.phase) },
    uniquingKeysWith: { first, _ in first }
  )

  /// Whether an event of this name is a reporter, or a stage of one.
  static func isStage(_ name: String) -> Bool { name == "PipelineReporter" || phaseOf[name] != nil }

  /// The most events that are kept.
  private static var limit: Int { 2 * FrameLimit.frames }

  private struct Mark {
    var time: Int64
    var order: Int32
    /// -2 for the reporter itself, else the phase; -1 for the way from submission to the screen.
    var stage: Int8
    var isBegin: Bool
    var reporter: Int32
    var line: Int32
  }

  struct Report {
    var begin: Int64
    var end: Int64?
    var submitted: Int64?
    /// The refresh period in force; nil where it is the same all along.
    var period: Int64?
    var info: TraceEvent.Reporter?
    var phases = FrameTimeline.PhaseDurations()
    var line: Int32
    var stageStarts: [Int8: Int64] = [:]
  }

  struct Old {
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
  private var scrolls: [ScrollJank] = []
  private var cut = 0

  /// Whether there is anything to make frames of.
  var hasFrames: Bool { !marks.isEmpty || old.values.contains { $0.contains { $0.kind == "D" } } }

  /// What kind of trace it is, in words.
  private var variant: String { isNew ? "PipelineReporter" : "BeginFrame and DrawFrame" }
  private var isNew: Bool { !infos.isEmpty }

  /// Whether there are reporters of which none says what became of its frame: a Chrome that names
  /// things otherwise. To read such a trace by its older events would miss idle time, causes and work.
  private var isUnknown: Bool {
    infos.values.allSatisfy { $0.state == nil } && marks.contains { $0.stage == -2 }
  }

  /// Makes the log of all events that were taken.
  ///
  /// - Throws: `FrameLogError` for reporters that are not understood, and where no frame is left.
  func log(_ source: LogSource, _ counts: inout RowCounts, form: String = "") throws -> FrameLog {
    if isUnknown {
      throw source.fault(
        "PipelineReporter events whose arguments are not understood",
        expected: "args.frame_reporter or args.chrome_frame_reporter with a state that is known",
        advice: "This Chrome is newer than this program. Take a newer program, or report the trace."
      )
    }
    counts.beyond += cut
    let builders = builders(source.options, &counts)
    return try source.log(
      .chrome,
      variant: variant + form,
      rows: counts,
      builders: builders
    )
  }

  // MARK: Events

  mutating func take(_ event: TraceEvent, _ line: Int) {
    switch event.name {
    case "process_name": processNames[event.process] = event.arguments?.name
    case "thread_name":
      if let name = event.arguments?.name, name.hasPrefix("Cr"), name.hasSuffix("Main") {
        threadNames[event.process] = name
      }
    case "BeginFrame", "DrawFrame", "DroppedFrame": takeOld(event, line)
    case "ScrollJankV4":
      guard ["b", "B", "X", "S"].contains(event.phase), let scroll = event.arguments?.scroll,
        scrolls.count < Self.limit
      else { return }
      scrolls.append(ScrollJank(isJanky: scroll.isJanky, missed: scroll.missed))
    default: takeStage(event, line)
    }
  }

  private mutating func takeOld(_ event: TraceEvent, _ line: Int) {
    guard let time = event.nanoseconds, event.phase.uppercased() == "I" || event.phase == "X" else {
      return
    }
    let tree = Tree(process: event.process, tree: event.arguments?.layerTree ?? 0)
    guard old[tree, default: []].count < Self.limit else {
      cut += 1
      return
    }
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
    guard Self.isStage(event.name) else { return }
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
    guard isReporter, let arguments = event.arguments else { return }
    infos[order] = arguments.reporter ?? arguments.termination.map { .init(termination: $0) }
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
  private func builders(_ options: LogOptions, _ counts: inout RowCounts) -> [SessionBuilder] {
    var builders: [SessionBuilder] = []
    if isNew {
      for (process, reports) in reports().sorted(by: { $0.key < $1.key }) {
        let trees = Dictionary(grouping: reports) { $0.info?.layerTree ?? 0 }
        for (tree, reports) in trees.sorted(by: { $0.key < $1.key }) {
          let own = reports.sorted { ($0.begin, $0.line) < ($1.begin, $1.line) }
          let name = name(process, tree, of: trees.count)
          builders += seriesBuilders(name, own, options, &counts)
        }
      }
      addCounts(to: &builders)
      passOverBrowser(in: &builders)
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

  /// The browser's own interface is no part of the page: where a page is there, the browser is shown and not
  /// judged.
  private func passOverBrowser(in builders: inout [SessionBuilder]) {
    // By the process's name, or its main thread's.
    func isOf(_ names: [String], _ builder: SessionBuilder) -> Bool {
      names.contains { builder.name.hasPrefix($0) }
    }
    guard
      builders.contains(where: { isOf(["Renderer", "CrRendererMain"], $0) && !$0.frames.isEmpty })
    else { return }
    for index in builders.indices
    where isOf(["Browser", "CrBrowserMain", "GPU Process"], builders[index]) {
      builders[index].bystander = "the browser's own interface; the page is a Renderer"
    }
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
    builders[0].toolFigures += ScrollJank.figures(scrolls)
  }
}
