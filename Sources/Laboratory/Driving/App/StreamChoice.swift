/// What made answers hold.
package enum StreamFormat: String, CaseIterable, Hashable, Sendable {
  /// Paragraphs, headings, lists and code.
  case markdown
  /// Sentences, and nothing that Markdown knows.
  case words
}

/// What the answers of scenarios are, in place of their own.
package struct StreamChoice: Hashable, Sendable {
  /// What was recorded; nil for nothing.
  package var recorded: NumberedStream?
  /// Numbers of steady answers, and the format of made ones; nil for a scenario's own.
  package var tokensPerSecond: Double?
  package var count: Int?
  package var format: StreamFormat?

  package init() {}

  /// The scenario with these answers.
  package func applied(to scenario: PageScenario) -> PageScenario {
    var scenario = scenario
    if let format { scenario.format = format }
    for index in scenario.streams.indices {
      scenario.streams[index] = recorded ?? changed(scenario.streams[index], scenario.format)
    }
    return scenario
  }

  private func changed(_ stream: NumberedStream, _ format: StreamFormat) -> NumberedStream {
    switch stream.shape {
    case .steady(let rate, let count):
      .steady(tokensPerSecond: tokensPerSecond ?? rate, count: self.count ?? count, format)
    case .bursts(let tokens): .bursts(of: tokens, format)
    case .block, .recorded: stream
    }
  }
}
