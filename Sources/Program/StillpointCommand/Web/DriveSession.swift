import Driving
import Files
import Foundation
import FrameLogs
import FrameMetrics
import Profiling
import Records
import Reporting
import Statistics
import Timebase

/// Drives every scenario at every rate and makes a run of what came; two apps take turns.
final class DriveSession {
  private let runs: [PageRun]
  private let console: Console
  /// What is driven, in order.
  private let pages: [(scenario: PageScenario, rate: Int)]
  /// The engines in which they are driven, a column each.
  var engines = [Engine.chromium]
  /// How many runs on the real clock are measured.
  var count = CellRecord.leastRuns
  /// How often each scenario is driven on a virtual clock: twice where it is compared, so that what differs
  /// without a cause is known.
  var repeats: Int
  /// What of a cell is worse than before and has its pictures, too; nil where nothing is known of before.
  var worsen: ((inout CellRecord) -> Void)?
  /// What the frame log is made of.
  private var logged: (recording: PageRecording, app: AppDescription)?
  /// The frame log of the last recording: made when it is asked for, which takes seconds.
  var frameLog: [UInt8]? { logged.map { PageFrameLog.bytes(of: $0.recording, app: $0.app) } }
  /// What each app's run has beside its record: pictures of pages at their end, and traces.
  private(set) var files: [[RunFolder.Attachment]]
  /// How the processor time of the second app stands to that of the first; none of one app, or of a virtual
  /// clock.
  private(set) var processorRatios: [ProcessorRatio] = []
  private var facts: [PageFacts]
  private var said: Set<String> = []

  init(runs: [PageRun], console: Console, pages: [(scenario: PageScenario, rate: Int)]) {
    (self.runs, self.console, self.pages) = (runs, console, pages)
    files = runs.map { _ in [] }
    facts = runs.map { _ in PageFacts() }
    repeats = runs.count
  }

  private var clock: PageClock { runs[0].clock }

  /// Each scenario at each rate.
  static func pages(
    _ scenarios: [PageScenario],
    at rates: [Int]
  ) -> [(scenario: PageScenario, rate: Int)] {
    scenarios.flatMap { scenario in rates.map { (scenario, $0) } }
  }

  /// Drives them.
  ///
  /// - Returns: A record for each app.
  func records() throws -> [RunRecord] {
    var cells: [[CellRecord]] = runs.map { _ in [] }
    var number = 0
    for page in pages {
      for engine in engines {
        console.progress(
          number,
          of: pages.count * engines.count,
          "\(page.scenario.name) at \(page.rate) Hz"
            + (engines == [.chromium] ? "" : " in \(engine.title)")
        )
        number += 1
        let made: [[CellRecord]]
        do {
          made = try driven(page.scenario, page.rate, engine)
        } catch DriveFailure.refused(let what, let advice) where number > 1 {
          // The page can be driven: one scenario that it refuses does not throw the others away.
          made = runs.indices.map {
            [undriven($0, page.scenario, page.rate, "\(what). \(advice)", engine)]
          }
        }
        for side in runs.indices { cells[side] += made[side] }
      }
    }
    let isReal = clock.isReal || engines != [.chromium]
    return runs.indices.map { side in
      facts[side].say(to: console)
      return RunRecord(
        name: "",
        clock: isReal ? .real : .virtual,
        cost: isReal ? .wall : .modelled,
        measurer: .fixed,
        environment: MachineFacts.current().entries + facts[side].entries(of: runs[side].app),
        cells: cells[side]
      )
    }
  }

  private func driven(
    _ scenario: PageScenario,
    _ rate: Int,
    _ engine: Engine
  ) throws -> [[CellRecord]] {
    guard engine.isExact else { return try controlled(scenario, rate, engine) }
    return try clock.isReal ? measured(scenario, rate) : exact(scenario, rate)
  }

  // MARK: Engines that draw by themselves

  /// Drives in turns, as often as the engine's own scatter takes to be known.
  private func controlled(
    _ scenario: PageScenario,
    _ rate: Int,
    _ engine: Engine
  ) throws -> [[CellRecord]] {
    if let missing = engine.missing {
      let reason = "\(engine.title) is not installed: apt install \(missing)"
      return runs.indices.map { [undriven($0, scenario, rate, reason, engine)] }
    }
    var recordings: [[PageRecording]] = runs.map { _ in [] }
    var reasons: [Int: String] = [:]
    for _ in 0..<Engine.controlRuns {
      for side in runs.indices where reasons[side] == nil {
        do {
          recordings[side].append(try record(side, scenario, rate, in: engine))
        } catch DriveFailure.limit(let reason), DriveFailure.late(let reason) {
          reasons[side] = reason
        }
      }
    }
    return runs.indices.map { side in
      if let reason = reasons[side] { return [undriven(side, scenario, rate, reason, engine)] }
      logged = recordings[side].last.map { ($0, runs[side].app) }
      return [CellRecord(ofControls: recordings[side], app: runs[side].app)]
    }
  }

  // MARK: The virtual clock

  private func exact(_ scenario: PageScenario, _ rate: Int) throws -> [[CellRecord]] {
    try runs.indices.map { side in
      do {
        let recordings = try (0..<repeats).map { _ in try record(side, scenario, rate) }
        logged = (recordings[0], runs[side].app)
        var shown = 0
        var cell = CellRecord(ofRepeats: recordings, app: runs[side].app, showing: &shown)
        worsen?(&cell)
        if cell.verdict.kind.exitCode == 2 {
          try runs[side].explain(&cell, from: recordings[shown], scenario, rate)
        }
        return [cell]
      } catch DriveFailure.limit(let reason), DriveFailure.late(let reason) {
        return [undriven(side, scenario, rate, reason)]
      } catch DriveFailure.browser(NoFrame.words) {
        let reason = "the browser \(NoFrame.words), although the page goes on"
        return [undriven(side, scenario, rate, reason)]
      }
    }
  }

  private func record(
    _ side: Int,
    _ scenario: PageScenario,
    _ rate: Int,
    in engine: Engine = .chromium,
    isTraced: Bool = false
  ) throws -> PageRecording {
    var picture: [UInt8]?
    defer {
      if let picture {
        let kind = engine.isExact ? "" : "-\(engine.rawValue)"
        let name = "\(ReportFiles.pictures)/\(scenario.name)-\(rate)\(kind).png"
        files[side].removeAll { $0.name == name }
        files[side].append(RunFolder.Attachment(name: name, bytes: picture))
      }
    }
    let run = engine.isExact ? runs[side] : runs[side].opened(in: engine)
    let recording = try run.record(
      scenario,
      refreshHertz: rate,
      picture: &picture,
      isTraced: isTraced
    )
    facts[side].take(recording)
    if let words = PageFigures(of: recording).turnWords,
      said.insert("\(scenario.name) \(rate) \(words)").inserted
    {
      console.note("\(scenario.name) at \(rate) Hz: \(sentence: words)")
    }
    return recording
  }

  private func undriven(
    _ side: Int,
    _ scenario: PageScenario,
    _ rate: Int,
    _ reason: String,
    _ engine: Engine = .chromium
  ) -> CellRecord {
    CellRecord(
      undriven: scenario,
      at: rate,
      app: runs[side].app,
      clock: engine.isExact ? clock : .real(slowed: 1),
      engine: engine,
      because: reason
    )
  }

  // MARK: The real clock

  /// Drives in turns until so many of each are quiet, and once more with a trace; gives up after twice as many.
  private func measured(_ scenario: PageScenario, _ rate: Int) throws -> [[CellRecord]] {
    var quiet: [[PageRecording]] = runs.map { _ in [] }
    var all = quiet
    var waits: [Double] = []
    do {
      for _ in 0..<(2 * count) where quiet[0].count < count {
        let turn = try runs.indices.map { try record($0, scenario, rate) }
        let uses = turn.compactMap(\.use)
        guard uses.count == runs.count else {
          throw DriveFailure.refused(
            "the system does not say how long a thread waits for a core",
            advice: "Drive on the real clock on Linux, or leave out --clock real."
          )
        }
        let waited = uses.map { String(format: "waited %.1f %% for a core", 100 * $0.waitingShare) }
        console.note(
          "\(scenario.name), run \(quiet[0].count + 1): \(waited.joined(separator: ", "))"
        )
        for side in runs.indices { all[side].append(turn[side]) }
        // What waits in one app's turn is not held against the other either.
        guard uses.allSatisfy(\.isQuiet) else {
          waits += uses.filter { !$0.isQuiet }.map(\.waitingShare)
          continue
        }
        for side in runs.indices { quiet[side].append(turn[side]) }
      }
      guard quiet[0].count == count else {
        let reason = busy(quiet[0].count, waits)
        return try runs.indices.map { side in
          [CellRecord(ofBusyRuns: all[side], app: runs[side].app, because: reason)]
            + (try traced(side, scenario, rate))
        }
      }
      // A browser slows a thread by keeping its core busy: that would be compared.
      if runs.count == 2, !clock.isSlowed {
        processorRatios.append(ProcessorRatio(scenario.name, quiet[0], quiet[1]))
      }
      return try runs.indices.map { side in
        logged = quiet[side].last.map { ($0, runs[side].app) }
        return [CellRecord(ofRuns: quiet[side], app: runs[side].app)]
          + (try traced(side, scenario, rate))
      }
    } catch DriveFailure.limit(let reason), DriveFailure.late(let reason) {
      return runs.indices.map { [undriven($0, scenario, rate, reason)] }
    }
  }

  private func busy(_ quiet: Int, _ waits: [Double]) -> String {
    let ends = [waits.min() ?? 0, waits.max() ?? 0].map { String(format: "%.1f", 100 * $0) }
    return
      "the machine was busy: the page's main thread waited for a core \(ends[0]) to \(ends[1]) % of the time in "
      + "\(waits.count) runs, and only \(quiet) of \(count) were quiet (\(Int(CoreUse.mostWaiting * 100)) % at most)"
  }

  /// What the browser's own trace says of a run that nothing else is measured in.
  private func traced(_ side: Int, _ scenario: PageScenario, _ rate: Int) throws -> [CellRecord] {
    let recording = try record(side, scenario, rate, isTraced: true)
    guard let trace = recording.trace else { return [] }
    let name = "\(scenario.name)-\(rate).json"
    files[side].append(
      RunFolder.Attachment(name: "\(ReportFiles.traces)/\(name)", bytes: trace)
    )
    let scratch = try ScratchFolder()
    let logs = try withExtendedLifetime(scratch) {
      try FrameLogReader.read([try scratch.draft.put(name, trace)])
    }
    guard let log = logs.first else { return [] }
    return CellRecord.traced(log, scenario, refreshHertz: rate, clock: clock, app: runs[side].app)
  }
}

/// What is known of an app's pages beside their figures.
private struct PageFacts {
  private var leaks: [String: Int] = [:]
  private var complaints: Set<String> = []
  private var scripts: [String: Double] = [:]
  /// What lay over the middle of what scrolls.
  private var covers: Set<String> = []
  private var browsers: [String] = []
  private var conditions: Set<String> = []
  /// Refresh periods in which the probe saw no frame, and all of them, by engine.
  private var unsampled: [Engine: (count: Int, all: Int)] = [:]
  private var probe = 0.0

  mutating func take(_ recording: PageRecording) {
    leaks.merge(recording.end.leaks) { max($0, $1) }
    complaints.formUnion(recording.complaints)
    if !recording.cover.isEmpty { covers.insert(recording.cover) }
    scripts.merge(recording.end.scripts ?? [:]) { max($0, $1) }
    if !browsers.contains(recording.browser) { browsers.append(recording.browser) }
    if let condition = recording.condition { conditions.insert(condition) }
    if !recording.engine.isExact {
      let known = unsampled[recording.engine] ?? (0, 0)
      unsampled[recording.engine] = (
        known.count + recording.unsampled, known.all + recording.frames.count
      )
    }
    probe = max(probe, recording.probeMilliseconds)
  }

  private var named: String {
    leaks.sorted { $0.key < $1.key }.map { "\($0.key) x \($0.value)" }.joined(separator: ", ")
  }

  func entries(of app: AppDescription) -> [(key: String, value: String)] {
    let longest = scripts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10)
      .map { String(format: "%@ %.0f ms", $0.key, $0.value) }
    var entries = [
      ("source", "page"), ("app", "\(app.name) \(app.version)"),
      ("browser", browsers.isEmpty ? "n/a" : browsers.joined(separator: ", ")),
      ("probe_ms_per_frame", String(format: "%.2f", probe)),
      ("runs_in_real_time", leaks.isEmpty ? "nothing" : named),
    ]
    for (engine, periods) in unsampled.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let words = "\(periods.count) of \(periods.all) refresh periods"
      entries.append(("not_sampled_in_\(engine.rawValue)", words))
    }
    for condition in conditions.sorted() { entries.append(("condition", condition)) }
    if !covers.isEmpty {
      entries.append(("over_the_chat", covers.sorted().joined(separator: ", ")))
    }
    if !longest.isEmpty { entries.append(("longest_scripts", longest.joined(separator: ", "))) }
    return entries
  }

  func say(to console: Console) {
    for condition in conditions.sorted() { console.note("\(condition).") }
    if !leaks.isEmpty {
      console.note(
        "the page uses \(sentence: named): that runs in real time, and frames may differ by it."
      )
    }
    for cover in covers.sorted() {
      console.note(
        "over the chat's middle: \(sentence: cover); `prepare` can close it, or a larger --viewport."
      )
    }
    for complaint in complaints.sorted().prefix(5) {
      console.note("the page printed an error: \(complaint)")
    }
  }
}

/// How the processor time of one app stands to that of another, by pairs of runs that followed one another.
struct ProcessorRatio {
  /// From such a ratio on, wholly, it is worse: runs of one page agree within 5 %.
  static let limit = 1.05

  let scenario: String
  let pairs: Int
  /// The median ratio, second over first; nil without processor time on both sides.
  let interval: Bootstrap.Interval?

  init(_ scenario: String, _ first: [PageRecording], _ second: [PageRecording]) {
    self.scenario = scenario
    func rates(_ recordings: [PageRecording]) -> [Double] {
      recordings.compactMap { $0.use.map { $0.busy / max($0.wall, 1) } }
    }
    let (before, after) = (rates(first), rates(second))
    pairs = min(before.count, after.count)
    var generator = SeededGenerator(seed: 1)
    let isWhole = before.count == after.count && (before + after).allSatisfy { $0 > 0 }
    interval =
      isWhole ? Bootstrap(confidence: 0.95).pairedRatio(before, after, using: &generator) : nil
  }

  var isWorse: Bool { (interval?.low ?? 0) > Self.limit }

  var words: String {
    guard let interval else {
      return "\(scenario): the processor time of the page cannot be compared"
    }
    return String(
      format: "%@: processor time of the page, after / before: %.2f (%.2f to %.2f, %d pairs)%@",
      scenario,
      interval.estimate,
      interval.low,
      interval.high,
      pairs,
      isWorse ? ": worse" : ""
    )
  }
}
