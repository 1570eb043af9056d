import Statistics
import Timebase

// How late streamed text is.
extension Metric {
  static let text: [Metric] = [
    tokenLegible, tokenVisible, firstChunkVisible, chunkVisible, hold, drain, tokens,
    backgroundTokens, discardedTokens, discardedBytes, replayedBytes, unreadTokens,
  ]

  private static let latency: [Statistic] = [.p50, .p99, .max]

  private static func lateness(
    _ heading: Heading,
    _ statistics: [Statistic],
    formula: String,
    _ samples: @escaping @Sendable (TextSamples) -> [Nanoseconds]
  ) -> Metric {
    Metric.times(
      heading,
      statistics,
      formula: formula,
      unless: { $0.withoutText() },
      samples: { context in
        Samples((context.input.text.map(samples) ?? []).map(\.rawValue))
      }
    )
  }

  private static func count(
    _ heading: Heading,
    formula: String,
    unless nothing: @escaping @Sendable (TextSamples) -> String? = { _ in nil },
    _ figure: @escaping @Sendable (TextSamples) -> Int
  ) -> Metric {
    Metric(heading, formula: formula) { context in
      if context.input.brokenAt != nil { return .nothing("the run was stopped") }
      guard let text = context.input.text else {
        return .missing("the input does not tell of text")
      }
      return nothing(text).map { .nothing($0) } ?? .figure(Double(figure(text)))
    }
  }

  /// Token due to legible.
  package static let tokenLegible = lateness(
    .init("token_legible_ms", "text in view"),
    latency,
    formula:
      "the first presented frame in which a token's last character lies between the top inset "
      + "and the composer and is at least half opaque - when the token was **due**. A character's "
      + "line is told by its share of its block. Tokens that never get there are `tokens_unread`"
  ) { $0.legibleTokens }
  .compared(.exactly, .p50, .p99, .max)

  /// Token due to released.
  package static let tokenVisible = lateness(
    .init("token_visible_ms", "token to screen"),
    latency,
    formula:
      "the first presented frame whose released text covers a token's last character, at any "
      + "opacity, on screen or not - when the token was **due**, so that a stall cannot hide waiting"
  ) { $0.tokens }
  .compared(.everywhere, .p50, .p99)
  .compared(.exactly, .max)

  private static let firstChunkVisible = lateness(
    .init("first_chunk_visible_ms", "first chunk on screen"),
    [.max],
    formula: "first visible text of a message - its first token"
  ) { $0.firstChunks }

  /// Chunk complete to released.
  package static let chunkVisible = lateness(
    .init("chunk_visible_ms", "text lag"),
    latency,
    formula: "the first presented frame that shows a chunk - when the chunk was complete"
  ) { $0.chunks }
  .compared(.exactly, .p99)

  /// How long a chunk was held.
  package static let hold = lateness(
    .init("hold_ms", "hold"),
    [.p99],
    formula: "completion of a chunk - arrival of its first byte"
  ) { $0.holds }

  private static let drain = lateness(
    .init("drain_ms", "drain"),
    [.max],
    formula: "the frame in which nothing of a message waits or fades any more - its last token; "
      + "each message by itself"
  ) { $0.drains }

  private static let tokens = count(
    .init("tokens", "tokens", .count, .none),
    formula: "tokens taken in"
  ) { $0.tokenCount }

  private static let backgroundTokens = count(
    .init("background_tokens", "tokens in the background", .count, .none),
    formula: "tokens that came while the app was in the background; no latency is theirs"
  ) { $0.backgroundTokens }

  private static let discardedTokens = count(
    .init("discarded_tokens", "tokens discarded", .count, .none),
    formula: "tokens that came after their stream was stopped or had ended"
  ) { $0.discardedTokens }

  private static let discardedBytes = count(
    .init("discarded_bytes", "bytes discarded", .bytes, .none),
    formula: "bytes of these tokens"
  ) { $0.discardedBytes }

  private static let replayedBytes = count(
    .init("replayed_bytes", "bytes of replays", .bytes, .none),
    formula: "bytes that came again with their place and were dropped, as they had arrived already"
  ) { $0.replayedBytes }

  /// Tokens never legible.
  package static let unreadTokens = count(
    .init("tokens_unread", "unread tokens", .count),
    formula:
      "of the tokens that came while nobody had scrolled away since a send or the end was shown: those "
      + "not legible 700 ms after the answer's end. Below the composer none counts while the question is at "
      + "the top",
    unless: { $0.followedTokens == 0 ? "nobody waited for text" : nil }
  ) { $0.unreadTokens }
  .compared(.exactly)
  .unforgiving()
}
