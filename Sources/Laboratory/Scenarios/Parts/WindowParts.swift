import ChatSurface
import Files
import LoadGeneration
import Timebase

// Parts in which other parts, or events as they are, happen.
extension ScenarioPartKind {
  /// Windows are opened, and in each of them other parts happen, each with chance of its own; none of
  /// them opens windows or the history.
  static let windows = ScenarioPartKind(
    "windows",
    "Windows are opened, with messages and parts of their own",
    ["at_ms", "names"],
    ["until_ms", "history", "parts"]
  ) { (object, reader) throws(InputError) in
    let start = try object.time("at_ms")
    let end = object.has("until_ms") ? try object.time("until_ms") : nil
    if let end {
      try reader.check(
        object,
        "until_ms",
        end - .zero,
        isAtLeast: start - .zero,
        "at_ms, \(start - Instant.zero)"
      )
    }
    let history =
      object.has("history")
      ? try ScenarioFile.history(object.required("history"), reader.path) : nil
    let names = try reader.names(object, "names")
    var inner = reader
    inner.isInWindows = true
    let parts = object.has("parts") ? try inner.parts(object) : []
    let size = Double(names.count) * parts.reduce(2) { $0 + $1.size }
    return ScenarioPart(size: size, inner: parts) { timeline, _ in
      let (outerWindow, outerHistory) = (timeline.window, timeline.history)
      for (order, name) in names.enumerated() {
        timeline.window = name
        timeline.events.append(TimedLoadEvent(.window(.open), at: start, window: name))
        var chance = SeededGenerator(seed: timeline.seed, index: 1_000_000 + UInt64(order))
        timeline.history = history.map {
          SyntheticHistory(seed: chance.next(), count: $0.messages, lengths: $0.lengths)
        }
        timeline.editable[name] = nil
        if let history = timeline.history {
          timeline.events.append(TimedLoadEvent(.load(history), at: start, window: name))
        }
        for part in parts { timeline.add(part) }
        if let end {
          timeline.events.append(TimedLoadEvent(.window(.close), at: end, window: name))
        }
      }
      (timeline.window, timeline.history) = (outerWindow, outerHistory)
    }
  }

  /// Events as they are: a list in the scenario, or a script beside it, such as the stalls of a real
  /// phone.
  static let events = ScenarioPartKind(
    "events",
    "A list of events, or the script that file names",
    ["t_ms", "event"],
    readValue: { (value, reader) throws(InputError) in
      if case .fields = value.kind {
        let object = try InputObject(value, path: reader.path, expected: "a file of events")
        try object.refuseUnknown(among: ["file"])
        let path = FileName.joined(reader.folder, try object.string("file"))
        return ScenarioPart(written: try EventScript(path: reader.files.note(path)).timeline)
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
      return ScenarioPart(written: try EventScript(values, path: reader.path).timeline)
    }
  )
}
