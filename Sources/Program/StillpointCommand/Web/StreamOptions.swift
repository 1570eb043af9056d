import ArgumentParser
import Driving
import LoadGeneration

/// What the answers of `drive` are, in place of a scenario's own.
struct StreamOptions: ParsableArguments {
  @Option(
    help:
      "A stream file (what `record` writes), or a shipped stream: its tokens and times, its words numbered."
  )
  var stream: String?

  @Option(help: "How many tokens a second a steady answer has.")
  var tokensPerS: Double?

  @Option(help: "How many tokens a steady answer has.")
  var answerTokens: Int?

  @Option(help: "What made answers hold: markdown, or words alone.")
  var format: StreamFormat?

  mutating func validate() throws {
    if stream != nil, tokensPerS != nil || answerTokens != nil || format != nil {
      throw ValidationError(
        "--stream plays what it holds: leave out --tokens-per-s, --answer-tokens and --format."
      )
    }
    if let tokensPerS, !(0.1...10_000).contains(tokensPerS) {
      throw ValidationError("--tokens-per-s takes 0.1 to 10000 tokens, not \(tokensPerS).")
    }
    let most = NumberedStream.judged - 1_000
    if let answerTokens, !(1...most).contains(answerTokens) {
      throw ValidationError("--answer-tokens takes 1 to \(most) tokens, not \(answerTokens).")
    }
  }

  /// What they are.
  ///
  /// - Throws: `InputError` for a stream that cannot be read.
  func load() throws -> StreamChoice {
    var choice = StreamChoice()
    if let stream {
      choice.recorded = NumberedStream(numbering: try ServedStreams.recorded(stream, seed: 1))
    }
    (choice.tokensPerSecond, choice.count, choice.format) = (tokensPerS, answerTokens, format)
    return choice
  }
}

extension StreamFormat: ExpressibleByArgument {}
