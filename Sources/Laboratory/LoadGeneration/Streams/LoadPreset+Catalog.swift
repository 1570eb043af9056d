// The presets: figures of recorded streams, each with its source.

extension LoadPreset {
  /// A local model of 8b parameters: a token every 23.6 ms.
  package static let local8B = LoadPreset(
    name: "local-8b-42tps",
    summary: "metronomic local model, qwen3:8b, a token every 23.6 ms (attogram/ollama-bash-lib)",
    firstToken: .localFirstToken,
    rhythm: .metronomic(medianGapMilliseconds: 23.6, gapOverMedian: .localGapOverMedian),
    tokenCharacters: .groqTokenCharacters
  )

  /// A cloud model of 120b parameters: bursts and stalls. Its recordings hold no token sizes: those
  /// of Groq's interface stand in, as for the smaller model of the same house.
  package static let cloud120B = LoadPreset(
    name: "cloud-burst-200tps-stalls",
    summary: "bursty cloud model, gpt-oss:120b, up to 32 tokens at once (attogram/ollama-bash-lib)",
    firstToken: .hostedFirstToken,
    rhythm: .bursts(
      gap: .cloudFlushGap,
      tokensPerFlush: .cloudTokensPerFlush,
      tokenGap: .cloudTokenGap
    ),
    tokenCharacters: .groqTokenCharacters,
    stall: Pause(
      length: QuantileTable(
        name: "cloud_mid_120b.stall_ms",
        source: "attogram/ollama-bash-lib (MIT), recorded streams of a 120b cloud model",
        median: 42,
        p90: 68,
        p99: 351
      )
    )
  )

  /// A local model of 1.7b parameters: a token every 17.5 ms, which beats against frames of 16.67.
  package static let localSmall = LoadPreset(
    name: "local-small-57tps",
    summary: "metronomic local model, qwen3:1.7b, a token every 17.5 ms (attogram/ollama-bash-lib)",
    firstToken: .localFirstToken,
    rhythm: .metronomic(medianGapMilliseconds: 17.5, gapOverMedian: .localGapOverMedian),
    tokenCharacters: .groqTokenCharacters
  )

  /// A slow local model of 14b parameters.
  package static let local14B = LoadPreset(
    name: "local-14b-6tps-long",
    summary: "slow local model, deepseek-r1:14b, a token every 150 ms (attogram/ollama-bash-lib)",
    firstToken: table("local_14b.ttft_warm_ms", ollama, 172, 519, 519),
    rhythm: .metronomic(medianGapMilliseconds: 150, gapOverMedian: .localGapOverMedian),
    tokenCharacters: .groqTokenCharacters
  )

  /// A cloud model of 20b parameters: up to 40 tokens in one flush.
  package static let cloud20B = LoadPreset(
    name: "cloud-burst-400tps",
    summary: "bursty cloud model, gpt-oss:20b, up to 40 tokens at once (attogram/ollama-bash-lib)",
    firstToken: .hostedFirstToken,
    rhythm: .bursts(
      gap: .fastCloudFlushGap,
      tokensPerFlush: .fastCloudTokensPerFlush.withThinEnd,
      tokenGap: .fastCloudTokenGap
    ),
    tokenCharacters: .groqTokenCharacters
  )

  /// A model that thinks first and ends in one flush; the stream ends 2.6 s after its text.
  package static let reasoningThenFlush = LoadPreset(
    name: "openai-reasoning-then-flush",
    summary: "a token every 50 ms, at the end 63 within 108 ms, gpt-5.4 (mastra)",
    firstToken: constant("openai_reasoning.ttft_ms", mastra, 1_758),
    rhythm: single(table("openai_reasoning.gap_ms", mastra, 16, 50, 109)),
    tokenCharacters: .openAITokenCharacters,
    finalFlush: FinalFlush(tokens: 63, span: .milliseconds(108)),
    completion: .milliseconds(2_597)
  )

  /// Two events in each read of the network.
  package static let chatPairs = LoadPreset(
    name: "openai-chat-pairs",
    summary: "two tokens every 22 to 34 ms, gpt-4o-mini (mastra)",
    firstToken: .hostedFirstToken,
    rhythm: .bursts(
      gap: table("openai_chat.gap_ms", mastra, 22, 34, 34),
      tokensPerFlush: constant("openai_chat.tokens_per_event", mastra, 2),
      tokenGap: constant("openai_chat.gap_in_event_ms", mastra, 0)
    ),
    tokenCharacters: .openAITokenCharacters
  )

  /// Large deltas at an even pace; half of the streams stall once for 0.7 s, and 5 to 7 come then.
  package static let anthropicDelta = LoadPreset(
    name: "anthropic-delta",
    summary: "large deltas every 44 to 70 ms, at times a stall, claude-sonnet-4-6 (mastra)",
    firstToken: table("anthropic.ttft_ms (derived)", mastra, 700, 850, 1_500),
    rhythm: single(table("anthropic.gap_ms", mastra, 44, 68, 70)),
    tokenCharacters: .anthropicTokenCharacters,
    stall: Pause(
      length: QuantileTable(name: "anthropic.stall_ms", source: mastra, values: [680, 723]),
      probability: 0.5,
      tokens: QuantileTable(name: "anthropic.deltas_in_one_read", source: mastra, values: [5, 7])
    )
  )

  /// Pieces of a hundred characters.
  package static let bigChunks = LoadPreset(
    name: "gemini-big-chunk",
    summary: "about 100 characters every 150 to 600 ms (vercel/ai, pydantic-ai; gaps derived)",
    firstToken: .hostedFirstToken,
    rhythm: single(table("google.gap_ms (derived)", recordedSizes, 150, 300, 600)),
    tokenCharacters: .googleTokenCharacters
  )

  /// A fast and even interface.
  package static let evenFast = LoadPreset(
    name: "groq-250tps-even",
    summary: "a token every 4 to 8 ms, 662 in 2.652 s (vercel/ai; spread of gaps derived)",
    firstToken: table("groq.ttft_ms", recordedSizes, 46, 110, 236),
    rhythm: single(table("groq.gap_ms (derived)", recordedSizes, 4, 4.5, 8)),
    tokenCharacters: .groqTokenCharacters
  )

  /// A steady pace for a reply of 10,000 words.
  package static let soak = LoadPreset(
    name: "soak-10k-words",
    summary: "metronomic, a token every 16 ms, for replies of 10,000 words",
    firstToken: .localFirstToken,
    rhythm: .metronomic(medianGapMilliseconds: 16, gapOverMedian: .localGapOverMedian),
    tokenCharacters: .groqTokenCharacters
  )

  /// Every preset.
  package static let all = [
    local8B, cloud120B, localSmall, local14B, cloud20B, reasoningThenFlush, chatPairs,
    anthropicDelta, bigChunks, evenFast, soak,
  ]

  /// Finds a preset by name; nil when none has it.
  package static func named(_ name: String) -> LoadPreset? { all.first { $0.name == name } }

  private static let ollama = "attogram/ollama-bash-lib (MIT), recorded streams"
  private static let mastra = "mastra-ai/mastra (Apache-2.0), recorded streams"
  private static let recordedSizes =
    "vercel/ai (Apache-2.0) and pydantic-ai (MIT), recorded fixtures"

  /// One token at a time, as far apart as `gap` says, in ms.
  private static func single(_ gap: QuantileTable) -> Rhythm {
    .bursts(
      gap: gap,
      tokensPerFlush: constant("tokens_per_event", gap.source, 1),
      tokenGap: constant("gap_in_event_ms", gap.source, 0)
    )
  }

  private static func constant(
    _ name: String,
    _ source: String,
    _ value: Double
  ) -> QuantileTable {
    QuantileTable(name: name, source: source, values: [value, value])
  }

  private static func table(
    _ name: String,
    _ source: String,
    _ median: Double,
    _ p90: Double,
    _ p99: Double
  ) -> QuantileTable {
    QuantileTable(name: name, source: source, median: median, p90: p90, p99: p99)
  }
}
