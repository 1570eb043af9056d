import ChatSurface
import FrameMetrics
import FramePacing
import Lengths
import Records
import TextMeasuring
import Timebase

extension CellRecord {
  /// Makes the record of a page that was driven.
  ///
  /// On a virtual clock frames cost no time, so that figures of pacing and cost would say nothing: it has none.
  package init(of recording: PageRecording, app: AppDescription) {
    let rate = RefreshRate(hertz: recording.refreshHertz)
    let figures = PageFigures(of: recording)
    self.init(
      scenario: recording.scenario.name,
      profile: Self.profile(app, recording.engine),
      device: Self.device(app, recording.clock),
      refreshHertz: recording.refreshHertz,
      seed: 1
    )
    pageSize = [app.viewport.width, app.viewport.height]
    engine = recording.engine.isExact ? nil : recording.engine.title
    let screens = PageScreens(recording)
    for index in recording.frames.indices {
      let record = FrameRecord(of: recording, index, rate: rate)
      frames.append(record)
      guard !record.isSwallowed else { continue }
      let frame = recording.frames[recording.shown(in: index)]
      screen.append(screens.snapshot(of: frame, index, at: record.instant), of: record)
    }
    screen.texts = [
      ScreenText(
        id: "m\(recording.frames.last?.seen.last { $0.last }?.i ?? 0)",
        role: .assistant,
        text: recording.end.text,
        columns: app.viewport.width / 8
      )
    ]
    let isReal = recording.clock.isReal && recording.engine.isExact
    var input = MetricInput(timeline: isReal ? timeline : FrameTimeline(grid: .fixed(rate)))
    input.text = figures.textSamples
    input.screen = figures.screen
    metrics = Metric.values(of: input).filter { value in
      Self.shared.contains(value.metric)
        || (value.value != nil
          && Self.families(isReal).contains(Metric.named(value.metric)?.family))
    }
    // What is in a page need not be on screen.
    for index in metrics.indices where metrics[index].metric == Metric.tokenVisible.id {
      metrics[index].metric = Metric.pageTokenInPage.id
    }
    metrics += figures.values
    if isReal { metrics += recording.valuesOfTheMachine }
    if !recording.engine.isExact {
      for index in metrics.indices where metrics[index].value != nil {
        metrics[index].quality = .approximate
      }
    }
    budgets = figures.checks(of: recording, in: self)
    keepMoments(figures.screen.faults + figures.moments)
    let (sent, shown) = figures.texts(of: recording)
    textInSHA256 = TextDigest.sha256(sent)
    textOutSHA256 = TextDigest.sha256(shown)
    judge(isTextExact: figures.words.isExact, app, isSteady: recording.end.leaks.isEmpty)
    profileText = nil
    loadSHA256 = TextDigest.sha256(Array(recording.stream.text.utf8))
    repetitions = 1
  }

  /// The verdict of its budgets; what is missed and not certain yet says so.
  ///
  /// - Parameter isSteady: Whether nothing that runs in real time can have changed it.
  mutating func judge(isTextExact: Bool, _ app: AppDescription, isSteady: Bool) {
    let missed = budgets.filter { $0.state == .missed }.map(\.name)
    var invalid = budgets.filter { $0.state == .invalid }.map(\.name)
    // A page of which nothing could have been missed has passed nothing.
    if invalid.isEmpty, budgets.allSatisfy({ $0.state == .unexercised }) {
      invalid = budgets.map(\.name)
    }
    verdict = .pass
    if !invalid.isEmpty {
      verdict = .invalid(invalid)
    } else if !isTextExact {
      verdict = .textDiffers
    } else if !missed.isEmpty {
      verdict = .budgetMissed(missed)
    }
    // A reader's scenario in which no reader was judged has passed nothing either.
    let aims = budgets.filter { check in
      PageScenario.named(scenario)?.aims.contains { $0.id == check.name } == true
    }
    if verdict == .pass, !aims.isEmpty, aims.allSatisfy({ $0.state == .unexercised }) {
      verdict = .inconclusive(aims.map(\.name))
    }
    guard let doubt = app.unconfirmed(isSteady: isSteady) else { return }
    for index in budgets.indices where budgets[index].state == .missed {
      budgets[index].doubt = doubt
    }
  }

  /// What a page is called in tables: where several engines drive it, each has rows of its own.
  package static func profile(_ app: AppDescription, _ engine: Engine) -> String {
    engine.isExact ? app.name : "\(app.name), \(engine.title)"
  }

  /// What a page was on: a main thread that is slowed down is a stress, and no other device.
  package static func device(_ app: AppDescription, _ clock: PageClock) -> String {
    let size = app.viewport.description
    guard clock.isSlowed, case .real(let slowed) = clock else { return size }
    return "\(size), stress: main thread \(slowed.formatted()) times slower"
  }
}

extension CellRecord {
  /// The families of figures that a page has whatever it did.
  private static func families(_ isReal: Bool) -> [Metric.Family?] {
    isReal ? [.text, .pacing] : [.text]
  }

  /// Figures of the screen that a page has as a simulated run has them.
  private static let shared: Set = [
    "reader_moved_pt", "reader_moved_times", "reading_time_s", "height_falls", "height_falls_pt",
    "kind_flips", "follow_reversals",
  ]

  /// Makes the record of a scenario that could not be driven.
  package init(
    undriven scenario: PageScenario,
    at refreshHertz: Int,
    app: AppDescription,
    clock: PageClock = .virtual,
    engine: Engine = .chromium,
    because reason: String
  ) {
    self.init(
      scenario: scenario.name,
      profile: Self.profile(app, engine),
      device: Self.device(app, clock),
      refreshHertz: refreshHertz,
      seed: 1
    )
    self.engine = engine.isExact ? nil : engine.title
    budgets = [BudgetCheck(doubt: reason, number: 1)]
    verdict = .invalid(budgets.map(\.name))
  }
}

extension BudgetCheck {
  /// Says why nothing can be said.
  init(doubt: String, number: Int) {
    self.init(
      name: "\(BudgetCheck.undriven)_\(number)",
      limit: 0,
      value: nil,
      unit: Metric.Unit.count.rawValue,
      isUpperLimit: true,
      state: .invalid,
      note: doubt
    )
  }
}

extension PageFigures {
  /// How late text was, as the engine says it.
  fileprivate var textSamples: TextSamples {
    var samples = TextSamples()
    samples.tokens = lags.map { Nanoseconds(milliseconds: $0) }
    samples.legibleTokens = legibleLags.map { Nanoseconds(milliseconds: $0) }
    samples.unreadTokens = unread
    samples.tokenCount = tokens
    return samples
  }

  /// The words that were sent and those that were shown, as texts.
  fileprivate func texts(of recording: PageRecording) -> (sent: [UInt8], shown: [UInt8]) {
    let found = NumberedStream.numbers(in: recording.end.text)
    let due = recording.end.stopped == nil ? words.sent : found.max() ?? 0
    func bytes(_ words: some Sequence<Int>) -> [UInt8] {
      Array(words.map(String.init).joined(separator: " ").utf8)
    }
    return (bytes(1..<max(1, due + 1)), bytes(found))
  }

  /// The figures of the table of pages.
  package var values: [MetricValue] {
    func value(
      _ metric: Metric,
      _ figure: Double?,
      _ absence: String? = nil,
      _ statistic: Statistic = .value
    ) -> MetricValue {
      guard let figure else {
        let absence = absence ?? unexercised[metric.id] ?? "it did not happen"
        return MetricValue(of: metric, statistic, .nothing(absence))
      }
      if figure == .infinity { return MetricValue(of: metric, statistic, .never("it never did")) }
      return MetricValue(of: metric, statistic, .figure(figure))
    }
    /// Of a stream that was never sent nothing could be lost.
    func counted(_ count: Int) -> Double? { words.sent == 0 ? nil : Double(count) }
    return [
      value(.pageWordsLost, counted(words.lost)),
      value(.pageWordsDouble, counted(words.double)),
      value(.pageWordsDisordered, counted(words.disordered)),
      value(.pageUnseenTokens, Double(unseen)),
      value(.pageFollowDistance, followDistance),
      value(.pageWheelUndone, wheelUndone.max(), nil, .max),
      value(
        .pageWheelUndone,
        wheelUndone.isEmpty ? nil : wheelUndone.reduce(0, +),
        nil,
        .sum
      ),
      wheelBeyond.map { value(.pageWheelBeyond, $0) },
      value(.pageReengage, reengage),
      value(.pageFoldJump, foldJump),
      value(.pageStop, stopLag),
      value(.pageOpening, opening),
      value(.pageRebuilt, rebuiltPerToken),
      value(.pageFinishedRebuilt, finishedPerToken),
      value(.pageLayouts, layoutsPerToken),
      value(.pageStyles, stylesPerToken),
      value(.pageElements, Double(elements)),
      value(.pageIdleWakeups, idleWakeups),
      value(.pageIdleFrames, idleFrames.map(Double.init)),
      value(.pageIdleChanges, idleChanges.map(Double.init)),
      value(.pageAnnouncements, Double(announcements)),
      value(.pageAnnouncedWords, Double(announcedWords)),
      value(.pageHidden, hiddenFromReader),
    ].compactMap { $0 }
  }
}

/// Turns what a page showed into screens as a run has them.
package struct PageScreens {
  private let recording: PageRecording

  package init(_ recording: PageRecording) { self.recording = recording }

  /// What a frame showed.
  package func snapshot(of frame: PageFrame, _ index: Int, at instant: Instant) -> FrameSnapshot {
    var snapshot = FrameSnapshot()
    snapshot.tick = index
    snapshot.instant = instant
    snapshot.offset = LayoutUnit(nearest: frame.top)
    snapshot.viewportHeight = LayoutUnit(nearest: frame.view)
    snapshot.contentBottom = LayoutUnit(nearest: frame.full)
    let isStreaming = recording.end.ended.map { frame.t < $0 } ?? true
    snapshot.visible = frame.seen.map { seen in
      let isAnswer = seen.last && !seen.user
      return FrameSnapshot.VisibleItem(
        id: MessageID(rawValue: "m\(seen.i)"),
        y: LayoutUnit(nearest: seen.y),
        height: LayoutUnit(nearest: seen.h),
        state: isAnswer && isStreaming ? .streaming : .complete,
        version: isAnswer ? frame.length + 1 : 1
      )
    }
    snapshot.follow = frame.distance <= 2 ? .following : .free
    if frame.sent > 0, isStreaming {
      var stream = FrameSnapshot.Stream()
      stream.id = MessageID(rawValue: "m\(frame.seen.last { $0.last }?.i ?? 0)")
      stream.releasedScalars = frame.length
      stream.receivedScalars = frame.length
      snapshot.streams = [stream]
    }
    return snapshot
  }
}

extension PageRecording {
  /// Which frame the screen shows that was wanted in a period: a late one where the page missed that.
  package func shown(in index: Int) -> Int {
    var shown = index
    while missed.contains(shown), shown + 1 < frames.count { shown += 1 }
    return shown
  }

  /// Figures that only the real clock has.
  fileprivate var valuesOfTheMachine: [MetricValue] {
    let tasks = end.tasks ?? []
    let seconds = (use?.wall ?? 0) / 1000
    func value(
      _ metric: Metric,
      _ figure: Double?,
      _ absence: String = "the system does not tell"
    ) -> MetricValue {
      MetricValue(of: metric, .value, figure.map { .figure($0) } ?? .missing(absence))
    }
    return [
      clock.isSlowed
        ? value(.pageProcessor, nil, "a browser slows a thread by keeping its core busy")
        : value(.pageProcessor, use.map { $0.busy / max(seconds, 0.001) }),
      value(.pageLongTasks, Double(tasks.count)),
      value(.pageLongTaskTime, tasks.reduce(0, +)),
      value(.pageCoreWait, use.map { 100 * $0.waitingShare }),
    ]
  }
}

extension FrameRecord {
  /// Makes the record of a page's frame, at no cost: shown at the next refresh, or later where the page missed
  /// that.
  package init(of recording: PageRecording, _ index: Int, rate: RefreshRate) {
    let instant = rate.instant(ofTick: index)
    self.init(swallowedTick: index, at: instant)
    // The late frame is that of the first period missed; the rest, to the one in which it was drawn, are gone.
    guard index == 0 || !recording.missed.contains(index - 1) else { return }
    let shown = recording.shown(in: index)
    isSwallowed = false
    isOnTime = shown == index
    end = rate.instant(ofTick: shown)
    presented = rate.instant(ofTick: shown + 1)
    vsync = shown + 1
    lostVsyncs = shown - index
    let frame = recording.frames[shown]
    offset = LayoutUnit(nearest: frame.top)
    visibleItems = frame.seen.count
    let before = index > 0 ? recording.frames[index - 1] : frame
    contents.tokens = max(0, frame.sent - before.sent)
    contents.events = recording.marks.count { (index...shown).contains($0.frame) }
    let read = recording.stream.tokens.prefix { $0.last <= frame.legible }.count
    backlogChunks = max(0, frame.sent - read)
  }
}
