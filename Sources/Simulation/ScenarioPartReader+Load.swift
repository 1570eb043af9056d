import Files
import Files
import LoadGeneration
import Timebase

extension ScenarioPartReader {
  func document(_ object: InputObject) throws(InputError) -> ScenarioPart.Document {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "document"))
    let mix = try object.choice("mix", of: TextMix.all.map(\.name))
    var document = ScenarioPart.Document(
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
    if object.has("stalls") {
      document.stalls = try object.integer("stalls", in: 0...10_000, unit: "stalls")
    }
    if object.has("shortest_stall_ms") {
      document.shortestStall = try object.duration("shortest_stall_ms")
    }
    if object.has("longest_stall_ms") {
      document.longestStall = try object.duration("longest_stall_ms")
    }
    try check(
      object,
      "longest_stall_ms",
      document.longestStall,
      isAtLeast: document.shortestStall,
      "shortest_stall_ms"
    )
    if object.has("question_chars") {
      document.questionCharacters = try object.integer(
        "question_chars",
        in: 1...100_000,
        unit: "characters"
      )
    }
    return document
  }

  func turns(_ object: InputObject) throws(InputError) -> ScenarioPart.Turns {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "turns"))
    let name = try object.choice("preset", of: LoadPreset.all.map(\.name))
    var reply = ScenarioPart.Reply(
      at: try object.time("at_ms"),
      preset: LoadPreset.named(name) ?? .local8B,
      limit: .duration(try object.duration("answer_ms"))
    )
    if object.has("question_chars") {
      reply.questionCharacters = try object.integer(
        "question_chars",
        in: 1...100_000,
        unit: "characters"
      )
    }
    return ScenarioPart.Turns(
      reply,
      count: try object.integer("count", in: Self.repetitions, unit: "turns"),
      interval: try object.duration("every_ms"),
      stoppingAfter: object.has("stop_after_ms") ? try object.duration("stop_after_ms") : nil
    )
  }

  func touches(_ object: InputObject) throws(InputError) -> ScenarioPart.Touches {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "touches"))
    let name = try object.string("stream")
    let stream = try EventScript(path: FileName.joined(folder, name)).timeline
    var isDown = false
    for event in stream {
      guard case .surface(.touch(let phase, _, _)) = event.event, isDown == (phase != .began) else {
        throw notOneFinger(object, name)
      }
      isDown = phase == .began || phase == .moved
    }
    guard !isDown, let last = stream.last?.instant else { throw notOneFinger(object, name) }
    let touches = ScenarioPart.Touches(
      at: try object.time("at_ms"),
      count: try object.integer("count", in: Self.repetitions, unit: "gestures"),
      interval: try object.duration("every_ms"),
      stream: stream
    )
    let length = last - Instant.zero
    try check(
      object,
      "every_ms",
      touches.interval,
      isAtLeast: length,
      "the \(length) that the touches take"
    )
    return touches
  }

  private func notOneFinger(_ object: InputObject, _ name: String) -> InputError {
    let field = object.value("stream")
    return InputError(
      path: path,
      line: field?.line ?? object.line,
      column: field?.column ?? object.column,
      problem: "not the touches of one finger",
      value: name,
      expected: "an event script of touches that begin, move, and end or are cancelled",
      advice: "Take other events out, and end every touch."
    )
  }

  func typing(_ object: InputObject) throws(InputError) -> ScenarioPart.Typing {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "typing"))
    var typing = ScenarioPart.Typing(
      at: try object.time("at_ms"),
      characters: try object.integer("chars", in: 1...100_000, unit: "characters")
    )
    if object.has("ms_per_char") { typing.interval = try object.duration("ms_per_char") }
    if object.has("chars_per_line") {
      typing.charactersPerLine = try object.integer(
        "chars_per_line",
        in: 1...1_000,
        unit: "characters"
      )
    }
    if object.has("then") {
      let names = ScenarioPart.Typing.Outcome.allCases.map(\.rawValue)
      typing.outcome = .init(rawValue: try object.choice("then", of: names)) ?? .keep
    }
    if object.has("count") {
      typing.count = try object.integer("count", in: Self.repetitions, unit: "texts")
    }
    if object.has("pause_ms") { typing.pause = try object.duration("pause_ms") }
    return typing
  }

  func rotations(_ object: InputObject) throws(InputError) -> ScenarioPart.Rotations {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "rotations"))
    return ScenarioPart.Rotations(
      at: try object.time("at_ms"),
      count: try object.integer("count", in: Self.repetitions, unit: "rotations"),
      interval: try object.duration("every_ms")
    )
  }
}
