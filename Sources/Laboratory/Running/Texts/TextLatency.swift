import ChatSurface
import FrameMetrics
import Timebase

/// Who looks at the end of the conversation while text comes there.
enum TextAudience: Hashable, Sendable {
  /// Nobody: the reader has scrolled away, or his hand moves the viewport.
  case nobody
  /// Somebody, and the end is not on screen.
  case waits
  /// Somebody, and the end is on screen, or a question is at the top as its design has it.
  case sees
}

/// Measures how late text is: from when a token or chunk was due to the first presented frame
/// that shows it, at any opacity, and to the first in which it can be read.
///
/// Tokens are timed from when they were scheduled, so a stalled engine cannot hide their waiting.
/// What arrives while the app is in the background is counted apart: nobody waits for it. Of what was on its
/// way before, the time in the background is no waiting.
package struct TextLatency: Sendable {
  private var answers: [UInt32: AnswerLatency] = [:]
  /// The answers of which something waits, fades or could not be read yet, in ascending order.
  private var open: [UInt32] = []
  private var background: [(start: Instant, end: Instant)] = []
  private var collected = TextSamples()
  private var lastPresented = Instant.zero
  /// What answers are called.
  private var names: [UInt32: String] = [:]
  /// The latest of each kind so far.
  private var latest: [ScreenFault.Kind: ScreenFault] = [:]

  /// For so long after its end text may take to be legible.
  static let patience = Nanoseconds.milliseconds(700)

  /// All that was measured so far.
  package var samples: TextSamples {
    var samples = collected
    for handle in answers.keys.sorted() {
      guard let answer = answers[handle] else { continue }
      if let drain = answer.drain { samples.drains.append(drain) }
      samples.showing = samples.showing + answer.timeShowing
      samples.unreadTokens += answer.unreadTokens(at: lastPresented)
      samples.followedTokens = (samples.followedTokens ?? 0) + answer.followedTokens
      if let first = answer.firstUnread(at: lastPresented) {
        samples.moments.append(ScreenFault(.unread, at: first, message: names[handle]))
      }
    }
    samples.moments += latest.values.sorted { $0.kind.rawValue < $1.kind.rawValue }
    return samples
  }

  package init() {}

  /// Takes note of an event: the app goes to the background and comes back, or takes text back.
  mutating func note(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .background where background.last?.end != .distantFuture:
      background.append((instant, .distantFuture))
    case .foreground where background.last?.end == .distantFuture:
      background[background.count - 1].end = instant
    case .update(let id, let text, _):
      for handle in open where names[handle] == id.rawValue {
        answers[handle]?.takeBack(after: text.utf8.count)
      }
    default: break
    }
  }

  /// An instant on a clock that stands while the app is in the background.
  private func seen(_ instant: Instant) -> Instant {
    background.reduce(instant) { seen, absence in
      absence.start < instant ? seen - (min(instant, absence.end) - absence.start) : seen
    }
  }

  private func isInBackground(_ instant: Instant) -> Bool {
    background.contains { $0.start <= instant && instant < $0.end }
  }

  /// Adds what another window measured.
  mutating func add(_ other: TextLatency) {
    let theirs = other.samples
    collected.moments += theirs.moments
    collected.tokens += theirs.tokens
    collected.legibleTokens += theirs.legibleTokens
    collected.chunks += theirs.chunks
    collected.holds += theirs.holds
    collected.firstChunks += theirs.firstChunks
    collected.drains += theirs.drains
    collected.staggerErrors += theirs.staggerErrors
    collected.poolWaits += theirs.poolWaits
    collected.tokenCount += theirs.tokenCount
    collected.backgroundTokens += theirs.backgroundTokens
    collected.unreadTokens += theirs.unreadTokens
    collected.followedTokens = (collected.followedTokens ?? 0) + (theirs.followedTokens ?? 0)
    collected.showing = collected.showing + theirs.showing
  }

  /// Takes note of a frame.
  ///
  /// - Parameter audience: Who looks at the end of the conversation.
  /// - Parameter readable: The bytes of a message's text that lie on screen in it; nil for none.
  mutating func note(
    _ observations: FrameObservations,
    snapshot: FrameSnapshot,
    presented: Instant,
    for audience: TextAudience,
    readable: (UInt32) -> Range<Int>?
  ) {
    let shown = presented
    let presented = seen(presented)
    lastPresented = presented
    for stream in snapshot.streams where names[stream.handle] == nil {
      names[stream.handle] = stream.id.rawValue
    }
    for token in observations.tokens { note(token) }
    for chunk in observations.chunks {
      let isAwaited = !isInBackground(chunk.completed)
      if isAwaited { collected.holds.append(chunk.completed - chunk.firstByte) }
      var chunk = chunk
      chunk.completed = seen(chunk.completed)
      answers[chunk.handle, default: .init()].completed(chunk, isAwaited: isAwaited)
      noteOpen(chunk.handle)
    }
    for release in observations.releases {
      collected.staggerErrors.append(presented - seen(release.due))
      collected.poolWaits.append(release.heldFor)
      answers[release.handle, default: .init()]
        .released(release, presented: presented, into: &collected)
      noteOpen(release.handle)
    }
    open.removeAll { handle in
      // Found once, and changed where it lies.
      guard let place = answers.index(forKey: handle) else { return true }
      let known = (collected.chunks.count, collected.tokens.count, collected.legibleTokens.count)
      answers.values[place]
        .advance(
          snapshot.streams.first { $0.handle == handle },
          presented: presented,
          for: audience,
          readable: { readable(handle) },
          into: &collected
        )
      for (kind, times) in [
        (ScreenFault.Kind.lateChunk, collected.chunks[known.0...]),
        (.lateToken, collected.tokens[known.1...]),
        (.lateReading, collected.legibleTokens[known.2...]),
      ] {
        guard let longest = times.max()?.milliseconds,
          longest > latest[kind]?.milliseconds ?? 0
        else { continue }
        let name = names[handle]
        var fault = ScreenFault(kind, at: shown, message: name, milliseconds: longest)
        let answer = answers.values[place]
        fault.place = .scalars(kind == .lateReading ? answer.firstRead : answer.firstShown)
        latest[kind] = fault
      }
      return !answers.values[place].isOpen
    }
  }

  private mutating func note(_ token: FrameObservations.Token) {
    collected.tokenCount += 1
    guard !isInBackground(token.scheduled) else {
      collected.backgroundTokens += 1
      return
    }
    var token = token
    token.scheduled = seen(token.scheduled)
    answers[token.handle, default: .init()].arrived(token)
    noteOpen(token.handle)
  }

  private mutating func noteOpen(_ handle: UInt32) {
    guard let later = open.firstIndex(where: { $0 >= handle }) else {
      open.append(handle)
      return
    }
    if open[later] != handle { open.insert(handle, at: later) }
  }
}
