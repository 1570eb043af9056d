import ChatSurface
import Files
import FrameLogs
import FrameMetrics
import LoadGeneration
import Scenarios
import Timebase

/// What `stillpoint.yaml` says: what is checked, by which budgets, and what it is compared with.
package struct CheckFile: Sendable {
  /// The file's usual name.
  package static let standardName = "stillpoint.yaml"
  /// Where a baseline goes where the file names no place.
  package static let standardBaseline = ".stillpoint/baseline.json"

  /// Recordings of an app.
  package struct Recordings: Sendable {
    /// What they are called.
    package var name: String
    /// Files, or patterns of their names, from the file's folder.
    package var patterns: [String]
    /// A part of the names of the sessions that are checked: an app's process among those of a trace; nil
    /// for all.
    package var session: String?
    /// How they are read.
    package var options: LogOptions
    /// Their budgets.
    package var budgets: Budgets
    /// Where it stands in the file: a line from 1.
    package var line: Int
  }

  /// A chat on the web.
  package struct Web: Sendable {
    /// Its description's path.
    package var app: String
    /// The scenarios; empty for the standard ones.
    package var scenarios: [String]
    /// The refresh rates in Hz.
    package var rates: [Int]
    /// The page's path in place of the description's; nil for that.
    package var url: String?
    /// The window, such as `1280x800`; nil for the description's.
    package var viewport: String?
    /// The engines in which it is driven; empty for Chromium.
    package var engines: [String]
    /// Where it stands in the file.
    package var line: Int
  }

  /// A run: a design under scenarios, or the folder of one that a program of the user's own makes.
  package struct Run: Sendable {
    /// What it is called.
    package var name: String
    /// Arguments of `stillpoint run`; empty where a program of its own makes it.
    package var arguments: [String]
    /// What makes the run's folder, as a shell's line; nil for nothing.
    package var command: String?
    /// How long that may take, in seconds.
    package var timeLimit = 3_600
    /// The run's folder; nil for one that is made and thrown away.
    package var folder: String?
    /// Where it stands in the file.
    package var line: Int
  }

  package var path: String
  /// Recordings to check.
  package var recordings: [Recordings] = []
  /// Chats on the web.
  package var web: [Web] = []
  package var runs: [Run] = []
  /// The baseline's path; nil where nothing is compared.
  package var baseline: String?
  /// The history's path.
  package var history: String?

  package static let keys = [
    "recordings", "web", "designs", "runs", "budgets", "compare", "history",
  ]

  /// The keys of what stands in a list, or of what is compared.
  package static let partKeys: [String: [String]] = [
    "recordings": ["name", "files", "session", "format", "refresh", "gaps", "budgets"],
    "web": ["app", "scenarios", "refresh", "url", "viewport", "engines"],
    "designs": ["scenario", "profile", "device", "refresh"],
    "runs": ["name", "folder", "command", "time_limit"],
    "compare": ["with"],
  ]

  private static func refuseUnknown(
    _ object: InputObject,
    in part: String
  ) throws(InputError) {
    try object.refuseUnknown(among: partKeys[part] ?? [])
  }

  /// Reads a file.
  ///
  /// - Throws: ``InputError`` with the line, also for a file that is not there or checks nothing.
  package init(path: String) throws(InputError) {
    guard Folder.exists(path) else {
      throw InputError(
        path: path,
        problem: "no such file",
        expected: "what is to be checked",
        advice: "Write one for this folder: stillpoint init"
      )
    }
    let file = try InputFile.read(path, as: .document)
    try self.init(text: try InputLines.text(of: file), path: path)
  }

  /// Reads a text; `path` is for messages, and what other paths are taken from.
  package init(text: String, path: String) throws(InputError) {
    let expected = "what is to be checked, in YAML"
    let value = try PositionedYAML.parse(
      text,
      path: path,
      as: expected,
      example: "`stillpoint init` writes one; Docs/Check.md describes it."
    )
    let root = try InputObject(value, path: path, expected: expected)
    try root.refuseUnknown(among: Self.keys)
    self.path = path
    let common =
      root.has("budgets")
      ? try ScenarioFile.budgets(try root.required("budgets"), path) : .standard
    for value in try Self.list(root, "recordings") {
      recordings.append(try Self.recordings(value, root, common))
    }
    for value in try Self.list(root, "web") { web.append(try web(value, root)) }
    for value in try Self.list(root, "designs") { runs.append(try design(value, root)) }
    for value in try Self.list(root, "runs") { runs.append(try run(value, root)) }
    try readComparison(root)
    if root.has("history") { history = resolved(try root.string("history")) }
    guard !recordings.isEmpty || !web.isEmpty || !runs.isEmpty else {
      throw InputError(
        path: path,
        problem: "nothing to check",
        expected: "one of recordings, web, designs, runs",
        advice: "Name recordings: `recordings: [{files: recordings/*}]`."
      )
    }
    try refuseDoubles(root)
  }

  /// A path from the file's folder.
  package func resolved(_ name: String) -> String {
    let folder = FileName.folder(of: path)
    return folder == "." ? name : FileName.joined(folder, name)
  }

  // MARK: Parts

  private static func list(_ root: InputObject, _ key: String) throws(InputError) -> [InputValue] {
    root.has(key) ? try root.list(key) : []
  }

  /// A text, or a list of texts.
  private static func texts(_ object: InputObject, _ key: String) throws(InputError) -> [String] {
    let value = try object.required(key)
    if case .string(let text) = value.kind { return [text] }
    var texts: [String] = []
    for value in try object.list(key) {
      guard case .string(let text) = value.kind else {
        throw object.mismatch(key, value, expected: "a text or a list of texts")
      }
      texts.append(text)
    }
    return texts
  }

  private static func rates(_ object: InputObject) throws(InputError) -> [Int] {
    guard object.has("refresh") else { return [60] }
    if case .number = try object.required("refresh").kind {
      return [try object.integer("refresh", in: 1...1000, unit: "Hz")]
    }
    var rates: [Int] = []
    for value in try object.list("refresh") {
      guard case .number(let text) = value.kind, let rate = Int(text), 1...1000 ~= rate else {
        throw object.mismatch("refresh", value, expected: "whole rates of 1 to 1000 Hz")
      }
      rates.append(rate)
    }
    return rates
  }

  private static func recordings(
    _ value: InputValue,
    _ root: InputObject,
    _ common: Budgets
  ) throws(InputError) -> Recordings {
    let object = try InputObject(value, path: root.path, expected: "recordings with files")
    try refuseUnknown(object, in: "recordings")
    var options = LogOptions()
    options.takesRunsApart = true
    if object.has("format") {
      let name = try object.choice("format", of: LogFormat.allCases.map(\.rawValue))
      options.format = LogFormat(rawValue: name)
    }
    if object.has("refresh") {
      options.refreshHertz = try object.number("refresh", in: 1...1000, unit: "Hz")
    }
    if object.has("gaps") {
      let name = try object.choice("gaps", of: GapReading.allCases.map(\.rawValue))
      options.gaps = GapReading(rawValue: name)
    }
    let budgets =
      object.has("budgets")
      ? try ScenarioFile.budgets(try object.required("budgets"), root.path) : common
    return Recordings(
      name: object.has("name") ? try object.string("name") : "recordings",
      patterns: try texts(object, "files"),
      session: object.has("session") ? try object.string("session") : nil,
      options: options,
      budgets: budgets,
      line: value.line
    )
  }

  private func web(_ value: InputValue, _ root: InputObject) throws(InputError) -> Web {
    let object = try InputObject(value, path: root.path, expected: "a page with its app")
    try Self.refuseUnknown(object, in: "web")
    return Web(
      app: resolved(try object.string("app")),
      scenarios: object.has("scenarios") ? try Self.texts(object, "scenarios") : [],
      rates: try Self.rates(object),
      url: object.has("url") ? try object.string("url") : nil,
      viewport: object.has("viewport") ? try object.string("viewport") : nil,
      engines: object.has("engines") ? try Self.texts(object, "engines") : [],
      line: value.line
    )
  }

  private func design(_ value: InputValue, _ root: InputObject) throws(InputError) -> Run {
    let object = try InputObject(value, path: root.path, expected: "a design with its scenario")
    try Self.refuseUnknown(object, in: "designs")
    let scenarios = try Self.texts(object, "scenario")
    let profile = object.has("profile") ? try object.string("profile") : Profile.standard.name
    func place(_ name: String) -> String { name.hasSuffix(".yaml") ? resolved(name) : name }
    var arguments = scenarios.map(place) + ["--profile", place(profile)]
    if object.has("device") { arguments += ["--device", place(try object.string("device"))] }
    arguments += ["--refresh"] + (try Self.rates(object)).map(String.init)
    arguments += ["--cost", "modelled", "--measurer", "fixed"]
    return Run(name: profile, arguments: arguments, line: value.line)
  }

  private func run(_ value: InputValue, _ root: InputObject) throws(InputError) -> Run {
    let object = try InputObject(value, path: root.path, expected: "a run with its folder")
    try Self.refuseUnknown(object, in: "runs")
    let folder = try object.string("folder")
    var run = Run(
      name: object.has("name") ? try object.string("name") : FileName.stem(of: folder),
      arguments: [],
      command: object.has("command") ? try object.string("command") : nil,
      folder: resolved(folder),
      line: value.line
    )
    if object.has("time_limit") {
      run.timeLimit = try object.integer("time_limit", in: 1...86_400, unit: "s")
    }
    return run
  }

  private mutating func readComparison(_ root: InputObject) throws(InputError) {
    guard let value = root.value("compare") else { return }
    if case .string("none") = value.kind { return }
    let object = try InputObject(value, path: path, expected: "none, or `{with: PATH}`")
    try Self.refuseUnknown(object, in: "compare")
    baseline = resolved(try object.string("with"))
  }

  private func refuseDoubles(_ root: InputObject) throws(InputError) {
    var lines: [String: Int] = [:]
    for (name, line) in recordings.map({ ($0.name, $0.line) }) {
      if let other = lines[name] {
        throw InputError(
          path: path,
          line: line,
          problem: "two of one name",
          value: name,
          expected: "another name than in line \(other)",
          advice: "Give each its name."
        )
      }
      lines[name] = line
    }
  }
}
