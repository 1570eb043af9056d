import LoadGeneration
import Timebase

extension ScenarioPartReader {
  func turns(_ object: InputObject) throws(InputError) -> ScenarioPart.Turns {
    try object.refuseUnknown(
      among: [
        "at_ms", "count", "every_ms", "preset", "answer_ms", "stop_after_ms", "question_chars",
      ])
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

  func rotations(_ object: InputObject) throws(InputError) -> ScenarioPart.Rotations {
    try object.refuseUnknown(among: ["at_ms", "count", "every_ms"])
    return ScenarioPart.Rotations(
      at: try object.time("at_ms"),
      count: try object.integer("count", in: Self.repetitions, unit: "rotations"),
      interval: try object.duration("every_ms")
    )
  }
}
