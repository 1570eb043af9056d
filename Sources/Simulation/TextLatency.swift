import ChatSurface
import Timebase

/// Measures how late text is: from when a token or chunk was due to the first presented frame
/// that shows it, at any opacity.
///
/// Tokens are timed from when they were scheduled, so a stalled engine cannot hide their waiting.
/// What arrives while the app is in the background is counted apart: nobody waits for it.
public struct TextLatency: Sendable {
  private struct Waiting {
    var handle: UInt32
    var since: Instant
    var scalars: Int
  }

  private var waitingTokens: [Waiting] = []
  private var waitingChunks: [Waiting] = []
  private var firstToken: [UInt32: Instant] = [:]
  private var lastToken: (handle: UInt32, scheduled: Instant)?
  private var drains: [UInt32: Nanoseconds] = [:]
  private var background: [(start: Instant, end: Instant)] = []
  /// Scalars of each message that are shown, what was there before its stream included.
  private var shown: [UInt32: Int] = [:]
  /// Scalars of a message complete with each of its chunks, until the first release.
  private var chunkEnds: [UInt32: [Int]] = [:]
  /// The first and the last frame of each message in which more of its stream was shown.
  private var showings: [UInt32: (first: Instant, last: Instant)] = [:]

  /// Latency of each token, in the order in which they became visible.
  public private(set) var tokens: [Nanoseconds] = []
  /// Latency of each chunk from its completion.
  public private(set) var chunks: [Nanoseconds] = []
  /// How long each chunk's first byte was held until it was complete.
  public private(set) var holds: [Nanoseconds] = []
  /// From a message's first token to its first visible text.
  public private(set) var firstChunks: [Nanoseconds] = []
  /// From a message's last token to the frame in which nothing waits or fades, the longest.
  public var drain: Nanoseconds? { [drains.values.max(), otherDrain].compactMap { $0 }.max() }
  /// The longest drain of the windows that were added to this one.
  private var otherDrain: Nanoseconds?
  /// From the first to the last frame that showed more of a message, all messages together.
  public var showing: Nanoseconds {
    showings.values.reduce(otherShowing) { $0 + ($1.last - $1.first) }
  }
  /// The same of the windows that were added to this one.
  private var otherShowing = Nanoseconds.zero
  /// Presented release less due step.
  public private(set) var staggerErrors: [Nanoseconds] = []
  /// How long releases waited for a slot of the pool.
  public private(set) var poolWaits: [Nanoseconds] = []
  /// Tokens that were taken in.
  public private(set) var tokenCount = 0
  /// Those of them that came while the app was in the background; none of the latencies is theirs.
  public private(set) var backgroundTokens = 0

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
    tokens += other.tokens
    chunks += other.chunks
    holds += other.holds
    firstChunks += other.firstChunks
    staggerErrors += other.staggerErrors
    poolWaits += other.poolWaits
    tokenCount += other.tokenCount
    backgroundTokens += other.backgroundTokens
    if let drain = other.drain { otherDrain = max(otherDrain ?? drain, drain) }
    otherShowing = otherShowing + other.showing
  }

  /// Takes note of a frame.
  mutating func note(
    _ observations: FrameObservations,
    snapshot: FrameSnapshot,
    presented: Instant
  ) {
    for token in observations.tokens {
      tokenCount += 1
      guard !isInBackground(token.scheduled) else {
        backgroundTokens += 1
        continue
      }
      lastToken = (token.handle, token.scheduled)
      drains[token.handle] = nil
      if firstToken[token.handle] == nil { firstToken[token.handle] = token.scheduled }
      waitingTokens.append(
        Waiting(handle: token.handle, since: token.scheduled, scalars: token.scalarsAfter)
      )
    }
    for chunk in observations.chunks where shown[chunk.handle] == nil {
      chunkEnds[chunk.handle, default: []].append(chunk.scalarsAfter)
    }
    for chunk in observations.chunks where !isInBackground(chunk.completed) {
      holds.append(chunk.completed - chunk.firstByte)
      waitingChunks.append(
        Waiting(handle: chunk.handle, since: chunk.completed, scalars: chunk.scalarsAfter)
      )
    }
    for release in observations.releases {
      staggerErrors.append(presented - release.due)
      poolWaits.append(release.heldFor)
      if shown[release.handle] == nil {
        shown[release.handle] = shownBefore(release)
        if let first = firstToken[release.handle] { firstChunks.append(presented - first) }
      }
      shown[release.handle, default: 0] += release.scalars
      showings[release.handle, default: (presented, presented)].last = presented
    }
    Self.release(&waitingTokens, shown: shown, into: &tokens, presented)
    Self.release(&waitingChunks, shown: shown, into: &chunks, presented)
    noteDrain(snapshot, presented)
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

  private mutating func noteDrain(_ snapshot: FrameSnapshot, _ presented: Instant) {
    guard let lastToken, drains[lastToken.handle] == nil, waitingTokens.isEmpty,
      snapshot.streams.allSatisfy({ $0.fades.isEmpty && $0.backlogChunks == 0 })
    else { return }
    drains[lastToken.handle] = presented - lastToken.scheduled
  }
}
