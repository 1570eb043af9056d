import TokenStreaming

/// The chunks of a stream of tokens, each as soon as it is complete or has been held for 250 ms.
///
///     for try await chunk in tokens.chunks(boundaries: SystemWordBoundaries()) {
///       show(chunk.text)
///     }
///
/// - **Back-pressure.** The base is asked for a token only while a chunk is waited for and none is
///   complete; at most one token is ahead.
/// - **Errors.** When the base throws, what is held comes out as chunks; then the error is thrown.
/// - **Cancellation.** When the task that iterates is cancelled, the base's pending call is
///   cancelled and the sequence ends; what is held is dropped with it. So it is when the iterator
///   goes away.
///
/// Each iterator reads the base once, from its start.
package struct ChunkSequence<Base: AsyncSequence & Sendable, Time: Clock>: AsyncSequence, Sendable
where Base.Element: ChunkToken, Time.Duration == Duration {
  /// A chunk with its text.
  package typealias Element = TextChunk
  /// What the base throws.
  package typealias Failure = Base.Failure

  private let base: Base
  private let rule: ChunkRule
  private let boundaries: (any WordBoundaries & Sendable)?
  private let clock: Time

  /// Makes the sequence; nothing is asked for until it is iterated.
  ///
  /// - Parameters:
  ///   - base: The tokens.
  ///   - rule: How to cut them.
  ///   - boundaries: The dictionary for scripts without spaces; nil makes each of their graphemes a
  ///     word.
  ///   - clock: What times how long text is held.
  package init(
    _ base: Base,
    rule: ChunkRule = .unicodeWords,
    boundaries: (any WordBoundaries & Sendable)? = nil,
    clock: Time
  ) {
    self.base = base
    self.rule = rule
    self.boundaries = boundaries
    self.clock = clock
  }

  /// Starts at the beginning of the base.
  package func makeAsyncIterator() -> ChunkIterator<Base, Time> {
    ChunkIterator(base, WordChunker(rule: rule, boundaries: boundaries), clock)
  }
}

extension AsyncSequence where Self: Sendable, Element: ChunkToken {
  /// The chunks of these tokens; see `ChunkSequence`.
  ///
  /// - Parameters:
  ///   - rule: How to cut.
  ///   - boundaries: The dictionary for scripts without spaces, if there is one.
  ///   - clock: What times how long text is held.
  package func chunks<Time: Clock>(
    rule: ChunkRule = .unicodeWords,
    boundaries: (any WordBoundaries & Sendable)? = nil,
    clock: Time
  ) -> ChunkSequence<Self, Time> where Time.Duration == Duration {
    ChunkSequence(self, rule: rule, boundaries: boundaries, clock: clock)
  }

  /// The chunks of these tokens, timed by the continuous clock; see `ChunkSequence`.
  package func chunks(
    rule: ChunkRule = .unicodeWords,
    boundaries: (any WordBoundaries & Sendable)? = nil
  ) -> ChunkSequence<Self, ContinuousClock> {
    ChunkSequence(self, rule: rule, boundaries: boundaries, clock: ContinuousClock())
  }
}
