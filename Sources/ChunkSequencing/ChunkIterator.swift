import Timebase
import TokenStreaming

/// Gives out the chunks of a stream of tokens; see `ChunkSequence`.
///
/// It is one place in one stream: do not copy it to iterate twice.
package struct ChunkIterator<Base: AsyncSequence & Sendable, Time: Clock>: AsyncIteratorProtocol
where Base.Element: ChunkToken, Time.Duration == Duration {
  private let base: Base
  private let clock: Time
  private var chunker: WordChunker
  private var sink = ChunkSink()
  /// How many chunks of the sink, and how many bytes, have been given out.
  private var given = 0
  private var givenBytes = 0
  private var start: Time.Instant?
  /// The latest instant that the chunker was told.
  private var latest = Instant.zero
  private var feed: TokenFeed<Base, Time>?
  /// What the base threw, while chunks wait to go out before it.
  private var failure: Base.Failure?
  private var hasEnded = false

  init(_ base: Base, _ chunker: WordChunker, _ clock: Time) {
    self.base = base
    self.chunker = chunker
    self.clock = clock
  }

  /// Waits for the next chunk.
  ///
  /// - Returns: nil when the stream has ended or the task was cancelled.
  /// - Throws: What the base threw, after all chunks before it.
  package mutating func next(
    isolation actor: isolated (any Actor)?
  ) async throws(Base.Failure) -> TextChunk? {
    while true {
      if Task.isCancelled {
        end()
        return nil
      }
      if let chunk = takeChunk() { return chunk }
      if let failure {
        self.failure = nil
        throw failure
      }
      if hasEnded { return nil }
      await waitForNews(isolation: actor)
    }
  }

  /// Waits for the next chunk.
  ///
  /// - Returns: nil when the stream has ended or the task was cancelled.
  /// - Throws: What the base threw, after all chunks before it.
  package mutating func next() async throws(Base.Failure) -> TextChunk? {
    try await next(isolation: nil)
  }

  /// Takes a complete chunk out of the sink; nil when there is none.
  private mutating func takeChunk() -> TextChunk? {
    guard given < sink.chunks.count else {
      sink.removeAll()
      given = 0
      givenBytes = 0
      return nil
    }
    let chunk = sink.chunks[given]
    let bytes = sink.bytes[givenBytes..<givenBytes + chunk.utf8Count]
    given += 1
    givenBytes += chunk.utf8Count
    return TextChunk(text: String(decoding: bytes, as: UTF8.self), chunk: chunk)
  }

  /// Waits for a token or for the hold's deadline, whichever is first, and takes it.
  private mutating func waitForNews(isolation actor: isolated (any Actor)?) async {
    let start = self.start ?? clock.now
    self.start = start
    let feed = self.feed ?? TokenFeed(base, clock)
    self.feed = feed
    let deadline = chunker.holdDeadline
    let wakeTime = deadline.map {
      start.advanced(by: .nanoseconds($0.nanoseconds))
    }
    await feed.waitForNews(until: wakeTime, isolation: actor)
    let news = feed.takeNews()
    let moment = instant(of: news?.arrival ?? clock.now, since: start)
    if let deadline, deadline < moment || (news == nil && deadline <= moment) {
      chunker.timeOut(at: deadline, into: &sink)
      latest = deadline
    }
    // A token may have come just before a time-out and be found just after it.
    let present = max(latest, moment)
    latest = present
    switch news?.event {
    case .token(let token): token.append(to: &chunker, at: present, into: &sink)
    case .end: finish(at: present, nil)
    case .failure(let error): finish(at: present, error)
    case nil: break
    }
  }

  private func instant(of moment: Time.Instant, since start: Time.Instant) -> Instant {
    let (seconds, attoseconds) = start.duration(to: moment).components
    return Instant(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  private mutating func finish(at instant: Instant, _ error: Base.Failure?) {
    chunker.finish(at: instant, into: &sink)
    failure = error
    hasEnded = true
    feed = nil
  }

  /// Ends without a word: the task was cancelled.
  private mutating func end() {
    hasEnded = true
    failure = nil
    sink.removeAll()
    (given, givenBytes) = (0, 0)
    feed?.cancel()
    feed = nil
  }
}
