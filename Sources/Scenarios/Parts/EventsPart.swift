import Files
import LoadGeneration
import Timebase

/// Events as they are: a list in the scenario, or a script beside it, such as the stalls of a real
/// phone.
struct EventsPart: ScenarioPartKind {
  /// The events, in order of time.
  var events: [TimedLoadEvent]

  static let key = ScenarioPartKey(
    "events",
    "A list of events, or the script that file names",
    ["t_ms", "event"],
    []
  )

  var part: ScenarioPart { .events(events) }

  var size: Double {
    Double(events.count)
  }

  static func read(
    _ value: InputValue,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    if case .fields = value.kind {
      return try read(
        InputObject(value, path: reader.path, expected: "a file of events"),
        by: reader
      )
    }
    guard case .list(let values) = value.kind else {
      throw InputError(
        path: reader.path,
        line: value.line,
        column: value.column,
        problem: "wrong value for events",
        value: value.excerpt,
        expected: "a list of events, or {file: NAME}",
        advice: "Write each as - {t_ms: 0, event: stop}."
      )
    }
    return Self(events: try EventScript(values, path: reader.path).timeline)
  }

  /// Reads the script that `file` names.
  static func read(
    _ object: InputObject,
    by reader: ScenarioPartReader
  ) throws(InputError) -> Self {
    try object.refuseUnknown(among: ["file"])
    let name = try object.string("file")
    return Self(
      events: try EventScript(path: reader.files.note(FileName.joined(reader.folder, name)))
        .timeline
    )
  }

  func add(to timeline: inout TimelineComposer, _ chance: inout SeededGenerator) {
    timeline.events += events
  }
}
