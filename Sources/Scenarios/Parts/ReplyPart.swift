import Files
import LoadGeneration
import Timebase

extension ScenarioPart {
  /// A question is sent and a synthesised answer streams in.
  package struct Reply: Hashable, Sendable {
    /// When the question is sent.
    package var start: Instant
    /// How tokens arrive.
    package var preset: LoadPreset
    /// How long the answer is, from the question on.
    package var limit: OpenLoopGenerator.Limit
    /// Times in which nothing arrives, beside what the preset does.
    package var stalls: StreamStalls
    /// Unicode scalars of the question.
    package var questionCharacters: Int
    /// How often the connection is lost and what came last comes again, with its place.
    package var reconnects = 0

    /// Makes a reply.
    package init(
      at start: Instant,
      preset: LoadPreset,
      limit: OpenLoopGenerator.Limit,
      stalls: StreamStalls = StreamStalls(),
      questionCharacters: Int = 80
    ) {
      self.start = start
      self.preset = preset
      self.limit = limit
      self.stalls = stalls
      self.questionCharacters = questionCharacters
    }
  }
}

extension ScenarioPart.Reply: ScenarioPartKind {
  static let key = ScenarioPartKey(
    "reply",
    "A question is sent, a synthesised answer streams in; duration_ms or tokens",
    ["at_ms", "preset", "duration_ms", "tokens"],
    StreamStalls.keys + ["question_chars", "reconnects"]
  )

  var part: ScenarioPart { .reply(self) }

  var size: Double {
    switch limit {
    case .tokens(let count): Double(count)
    case .duration(let length): length.seconds * preset.tokensPerSecond
    }
  }

  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    let name = try object.choice("preset", of: LoadPreset.all.map(\.name))
    guard object.has("duration_ms") != object.has("tokens") else {
      throw InputError(
        path: reader.path,
        line: object.line,
        column: object.column,
        problem: "how long the reply is, is unclear",
        value: object.has("tokens") ? "duration_ms and tokens" : nil,
        expected: "exactly one of duration_ms and tokens",
        advice: "Give one of them."
      )
    }
    let limit: OpenLoopGenerator.Limit =
      object.has("tokens")
      ? .tokens(try object.integer("tokens", in: 1...10_000_000, unit: "tokens"))
      : .duration(try object.duration("duration_ms"))
    var reply = Self(
      at: try object.time("at_ms"),
      preset: LoadPreset.named(name) ?? .local8B,
      limit: limit
    )
    reply.stalls = try StreamStalls.read(object, by: reader)
    reply.questionCharacters = try reader.questionLength(object) ?? reply.questionCharacters
    if object.has("reconnects") {
      reply.reconnects = try object.integer("reconnects", in: 0...1_000, unit: "reconnects")
    }
    return reply
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    let stalls = (0..<self.stalls.count).map { _ in self.stalls.length(&chance) }
    let question = TextSynthesis.prose(scalars: questionCharacters, seed: chance.next())
    let tokens = OpenLoopGenerator.tokens(
      preset,
      seed: chance.next(),
      limit: limit,
      stallLengths: stalls
    )
    let first = timeline.events.count
    timeline.addAnswer(
      tokens,
      at: start,
      question: String(decoding: question, as: UTF8.self),
      endingAfter: preset.completion
    )
    if reconnects > 0 {
      let events = Array(timeline.events[first...])
      timeline.events.replaceSubrange(first..., with: StreamReplay(reconnects).events(of: events))
    }
  }
}
