import FrameLogs
import FrameMetrics
import FramePacing
import Timebase

/// What the frame logs of real apps say, judged by the same metrics and budgets as a simulated run.
package struct AnalysisRecord: Sendable {
  /// The version of the files' schema.
  package static let schema = 2

  /// One session of a log: a process, window, layer or swap chain.
  package struct Cell: Sendable {
    /// Which of the logs it is of.
    package var log: Int
    /// The file's name.
    package var file: String
    /// What tells it apart in the file; empty where there is but one.
    package var session: String
    /// The format's name for programs.
    package var format: LogFormat
    /// The device's model; nil where the file does not say.
    package var device: String?
    /// The hash of the file's bytes: what tells a copy.
    package var digest: String
    /// What was read.
    package var source: LogSession
    /// Figures, causes and the worst frames.
    package var analysis: SessionAnalysis
    /// The budgets it was held against.
    package var budgets: [BudgetCheck]
    /// Standard budgets that the file cannot support, a sentence each.
    package var unjudged: [String]
    /// Why budgets that the figures keep are open all the same; nil where they are kept.
    package var contradiction: String?

    /// The cell in words.
    package var name: String { session.isEmpty ? file : "\(file), \(session)" }
    /// The display's refresh rate in Hz, the highest of several; nil where it is unknown.
    package var hertz: Double? {
      switch source.timeline.grid {
      case .fixed(let rate): return Double(rate.hertz)
      case .changing(let grid): return grid.stretches.map { Double($0.rate.hertz) }.max()
      case .variable(_, let rates):
        let least = rates.map(\.period.milliseconds).min()
        return least.flatMap { $0 > 0 ? 1000 / $0 : nil }
      case .unknown: return nil
      }
    }
    /// Whether a budget was missed.
    package var isMissed: Bool { budgets.contains { $0.state == .missed } }
    /// Whether a budget that was asked for cannot be judged, and none was missed.
    package var isInvalid: Bool { !isMissed && budgets.contains { $0.state == .invalid } }
    /// Whether a budget is kept or missed depending on what gaps were, and none was missed.
    package var isInconclusive: Bool {
      isInvalid && budgets.contains { $0.state == .invalid && $0.value != nil }
    }
    /// The verdict in one word.
    package var word: String {
      if isMissed { return "missed" }
      if isInconclusive { return "inconclusive" }
      return isInvalid ? "invalid" : budgets.isEmpty ? "not judged" : "pass"
    }
    /// The gaps in words, and what they were taken for; nil without any.
    package var gapText: String? {
      let gaps = source.unknownGaps
      guard !gaps.isEmpty else { return nil }
      let seconds = gaps.reduce(0) { $0 + $1.span.length.seconds }
      let text =
        "\(gaps.count) gap\(gaps.count == 1 ? "" : "s"), "
        + "\(DecimalText.short(seconds, places: 1)) s"
      guard let reading = source.gapReading else { return text + ", idle or stalls" }
      return text
        + ", taken as \(reading == .idle ? "idle" : "stalls") (--gaps \(reading.rawValue))"
    }
  }

  /// What it is called.
  package var name: String
  /// When it was made, as ISO 8601 in UTC.
  package var date: String
  /// The program's arguments.
  package var command: [String]
  /// The logs, in the order of the files.
  package var logs: [FrameLog]
  /// Their sessions, in order.
  package var cells: [Cell]

  /// Judges logs.
  ///
  /// - Parameter budgets: The limits; standard ones are left out where a file cannot support them.
  package init(
    name: String,
    date: String = "",
    command: [String] = [],
    logs: [FrameLog],
    budgets: Budgets = .standard
  ) {
    self.name = name
    self.date = date
    self.command = command
    self.logs = logs
    cells = logs.enumerated().flatMap { index, log in
      log.sessions.map { Self.cell(of: $0, log, index, budgets) }
    }
    // The frames are in the cells.
    for index in self.logs.indices { self.logs[index].sessions = [] }
  }

  /// A budget that was not kept, in words; an open one with both ends.
  package static func words(for check: BudgetCheck) -> String {
    var words = RunVerdict.words(for: check)
    if words.hasPrefix(check.title) {
      words = title(of: check) + words.dropFirst(check.title.count)
    }
    return check.state == .invalid && check.value != nil
      ? "\(words), but \(check.note ?? "")" : words
  }

  /// What a budget is called: of a recording all late frames count, hitch or not.
  static func title(of check: BudgetCheck) -> String {
    check.budget == .lateFrames ? "late frames" : check.title
  }

  private static func cell(
    of session: LogSession,
    _ log: FrameLog,
    _ index: Int,
    _ budgets: Budgets
  ) -> Cell {
    let file = log.path.split(separator: "/").last.map(String.init) ?? log.path
    var cell = Cell(
      log: index,
      file: file,
      session: session.name,
      format: log.format,
      device: log.device,
      digest: log.digest,
      source: session,
      analysis: SessionAnalysis(of: session),
      budgets: [],
      unjudged: []
    )
    if let why = session.bystander ?? tooSmall(cell) {
      cell.unjudged = [why]
      return cell
    }
    let judged = LogBudgets(
      cell: cell,
      cell.analysis.metrics,
      late: cell.analysis.lateFrames,
      budgets
    )
    cell.budgets = judged.checks
    cell.unjudged = judged.unjudged
    if session.stalled != nil { cell.budgets = byGaps(cell, budgets) }
    if let why = log.cut.map({ "half a recording: \($0)" }) ?? contradiction(of: cell) {
      cell.contradiction = why
      for index in cell.budgets.indices where cell.budgets[index].state == .kept {
        cell.budgets[index].state = .invalid
        cell.budgets[index].note = why
      }
    }
    return cell
  }

  /// A session of fewer frames says nothing of an app.
  static let leastFrames = 30
  /// Neither does a shorter one, in ms.
  static let leastAnimating = 500.0
  /// How the reason of a session that is too small ends.
  static let needed = "are needed"

  /// Why a session is too small to be judged; nil when it is large enough, or is no list of frames.
  private static func tooSmall(_ cell: Cell) -> String? {
    if case .absent = cell.source.support[.frames] { return nil }
    // Refreshes that a late frame used up are no frames of the file.
    let frames = cell.source.timeline.frames.count { $0.fate != .swallowed }
    guard frames > 0 else { return nil }
    if frames < leastFrames { return "\(frames) frames, at least \(leastFrames) \(needed)" }
    guard cell.source.hasInstants, let animating = cell.analysis.metrics.value(of: .animatingTime),
      let longest = animating.high ?? animating.value, longest < leastAnimating
    else { return nil }
    return "\(DecimalText.short(longest, places: 0)) ms of animation, at least "
      + "\(DecimalText.short(leastAnimating, places: 0)) \(needed)"
  }

  /// Why nothing is kept by a session of which something in the file contradicts the rest, or whose frames are
  /// all on time, where the file itself calls some late, or one in twenty and far more than ours; nil where
  /// both agree about.
  private static func contradiction(of cell: Cell) -> String? {
    if let open = cell.source.open { return open }
    let (own, metrics) = (cell.source.ownLate, cell.analysis.metrics)
    guard own > 0, let late = metrics.value(of: .lateFrames)?.value else { return nil }
    let frames = cell.source.timeline.frames.count
    guard late == 0 || own * 20 > frames && Double(own) > 4 * late else { return nil }
    return "the file itself calls \(own) of \(frames) frames late, by the promises in it "
      + "\(DecimalText.short(late, places: 0)) were: which is right it does not tell"
  }

  /// The budgets where gaps may have been idle or stalls: missed when idle gaps miss it already, kept when
  /// stalls keep it too, and open between.
  private static func byGaps(_ cell: Cell, _ budgets: Budgets) -> [BudgetCheck] {
    let idle = LogBudgets(
      cell: cell,
      cell.analysis.metricsIfIdle,
      late: cell.analysis.lateFramesIfIdle,
      budgets
    ).checks
    return cell.budgets.map { stalled in
      guard stalled.state == .missed, let same = idle.first(where: { $0.name == stalled.name })
      else { return stalled }
      guard same.state != .missed else { return same }
      var open = stalled
      open.state = .invalid
      let from = DecimalText.short(same.value ?? 0, places: 2)
      open.note =
        "\(from) if the \(cell.gapText ?? "gaps") were idle; say which with --gaps idle or "
        + "--gaps stall"
      return open
    }
  }

  /// Whether every cell that can be judged kept its budgets, and there is one.
  package var isPass: Bool {
    !cells.contains { $0.isMissed || $0.isInvalid } && cells.contains { !$0.budgets.isEmpty }
  }
  /// Whether nothing was missed, but something could not be judged.
  package var isInvalid: Bool { !isPass && !cells.contains { $0.isMissed } }
  /// The verdict in one word.
  package var word: String {
    if isPass { return "pass" }
    guard isInvalid else { return "fail" }
    return cells.contains { $0.isInconclusive } ? "inconclusive" : "invalid"
  }
  /// The verdict with what gaps were taken for, where somebody said it.
  package var verdictText: String {
    let said = cells.filter { $0.source.gapReading != nil }
    guard let reading = said.first?.source.gapReading else { return word }
    let gaps = said.flatMap(\.source.unknownGaps)
    let seconds = DecimalText.short(gaps.reduce(0) { $0 + $1.span.length.seconds }, places: 1)
    return "\(word) (\(gaps.count) gap\(gaps.count == 1 ? "" : "s"), \(seconds) s, taken as "
      + "\(reading == .idle ? "idle" : "stalls") (--gaps \(reading.rawValue)))"
  }

  /// Why it did not pass, a sentence for each cell.
  package var reasons: [String] {
    var reasons = worstFirst.compactMap { cell -> String? in
      let failed = cell.budgets.filter { $0.state != .kept }
      guard !failed.isEmpty else { return nil }
      // One reason that holds for several budgets is said once.
      let open = failed.filter { $0.state == .invalid && $0.note == cell.contradiction }
      var words = failed.filter { !open.contains($0) }.map(Self.words(for:))
      if let why = cell.contradiction, !open.isEmpty {
        words.append(open.map(\.title).joined(separator: ", ") + " would be kept, but " + why)
      }
      return "\(cell.name): " + words.joined(separator: "; ")
    }
    if !cells.contains(where: { !$0.budgets.isEmpty }) {
      reasons.append("nothing could be judged: " + unjudgedWords)
    }
    return reasons
  }
}
