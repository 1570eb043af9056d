import FrameMetrics
import Records
import Timebase

/// What is to be said of one session: figures, causes, the worst frames.
package struct SessionAnalysis: Sendable {
  package typealias Cause = Recording.Cause
  package typealias WorstFrame = Recording.WorstFrame

  /// Every figure of the table of metrics; those the file cannot support have a reason. Where gaps may have
  /// been idle or stalls, a figure that depends on it is the worse one, with the range of both.
  package private(set) var metrics: [MetricValue]
  /// The same figures with every such gap taken as idle; equal to ``metrics`` without gaps.
  package private(set) var metricsIfIdle: [MetricValue]
  /// Frames that came late: with a hitch, or after their own promise. One that stands for refreshes which it
  /// used up counts once. Where gaps may have been stalls, with every such gap taken as one.
  package private(set) var lateFrames: Int
  /// The same with every such gap taken as idle.
  package private(set) var lateFramesIfIdle: Int
  /// The causes of hitches, the most time first.
  package private(set) var causes: [Cause]
  /// The ten worst frames.
  package private(set) var worst: [WorstFrame]

  /// Analyses a session.
  ///
  /// - Parameter chosen: The metrics that are wanted, and then neither causes nor worst frames are looked for; nil for
  ///   all of it.
  /// - Complexity: O(frames log frames).
  package init(of session: LogSession, only chosen: Set<Metric>? = nil) {
    var judged = session.timeline.judged()
    metricsIfIdle = Self.metrics(of: session, judged, chosen)
    metrics = metricsIfIdle
    var session = session
    lateFramesIfIdle = Self.late(judged)
    if let stalled = session.stalled {
      session.timeline = stalled
      judged = stalled.judged()
      metrics = zip(metricsIfIdle, Self.metrics(of: session, judged, chosen)).map(Self.range)
    }
    lateFrames = Self.late(judged)
    (causes, worst) = ([], [])
    guard chosen == nil else { return }
    causes = Self.causes(of: session, judged)
    worst = Self.worst(of: session, judged)
  }

  private static func late(_ judged: [FrameJudgement]) -> Int {
    judged.count { ($0.hitchMilliseconds ?? 0) > 1e-6 || $0.isOnTime == false }
  }

  /// A figure as a range from idle gaps to stalls; its value is the worse end.
  private static func range(_ idle: MetricValue, _ stalled: MetricValue) -> MetricValue {
    guard let first = idle.value, let second = stalled.value, first != second else {
      return stalled
    }
    var range = stalled
    (range.low, range.high) = (min(first, second), max(first, second))
    switch range.better {
    case .down: range.value = range.high
    case .up: range.value = range.low
    case .none: break
    }
    let words = "range: gaps as idle or as stalls"
    range.note = stalled.note.map { "\(words); \($0)" } ?? words
    range.quality = stalled.isApproximate ? .approximateRange : .range
    return range
  }

  // MARK: Figures

  private static func metrics(
    of session: LogSession,
    _ judged: [FrameJudgement],
    _ chosen: Set<Metric>?
  ) -> [MetricValue] {
    var input = MetricInput(timeline: session.timeline)
    input.judged = judged
    input.recording = session.recording
    (input.screen, input.text) = (session.screen, session.text)
    var values = Metric.values(of: input, only: chosen)
    leaveOutUnseen(&values, of: session)
    if chosen == nil, let pictures = session.pictures {
      let own = Metric.values(of: MetricInput(timeline: pictures))
      let shown: Set<String> = ["frame_interval_ms", "interval_residency_pct"]
      for (index, value) in values.enumerated() where shown.contains(value.metric) {
        values[index] =
          own.first { $0.metric == value.metric && $0.statistic == value.statistic } ?? value
      }
    }
    for index in values.indices { grade(&values[index], session.support) }
    // What the file gives as it is needs no support of its own.
    for given in session.given {
      let place = values.firstIndex {
        $0.metric == given.metric && $0.statistic == given.statistic
      }
      if let place { values[place] = given }
    }
    return values
  }

  /// Says of a figure how good it is, and takes away what cannot be said.
  private static func grade(_ value: inout MetricValue, _ support: LogSupport) {
    guard let subjects = Metric.named(value.metric)?.restsOn else { return }
    switch support.grade(of: subjects) {
    case .exact: break
    case .approximate(let why):
      guard value.value != nil else { return }
      value.note = "approximate: \(why)"
      value.quality = .approximate
    case .absent(let why):
      value.value = nil
      value.absence = .missing
      (value.low, value.high) = (nil, nil)
      value.note = "not in this file: \(why)"
    }
  }

  /// Figures of text and of the screen that no recording of an app supports: what is not looked for is not 0.
  private static func leaveOutUnseen(_ values: inout [MetricValue], of session: LogSession) {
    guard session.screen != nil || session.text != nil else { return }
    let seen: Set = [
      "reader_moved_pt", "reader_moved_times", "reading_time_s", "height_falls", "height_falls_pt",
      "follow_reversals", "token_visible_ms", "tokens",
    ]
    for index in values.indices where !seen.contains(values[index].metric) {
      let family = Metric.named(values[index].metric)?.family
      guard family == .reading || family == .text, values[index].value != nil else { continue }
      values[index].value = nil
      values[index].absence = .missing
      values[index].note = "a recording does not tell"
    }
  }

  // MARK: Causes

  private static func isKnown(_ subject: LogSupport.Subject, in session: LogSession) -> Bool {
    if case .absent = session.support[subject] { false } else { true }
  }

  private static func causes(of session: LogSession, _ judged: [FrameJudgement]) -> [Cause] {
    guard isKnown(.hitches, in: session) || isKnown(.onTime, in: session) else { return [] }
    let frames = session.timeline.frames
    var sums: [String: (frames: Int, hitch: Double)] = [:]
    for judgement in judged {
      let hitch = judgement.hitchMilliseconds ?? 0
      // A frame stands for those before it that were dropped or swallowed: theirs is the cause.
      let own = (judgement.firstIndex...judgement.index).lazy.compactMap { frames[$0].cause }.first
      let isLate = hitch > 0 || judgement.isOnTime == false
      guard isLate else { continue }
      let cause = own ?? "unknown"
      sums[cause, default: (0, 0)].frames += 1
      sums[cause, default: (0, 0)].hitch += hitch
    }
    if sums.keys.allSatisfy({ $0 == "unknown" }) { return [] }
    let knowsTime = isKnown(.hitches, in: session)
    return sums.map { cause, sum in
      let parts = cause.split(separator: ":", maxSplits: 1)
      return Cause(
        layer: parts.count == 2 ? String(parts[0]) : cause,
        name: cause,
        frames: sum.frames,
        hitchMilliseconds: knowsTime ? sum.hitch : nil
      )
    }.sorted {
      (-($0.hitchMilliseconds ?? 0), -$0.frames, $0.name)
        < (-($1.hitchMilliseconds ?? 0), -$1.frames, $1.name)
    }
  }

  // MARK: Worst frames

  private static func worst(of session: LogSession, _ judged: [FrameJudgement]) -> [WorstFrame] {
    let frames = session.timeline.frames
    let knowsHitches = isKnown(.hitches, in: session)
    let knowsWork = isKnown(.work, in: session)
    func rank(_ judgement: FrameJudgement) -> (Double, Int64) {
      let work = frames.work(at: judgement.index)?.engine.rawValue ?? 0
      return (knowsHitches ? judgement.hitchMilliseconds ?? 0 : 0, knowsWork ? work : 0)
    }
    let ranked = judged.filter { rank($0) > (0, 0) }
      .sorted { left, right in
        let (first, second) = (rank(left), rank(right))
        return first != second ? first > second : left.index < right.index
      }
    return ranked.prefix(10).map { judgement in
      let frame = frames[judgement.index]
      let label = judgement.index < session.labels.count ? session.labels[judgement.index] : 0
      var cause = (judgement.firstIndex...judgement.index).lazy.compactMap { frames[$0].cause }
        .first
      if session.stalled != nil, session.unknownGaps.contains(where: { $0.label == label }) {
        cause = "a gap: idle or a stall"
      }
      var worst = WorstFrame(
        label: "\(session.labelName) \(label)",
        cause: cause ?? "",
        phases: phases(of: frame, session.timeline.phaseNames)
      )
      worst.atMilliseconds = session.hasInstants ? frame.wanted.milliseconds : nil
      worst.hitchMilliseconds = knowsHitches ? judgement.hitchMilliseconds : nil
      worst.workMilliseconds = knowsWork ? frame.work?.engine.milliseconds : nil
      return worst
    }
  }

  private static func phases(
    of frame: FrameTimeline.Frame,
    _ names: [String]
  ) -> [WorstFrame.Phase] {
    guard let phases = frame.work?.phases else { return [] }
    return names.enumerated()
      .map { .init(name: $0.element, milliseconds: phases[$0.offset].milliseconds) }
      .filter { $0.milliseconds > 0 }
      .sorted { ($1.milliseconds, $0.name) < ($0.milliseconds, $1.name) }
      .prefix(4).map { $0 }
  }
}
