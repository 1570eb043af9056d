import AnchoredLayout
import FramePacing
import Lengths
import Timebase
import ViewportPlacing

// What whoever drives the surface asks of it.
extension Surface {
  /// The device it is shown on; its size changes with `resize`.
  package var device: Device { surroundings.device }
  /// What was refused in the last frame, in order: edits that name unknown or duplicate messages, bad heights.
  package var refusals: [SurfaceRefusal] { context.refusals }
  package var work: PhaseValues<OperationCounts> { meter.work }
  /// How many blocks and parts of messages were looked at so far, to find or to place them.
  package var blocksLookedAt: Int { meter.blocksLookedAt }
  package var observations: FrameObservations { _read { yield context.observations } }
  package var isAbandoned: Bool { meter.isAbandoned }
  package var discardedUTF8: Int { answers.discardedUTF8 }

  /// Whether something runs that changes with every tick: a fade, a motion, a finger.
  package var isRunning: Bool { answers.isFading || viewport.isMoving || isMoving }

  /// Whether something beside the scroll view and the fades moves by itself.
  var isMoving: Bool {
    viewport.isListRunning || ornaments.isRunning(at: context.lastInstant)
  }

  /// When something is due next by itself: a step, a held release, the end of a hold.
  package var nextDue: Instant? {
    var next = answers.nextDue
    forEachTimer { next = min(next ?? $0, $0) }
    // Older messages come in the very next frame, and a jump is tried again there.
    if context.shown.wantsOlder || viewport.jumpsAgain {
      let soon = context.lastInstant + Nanoseconds(rawValue: 1)
      next = min(next ?? soon, soon)
    }
    return next
  }

  /// Calls `body` with the instant at which each of what waits by itself is due.
  ///
  /// No list is made: this happens in every frame, which must not allocate for it.
  func forEachTimer(_ body: (Instant) -> Void) {
    viewport.forEachTimer(body)
    if let due = turn.nextDue { body(due) }
    if let due = surroundings.keyboard.nextDue { body(due) }
    if !marks.scrolling.isEmpty { forEachScroller { if let due = $0.nextDue { body(due) } } }
  }

  /// Calls `body` with the beginning and the end of each stretch since the last frame in which something was
  /// due or running.
  package func forEachActivity(_ body: (Instant, Instant) -> Void) {
    context.forEachActivity(body)
  }

  /// Forgets what was active up to `instant`: the frame there has been shown.
  package func forgetActivity(through instant: Instant) {
    context.forgetActivity(through: instant)
  }

  /// The record of a message that is laid out. Looking is no work of a frame: it is not charged.
  func seen(_ id: MessageID) -> ItemRecord? {
    let charged = meter.pending
    defer { meter.forget(since: charged) }
    return handle(of: id).flatMap { messages.record($0) }
  }

  /// The text of a message that is laid out, and whether its stream was cut short.
  package func shownText(of id: MessageID) -> (text: [UInt8], wasCutShort: Bool)? {
    seen(id).map { ($0.text.text, $0.state == .cancelled || $0.state == .failed) }
  }

  /// An active tick went by without a frame of its own; said before the reveal of the frame after it.
  package func pass(tick: Int) { consent.pass(tick: tick) }

  package func note(_ frame: PresentedFrame, cost: FrameCost) {
    consent.note(frame, cost: cost)
  }

  package var fallbackEpisodes: [FallbackEpisode] { consent.episodes }

  package var cacheCounts: (hits: Int, misses: Int, evictions: Int) { heights.cacheCounts }

  /// Counters of the pool: the most fades at once, and fades cut short.
  package var poolCounts: (peak: Int, snaps: Int) { answers.poolCounts }

  /// The largest change of an opacity in one frame beyond its curve or line.
  package var opacityJump: Double { answers.opacityJump }

  package var count: Int { transcript.count + (transcript.older?.count ?? 0) }

  // MARK: Short ways to what the parts know

  var layout: VirtualLayout { _read { yield transcript.layout } }
  var messages: MessageStore { _read { yield transcript.messages } }
  var auxiliaries: Auxiliaries { _read { yield transcript.auxiliaries } }
  var marks: MessageMarks { _read { yield transcript.marks } }
  var insets: Insets { surroundings.insets }
  var policy: (any PlacementPolicy)? { profile.placement.policy }
  var offset: LayoutUnit { viewport.offset }

  /// Adds what was counted since the last call to `phase`.
  func charge(_ phase: Phase) { meter.charge(phase, layout: layout.counts) }

  /// The declared cost of everything counted in this frame so far.
  var spent: Int { meter.spent(layout: layout.counts) }

  /// Leaves the rest of the frame's work undone if it has come to too much.
  func checkLimit() { meter.checkLimit(layout: layout.counts) }
}
