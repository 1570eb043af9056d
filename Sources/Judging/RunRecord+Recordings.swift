import FrameMetrics
import Records

extension CellRecord {
  /// Whether it is a recording of a real app.
  package var isRecording: Bool { recording != nil }

  /// Holds budgets against a recording; standard ones are left out where its file cannot support them.
  ///
  /// - Parameter cut: Why it is only a part of what was recorded; nil where it is whole.
  package mutating func judgeRecording(by budgets: Budgets, cut: String?) {
    guard var recording else { return }
    defer { self.recording = recording }
    self.budgets = []
    verdict = .notJudged
    let evidence = recording.evidence
    if let why = evidence.bystander ?? RecordingJudge.tooSmall(self, recording) {
      recording.unjudged = [why]
      recording.evidence.isTooSmall = evidence.bystander == nil
      return
    }
    let judged = RecordingBudgets(recording, metrics, late: evidence.lateFrames, budgets)
    self.budgets = judged.checks
    recording.unjudged = judged.unjudged
    if let idle = evidence.metricsIfIdle {
      let ifIdle = RecordingBudgets(recording, idle, late: evidence.lateFramesIfIdle, budgets)
      self.budgets = RecordingJudge.byGaps(judged.checks, ifIdle.checks, recording)
    }
    let contradiction = RecordingJudge.contradiction(of: self, evidence)
    if let why = cut.map({ "half a recording: \($0)" }) ?? contradiction {
      recording.contradiction = why
      for index in self.budgets.indices where self.budgets[index].state == .kept {
        self.budgets[index].state = .invalid
        self.budgets[index].note = why
      }
    }
    verdict = RecordingJudge.verdict(of: self.budgets)
  }
}

extension RunRecord {
  /// Whether any cell is a recording of a real app.
  package var hasRecordings: Bool { cells.contains(where: \.isRecording) }

  /// Holds budgets against every recording.
  package mutating func judgeRecordings(by budgets: Budgets = .standard) {
    for index in cells.indices {
      guard let file = cells[index].recording?.file else { continue }
      cells[index].judgeRecording(by: budgets, cut: files[file].cut)
    }
  }
}

extension Recording {
  /// How many gaps there are and how long they are together, in words.
  fileprivate var gapSum: String {
    "\(gapCount) gap\(gapCount == 1 ? "" : "s"), "
      + "\(DecimalText.short(gapTime.seconds, places: 1)) s"
  }

  /// The gaps in words, and what they were taken for; nil without any.
  package var gapText: String? {
    guard gapCount > 0 else { return nil }
    guard let gapsTakenAs else { return gapSum + ", idle or stalls" }
    return gapSum
      + ", taken as \(gapsTakenAs == "idle" ? "idle" : "stalls") (--gaps \(gapsTakenAs))"
  }
}

/// The rules by which a recording is judged that are no budgets.
enum RecordingJudge {
  /// A recording of fewer frames says nothing of an app.
  private static let leastFrames = 30
  /// Neither does a shorter one, in ms.
  private static let leastAnimating = 500.0

  /// The verdict of checks: what was missed, else what is open between two ends, else what is missing.
  static func verdict(of checks: [BudgetCheck]) -> CellVerdict {
    let missed = checks.filter { $0.state == .missed }
    if !missed.isEmpty { return .budgetMissed(missed.map(\.name)) }
    let open = checks.filter { $0.state == .invalid }
    if open.isEmpty { return checks.isEmpty ? .notJudged : .pass }
    let names = open.map(\.name)
    return open.contains { $0.value != nil } ? .inconclusive(names) : .invalid(names)
  }

  /// Why a recording is too small to be judged; nil when it is large enough, or is no list of frames.
  static func tooSmall(_ cell: CellRecord, _ recording: Recording) -> String? {
    guard recording.evidence.isListOfFrames else { return nil }
    // Refreshes that a late frame used up are no frames of the file.
    let frames = recording.timeline.frames.times.count { !$0.isSwallowed }
    guard frames > 0 else { return nil }
    if frames < leastFrames { return "\(frames) frames, at least \(leastFrames) are needed" }
    guard recording.hasInstants, let animating = cell.metrics.value(of: .animatingTime),
      let longest = animating.high ?? animating.value, longest < leastAnimating
    else { return nil }
    return "\(DecimalText.short(longest, places: 0)) ms of animation, at least "
      + "\(DecimalText.short(leastAnimating, places: 0)) are needed"
  }

  /// Why nothing is kept by a recording of which something in the file contradicts the rest, or whose frames
  /// are all on time, where the file itself calls some late, or one in twenty and far more than ours; nil where
  /// both agree about.
  static func contradiction(of cell: CellRecord, _ evidence: Recording.Evidence) -> String? {
    if let open = evidence.open { return open }
    let own = evidence.ownLate
    guard own > 0, let late = cell.metrics.value(of: .lateFrames)?.value else { return nil }
    let frames = cell.recording?.timeline.frames.count ?? 0
    guard late == 0 || own * 20 > frames && Double(own) > 4 * late else { return nil }
    return "the file itself calls \(own) of \(frames) frames late, by the promises in it "
      + "\(DecimalText.short(late, places: 0)) were: which is right it does not tell"
  }

  /// The budgets where gaps may have been idle or stalls: missed when idle gaps miss it already, kept when
  /// stalls keep it too, and open between.
  static func byGaps(
    _ stalled: [BudgetCheck],
    _ idle: [BudgetCheck],
    _ recording: Recording
  ) -> [BudgetCheck] {
    stalled.map { stalled in
      guard stalled.state == .missed, let same = idle.first(where: { $0.name == stalled.name })
      else { return stalled }
      guard same.state != .missed else { return same }
      var open = stalled
      open.state = .invalid
      let from = DecimalText.short(same.value ?? 0, places: 2)
      open.note =
        "\(from) if its gaps (\(recording.gapSum)) were idle; say which with --gaps idle or "
        + "--gaps stall"
      return open
    }
  }
}
