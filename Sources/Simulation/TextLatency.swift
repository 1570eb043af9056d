import ChatSurface
import FrameMetrics
import Timebase

/// Measures how late text is: from when a token or chunk was due to the first presented frame
/// that shows it, at any opacity, and to the first in which it can be read.
///
/// Tokens are timed from when they were scheduled, so a stalled engine cannot hide their waiting.
/// What arrives while the app is in the background is counted apart: nobody waits for it.
public struct TextLatency: Sendable {
  private struct Waiting {
    var handle: UInt32
    var since: Instant
    var scalars: Int
  }

  /// A token that could not be read yet.
  private struct Unread {
    var since: Instant
    var scalars: Int
    var utf8: Int
  }

  private var waitingTokens: [Waiting] = []
  private var waitingChunks: [Waiting] = []
  /// What could not be read yet, by message, in order of the text.
  private var unread: [UInt32: [Unread]] = [:]
  private var firstToken: [UInt32: Instant] = [:]
  /// The last token of each message of which something waits or fades.
  private var lastToken: [UInt32: Instant] = [:]
  private var drains: [UInt32: Nanoseconds] = [:]
  private var background: [(start: Instant, end: Instant)] = []
  /// Scalars of each message that are shown, what was there before its stream included.
  private var shown: [UInt32: Int] = [:]
  /// Scalars of a message complete with each of its chunks, until the first release.
  private var chunkEnds: [UInt32: [Int]] = [:]
  /// The first and the last frame of each message in which more of its stream was shown.
  private var showings: [UInt32: (first: Instant, last: Instant)] = [:]
  private var collected = TextSamples()

  /// All that was measured so far.
  public var samples: TextSamples {
    var samples = collected
    samples.drains += drains.keys.sorted().compactMap { drains[$0] }
    samples.showing = showings.values.reduce(samples.showing) { $0 + ($1.last - $1.first) }
    samples.unreadTokens += unread.values.reduce(0) { $0 + $1.count }
    return samples
  }

  /// Makes an empty record.
  public init() {}

  /// Takes note of an event: the app goes to the background and comes back.
  mutating func note(_ event: SurfaceEvent, at instant: Instant) {
    switch event {
    case .background where background.last?.end != .distantFuture:
      background.append((instant, .distantFuture))
    case .foreground where background.last?.end == .distantFuture:
      background[background.count - 1].end = instant
    default: break
    }
  }

  private func isInBackground(_ instant: Instant) -> Bool {
    background.contains { $0.start <= instant && instant < $0.end }
  }

  /// Adds what another window measured.
  mutating func add(_ other: TextLatency) {
    let theirs = other.samples
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
    collected.showing = collected.showing + theirs.showing
  }

  /// Takes note of a frame.
  ///
  /// - Parameter readable: The bytes of a message's text that lie on screen in it; nil for none.
  mutating func note(
    _ observations: FrameObservations,
    snapshot: FrameSnapshot,
    presented: Instant,
    readable: (UInt32) -> Range<Int>?
  ) {
    for token in observations.tokens { note(token) }
    for chunk in observations.chunks where shown[chunk.handle] == nil {
      chunkEnds[chunk.handle, default: []].append(chunk.scalarsAfter)
    }
    for chunk in observations.chunks where !isInBackground(chunk.completed) {
      collected.holds.append(chunk.completed - chunk.firstByte)
      waitingChunks.append(
        Waiting(handle: chunk.handle, since: chunk.completed, scalars: chunk.scalarsAfter)
      )
    }
    for release in observations.releases {
      collected.staggerErrors.append(presented - release.due)
      collected.poolWaits.append(release.heldFor)
      if shown[release.handle] == nil {
        shown[release.handle] = shownBefore(release)
        if let first = firstToken[release.handle] {
          collected.firstChunks.append(presented - first)
        }
      }
      shown[release.handle, default: 0] += release.scalars
      showings[release.handle, default: (presented, presented)].last = presented
    }
    Self.release(&waitingTokens, shown: shown, into: &collected.tokens, presented)
    Self.release(&waitingChunks, shown: shown, into: &collected.chunks, presented)
    noteRead(snapshot, presented, readable)
    noteDrains(snapshot, presented)
  }

  private mutating func note(_ token: FrameObservations.Token) {
    collected.tokenCount += 1
    guard !isInBackground(token.scheduled) else {
      collected.backgroundTokens += 1
      return
    }
    lastToken[token.handle] = token.scheduled
    if firstToken[token.handle] == nil { firstToken[token.handle] = token.scheduled }
    waitingTokens.append(
      Waiting(handle: token.handle, since: token.scheduled, scalars: token.scalarsAfter)
    )
    unread[token.handle, default: []].append(
      Unread(since: token.scheduled, scalars: token.scalarsAfter, utf8: token.utf8After)
    )
  }

  /// How much of a message was there before the first release of its stream.
  private mutating func shownBefore(_ release: FrameObservations.ReleasedBatch) -> Int {
    let ends = chunkEnds.removeValue(forKey: release.handle) ?? []
    guard ends.indices.contains(release.chunks - 1) else { return 0 }
    return ends[release.chunks - 1] - release.scalars
  }

  private static func release(
    _ waiting: inout [Waiting],
    shown: [UInt32: Int],
    into latencies: inout [Nanoseconds],
    _ presented: Instant
  ) {
    waiting.removeAll { entry in
      guard shown[entry.handle, default: 0] >= entry.scalars else { return false }
      latencies.append(presented - entry.since)
      return true
    }
  }

  // MARK: What can be read

  /// Tokens whose last scalar is on screen and half opaque can be read from this frame on.
  private mutating func noteRead(
    _ snapshot: FrameSnapshot,
    _ presented: Instant,
    _ readable: (UInt32) -> Range<Int>?
  ) {
    for handle in unread.keys.sorted() {
      guard let tokens = unread[handle], let bytes = readable(handle) else { continue }
      let opaque = Self.opaqueScalars(of: handle, in: snapshot) ?? shown[handle, default: 0]
      // A token that ends where the screen begins was above it.
      let first = tokens.firstIndex { $0.utf8 > bytes.lowerBound } ?? tokens.count
      var end = first
      while end < tokens.count, tokens[end].utf8 <= bytes.upperBound, tokens[end].scalars <= opaque
      {
        collected.legibleTokens.append(presented - tokens[end].since)
        end += 1
      }
      guard end > first else { continue }
      unread[handle]?.removeSubrange(first..<end)
      if end - first == tokens.count { unread[handle] = nil }
    }
  }

  /// How many leading scalars of a streaming message are at least half opaque; nil for one that
  /// does not stream any more.
  private static func opaqueScalars(of handle: UInt32, in snapshot: FrameSnapshot) -> Int? {
    guard let stream = snapshot.streams.first(where: { $0.handle == handle }) else { return nil }
    let faint = stream.fades.filter { $0.opacity < 0.5 }.map(\.startScalar).min()
    return faint ?? stream.releasedScalars
  }

  // MARK: Drains

  /// A message has drained once all its tokens are shown, and nothing of it waits or fades.
  private mutating func noteDrains(_ snapshot: FrameSnapshot, _ presented: Instant) {
    guard !lastToken.isEmpty else { return }
    let waiting = Set(waitingTokens.lazy.map(\.handle))
    for (handle, scheduled) in lastToken where !waiting.contains(handle) {
      let stream = snapshot.streams.first { $0.handle == handle }
      guard stream?.fades.isEmpty != false, stream?.backlogChunks ?? 0 == 0 else { continue }
      drains[handle] = presented - scheduled
      lastToken[handle] = nil
    }
  }
}
