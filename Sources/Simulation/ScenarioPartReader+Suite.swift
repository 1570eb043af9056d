import Files
import ChatSurface
import LoadGeneration
import Timebase

extension ScenarioPartReader {
  func keyboards(_ object: InputObject) throws(InputError) -> ScenarioPart.Keyboards {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "keyboards"))
    let (start, count, interval) = try repeated(object, "openings")
    let open = try object.duration("open_ms")
    try check(object, "every_ms", interval, isAtLeast: open, "the \(open) that it stays open")
    return ScenarioPart.Keyboards(
      at: start,
      count: count,
      interval: interval,
      open: open,
      height: object.has("height_pt")
        ? try object.number("height_pt", in: 1...10_000, unit: "points") : nil
    )
  }

  func composers(_ object: InputObject) throws(InputError) -> ScenarioPart.Composers {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "composers"))
    let (start, count, interval) = try repeated(object, "growths")
    let line = try object.duration("line_ms")
    try check(object, "every_ms", interval, isAtLeast: line * 6, "the \(line * 6) that it takes")
    return ScenarioPart.Composers(at: start, count: count, interval: interval, line: line)
  }

  func textSizes(_ object: InputObject) throws(InputError) -> ScenarioPart.TextSizes {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "text_sizes"))
    let (start, count, interval) = try repeated(object, "sizes")
    return ScenarioPart.TextSizes(at: start, count: count, interval: interval)
  }

  func edits(_ object: InputObject) throws(InputError) -> ScenarioPart.Edits {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "edits"))
    let (start, count, interval) = try repeated(object, "edits")
    return ScenarioPart.Edits(at: start, count: count, interval: interval)
  }

  func drops(_ object: InputObject) throws(InputError) -> ScenarioPart.Drops {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "drops"))
    let (start, count, interval) = try repeated(object, "drops")
    return ScenarioPart.Drops(
      at: start,
      count: count,
      interval: interval,
      targets: object.has("onto") ? try names(object, "onto") : [TimedLoadEvent.mainWindow]
    )
  }

  func windows(_ object: InputObject) throws(InputError) -> ScenarioPart.Windows {
    try object.refuseUnknown(among: ScenarioPartKey.keys(of: "windows"))
    let start = try object.time("at_ms")
    let end = object.has("until_ms") ? try object.time("until_ms") : nil
    if let end { try check(object, "until_ms", end - .zero, isAtLeast: start - .zero, "at_ms") }
    let history =
      object.has("history")
      ? try ScenarioFile.history(object.required("history"), path) : nil
    var reader = self
    reader.isInWindows = true
    return ScenarioPart.Windows(
      at: start,
      until: end,
      names: try names(object, "names"),
      history: history,
      parts: object.has("parts") ? try reader.parts(object) : []
    )
  }

  /// Reads when something happens first, how often, and after how long again.
  private func repeated(
    _ object: InputObject,
    _ unit: String
  ) throws(InputError) -> (start: Instant, count: Int, interval: Nanoseconds) {
    let start = try object.time("at_ms")
    let count = try object.integer("count", in: Self.repetitions, unit: unit)
    return (start, count, try object.duration("every_ms"))
  }

  /// Reads names of windows, each once.
  private func names(_ object: InputObject, _ key: String) throws(InputError) -> [String] {
    var names: [String] = []
    for value in try object.list(key) {
      guard case .string(let name) = value.kind, !name.isEmpty, !names.contains(name) else {
        throw object.mismatch(key, value, expected: "names of windows, each once")
      }
      names.append(name)
    }
    if names.isEmpty {
      throw object.mismatch(key, try object.required(key), expected: "one name at least")
    }
    return names
  }

  /// Refuses a part that belongs to the main window alone.
  func checkPlace(_ kind: String, _ value: InputValue) throws(InputError) {
    guard isInWindows, kind == "windows" || kind == "opens" else { return }
    throw InputError(
      path: path,
      line: value.line,
      column: value.column,
      problem: "\(kind) among the parts of windows",
      expected: "another part",
      advice: "Put it among the parts of the scenario."
    )
  }
}
