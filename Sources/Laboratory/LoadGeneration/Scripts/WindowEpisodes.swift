import ChatSurface
import FrameMetrics
import Timebase

/// Collects the episodes of one window, event by event.
struct WindowEpisodes {
  /// A stream whose tokens arrive.
  private struct Stream {
    var first: Instant
    var last: Instant
  }

  let window: String
  private(set) var episodes: [Episode] = []
  private(set) var openings: [LoadEpisodes.PlannedOpening] = []
  /// When the app was in the background.
  private(set) var hidden: [TimeSpans.Span] = []
  private var streams: [MessageID: Stream] = [:]
  /// Streams that were stopped or have ended: what comes for them is discarded.
  private var over: Set<MessageID> = []
  private var fingerDown: Instant?
  private var leftAt: Instant?

  init(window: String) { self.window = window }

  /// Takes an event of this window.
  mutating func note(_ timed: TimedLoadEvent) {
    let instant = timed.instant
    guard let row = EpisodeTable.row(of: timed.event.name) else {
      preconditionFailure("the event \(timed.event.name) has no row in EpisodeTable")
    }
    if let last = openings.indices.last, openings[last].next == nil, row.event != "memory_pressure"
    {
      openings[last].next = instant
    }
    switch row.kind {
    case .opening: openings.append(.init(window: window, due: instant, next: nil))
    case .change: episodes.append(Episode(.change, from: instant, to: instant + length(of: timed)))
    case .scroll, .stream, nil: break
    }
    switch timed.event {
    case .window(.close), .window(.merge): endStreams(at: instant) { _ in true }
    default: break
    }
    if case .surface(let event) = timed.event { note(event, at: instant) }
  }

  /// No more events come.
  mutating func finish(at end: Instant) {
    endStreams(at: .distantFuture) { _ in true }
    if let fingerDown {
      episodes.append(Episode(.scroll, from: fingerDown, to: end + Episode.scrollTail))
    }
    if let leftAt { hidden.append(TimeSpans.Span(leftAt, .distantFuture)) }
  }

  private mutating func note(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .token(let id, _), .tokenAt(let id, _, _): noteToken(of: id, at: instant)
    case .streamBegin(let id): over.remove(id)
    case .streamEnd(let id, _): over.insert(id)
    case .stop:
      over.formUnion(streams.keys)
      endStreams(at: instant) { _ in true }
    case .send, .regenerate:
      // What still streams is stopped first.
      over.formUnion(streams.keys)
      endStreams(at: instant) { _ in true }
    case .remove(let id): endStreams(at: instant) { $0 == id }
    case .removeAll, .load: endStreams(at: instant) { _ in true }
    case .replaceAll(let source): endStreams(at: instant) { source.index(of: $0) == nil }
    case .replaceID(let old, let new):
      streams[new] = streams.removeValue(forKey: old)
      if over.remove(old) != nil { over.insert(new) }
    case .touch(let phase, _, _): noteTouch(phase, at: instant)
    case .fling:
      episodes.append(Episode(.scroll, from: instant, to: instant + Episode.scrollTail))
    case .background: leftAt = leftAt ?? instant
    case .foreground:
      if let leftAt { hidden.append(TimeSpans.Span(leftAt, instant)) }
      leftAt = nil
    default: break
    }
  }

  private mutating func noteToken(of id: MessageID, at instant: Instant) {
    guard !over.contains(id) else { return }
    streams[id, default: Stream(first: instant, last: instant)].last = instant
  }

  private mutating func noteTouch(_ phase: TouchPhase, at instant: Instant) {
    switch phase {
    case .began: fingerDown = fingerDown ?? instant
    case .moved: break
    case .ended, .cancelled:
      guard let start = fingerDown else { return }
      episodes.append(Episode(.scroll, from: start, to: instant + Episode.scrollTail))
      fingerDown = nil
    }
  }

  /// Ends the streams of the messages that `isEnded` names, at the latest at `instant`.
  private mutating func endStreams(at instant: Instant, _ isEnded: (MessageID) -> Bool) {
    for (id, stream) in streams where isEnded(id) {
      let end = min(instant, stream.last + Episode.streamTail)
      episodes.append(Episode(.stream, from: stream.first, to: max(stream.first, end)))
      streams[id] = nil
    }
  }

  private func length(of timed: TimedLoadEvent) -> Nanoseconds {
    guard case .surface(.keyboard(_, let duration, let curve)) = timed.event else {
      return Episode.changeLength
    }
    // With a curve alone the animation takes 250 ms, with neither it is the spring.
    let standard = curve == nil ? Episode.keyboardSpring : .milliseconds(250)
    return (duration ?? standard) + Episode.keyboardTail
  }
}
