import ChatSurface
import FramePacing
import Lengths
import StillpointEngine
import Timebase

/// An engine that somebody brought, as a run asks it.
///
/// Its frame is made in the phase `commit`, so all that it costs stands there. What it shows of an answer
/// says when text became visible: it needs to observe nothing itself. The text of a message is taken to be
/// spread evenly over its height.
package final class AdaptedEngine: RunEngine {
  /// What an answer shows.
  private struct Answer {
    let id: MessageID
    let number: UInt32
    /// Unicode scalars and bytes that have arrived.
    var scalars = 0
    var utf8 = 0
    /// The scalars with each token of which not all is shown.
    var waiting: [Int] = []
    /// Unicode scalars and bytes that are shown.
    var shownScalars = 0
    var shownUTF8 = 0
    /// Whether tokens are taken in.
    var isOpen = true
  }

  package let profile: Profile
  private let engine: any ChatEngine
  private var due: [ScheduledEvent] = []
  private var answers: [Answer] = []
  private var lastNumber: UInt32 = 0
  /// What the engine was about when the frame began.
  private var before: (isRunning: Bool, nextDue: Instant?) = (false, nil)
  package private(set) var observations = FrameObservations()
  package private(set) var work = PhaseValues<OperationCounts>(repeating: OperationCounts())

  package init(_ engine: any ChatEngine, profile: Profile) {
    (self.engine, self.profile) = (engine, profile)
  }

  package var isRunning: Bool { engine.isRunning }
  package var nextDue: Instant? { engine.nextDue }

  // MARK: Frames

  package func input(_ events: [ScheduledEvent], at instant: Instant) {
    before = (engine.isRunning, engine.nextDue)
    due = events
  }

  package func ingest(at instant: Instant) {}
  package func reveal(at instant: Instant) {}
  package func measure(at instant: Instant) {}
  package func layout(at instant: Instant) {}

  package func commit(at instant: Instant, tick: Int, into snapshot: inout FrameSnapshot) {
    observations = FrameObservations()
    for scheduled in due { observe(scheduled) }
    snapshot.instant = instant
    snapshot.tick = tick
    engine.frame(due, at: instant, tick: tick, into: &snapshot)
    work[.commit] = engine.operations
    snapshot.streams.removeAll(keepingCapacity: true)
    for index in answers.indices { observe(answerAt: index, at: instant, &snapshot) }
    answers.removeAll { answer in
      !answer.isOpen && !snapshot.streams.contains { $0.handle == answer.number }
        && !observations.releases.contains { $0.handle == answer.number }
    }
  }

  package func render(_ snapshot: FrameSnapshot, into frame: inout RenderedFrame) {
    preconditionFailure("\(profile.name) says where messages are and not what they look like")
  }

  // MARK: Text

  private func observe(_ scheduled: ScheduledEvent) {
    switch scheduled.event {
    case .streamBegin(let id):
      if let index = open(id) {
        answers[index].isOpen = true
        return
      }
      lastNumber += 1
      var answer = Answer(id: id, number: lastNumber)
      if let text = engine.message(id)?.text {
        (answer.scalars, answer.utf8) = (text.unicodeScalars.count, text.utf8.count)
        (answer.shownScalars, answer.shownUTF8) = (answer.scalars, answer.utf8)
      }
      answers.append(answer)
    case .token(let id, let bytes), .tokenAt(let id, let bytes, _):
      guard let index = open(id), answers[index].isOpen else { return }
      answers[index].scalars += Self.scalars(in: bytes)
      answers[index].utf8 += bytes.count
      answers[index].waiting.append(answers[index].scalars)
      observations.tokens.append(
        FrameObservations.Token(
          handle: answers[index].number,
          scheduled: scheduled.instant,
          scalarsAfter: answers[index].scalars,
          utf8After: answers[index].utf8
        )
      )
      observations.chunks.append(
        FrameObservations.CompletedChunk(
          handle: answers[index].number,
          completed: scheduled.instant,
          firstByte: scheduled.instant,
          scalarsAfter: answers[index].scalars
        )
      )
    case .streamEnd(let id, _): if let index = open(id) { answers[index].isOpen = false }
    case .stop: for index in answers.indices { answers[index].isOpen = false }
    case .load, .removeAll: answers.removeAll()
    case .remove(let id): answers.removeAll { $0.id == id }
    default: break
    }
  }

  private func open(_ id: MessageID) -> Int? { answers.firstIndex { $0.id == id } }

  /// Takes note of what the frame shows of an answer.
  private func observe(answerAt index: Int, at instant: Instant, _ snapshot: inout FrameSnapshot) {
    guard let message = engine.message(answers[index].id) else { return }
    var text = message.text
    let count = text.utf8.count
    if count != answers[index].shownUTF8 {
      let kept = min(answers[index].shownUTF8, count)
      let isGrown = kept < count
      let scalars = text.withUTF8 { bytes in
        isGrown
          ? answers[index].shownScalars + Self.scalars(in: bytes[kept...])
          : Self.scalars(in: bytes)
      }
      let more = scalars - answers[index].shownScalars
      (answers[index].shownScalars, answers[index].shownUTF8) = (scalars, count)
      let shown = answers[index].waiting.count { $0 <= scalars }
      answers[index].waiting.removeFirst(shown)
      if more > 0 {
        observations.releases.append(
          FrameObservations.ReleasedBatch(
            handle: answers[index].number,
            instant: instant,
            due: instant,
            chunks: shown,
            scalars: more,
            heldFor: .zero
          )
        )
      }
    }
    guard message.state == .streaming else { return }
    var stream = FrameSnapshot.Stream()
    stream.id = answers[index].id
    stream.handle = answers[index].number
    stream.receivedScalars = answers[index].scalars
    stream.releasedScalars = answers[index].shownScalars
    stream.backlogChunks = answers[index].waiting.count
    snapshot.streams.append(stream)
  }

  private static func scalars(in bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }

  package func shownText(of id: MessageID) -> (text: [UInt8], wasCutShort: Bool)? {
    engine.message(id).map {
      (Array($0.text.utf8), $0.state == .cancelled || $0.state == .failed)
    }
  }

  package func shownMessage(_ id: MessageID) -> Surface.ShownMessage? {
    engine.message(id).map { message in
      Surface.ShownMessage(
        role: message.role,
        text: Array(message.text.utf8),
        width: message.width,
        isComplete: message.state != .streaming
      )
    }
  }

  package func readableUTF8(of answer: UInt32, in snapshot: FrameSnapshot) -> Range<Int>? {
    guard let found = answers.first(where: { $0.number == answer }),
      let item = snapshot.visible.first(where: { $0.id == found.id }), item.height > .zero
    else { return nil }
    let top = (snapshot.topInset - item.y).points / item.height.points
    let bottom =
      (snapshot.viewportHeight - snapshot.composer - snapshot.covered - item.y).points
      / item.height.points
    guard top < 1, bottom > max(top, 0) else { return nil }
    let count = Double(found.shownUTF8)
    return Int(max(0, top) * count)..<Int((min(1, bottom) * count).rounded(.up))
  }

  // MARK: Places

  package func placeOnScreen(of id: MessageID) -> LayoutUnit? { engine.message(id)?.top }

  package func shownBlocks(
    of id: MessageID,
    from top: LayoutUnit,
    to bottom: LayoutUnit
  ) -> [Surface.ShownBlock]? { nil }

  package func top(ofPart part: Int, start: Int, order: Int, of id: MessageID) -> LayoutUnit? {
    nil
  }

  package func top(ofPart part: Int, of id: MessageID) -> LayoutUnit? { nil }
  package func engine(ofPart part: Int, of id: MessageID) -> (any RunEngine)? { nil }

  // MARK: What became of a frame

  package func forEachActivity(_ body: (Instant, Instant) -> Void) {
    if before.isRunning { body(.distantPast, .distantFuture) }
    if let next = before.nextDue { body(next, next) }
    for event in due { body(event.instant, event.instant) }
  }

  package func forgetActivity(through instant: Instant) {}
  package func revealDue(before instant: Instant) {}
  package func pass(tick: Int) {}
  package func note(_ frame: PresentedFrame, cost: FrameCost) {}
  package func setRate(_ rate: RefreshRate, at instant: Instant) {}
  package var isAbandoned: Bool { false }

  // MARK: What such an engine does not tell

  package var refusals: [SurfaceRefusal] { [] }
  package var cacheCounts: (hits: Int, misses: Int, evictions: Int) { (0, 0, 0) }
  package var poolCounts: (peak: Int, snaps: Int) { (0, 0) }
  package var opacityJump: Double { 0 }
  package var discardedUTF8: Int { 0 }
  package var fallbackEpisodes: [FallbackEpisode] { [] }
  package var composerText: String { "" }

  package func displaceContent(by distance: LayoutUnit) {
    preconditionFailure("no drift can be planted in \(profile.name), which is no surface")
  }

  package func contents(from name: String, movingTo other: any RunEngine) -> [SurfaceEvent] { [] }
}
