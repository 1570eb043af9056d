import Timebase

/// How the tokens of one kind of model arrive: figures of recorded streams under a name.
public struct LoadPreset: Hashable, Sendable {
  /// The rhythm of arrival.
  public enum Rhythm: Hashable, Sendable {
    /// One token at a time, at a steady pace: local models. The gap is the median times a draw.
    case metronomic(medianGapMilliseconds: Double, gapOverMedian: QuantileTable)
    /// Several tokens at once, at an uneven pace: cloud models. Within a flush tokens are apart by
    /// the lower part of `tokenGap`, the part below a tenth of a millisecond.
    case bursts(gap: QuantileTable, tokensPerFlush: QuantileTable, tokenGap: QuantileTable)
  }

  /// The preset's name.
  public var name: String
  /// One line about it, with its source.
  public var summary: String
  /// Time to the first token, in ms. The last hundredth of it is never drawn: it holds time-outs.
  public var firstToken: QuantileTable
  /// The rhythm of arrival.
  public var rhythm: Rhythm
  /// Unicode scalars in a token.
  public var tokenCharacters: QuantileTable
  /// What a stream of this kind has once; nil when it has no stall.
  public var stall: Pause?
  /// How a stream of this kind ends; nil when it ends like it goes.
  public var finalFlush: FinalFlush?
  /// From the last token to the end of the stream.
  public var completion = Nanoseconds.zero

  /// About how many tokens arrive in a second.
  public var tokensPerSecond: Double {
    switch rhythm {
    case .metronomic(let median, let gap): 1000 / max(median * gap.mean, 0.001)
    case .bursts(let gap, let tokens, _): 1000 * tokens.mean / max(gap.mean, 0.001)
    }
  }

  /// A time in which nothing arrives.
  public struct Pause: Hashable, Sendable {
    /// How long it is, in ms.
    public var length: QuantileTable
    /// The share of streams that have one, 0 to 1.
    public var probability: Double
    /// How many tokens come at its end; nil for all that would have come meanwhile.
    public var tokens: QuantileTable?

    /// Makes a pause.
    public init(length: QuantileTable, probability: Double = 1, tokens: QuantileTable? = nil) {
      self.length = length
      self.probability = probability
      self.tokens = tokens
    }
  }

  /// Tokens that come nearly at once at the end.
  public struct FinalFlush: Hashable, Sendable {
    /// How many.
    public var tokens: Int
    /// From the token before them to the last of them.
    public var span: Nanoseconds

    /// Makes a final flush.
    public init(tokens: Int, span: Nanoseconds) {
      self.tokens = tokens
      self.span = span
    }
  }
}
