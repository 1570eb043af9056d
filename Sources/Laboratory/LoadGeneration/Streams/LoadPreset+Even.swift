extension LoadPreset {
  /// Tokens that arrive one at a time, evenly, from the request on: what is raised to find where a design
  /// breaks. Their sizes are those of Groq's interface.
  ///
  /// - Precondition: `tokensPerSecond` is above 0.
  package static func even(tokensPerSecond: Double) -> LoadPreset {
    precondition(tokensPerSecond > 0, "tokens a second are above 0, got \(tokensPerSecond)")
    return LoadPreset(
      name: "even",
      summary: "evenly spaced tokens",
      firstToken: QuantileTable(name: "at-once", source: "none: at once", values: [0, 0]),
      rhythm: .metronomic(
        medianGapMilliseconds: 1_000 / tokensPerSecond,
        gapOverMedian: QuantileTable(name: "even", source: "none: even", values: [1, 1])
      ),
      tokenCharacters: .groqTokenCharacters
    )
  }
}
