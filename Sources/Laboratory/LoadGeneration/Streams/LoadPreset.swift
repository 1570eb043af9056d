import Timebase

/// How the tokens of one kind of model arrive: figures of recorded streams under a name.
package struct LoadPreset: Hashable, Sendable {
  /// The rhythm of arrival.
  package enum Rhythm: Hashable, Sendable {
    /// One token at a time, at a steady pace: local models. The gap is the median times a draw.
    case metronomic(medianGapMilliseconds: Double, gapOverMedian: QuantileTable)
    /// Several tokens at once, at an uneven pace: cloud models. Within a flush tokens are apart by
    /// the lower part of `tokenGap`, the part below a tenth of a millisecond.
    case bursts(gap: QuantileTable, tokensPerFlush: QuantileTable, tokenGap: QuantileTable)
  }

  /// The preset's name.
  package var name: String
  /// One line about it, with its source.
  package var summary: String
  /// Time to the first token, in ms. The last hundredth of it is never drawn: it holds time-outs.
  package var firstToken: QuantileTable
  /// The rhythm of arrival.
  package var rhythm: Rhythm
  /// Unicode scalars in a token.
  package var tokenCharacters: QuantileTable
  /// What a stream of this kind has once; nil when it has no stall.
  package var stall: Pause?
  /// How a stream of this kind ends; nil when it ends like it goes.
  package var finalFlush: FinalFlush?
  /// From the last token to the end of the stream.
  package var completion = Nanoseconds.zero

  /// About how many tokens arrive in a second.
  package var tokensPerSecond: Double {
    switch rhythm {
    case .metronomic(let median, let gap): 1000 / max(median * gap.mean, 0.001)
    case .bursts(let gap, let tokens, _): 1000 * tokens.mean / max(gap.mean, 0.001)
    }
  }

  /// A time in which nothing arrives.
  package struct Pause: Hashable, Sendable {
    /// How long it is, in ms.
    package var length: QuantileTable
    /// The share of streams that have one, 0 to 1.
    package var probability = 1.0
    /// How many tokens come at its end; nil for all that would have come meanwhile.
    package var tokens: QuantileTable?
  }

  /// Tokens that come nearly at once at the end.
  package struct FinalFlush: Hashable, Sendable {
    /// How many.
    package var tokens: Int
    /// From the token before them to the last of them.
    package var span: Nanoseconds
  }
}
