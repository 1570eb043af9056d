import ChatSurface
import FramePacing
import Lengths
import Records
import Timebase

/// All that a run asks of an engine: ``Surface`` answers by itself, any other engine through
/// ``AdaptedEngine``.
package protocol RunEngine: AnyObject {
  var profile: Profile { get }

  // Frames, phase by phase.
  var isRunning: Bool { get }
  var nextDue: Instant? { get }
  func input(_ events: [ScheduledEvent], at instant: Instant)
  func ingest(at instant: Instant)
  func revealDue(before instant: Instant)
  func reveal(at instant: Instant)
  func measure(at instant: Instant)
  func layout(at instant: Instant)
  func commit(at instant: Instant, tick: Int, into snapshot: inout FrameSnapshot)
  func render(_ snapshot: FrameSnapshot, into frame: inout RenderedFrame)

  // What a frame cost, and what became of it.
  var work: PhaseValues<OperationCounts> { get }
  var isAbandoned: Bool { get }
  func pass(tick: Int)
  func note(_ frame: PresentedFrame, cost: FrameCost)
  func setRate(_ rate: RefreshRate, at instant: Instant)
  func forEachActivity(_ body: (Instant, Instant) -> Void)
  func forgetActivity(through instant: Instant)

  // What judges ask.
  var observations: FrameObservations { get }
  var refusals: [SurfaceRefusal] { get }
  func placeOnScreen(of id: MessageID) -> LayoutUnit?
  func shownText(of id: MessageID) -> (text: [UInt8], wasCutShort: Bool)?
  func shownMessage(_ id: MessageID) -> Surface.ShownMessage?
  func shownBlocks(of id: MessageID, from top: LayoutUnit, to bottom: LayoutUnit)
    -> [Surface.ShownBlock]?
  func top(ofPart part: Int, start: Int, order: Int, of id: MessageID) -> LayoutUnit?
  func top(ofPart part: Int, of id: MessageID) -> LayoutUnit?
  /// What scrolls inside a part of a message; nil where nothing does.
  func engine(ofPart part: Int, of id: MessageID) -> (any RunEngine)?
  func readableUTF8(of answer: UInt32, in snapshot: FrameSnapshot) -> Range<Int>?

  // What is known at the end.
  var cacheCounts: (hits: Int, misses: Int, evictions: Int) { get }
  var poolCounts: (peak: Int, snaps: Int) { get }
  var opacityJump: Double { get }
  var discardedUTF8: Int { get }
  var fallbackEpisodes: [FallbackEpisode] { get }
  var composerText: String { get }

  /// Moves all content although nothing asked for it.
  func displaceContent(by distance: LayoutUnit)

  /// The events that bring what this window holds into another one: its messages are appended there, in order,
  /// and what was typed goes into that window's composer.
  ///
  /// A message whose name the other window has too is named `window/message`, again and again until the other
  /// has no such name. One that streams comes with the text that has arrived and is `cancelled`.
  ///
  /// - Complexity: O(messages of both).
  func contents(from name: String, movingTo other: any RunEngine) -> [SurfaceEvent]
}

extension Surface: RunEngine {
  package func engine(ofPart part: Int, of id: MessageID) -> (any RunEngine)? {
    scroller(ofPart: part, of: id)
  }

  package func contents(from name: String, movingTo other: any RunEngine) -> [SurfaceEvent] {
    guard let other = other as? Surface else { return [] }
    let names = Set(other.ids)
    var events = conversation.map { message in
      var message = message
      while names.contains(message.id) { message.id = MessageID(rawValue: "\(name)/\(message.id)") }
      return SurfaceEvent.append(message)
    }
    if !composerText.isEmpty { events.append(.drop(.text(composerText), overlap: 1)) }
    return events
  }
}

extension OutcomeCounts {
  /// Takes what is known at the end of a run.
  mutating func take(from surface: any RunEngine, rebases: Int) {
    (cacheHits, cacheMisses, cacheEvictions) = surface.cacheCounts
    (poolPeak, snaps) = surface.poolCounts
    opacityJump = surface.opacityJump
    discardedUTF8 = surface.discardedUTF8
    self.rebases = rebases
  }
}
