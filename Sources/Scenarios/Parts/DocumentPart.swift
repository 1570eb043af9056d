import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// A question is sent and a synthesised document streams in, at a steady rate of words.
  package struct Document: Hashable, Sendable {
    /// When the question is sent.
    package var start: Instant
    /// What the document is made of.
    package var mix: TextMix
    /// Its words.
    package var words: Int
    /// Words a second.
    package var wordsPerSecond: Double
    /// Where it is cut into tokens.
    package var cut: TokenCut
    /// Chooses text and cuts; nil for chance that belongs to the scenario's seed.
    package var seed: UInt64?
    /// From the question to the first byte.
    package var firstToken: Nanoseconds
    /// Times in which nothing arrives; what was due comes at the end in one flush.
    package var stalls: StreamStalls
    /// Unicode scalars of the question.
    package var questionCharacters: Int

    /// Makes a document.
    package init(
      at start: Instant,
      mix: TextMix,
      words: Int,
      wordsPerSecond: Double,
      cut: TokenCut = .model,
      seed: UInt64? = nil,
      firstToken: Nanoseconds = .milliseconds(200),
      stalls: StreamStalls = StreamStalls(),
      questionCharacters: Int = 80
    ) {
      self.start = start
      self.mix = mix
      self.words = words
      self.wordsPerSecond = wordsPerSecond
      self.cut = cut
      self.seed = seed
      self.firstToken = firstToken
      self.stalls = stalls
      self.questionCharacters = questionCharacters
    }
  }
}

extension ScenarioPart.Document: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "document",
    "A question is sent, a document streams in at a steady rate",
    ["at_ms", "mix", "words", "words_per_s"],
    ["cuts", "seed", "first_token_ms"] + StreamStalls.keys + ["question_chars"]
  )

  var part: ScenarioPart { .document(self) }

  var size: Double {
    // Models cut a word into 1.5 tokens; other cuts make fewer than one a character.
    Double(words) * (cut == .model ? 1.5 : 6)
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let mix = try object.choice("mix", of: TextMix.all.map(\.name))
    var document = Self(
      at: try object.time("at_ms"),
      mix: TextMix.named(mix) ?? .answer,
      words: try object.integer("words", in: 1...1_000_000, unit: "words"),
      wordsPerSecond: try object.number("words_per_s", in: 0.1...100_000, unit: "words a second")
    )
    if object.has("cuts") {
      let cut = try object.choice("cuts", of: TokenCut.allCases.map(\.rawValue))
      document.cut = TokenCut(rawValue: cut) ?? .model
    }
    if object.has("seed") {
      document.seed = UInt64(try object.integer("seed", in: 0...Int.max, unit: ""))
    }
    if object.has("first_token_ms") { document.firstToken = try object.duration("first_token_ms") }
    document.stalls = try StreamStalls.read(object, by: reader)
    document.questionCharacters = try reader.questionLength(object) ?? document.questionCharacters
    return document
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    let question = TextSynthesis.prose(scalars: questionCharacters, seed: chance.next())
    let own = chance.next()
    let seed = self.seed ?? own
    let text = TextSynthesis.document(words: words, mix: mix, seed: seed)
    var tokens = text.tokens(
      cut,
      seed: seed,
      wordsPerSecond: wordsPerSecond,
      after: firstToken
    )
    let length = Double(words) / wordsPerSecond
    for order in 0..<stalls.count {
      let share = (Double(order) + 0.5) / Double(stalls.count)
      let first = Instant.zero + firstToken + Nanoseconds(seconds: length * share)
      let end = first + stalls.length(&chance)
      for index in tokens.indices where tokens[index].instant > first {
        tokens[index].instant = max(tokens[index].instant, end)
      }
    }
    timeline.addAnswer(tokens, at: start, question: String(decoding: question, as: UTF8.self))
  }
}
