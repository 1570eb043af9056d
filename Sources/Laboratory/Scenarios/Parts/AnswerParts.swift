import ChatSurface
import Files
import LoadGeneration
import Timebase

// Questions and what answers them.
extension ScenarioPartKind {
  /// A question is sent and a synthesised answer streams in.
  static let reply = ScenarioPartKind(
    "reply",
    "A question is sent, a synthesised answer streams in; duration_ms or tokens",
    ["at_ms", "preset", "duration_ms", "tokens"],
    StreamStalls.keys + ["question_chars", "reconnects"]
  ) { (object, reader) throws(InputError) in
    let preset = try LoadPreset.read(object)
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
    let start = try object.time("at_ms")
    var reply = Reply(preset: preset, limit: limit)
    reply.stalls = try StreamStalls.read(object, by: reader)
    reply.questionCharacters = try reader.questionLength(object) ?? reply.questionCharacters
    if object.has("reconnects") {
      reply.reconnects = try object.integer("reconnects", in: 0...1_000, unit: "reconnects")
    }
    let made = reply
    return ScenarioPart(size: made.size) { timeline, chance in
      made.add(to: &timeline, &chance, at: start)
    }
  }

  /// A question is sent and a recorded stream is the answer.
  static let replay = ScenarioPartKind(
    "replay",
    "A question is sent, a recorded stream is the answer",
    ["at_ms", "stream"]
  ) { (object, reader) throws(InputError) in
    let name = try object.string("stream")
    let start = try object.time("at_ms")
    let stream = try StreamFile(path: reader.files.note(streamPath(name, object, reader)))
    return ScenarioPart(size: Double(stream.entries.count)) { timeline, chance in
      timeline.addAnswer(stream.tokens(seed: chance.next()), at: start)
    }
  }

  private static func streamPath(
    _ name: String,
    _ object: InputObject,
    _ reader: ScenarioPartReader
  ) throws(InputError) -> String {
    if name.contains("/") || name.hasSuffix(".ndjson") {
      return FileName.joined(reader.folder, name)
    }
    let names = ScenarioCatalog.names(in: reader.streams, withExtension: "ndjson")
    guard let streams = reader.streams, names.contains(name) else {
      throw object.mismatch(
        "stream",
        try object.required("stream"),
        expected: "the name of a shipped stream, or a path with a / or .ndjson in it",
        problem: "unknown name",
        advice: nearMatchAdvice(for: name, among: names)
      )
    }
    return "\(streams)/\(name).ndjson"
  }

  /// A question is sent and a synthesised document streams in, at a steady rate of words.
  static let document = ScenarioPartKind(
    "document",
    "A question is sent, a document streams in at a steady rate",
    ["at_ms", "mix", "words", "words_per_s"],
    ["cuts", "seed", "first_token_ms"] + StreamStalls.keys + ["question_chars"]
  ) { (object, reader) throws(InputError) in
    let mix = try object.choice("mix", of: TextMix.all.map(\.name))
    let start = try object.time("at_ms")
    var document = Document(
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
    let made = document
    return ScenarioPart(size: made.size) { timeline, chance in
      made.add(to: &timeline, &chance, at: start)
    }
  }

  /// Questions are sent and answered, one after the other; each answer may be stopped.
  static let turns = ScenarioPartKind(
    "turns",
    "Questions with their answers, one after the other",
    Repeats.keys + ["preset", "answer_ms"],
    ["stop_after_ms", "question_chars"]
  ) { (object, reader) throws(InputError) in
    let preset = try LoadPreset.read(object)
    let times = try Repeats(object, "turns")
    var reply = Reply(preset: preset, limit: .duration(try object.duration("answer_ms")))
    reply.questionCharacters = try reader.questionLength(object) ?? reply.questionCharacters
    let stop = object.has("stop_after_ms") ? try object.duration("stop_after_ms") : nil
    let made = reply
    return ScenarioPart(times, eventsEach: made.size) { _, instant, timeline, chance in
      let first = timeline.events.count
      made.add(to: &timeline, &chance, at: instant)
      if let stop { timeline.cancel(from: first, at: instant + stop) }
    }
  }
}

extension LoadPreset {
  /// Reads the preset that a part names.
  fileprivate static func read(_ object: InputObject) throws(InputError) -> LoadPreset {
    named(try object.choice("preset", of: all.map(\.name))) ?? .local8B
  }
}

/// A question and a synthesised answer.
private struct Reply {
  /// How tokens arrive.
  let preset: LoadPreset
  /// How long the answer is, from the question on.
  let limit: OpenLoopGenerator.Limit
  /// Times in which nothing arrives, beside what the preset does.
  var stalls = StreamStalls()
  /// Unicode scalars of the question.
  var questionCharacters = 80
  /// How often the connection is lost and what came last comes again, with its place.
  var reconnects = 0

  var size: Double {
    switch limit {
    case .tokens(let count): Double(count)
    case .duration(let length): length.seconds * preset.tokensPerSecond
    }
  }

  func add(
    to timeline: inout TimelineComposer,
    _ chance: inout SeededGenerator,
    at start: Instant
  ) {
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

/// A question and a synthesised document.
private struct Document {
  /// What the document is made of.
  let mix: TextMix
  let words: Int
  let wordsPerSecond: Double
  /// Where it is cut into tokens.
  var cut = TokenCut.model
  /// Chooses text and cuts; nil for chance that belongs to the scenario's seed.
  var seed: UInt64?
  /// From the question to the first byte.
  var firstToken = Nanoseconds.milliseconds(200)
  /// Times in which nothing arrives; what was due comes at the end in one flush.
  var stalls = StreamStalls()
  /// Unicode scalars of the question.
  var questionCharacters = 80

  /// Models cut a word into 1.5 tokens; other cuts make fewer than one a character.
  var size: Double { Double(words) * (cut == .model ? 1.5 : 6) }

  func add(
    to timeline: inout TimelineComposer,
    _ chance: inout SeededGenerator,
    at start: Instant
  ) {
    let question = TextSynthesis.prose(scalars: questionCharacters, seed: chance.next())
    let own = chance.next()
    let seed = self.seed ?? own
    let text = TextSynthesis.document(words: words, mix: mix, seed: seed)
    var tokens = text.tokens(cut, seed: seed, wordsPerSecond: wordsPerSecond, after: firstToken)
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

extension TimelineComposer {
  /// How long tokens still arrive after a stop: those that were on their way.
  private static let onTheirWay = Nanoseconds.milliseconds(200)

  /// Lets the user stop the answer whose events begin at `first`, unless it has ended by then.
  fileprivate mutating func cancel(from first: Int, at stop: Instant) {
    guard let last = events.last?.instant, stop < last else { return }
    let end = stop + Self.onTheirWay
    let answer = events[first...]
    events.removeSubrange(first...)
    events += answer.filter { event in
      switch event.event {
      case .surface(.token): event.instant <= end
      case .surface(.streamEnd), .surface(.taskEnd): false
      default: true
      }
    }
    put(.stop, at: stop)
    put(.streamEnd(MessageID(rawValue: "assistant-\(replies)"), .cancelled), at: end)
    put(.taskEnd, at: end)
  }
}
