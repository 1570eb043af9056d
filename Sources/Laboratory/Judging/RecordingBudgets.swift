import FrameMetrics
import Records

/// Holds the budgets of scenarios against a recording.
///
/// The hitch ratio of a recording is over its animating time, or over the recording where only that is
/// known; frames on time are over those wanted. Work in a recording includes drawing, so the host has no share of its
/// own; its cost is judged only where a limit is set.
struct RecordingBudgets {
  private(set) var checks: [BudgetCheck] = []
  private(set) var unjudged: [String] = []

  /// Holds budgets against figures of a session, with gaps taken as one or the other.
  ///
  /// - Parameter late: How many frames came late, with gaps taken so; nil where it is not known.
  init(_ recording: Recording, _ metrics: [MetricValue], late: Int?, _ budgets: Budgets) {
    let evidence = recording.evidence
    let values = Self.values(metrics, late: late, recording.hertz ?? evidence.deviceHertz)
    let judge = BudgetJudge(repetitions: [values], hostShare: 0)
    var reasons: [(why: String, titles: [String])] = []
    for var check in judge.checks(budgets) {
      guard let budget = check.budget else { continue }
      let isStandard = budgets[budget] == .standard
      let figure = values.value(of: budget.judged.metric, budget.judged.statistic)
      if check.state == .invalid, isStandard {
        if Self.fits(budget, evidence) {
          let why = check.note ?? "not in this file"
          if let place = reasons.firstIndex(where: { $0.why == why }) {
            reasons[place].titles.append(check.title)
          } else {
            reasons.append((why, [check.title]))
          }
        }
        continue
      }
      if isStandard, !Self.fits(budget, evidence) { continue }
      check.note = check.note ?? figure?.note
      // A few late frames are much in a second, and little in a minute.
      if budget == .lateFrames, isStandard, check.state == .missed, evidence.isListOfHitches,
        values.value(of: .activeTicks)?.value == nil
      {
        check.state = .invalid
        check.note = "of how many frames the file does not say"
      }
      checks.append(check)
    }
    unjudged = reasons.map { "\($0.titles.joined(separator: ", ")) (\($0.why))" }
  }

  /// Whether a recording could support the budget at all.
  private static func fits(_ budget: Budget, _ evidence: Recording.Evidence) -> Bool {
    switch budget {
    case .tokenLag: evidence.hasText
    case .readerMoved: evidence.hasScreen
    case .hitchRatio, .adherence, .lateFrames, .longestHitch: true
    // Threads of an app work on several frames at once, and waiting is in some formats' work.
    case .costShare: false
    case .opening, .chunkLag, .drift, .poolPeak, .fallbacks: false
    // What a recording of frame times does not show.
    case .heightFalls, .kindFlips, .followReversals, .jolts, .shiftBack, .void: false
    case .idleFrames, .inputLag, .legibleLag, .unreadTokens, .unseenSends: false
    case .costGrowth: false
    }
  }

  /// The figures, the headline's ratio replaced by the one that recordings have.
  private static func values(_ metrics: [MetricValue], late: Int?, _ hertz: Double?)
    -> [MetricValue]
  {
    let animating = metrics.value(of: .hitchRatioAnimating)
    let recording = metrics.value(of: .hitchRatioRecording)
    let isAnimating = animating?.value != nil || recording?.value == nil
    guard var ratio = isAnimating ? animating : recording else { return metrics }
    let over = isAnimating ? "over animating time" : "over the recording's length"
    if ratio.value != nil {
      ratio.note = ratio.note.map { "\(over); \($0)" } ?? over
    } else {
      // What is not known is no proof that nothing hitched.
      ratio.absence = .missing
    }
    ratio.metric = Metric.hitchRatio.id
    return metrics.map { metric in
      switch metric.metric {
      case Metric.hitchRatio.id: ratio
      case Metric.adherence.id: onTime(metrics) ?? metric
      case Metric.hitchCount.id: count(metrics, late: late) ?? metric
      case Metric.activeTicks.id: ticks(metric, metrics, hertz)
      default: metric
      }
    }
  }

  /// The share on time of the frames that were wanted: what the reader did is not known.
  private static func onTime(_ metrics: [MetricValue]) -> MetricValue? {
    guard var share = metrics.value(of: .onTimeOfAnimating) else { return nil }
    share.metric = Metric.adherence.id
    return share
  }

  /// How many frames were late: those with a hitch and those that missed their own promise. An app that is
  /// late in every frame has one hitch and no frame on time.
  private static func count(_ metrics: [MetricValue], late: Int?) -> MetricValue? {
    guard var count = metrics.value(of: .hitchCount) else { return nil }
    let missed = metrics.value(of: .lateFrames)
    // Where only deadlines are known, a frame that missed its own is what can be counted.
    if count.value == nil, let missed, missed.value != nil {
      count = missed
      count.metric = Metric.hitchCount.id
      count.note = "frames that missed their deadline, which is all that is known"
      return count
    }
    guard let hitches = count.value, let late, Double(late) > hitches, missed?.value != nil else {
      return count
    }
    count.value = Double(late)
    (count.low, count.high) = (nil, nil)
    count.note = missed?.note
    return count
  }

  /// The active ticks; of a list of hitches as many as its recording had at the device's rate, of 60 Hz where that
  /// is not known.
  private static func ticks(_ own: MetricValue, _ metrics: [MetricValue], _ hertz: Double?)
    -> MetricValue
  {
    guard own.value == nil, let length = metrics.value(of: .recordingTime)?.value else {
      return own
    }
    return MetricValue(of: .activeTicks, .value, .figure(length / 1000 * (hertz ?? 60)))
  }
}
