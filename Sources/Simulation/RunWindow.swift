import ChatSurface
import LoadGeneration
import Timebase

/// One window of a run: its surface, what is due there, and the account of its text.
struct RunWindow {
  /// When it was opened, among all windows of the run.
  let order: Int
  let name: String
  let surface: Surface
  var snapshot = FrameSnapshot()
  /// The events of the frame that is being made.
  var due: [ScheduledEvent] = []
  /// Whether the frame that is being made shows anything new here.
  var hasSomethingToShow = true
  private var text = TextLedger()
  private var latency = TextLatency()
  private var counts = OutcomeCounts()

  init(order: Int, name: String, surface: Surface) {
    self.order = order
    self.name = name
    self.surface = surface
    snapshot.window = name
  }

  /// Whether something happens here at or before `instant`.
  func isDue(by instant: Instant) -> Bool {
    if !due.isEmpty || surface.isRunning { return true }
    guard let next = surface.nextDue else { return false }
    return next <= instant
  }

  /// Takes an event of the frame that is being made; what is withheld is in the account alone.
  mutating func take(_ event: SurfaceEvent, at instant: Instant, isWithheld: Bool) {
    text.note(event, before: surface)
    latency.note(event, at: instant)
    if !isWithheld { due.append(ScheduledEvent(event, at: instant)) }
  }

  /// Takes note of the frame that was made and shown.
  mutating func note(presented: Instant) {
    latency.note(surface.observations, snapshot: snapshot, presented: presented)
    counts.note(surface.observations, work: surface.work)
    text.take(from: surface, snapshot)
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
    outcome.refusals = surface.refusals
    outcome.composerText = surface.composerText
    return outcome
  }
}
