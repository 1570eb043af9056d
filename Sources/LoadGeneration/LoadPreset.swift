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
  /// How long the one stall of a stream is, in ms; nil when streams of this kind have none.
  public var stall: QuantileTable?

  /// A local model of 8b parameters: a token every 23.6 ms.
  public static let local8B = LoadPreset(
    name: "local-8b-42tps",
    summary: "metronomic local model, qwen3:8b, a token every 23.6 ms (attogram/ollama-bash-lib)",
    firstToken: .localFirstToken,
    rhythm: .metronomic(medianGapMilliseconds: 23.6, gapOverMedian: .localGapOverMedian),
    tokenCharacters: .groqTokenCharacters
  )

  /// A cloud model of 120b parameters: bursts and stalls. Its recordings hold no token sizes: those
  /// of Groq's interface stand in, as for the smaller model of the same house.
  public static let cloud120B = LoadPreset(
    name: "cloud-burst-200tps-stalls",
    summary: "bursty cloud model, gpt-oss:120b, up to 32 tokens at once (attogram/ollama-bash-lib)",
    firstToken: .hostedFirstToken,
    rhythm: .bursts(
      gap: .cloudFlushGap,
      tokensPerFlush: .cloudTokensPerFlush,
      tokenGap: .cloudTokenGap
    ),
    tokenCharacters: .groqTokenCharacters,
    stall: QuantileTable(
      name: "cloud_mid_120b.stall_ms",
      source: "attogram/ollama-bash-lib (MIT), recorded streams of a 120b cloud model",
      median: 42,
      p90: 68,
      p99: 351
    )
  )

  /// Every preset.
  public static let all = [local8B, cloud120B]

  /// Finds a preset by name; nil when none has it.
  public static func named(_ name: String) -> LoadPreset? { all.first { $0.name == name } }
}
