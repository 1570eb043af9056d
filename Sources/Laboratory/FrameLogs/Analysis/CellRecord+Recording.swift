import Files
import Foundation
import FrameMetrics
import Records
import Timebase

extension RunRecord {
  /// The profile of every recording: what was recorded is an app, and no design of ours.
  package static let appProfile = "app"

  /// Makes a run of recordings: a file for each log, a cell for each of its sessions. Nothing is judged yet.
  ///
  /// - Parameter chosen: The metrics that are wanted; nil for all, with causes and worst frames.
  /// - Complexity: O(frames log frames).
  package init(recordings logs: [FrameLog], name: String = "", only chosen: Set<Metric>? = nil) {
    self.init(
      name: name,
      clock: .real,
      cost: .wall,
      measurer: .pango,
      environment: [("source", "recordings")],
      cells: []
    )
    files = logs.map(RecordedFile.init)
    // Where a recording is a folder its files have the names of all others.
    let folders = Dictionary(grouping: files, by: \.name)
      .mapValues { Set($0.map { FileName.folder(of: $0.path) }) }
    for (index, log) in logs.enumerated() {
      let own = files[index].name
      let folder = FileName.last(of: FileName.folder(of: files[index].path))
      let name = folders[own, default: []].count > 1 ? FileName.joined(folder, own) : own
      cells += log.sessions.map {
        CellRecord(of: $0, log, file: index, named: name, only: chosen)
      }
    }
  }
}

extension RecordedFile {
  /// What is known of a log, but for its sessions.
  init(_ log: FrameLog) {
    self.init(path: log.path, format: log.format.rawValue, formatTitle: log.format.title)
    variant = log.variant
    rows = log.rows.read
    refusedRows = log.rows.refused
    unfinishedRows = log.rows.unfinished
    refusals = log.rows.refusals.map { Refusal(line: $0.line, reason: $0.reason) }
    notes = log.rows.sentences + log.notes
    digest = log.digest
    (app, version) = (log.origin?.app, log.origin?.version)
    cut = log.cut
  }
}

extension CellRecord {
  /// Makes the record of a session; nothing is judged yet.
  init(
    of session: LogSession,
    _ log: FrameLog,
    file: Int,
    named name: String,
    only chosen: Set<Metric>?
  ) {
    let analysis = SessionAnalysis(of: session, only: chosen)
    var recording = Recording(of: session, analysis, log, file: file)
    if chosen == nil, !session.timeline.frames.isEmpty {
      recording.framesDigest = FrameDigest.text(of: session.timeline)
    }
    self.init(
      scenario: session.name.isEmpty ? name : "\(name), \(session.name)",
      profile: RunRecord.appProfile,
      device: log.origin?.device ?? log.device ?? "",
      refreshHertz: recording.hertz.map { min(1000, max(1, Int($0.rounded()))) } ?? 60,
      seed: 0,
      verdict: .notJudged,
      metrics: analysis.metrics
    )
    self.recording = recording
    let worst = analysis.worst
    // Where one that was not late is among the worst, so are all that were.
    let costliest =
      worst.contains { ($0.hitchMilliseconds ?? 0) <= 0 }
      ? worst.max { ($0.workMilliseconds ?? 0) < ($1.workMilliseconds ?? 0) } : nil
    var moments =
      session.moments + [worst.first?.lateness, costliest?.cost].compactMap(\.self)
    if let origin = session.origin {
      for index in moments.indices {
        moments[index].instantInFile = origin + (moments[index].instant - .zero)
      }
    }
    if session.screen != nil || !moments.isEmpty { keep(moments) }
  }
}

extension Recording.WorstFrame {
  /// The moment of the frame's work, with the longest phase; nil where nobody knows when it was, or what it took.
  fileprivate var cost: ScreenFault? {
    guard let atMilliseconds, let workMilliseconds, workMilliseconds > 0 else { return nil }
    let phase = phases.first.map {
      ", \($0.name) took \(($0.milliseconds * 100).rounded() / 100) ms"
    }
    return ScreenFault(
      .costlyFrame,
      at: Instant(milliseconds: atMilliseconds),
      milliseconds: workMilliseconds,
      cause: label + (phase ?? "")
    )
  }

  /// The moment of the frame; nil where it was not late, or nobody knows when it was.
  fileprivate var lateness: ScreenFault? {
    guard let atMilliseconds, let hitchMilliseconds, hitchMilliseconds > 0 else { return nil }
    let work = workMilliseconds.map { ", work \(($0 * 10).rounded() / 10) ms" } ?? ""
    return ScreenFault(
      .lateFrame,
      at: Instant(milliseconds: atMilliseconds),
      milliseconds: hitchMilliseconds,
      cause: label + work
    )
  }
}

extension Recording {
  /// What formats call figures that count what was late, or say how late.
  private static let wordsOfLateness = [
    "jank", "late", "miss", "drop", "not displayed", "low", "hitch", "P1", "stutter", "worst",
  ]
  /// The most events of the app that are kept, the first ones.
  private static let mostTold = 500
  /// The most gaps that are kept, the longest ones.
  private static let mostGaps = 1_000

  fileprivate init(
    of session: LogSession,
    _ analysis: SessionAnalysis,
    _ log: FrameLog,
    file: Int
  ) {
    self.init(
      file: file,
      session: session.name,
      format: log.format.rawValue,
      formatTitle: log.format.title
    )
    // The days of an app in MetricKit have nothing in common.
    isDay = log.format == .metricKit
    commonName = isDay && !session.isState ? "" : Self.stableName(session.name)
    isOfMany = log.format.holdsRecordings
    // xctrace names rates at hitches alone.
    hasRateOfHitches = log.format == .xctrace
    hertz = session.timeline.grid.highestHertz
    digest = log.digest
    timeline = session.timeline
    assumption = timeline.assumption
    notes = session.notes
    toolFigures = session.toolFigures.map { figure in
      var figure = figure
      figure.isOfLateness = Self.wordsOfLateness.contains {
        figure.name.localizedStandardContains($0)
      }
      return figure
    }
    toolDifference = toolFigures.isEmpty ? nil : log.format.difference
    (causes, worst) = (analysis.causes, analysis.worst)
    let all = session.unknownGaps
    gaps = all.sorted { $0.span.length > $1.span.length }.prefix(Self.mostGaps).map {
      Gap(label: $0.label, start: $0.span.start, length: $0.span.length)
    }
    gapCount = all.count
    gapTime = Nanoseconds(rawValue: all.reduce(0) { $0 + $1.span.length.rawValue })
    gapsTakenAs = session.gapReading?.rawValue
    support = LogSupport.Subject.allCases.map { Support($0, session.support[$0]) }
    (labels, labelName, hasInstants) = (session.labels, session.labelName, session.hasInstants)
    stalls = session.stalls?.map { TimeSpans.Span($0.start, $0.start + $0.length) }
    told = Array(session.told.prefix(Self.mostTold))
    if session.told.count > Self.mostTold {
      notes.append(
        "the first \(Self.mostTold) of \(session.told.count) events of the app are drawn"
      )
    }
    evidence = Evidence(of: session, analysis, log)
  }

  /// A session's name without what is new in each recording: numbers of processes and layers, addresses
  /// and hashes of objects.
  package static func stableName(_ name: String) -> String {
    var result = ""
    var depth = 0
    for character in name {
      if character == "(" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == ")" { depth = max(0, depth - 1) }
    }
    let words = result.split(separator: " ").map { word -> Substring in
      // Perfetto and SurfaceFlinger number layers: `com.example/com.example.Main#49011`.
      if let mark = word.lastIndex(of: "#"), word[mark...].dropFirst().allSatisfy(\.isNumber) {
        return word[..<mark]
      }
      guard let at = word.lastIndex(of: "@"), word[at...].dropFirst().allSatisfy(\.isHexDigit)
      else { return word }
      return word[..<at]
    }
    return words.joined(separator: " ")
  }
}

extension Recording.Evidence {
  fileprivate init(of session: LogSession, _ analysis: SessionAnalysis, _ log: FrameLog) {
    self.init()
    if session.stalled != nil { metricsIfIdle = analysis.metricsIfIdle }
    (lateFrames, lateFramesIfIdle) = (analysis.lateFrames, analysis.lateFramesIfIdle)
    (ownLate, open, bystander) = (session.ownLate, session.open, session.bystander)
    if case .absent = session.support[.frames] {
      isListOfFrames = false
      isListOfHitches = session.given.contains { $0.metric == Metric.hitchCount.id }
    }
    (hasScreen, hasText) = (session.screen != nil, session.text != nil)
    deviceHertz = log.device.flatMap(AppleDevice.refreshHertz)
  }
}

extension Recording.Support {
  fileprivate init(_ subject: LogSupport.Subject, _ grade: LogSupport.Grade) {
    switch grade {
    case .exact: self.init(subject: subject, grade: .exact, why: "")
    case .approximate(let why): self.init(subject: subject, grade: .approximate, why: why)
    case .absent(let why): self.init(subject: subject, grade: .absent, why: why)
    }
  }
}

extension FrameTimeline.Grid {
  /// The display's refresh rate in Hz, the highest of several; nil where it is unknown.
  fileprivate var highestHertz: Double? {
    switch self {
    case .fixed(let rate): return Double(rate.hertz)
    case .changing(let grid): return grid.stretches.map { Double($0.rate.hertz) }.max()
    case .variable(_, let rates):
      let least = rates.map(\.period.milliseconds).min()
      return least.flatMap { $0 > 0 ? 1000 / $0 : nil }
    case .unknown: return nil
    }
  }
}
