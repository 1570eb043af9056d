import ChatSurface
import Files
import FrameMetrics
import LoadGeneration
import Records
import Timebase

/// One window of a run: its surface, what is due there, and the account of its text.
struct RunWindow {
  /// When it was opened, among all windows of the run.
  let order: Int
  let name: String
  let surface: any RunEngine
  var snapshot = FrameSnapshot()
  /// The events of the frame that is being made.
  var due: [ScheduledEvent] = []
  /// Where each of them is written.
  private var places: [EventPlace?] = []
  /// What was refused in the frame that was made.
  private(set) var refused: [Refusal] = []
  /// What the surface refused so far, in order.
  private var allRefusals: [SurfaceRefusal] = []
  /// Those of them that were not refused.
  private var accepted: [ScheduledEvent] = []
  /// What came since the app went to the background; nil while it is in front.
  private var absence: Absence?
  /// From when to when the app was in the background since the frame before.
  private(set) var absences: [Range<Instant>] = []
  /// When the display got another rate since the frame before.
  private var rateInstants: [Instant] = []
  /// Whether the frame that is being made shows anything new here.
  var hasSomethingToShow = true
  /// Whether no frame of it was shown yet: a window that was opened is drawn, also without messages.
  var isNew = true
  private var text: TextLedger
  private var latency = TextLatency()
  private var texts: ScreenTexts
  private var counts = OutcomeCounts()
  /// What the last frame showed of movement that nothing asked for.
  private(set) var drift = DriftVerdict()
  private var judge: DriftJudge
  private var judges = ScreenJudges()
  private var openings: OpeningTracker
  /// What is judged inside parts that scroll by themselves.
  private var parts: [PartJudges] = []

  /// - Parameter openings: What the load opens in the window, in order.
  init(
    order: Int,
    name: String,
    surface: any RunEngine,
    openings: [LoadEpisodes.PlannedOpening],
    keepsText: Bool = false
  ) {
    texts = ScreenTexts(window: name, keepsText: keepsText)
    self.openings = OpeningTracker(openings)
    self.order = order
    self.name = name
    self.surface = surface
    text = TextLedger(addsPlaceholder: surface.profile.addsPlaceholder)
    judge = DriftJudge(deceleration: surface.profile.deceleration)
    snapshot.window = name
  }

  /// The display has another rate.
  mutating func noteRate(at instant: Instant) { rateInstants.append(instant) }

  /// A time in the background, of which nothing is shown: what comes in it waits.
  private struct Absence {
    var since: Instant
    /// What was due before it and is not shown any more.
    var due: [ScheduledEvent]
    var places: [EventPlace?]
    var events: [(event: SurfaceEvent, instant: Instant, place: EventPlace?, fault: TextFault?)] =
      []
  }

  /// Whether the app is in the background.
  var isAway: Bool { absence != nil }

  /// Whether something happens here at or before `instant`.
  func isDue(by instant: Instant) -> Bool {
    if isNew || !due.isEmpty || surface.isRunning { return true }
    guard let next = surface.nextDue else { return false }
    return next <= instant
  }

  /// A frame begins, in which nothing is due yet.
  mutating func beginFrame() {
    due.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    refused.removeAll(keepingCapacity: true)
    absences.removeAll(keepingCapacity: true)
  }

  /// Takes an event that is due; a fault in it is not in the account. In the background it waits for the
  /// frame of the return.
  mutating func take(
    _ event: SurfaceEvent,
    at instant: Instant,
    from place: EventPlace?,
    fault: TextFault?
  ) {
    if case .background = event, absence == nil {
      absence = Absence(since: instant, due: due, places: places)
      due.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
    }
    guard absence != nil else {
      return takeNow(event, at: instant, from: place, fault: fault)
    }
    absence?.events.append((event, instant, place, fault))
    if case .foreground = event { takeWhatWaits(until: instant) }
  }

  /// What came in the background is due now.
  mutating func takeWhatWaits(until instant: Instant) {
    guard let absence else { return }
    self.absence = nil
    absences.append(absence.since..<max(absence.since, instant))
    due += absence.due
    places += absence.places
    for waiting in absence.events {
      takeNow(
        waiting.event,
        at: waiting.instant,
        from: waiting.place,
        fault: waiting.fault
      )
    }
  }

  private mutating func takeNow(
    _ event: SurfaceEvent,
    at instant: Instant,
    from place: EventPlace?,
    fault: TextFault?
  ) {
    text.note(event, at: instant.nanoseconds)
    latency.note(event, at: instant)
    guard let given = fault.map({ $0.alter(event) }) ?? event else { return }
    due.append(ScheduledEvent(given, at: instant))
    places.append(place)
  }

  /// Applies what is due so far, in a window that is about to be gone: its conversation is then that
  /// of `instant`. That work is no frame's and is not charged.
  func applyDue(at instant: Instant) {
    surface.input(due, at: instant)
    surface.ingest(at: instant)
  }

  /// Takes in what came after the app went to the background for good, of which no frame is shown.
  ///
  /// - Parameter tick: The number of a tick that no frame has.
  mutating func takeUnseen(tick: Int) {
    guard let left = absence?.since else { return }
    beginFrame()
    takeWhatWaits(until: left)
    let instant = due.last?.instant ?? left
    surface.input(due, at: instant)
    surface.ingest(at: instant)
    surface.reveal(at: instant)
    surface.measure(at: instant)
    surface.layout(at: instant)
    surface.commit(at: instant, tick: tick, into: &snapshot)
    noteRefusals(at: instant)
    latency.note(surface.observations, snapshot: snapshot, presented: left, for: .nobody) { _ in nil
    }
    counts.note(surface.observations, work: surface.work)
    text.take(from: surface, snapshot)
    texts.note(snapshot) { [surface] in surface.shownMessage($0) }
  }

  /// Takes note of what the surface refused in the frame that was made at `instant`.
  mutating func noteRefusals(at instant: Instant) {
    let fresh = surface.refusals
    if fresh.isEmpty { return }
    allRefusals += fresh
    let events = surface.observations.refusedEvents
    for (order, refusal) in fresh.enumerated() {
      let index = order < events.count ? events[order] : onlyEvent(refusedLateAs: refusal)
      refused.append(
        Refusal(
          instant: index.map { due[$0].instant } ?? instant,
          window: name,
          place: index.flatMap { places[$0] },
          reason: "\(refusal)"
        )
      )
    }
  }

  /// The event of this frame that a phase after the first refused; nil when it may be one of many.
  private func onlyEvent(refusedLateAs refusal: SurfaceRefusal) -> Int? {
    let candidates = due.indices.filter { index in
      switch (refusal, due[index].event) {
      case (.noCard(let id, let part), .card(let other, let place, _)): id == other && part == place
      case (.noPart(let id, let part), .partHeight(let other, let place, _, _)):
        id == other && part == place
      case (.tooLong(let id, _), .token(let other, _)): id == other
      case (.tooLong(let id, _), .tokenAt(let other, _, _)): id == other
      case (.tooTall(let id, _), .token(let other, _)): id == other
      case (.tooTall(let id, _), .update(let other, _, _)): id == other
      default: false
      }
    }
    return candidates.count == 1 ? candidates.first : nil
  }

  /// Judges whether anything moved unasked in the frame that was made.
  mutating func judgeDrift() {
    accepted = DriftJudge.accepted(due, without: surface.observations.refusedEvents)
    drift = judge.take(
      snapshot,
      after: accepted,
      offScreen: { [surface] in surface.placeOnScreen(of: $0) },
      partTop: { [surface] in surface.top(ofPart: $1, of: $0) }
    )
  }

  /// Whether the frame that was made and shown shows what the one before did.
  var isUnchanged: Bool { judges.isUnchanged }
  var endsMotion: Bool { judges.endsMotion }

  /// Takes note of the frame that was made and shown.
  mutating func note(presented: Instant) {
    openings.note(snapshot, presented: presented)
    judges.take(
      snapshot,
      after: accepted,
      rates: rateInstants,
      of: surface,
      drift: (drift, judge.hand, judge.waitedFor),
      isOpen: surface.observations.openChoices > 0,
      presented: presented
    )
    judgeParts(presented: presented)
    latency.note(
      surface.observations,
      snapshot: snapshot,
      presented: presented,
      for: judges.audience
    ) { [surface, snapshot] in surface.readableUTF8(of: $0, in: snapshot) }
    rateInstants.removeAll()
    counts.note(surface.observations, work: surface.work)
    text.take(from: surface, snapshot)
    texts.note(snapshot) { [surface] in surface.shownMessage($0) }
  }

  /// Whoever scrolls inside a part is a reader like another.
  private mutating func judgeParts(presented: Instant) {
    for scroller in snapshot.scrollers {
      guard let engine = surface.engine(ofPart: scroller.part, of: scroller.id) else { continue }
      let index = parts.firstIndex { $0.isOf(scroller) }
      if index == nil {
        parts.append(PartJudges(scroller, deceleration: surface.profile.deceleration))
      }
      parts[index ?? parts.count - 1]
        .take(scroller.frame, after: accepted, of: engine, presented: presented)
    }
  }

  /// What became of the window.
  ///
  /// - Parameter isClosed: Whether it was closed, so that nothing more is due in it.
  func outcome(isClosed: Bool) -> WindowOutcome {
    var outcome = WindowOutcome(order: order, name: name)
    outcome.text = text
    if isClosed { outcome.text.close() }
    outcome.latency = latency
    outcome.counts = counts
    outcome.counts.take(from: surface, rebases: snapshot.rebases)
    outcome.fallbacks = surface.fallbackEpisodes
    outcome.refusals = allRefusals
    outcome.composerText = surface.composerText
    outcome.settledOpenings = openings.settled
    outcome.seen = judges.finished(at: snapshot.instant)
    outcome.seen.openingJumps = openings.jumps
    for part in parts { outcome.seen.reader.add(part.finished(at: snapshot.instant).reader) }
    outcome.texts = texts.finished { [surface] in surface.shownMessage($0) }
    return outcome
  }
}
