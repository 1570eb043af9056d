import Lengths
import Timebase
import ViewportPlacing

/// The frame that is being made: its number, the instant it has come to, what was seen and refused.
///
/// Complexity: O(1) each; nothing is allocated in a steady conversation.
package struct FrameContext: Sendable {
  /// What a frame showed: edits of the next one go by it, in whatever order they come.
  package struct Shown: Sendable {
    /// How far the viewport was above the end; nil before the first frame of a conversation.
    package var fromEnd: LayoutUnit?
    /// Whether a loader was shown at the end.
    package var hasEndLoader = false
    /// Whether the reader came near the first message while older ones are not shown.
    package var wantsOlder = false
    /// The messages that were in view, in order.
    package var places: [ShownPlace] = []
    /// What their heights were found for.
    package var geometry: TextGeometry?
  }

  /// The capacity for places from the start: those of short messages on a tall screen.
  private static let placeCapacity = 32

  /// The frame's number, from 1.
  package private(set) var number = 0
  /// The instant up to which everything has happened.
  package private(set) var lastInstant: Instant = .zero
  /// When the last frame was committed.
  package private(set) var lastShown: Instant = .zero
  package private(set) var refusals: [SurfaceRefusal] = []
  /// What happened to text.
  package private(set) var observations = FrameObservations()
  package private(set) var shown = Shown()
  /// The parts that were folded in this frame.
  package private(set) var foldedParts: [ViewportHold.Fold.Part] = []
  private var versions = 0
  private var activity = ActivityLog()

  package init() { shown.places.reserveCapacity(Self.placeCapacity) }

  package mutating func begin() {
    number += 1
    activity.forget(through: lastInstant)
    observations.clear()
    refusals.removeAll(keepingCapacity: true)
    foldedParts.removeAll(keepingCapacity: true)
  }

  package mutating func move(to instant: Instant) { lastInstant = instant }

  package mutating func show(at instant: Instant, fromEnd: LayoutUnit, hasEndLoader: Bool) {
    lastShown = instant
    shown.fromEnd = fromEnd
    shown.hasEndLoader = hasEndLoader
  }

  /// The reader came near the first message that is shown, or is no longer.
  package mutating func wantOlder(_ isWanted: Bool) { shown.wantsOlder = isWanted }

  /// The items that the frame shows are written again.
  package mutating func beginShowing(in geometry: TextGeometry) {
    shown.places.removeAll(keepingCapacity: true)
    shown.geometry = geometry
  }

  package mutating func show(_ place: ShownPlace) { shown.places.append(place) }

  /// Another conversation is opened, of which no frame has shown anything.
  package mutating func reopen() {
    var places = shown.places
    shown = Shown()
    places.removeAll(keepingCapacity: true)
    shown.places = places
  }

  /// A version that no item has had.
  package mutating func nextVersion() -> Int {
    versions += 1
    return versions
  }

  package mutating func noteFold(_ part: ViewportHold.Fold.Part) { foldedParts.append(part) }

  // MARK: Activity

  package mutating func noteActivity(_ instant: Instant) { activity.note(instant) }

  package mutating func noteActivity(from start: Instant, through end: Instant) {
    activity.note(from: start, through: end)
  }

  /// Calls `body` with the beginning and the end of each stretch in which something was due or running.
  package func forEachActivity(_ body: (Instant, Instant) -> Void) { activity.forEach(body) }

  /// Forgets what was active up to `instant`.
  package mutating func forgetActivity(through instant: Instant) {
    activity.forget(through: instant)
  }

  // MARK: Refusals

  package mutating func refuse(_ refusal: SurfaceRefusal) { refusals.append(refusal) }

  /// Takes note of which event it was whose edits were refused.
  ///
  /// - Parameter before: How many refusals there were before it.
  package mutating func noteRefusals(ofEvent event: Int, since before: Int) {
    for _ in before..<refusals.count { observations.refusedEvents.append(event) }
  }

  // MARK: What was seen

  package mutating func note(_ token: FrameObservations.Token) {
    observations.tokens.append(token)
  }

  package mutating func note(_ chunk: FrameObservations.CompletedChunk) {
    observations.chunks.append(chunk)
  }

  package mutating func note(_ batch: FrameObservations.ReleasedBatch) {
    activity.note(batch.instant)
    observations.releases.append(batch)
  }

  package mutating func noteMeasuredBlock() { observations.measuredBlocks += 1 }

  package mutating func notePageWanted(at edge: ContentEdge) {
    observations.wantedPages.append(edge)
  }

  package mutating func noteKeyboardWanted() { observations.wantsKeyboard = true }

  package mutating func noteTargets(fulfilled: Int, dropped: Int) {
    (observations.fulfilledTargets, observations.droppedTargets) = (fulfilled, dropped)
  }

  /// Where what is visible lies was decided by a choice that the profile's design leaves open.
  package mutating func noteOpenChoice() { observations.openChoices += 1 }

  package mutating func noteReplayMismatches(_ count: Int) {
    observations.replayMismatches += count
  }

  package mutating func noteKnownMessages(_ count: Int) { observations.knownMessages += count }

  package mutating func noteRefusedDrop() { observations.refusedDrops += 1 }

  /// Traps unless time goes forward.
  package func checkInvariants() {
    precondition(number >= 0 && versions >= 0, "frame \(number), version \(versions)")
    precondition(lastShown <= lastInstant, "shown at \(lastShown), made up to \(lastInstant)")
  }
}
