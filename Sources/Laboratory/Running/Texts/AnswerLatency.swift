import ChatSurface
import FrameMetrics
import Timebase

/// How late the text of one answer is.
///
/// What waits is looked at only in frames that received or showed something of the answer, so a
/// design that is a minute behind costs no more to judge than one that keeps up.
struct AnswerLatency: Sendable {
  /// A token that could not be read yet.
  private struct Unread {
    var since: Instant
    var scalars: Int
    var utf8: Int
  }

  private var waitingTokens = WaitingText()
  private var waitingChunks = WaitingText()
  /// In order of the text.
  private var unread: [Unread] = []
  private var firstToken: Instant?
  /// The last token, while something of the answer waits or fades.
  private var lastToken: Instant?
  /// Scalars that are shown, what was there before the stream included; nil before the first
  /// release.
  private var shown: Int?
  /// Scalars complete with each chunk, until the first release.
  private var chunkEnds: [Int] = []
  /// The first and the last frame in which more was shown.
  private var showing: (first: Instant, last: Instant)?
  /// Whether something arrived or was shown since what waits was last looked at.
  private var hasChanged = false

  /// How long after its last token the answer was drained, when it was last.
  private(set) var drain: Nanoseconds?

  /// When the answer was first shown without a stream.
  private var ended: Instant?
  /// Tokens that somebody waited for, and those of them that were not legible in time after the end.
  private(set) var followedTokens = 0
  private var lateTokens = 0
  /// When the first of these was due.
  private var firstLate: Instant?

  /// How many tokens that somebody waited for were not legible in time, as of an instant.
  func unreadTokens(at instant: Instant) -> Int {
    lateTokens + unread.count { ended != nil || instant - $0.since > TextLatency.patience }
  }

  /// When the first token was due that somebody waited for and that was not legible in time, as of an instant;
  /// nil where all were.
  func firstUnread(at instant: Instant) -> Instant? {
    firstLate
      ?? unread.first { ended != nil || instant - $0.since > TextLatency.patience }?.since
  }

  /// From the first frame that showed more of the answer to the last.
  var timeShowing: Nanoseconds { showing.map { $0.last - $0.first } ?? .zero }

  /// Where the text begins that the last frame with new text shows first, and the last one in which text could be read,
  /// in scalars: the latest of what comes at once is the first of it.
  private(set) var (firstShown, firstRead) = (0, 0)
  private var hasReleased = false

  /// Whether a later frame can change anything without another token, chunk or release.
  var isOpen: Bool {
    lastToken != nil || !unread.isEmpty || !waitingTokens.isEmpty || !waitingChunks.isEmpty
  }

  /// Takes note of a token that was due at `instant`.
  mutating func arrived(_ token: FrameObservations.Token) {
    // The text has become shorter before it came.
    if let last = unread.last, last.utf8 > token.utf8After { takeBack(after: token.utf8After) }
    lastToken = token.scheduled
    if firstToken == nil { firstToken = token.scheduled }
    waitingTokens.append(since: token.scheduled, scalars: token.scalarsAfter)
    followedTokens += 1
    unread.append(
      Unread(since: token.scheduled, scalars: token.scalarsAfter, utf8: token.utf8After)
    )
    hasChanged = true
  }

  /// Tokens that end beyond so many bytes are in the answer no more: nobody waits to read them.
  mutating func takeBack(after length: Int) {
    let kept = unread.prefix { $0.utf8 <= length }.count
    followedTokens -= unread.count - kept
    unread.removeSubrange(kept...)
  }

  /// Takes note of a chunk; one that was complete in the background is waited for by nobody.
  mutating func completed(_ chunk: FrameObservations.CompletedChunk, isAwaited: Bool) {
    if shown == nil { chunkEnds.append(chunk.scalarsAfter) }
    guard isAwaited else { return }
    waitingChunks.append(since: chunk.completed, scalars: chunk.scalarsAfter)
    hasChanged = true
  }

  /// Takes note of a batch that a frame shows.
  mutating func released(
    _ batch: FrameObservations.ReleasedBatch,
    presented: Instant,
    into samples: inout TextSamples
  ) {
    if !hasReleased { firstShown = shown ?? 0 }
    hasReleased = true
    if shown == nil {
      shown = shownBefore(batch)
      if let firstToken { samples.firstChunks.append(presented - firstToken) }
    }
    shown = (shown ?? 0) + batch.scalars
    showing = (showing?.first ?? presented, presented)
    hasChanged = true
  }

  /// How much of the message was there before the first release of its stream.
  private mutating func shownBefore(_ batch: FrameObservations.ReleasedBatch) -> Int {
    defer { chunkEnds = [] }
    guard chunkEnds.indices.contains(batch.chunks - 1) else { return 0 }
    return chunkEnds[batch.chunks - 1] - batch.scalars
  }

  /// Takes the times of what a frame shows or lets be read, after its tokens, chunks and releases.
  ///
  /// - Parameter stream: The answer's stream in the frame; nil for one that has ended.
  /// - Parameter readable: The bytes of the answer's text on screen; nil for none.
  /// - Parameter audience: Who looks at the end of the conversation.
  mutating func advance(
    _ stream: FrameSnapshot.Stream?,
    presented: Instant,
    for audience: TextAudience,
    readable: () -> Range<Int>?,
    into samples: inout TextSamples
  ) {
    hasReleased = false
    if hasChanged {
      let shown = shown ?? 0
      waitingTokens.release(shown: shown, into: &samples.tokens, presented)
      waitingChunks.release(shown: shown, into: &samples.chunks, presented)
      hasChanged = false
    }
    if stream == nil, ended == nil, shown != nil { ended = presented }
    if stream != nil { ended = nil }
    if !unread.isEmpty, audience != .nobody {
      noteRead(stream, presented, readable, &samples.legibleTokens)
    }
    if audience != .waits { drop(stream, presented, all: audience == .nobody) }
    noteDrain(stream, presented)
  }

  /// Tokens whose last scalar is on screen and half opaque can be read from this frame on.
  private mutating func noteRead(
    _ stream: FrameSnapshot.Stream?,
    _ presented: Instant,
    _ readable: () -> Range<Int>?,
    _ latencies: inout [Nanoseconds]
  ) {
    let opaque = stream.map(Self.opaqueScalars) ?? shown ?? 0
    // Until the first of them is opaque none is, wherever they lie.
    guard let earliest = unread.first, earliest.scalars <= opaque else { return }
    guard let bytes = readable() else { return }
    // A token that ends where the screen begins was above it.
    guard let first = unread.firstIndex(where: { $0.utf8 > bytes.lowerBound }) else { return }
    firstRead = max(0, unread[first].scalars - 1)
    var end = first
    while end < unread.count, unread[end].utf8 <= bytes.upperBound, unread[end].scalars <= opaque {
      latencies.append(presented - unread[end].since)
      end += 1
    }
    unread.removeSubrange(first..<end)
  }

  /// Nobody waits for tokens any more that he could have read and did not: they lie above what is shown, or
  /// below a question at the top; or he looks elsewhere.
  private mutating func drop(_ stream: FrameSnapshot.Stream?, _ presented: Instant, all: Bool) {
    let opaque = all || stream == nil ? .max : stream.map(Self.opaqueScalars) ?? 0
    let count = unread.prefix { $0.scalars <= opaque }.count
    if let ended, presented - ended > TextLatency.patience {
      if count > 0 { firstLate = firstLate ?? unread.first?.since }
      lateTokens += count
    } else {
      followedTokens -= count
    }
    unread.removeFirst(count)
  }

  /// How many leading scalars of a streaming message are at least half opaque.
  private static func opaqueScalars(of stream: FrameSnapshot.Stream) -> Int {
    let faint = stream.fades.lazy.filter { $0.opacity < 0.5 }.map(\.startScalar).min()
    return faint ?? stream.releasedScalars
  }

  /// An answer has drained once all its tokens are shown, and nothing of it waits or fades.
  private mutating func noteDrain(_ stream: FrameSnapshot.Stream?, _ presented: Instant) {
    guard let scheduled = lastToken, waitingTokens.isEmpty else { return }
    guard stream?.fades.isEmpty != false, stream?.backlogChunks ?? 0 == 0 else { return }
    drain = presented - scheduled
    lastToken = nil
  }
}
