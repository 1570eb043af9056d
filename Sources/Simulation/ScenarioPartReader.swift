import Files
import LoadGeneration
import Timebase

/// Reads the parts of a scenario.
struct ScenarioPartReader {
  /// The scenario's file.
  let path: String
  /// The folder it lies in.
  let folder: String
  /// The folder of the streams that a replay may name; nil when there is none.
  let streams: String?
  /// Whether the scenario has a history.
  let hasHistory: Bool
  /// Whether the parts stand among those of windows.
  var isInWindows = false

  static let kinds = ScenarioPartKey.all.map(\.name)
  /// The most times that a part repeats something.
  static let repetitions = 1...100_000

  /// Reads the list `parts`.
  func parts(_ root: InputObject) throws(InputError) -> [ScenarioPart] {
    var parts: [ScenarioPart] = []
    var size = 0.0
    let most = try InputLimit.events.value()
    for value in try root.list("parts") {
      let object = try InputObject(value, path: path, expected: "a part")
      try object.refuseUnknown(among: Self.kinds)
      guard object.fields.count == 1, let field = object.fields.first else {
        throw InputError(
          path: path,
          line: object.line,
          column: object.column,
          problem: "not one part",
          value: value.excerpt,
          expected: "exactly one of \(Self.kinds.joined(separator: ", "))",
          advice: "Give every part its own \"- \"."
        )
      }
      let part = try part(field.key, field.value)
      size += part.size
      guard size <= Double(most) else {
        throw InputLimit.events.error(
          path: path,
          line: object.line,
          column: object.column,
          value: "about \(Int(min(size, 1e15))) with this \(field.key)",
          limit: most,
          advice: "Make it shorter, or less often."
        )
      }
      parts.append(part)
    }
    return parts
  }

  /// Reads events from a script beside the scenario, such as the stalls of a real phone.
  private func eventFile(_ value: InputValue) throws(InputError) -> ScenarioPart {
    let object = try InputObject(value, path: path, expected: "a file of events")
    try object.refuseUnknown(among: ["file"])
    let name = try object.string("file")
    return .events(try EventScript(path: FileName.joined(folder, name)).timeline)
  }

  private func part(_ kind: String, _ value: InputValue) throws(InputError) -> ScenarioPart {
    try checkPlace(kind, value)
    if kind == "events" {
      if case .fields = value.kind { return try eventFile(value) }
      guard case .list(let values) = value.kind else {
        throw InputError(
          path: path,
          line: value.line,
          column: value.column,
          problem: "wrong value for events",
          value: value.excerpt,
          expected: "a list of events, or {file: NAME}",
          advice: "Write each as - {t_ms: 0, event: stop}."
        )
      }
      return .events(try EventScript(values, path: path).timeline)
    }
    let object = try InputObject(value, path: path, expected: "the values of a \(kind)")
    switch kind {
    case "reply": return .reply(try reply(object))
    case "replay": return .replay(try replay(object))
    case "pages": return .pages(try pages(object))
    case "flings": return .flings(try flings(object))
    case "drags": return .drags(try drags(object))
    case "document": return .document(try document(object))
    case "turns": return .turns(try turns(object))
    case "touches": return .touches(try touches(object))
    case "typing": return .typing(try typing(object))
    case "rotations": return .rotations(try rotations(object))
    case "keyboards": return .keyboards(try keyboards(object))
    case "composers": return .composers(try composers(object))
    case "text_sizes": return .textSizes(try textSizes(object))
    case "edits": return .edits(try edits(object))
    case "drops": return .drops(try drops(object))
    case "windows": return .windows(try windows(object))
    default: return .opens(try opens(object))
    }
  }

  private func reply(_ object: InputObject) throws(InputError) -> ScenarioPart.Reply {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "reply"))
    let name = try object.choice("preset", of: LoadPreset.all.map(\.name))
    guard object.has("duration_ms") != object.has("tokens") else {
      throw InputError(
        path: path,
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
    var reply = ScenarioPart.Reply(
      at: try object.time("at_ms"),
      preset: LoadPreset.named(name) ?? .local8B,
      limit: limit
    )
    if object.has("stalls") {
      reply.stalls = try object.integer("stalls", in: 0...10_000, unit: "stalls")
    }
    if object.has("shortest_stall_ms") {
      reply.shortestStall = try object.duration("shortest_stall_ms")
    }
    if object.has("longest_stall_ms") {
      reply.longestStall = try object.duration("longest_stall_ms")
    }
    try check(
      object,
      "longest_stall_ms",
      reply.longestStall,
      isAtLeast: reply.shortestStall,
      "shortest_stall_ms"
    )
    if object.has("question_chars") {
      reply.questionCharacters = try object.integer(
        "question_chars",
        in: 1...100_000,
        unit: "characters"
      )
    }
    return reply
  }

  private func replay(_ object: InputObject) throws(InputError) -> ScenarioPart.Replay {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "replay"))
    let name = try object.string("stream")
    let start = try object.time("at_ms")
    if name.contains("/") || name.hasSuffix(".ndjson") {
      let path = FileName.joined(folder, name)
      return ScenarioPart.Replay(at: start, stream: try StreamFile(path: path))
    }
    let names = ScenarioCatalog.names(in: streams, withExtension: "ndjson")
    guard let streams, names.contains(name) else {
      throw object.mismatch(
        "stream",
        try object.required("stream"),
        expected: "the name of a shipped stream, or a path with a / or .ndjson in it",
        problem: "unknown name",
        advice: nearMatchAdvice(for: name, among: names)
      )
    }
    return ScenarioPart.Replay(
      at: start,
      stream: try StreamFile(path: "\(streams)/\(name).ndjson")
    )
  }

  private func pages(_ object: InputObject) throws(InputError) -> ScenarioPart.Pages {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "pages"))
    var pages = ScenarioPart.Pages(
      at: try object.time("at_ms"),
      count: try object.integer("count", in: Self.repetitions, unit: "pages"),
      messages: try object.integer("messages", in: 0...10_000, unit: "messages")
    )
    if object.has("shortest_latency_ms") {
      pages.shortestLatency = try object.duration("shortest_latency_ms")
    }
    if object.has("longest_latency_ms") {
      pages.longestLatency = try object.duration("longest_latency_ms")
    }
    try check(
      object,
      "longest_latency_ms",
      pages.longestLatency,
      isAtLeast: pages.shortestLatency,
      "shortest_latency_ms"
    )
    if object.has("pause_ms") { pages.pause = try object.duration("pause_ms") }
    return pages
  }

  private func flings(_ object: InputObject) throws(InputError) -> ScenarioPart.Flings {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "flings"))
    let values = try object.list("velocities_pt_per_s")
    var velocities: [Double] = []
    for value in values {
      velocities.append(
        try InputObject.number(
          value,
          "velocities_pt_per_s",
          in: -100_000...100_000,
          unit: "points a second",
          of: object
        )
      )
    }
    if velocities.isEmpty {
      throw object.mismatch(
        "velocities_pt_per_s",
        try object.required("velocities_pt_per_s"),
        expected: "one speed at least"
      )
    }
    return ScenarioPart.Flings(
      at: try object.time("at_ms"),
      count: try object.integer("count", in: Self.repetitions, unit: "flings"),
      interval: try object.duration("every_ms"),
      velocities: velocities
    )
  }

  private func drags(_ object: InputObject) throws(InputError) -> ScenarioPart.Drags {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "drags"))
    var drags = ScenarioPart.Drags(
      at: try object.time("at_ms"),
      count: try object.integer("count", in: Self.repetitions, unit: "drags"),
      interval: try object.duration("every_ms"),
      distance: try object.number("distance_pt", in: -10_000...10_000, unit: "points")
    )
    if object.has("moving_ms") { drags.moving = try object.duration("moving_ms") }
    try check(
      object,
      "every_ms",
      drags.interval,
      isAtLeast: drags.moving + TimelineComposer.holding,
      "the \(drags.moving) of movement and \(TimelineComposer.holding) of rest of one drag"
    )
    return drags
  }

  private func opens(_ object: InputObject) throws(InputError) -> ScenarioPart.Opens {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "opens"))
    guard hasHistory else {
      throw InputError(
        path: path,
        line: object.line,
        column: object.column,
        problem: "nothing to open",
        expected: "a history",
        advice: "Add \"history: {messages: 1000}\" to the scenario."
      )
    }
    var opens = ScenarioPart.Opens(
      at: try object.time("at_ms"),
      count: try object.integer("count", in: Self.repetitions, unit: "openings"),
      interval: try object.duration("every_ms"),
      viewports: 0
    )
    if object.has("scroll_viewports") {
      opens.viewports = try object.integer("scroll_viewports", in: 0...1_000, unit: "viewports")
    }
    let needed =
      TimelineComposer.openingPause + TimelineComposer.openingDragInterval * (2 * opens.viewports)
    try check(
      object,
      "every_ms",
      opens.interval,
      isAtLeast: needed,
      "the \(needed) that opening and scrolling take"
    )
    return opens
  }

  func check(
    _ object: InputObject,
    _ key: String,
    _ value: Nanoseconds,
    isAtLeast least: Nanoseconds,
    _ what: String
  ) throws(InputError) {
    if value >= least { return }
    let field = object.value(key)
    throw InputError(
      path: path,
      line: field?.line ?? object.line,
      column: field?.column ?? object.column,
      problem: "wrong value for \(key)",
      value: "\(value)",
      expected: "at least \(what.hasPrefix("the ") ? what : "\(what), \(least)")",
      advice: "Correct \"\(key)\"."
    )
  }
}
