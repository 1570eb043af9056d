import Files
import ChatSurface
import FrameMetrics
import LoadGeneration
import Timebase

/// Reads a scenario from YAML.
///
/// ```yaml
/// name: my-chat
/// summary: A long answer over a long history
/// seed: 1
/// device: iphone-15-pro
/// profile: reference
/// history: {messages: 1000, lengths: arena}
/// parts:
///   - reply: {at_ms: 500, preset: local-8b-42tps, duration_ms: 30000}
///   - events:
///       - {t_ms: 4000, event: stall, ms: 200}
/// budgets:
///   hitch_ratio_ms_per_s: 2
/// ```
///
/// Every key but `parts` may be left out, and `parts` too where `include` names other scenarios: theirs
/// come first. `matrix` names profiles, devices and rates, to run each with each. A profile or device
/// may be the path of its file, from the scenario's folder. Keys carry their unit last. A part is one
/// of ``ScenarioPartKind/all``.
package enum ScenarioFile {
  package static let keys = [
    "name", "summary", "include", "seed", "device", "profile", "profiles", "matrix", "history",
    "parts", "until_ms", "budgets", "steady", "requires",
  ]

  /// Reads the scenario at `path`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - streams: The folder of the streams that a `replay` may name; nil when there is none.
  /// - Throws: ``InputError`` when the file cannot be read, is not UTF-8 or not YAML, or has a key
  ///   or value that a scenario cannot have; also for a stream that it names.
  package static func read(_ path: String, streams: String? = nil) throws(InputError) -> Scenario {
    try read(InputFile.read(path, as: .document), streams: streams)
  }

  /// Reads a scenario from an input that was opened already.
  ///
  /// - Throws: ``InputError`` as ``read(_:streams:)-(String,_)`` does, but for reading.
  package static func read(_ file: InputFile, streams: String?) throws(InputError) -> Scenario {
    try read(InputLines.text(of: file), path: file.path, streams: streams)
  }

  /// Reads the scenario `text`; `path` is for messages, for the name and for the streams beside it.
  ///
  /// - Throws: ``InputError`` as ``read(_:streams:)`` does, but for reading.
  package static func read(
    _ text: String,
    path: String,
    streams: String? = nil
  ) throws(InputError) -> Scenario {
    try read(text, path: path, ScenarioInclusion(streams: streams, chain: []))
  }

  /// Reads the scenario `text`, which the files of `inclusion` led to.
  static func read(
    _ text: String,
    path: String,
    _ inclusion: ScenarioInclusion
  ) throws(InputError) -> Scenario {
    let root = try InputObject(
      PositionedYAML.parse(text, path: path),
      path: path,
      expected: "a scenario with parts"
    )
    try root.refuseUnknown(among: keys, other: FileKind.advice(forKey:))
    var scenario = Scenario(name: FileName.shown(FileName.stem(of: path)))
    if root.has("name") { scenario.name = try name(root) }
    if root.has("summary") { scenario.summary = try root.string("summary") }
    if root.has("seed") {
      scenario.seed = UInt64(try root.integer("seed", in: 0...Int.max, unit: ""))
    }
    try readDesigns(root, path, into: &scenario)
    if root.has("matrix") { scenario.matrix = try matrix(root, path) }
    let included = root.has("include") ? try inclusion.scenarios(root, path: path) : []
    if root.has("history") { scenario.history = try history(root.required("history"), path) }
    if root.has("until_ms") { scenario.end = try root.time("until_ms") }
    if root.has("budgets") { scenario.budgets = try budgets(root.required("budgets"), path) }
    if root.has("steady") { scenario.budgets.isSteady = try root.bool("steady") }
    if root.has("requires") {
      scenario.budgets.requirements = try requirements(root.required("requires"), path)
    }
    let reader = ScenarioPartReader(
      path: path,
      folder: FileName.folder(of: path),
      streams: inclusion.streams,
      hasHistory: scenario.history != nil || included.contains { $0.history != nil }
    )
    if included.isEmpty || root.has("parts") { scenario.parts = try reader.parts(root) }
    scenario.partFiles = reader.files.paths
    scenario.include(included, saying: root)
    try checkSize(scenario, root)
    return scenario
  }

  /// Reads what the scenario is run with, and whom it is for.
  private static func readDesigns(
    _ root: InputObject,
    _ path: String,
    into scenario: inout Scenario
  ) throws(InputError) {
    let designs = ScenarioDesigns(folder: FileName.folder(of: path))
    if let value = root.value("device") {
      scenario.device = try designs.device(value, "device", in: root)
    }
    if let value = root.value("profile") {
      scenario.profile = try designs.profile(value, "profile", in: root)
    }
    guard let list = root.value("profiles") else { return }
    var profiles: [Profile] = []
    for value in try root.list("profiles") {
      let profile = try designs.profile(value, "profiles", in: root)
      guard !profiles.contains(where: { $0.name == profile.name }) else {
        throw root.mismatch("profiles", value, expected: "each profile once")
      }
      profiles.append(profile)
    }
    if profiles.isEmpty { throw root.mismatch("profiles", list, expected: "one at least") }
    if let profile = scenario.profile, !profiles.contains(where: { $0.name == profile.name }) {
      throw root.mismatch(
        "profile",
        try root.required("profile"),
        expected:
          "one of the scenario's profiles, \(profiles.map(\.name).joined(separator: ", "))"
      )
    }
    scenario.profiles = profiles
  }

  /// A matrix takes the place of what says the same of one profile or device.
  private static func matrix(
    _ root: InputObject,
    _ path: String
  ) throws(InputError) -> ScenarioMatrix {
    let matrix = try ScenarioMatrix.read(root, path: path)
    let others = [
      ("profile", !matrix.profiles.isEmpty), ("profiles", !matrix.profiles.isEmpty),
      ("device", !matrix.devices.isEmpty),
    ]
    for (key, isSaid) in others where isSaid {
      guard let field = root.fields.first(where: { $0.key == key }) else { continue }
      throw InputError(
        path: path,
        line: field.line,
        column: field.column,
        problem: "\(key) beside a matrix that says the same",
        value: field.value.excerpt,
        expected: "one of them",
        advice: "Leave \(key) out, or take it out of the matrix."
      )
    }
    return matrix
  }

  /// Refuses a scenario that is too long together with what it includes.
  private static func checkSize(
    _ scenario: Scenario,
    _ root: InputObject
  ) throws(InputError) {
    guard let field = root.fields.first(where: { $0.key == "include" }) else { return }
    let most = try InputLimit.events.value()
    let size = scenario.parts.reduce(0) { $0 + $1.size }
    guard size <= Double(most) else {
      throw InputLimit.events.error(
        path: root.path,
        line: field.line,
        column: field.column,
        value: "about \(Int(min(size, 1e15))) with the files included",
        limit: most,
        advice: "Include less."
      )
    }
  }

  private static func name(_ root: InputObject) throws(InputError) -> String {
    let name = try root.string("name")
    let isPlain = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
    }
    guard isPlain, !name.isEmpty else {
      throw root.mismatch(
        "name",
        try root.required("name"),
        expected: "lower-case letters, digits and hyphens"
      )
    }
    return name
  }

  static func history(
    _ value: InputValue,
    _ path: String
  ) throws(InputError) -> ScenarioHistory {
    let object = try InputObject(value, path: path, expected: "a history with messages")
    try object.refuseUnknown(among: ["messages", "lengths"])
    let count = try object.integer(
      "messages",
      in: 0...SyntheticHistory.limit,
      unit: "messages"
    )
    guard object.has("lengths") else { return ScenarioHistory(messages: count) }
    let kinds = SyntheticHistory.Lengths.all
    let name = try object.choice("lengths", of: kinds.map(\.name))
    return ScenarioHistory(messages: count, lengths: kinds.first { $0.name == name } ?? .arena)
  }

  /// Budgets of a file of their own.
  package struct BudgetFile: Sendable {
    /// The limits.
    package var budgets: Budgets
    /// What the file says that unknown gaps of frame logs were; nil where it does not.
    package var gaps: String?
  }

  /// Reads a file of budgets alone: a scenario's `budgets`, under that key or not, and `gaps` beside them.
  ///
  /// - Parameters:
  ///   - path: The YAML file.
  ///   - gaps: What `gaps` may say.
  /// - Throws: ``InputError`` when it cannot be read, or names a budget or limit that there is not.
  package static func readBudgets(
    _ path: String,
    gaps: [String] = []
  ) throws(InputError) -> BudgetFile {
    let file = try InputFile.read(path, as: .document)
    let value = try PositionedYAML.parse(try InputLines.text(of: file), path: file.path)
    let object = try InputObject(value, path: file.path, expected: "budgets")
    let inner = object.value("budgets")
    return BudgetFile(
      budgets: try budgets(inner ?? value, file.path, beside: inner == nil ? ["gaps"] : []),
      gaps: object.has("gaps") ? try object.choice("gaps", of: gaps) : nil
    )
  }

  /// Reads what figures must show so that the scenario measured what it is about.
  private static func requirements(
    _ value: InputValue,
    _ path: String
  ) throws(InputError) -> [FigureRequirement] {
    let object = try InputObject(value, path: path, expected: "figures and what they must show")
    try object.refuseUnknown(among: Metric.all.map(\.id))
    var requirements: [FigureRequirement] = []
    for field in object.fields {
      guard let metric = Metric.named(field.key) else { continue }
      let range = try InputObject(field.value, path: path, expected: "at_least, at_most, or both")
      try range.refuseUnknown(among: ["at_least", "at_most"])
      var requirement = FigureRequirement(metric)
      for (key, place) in [("at_least", \FigureRequirement.least), ("at_most", \.most)]
      where range.has(key) {
        requirement[keyPath: place] = try range.number(
          key,
          in: 0...1_000_000_000,
          unit: metric.unit.rawValue
        )
      }
      requirements.append(requirement)
    }
    return requirements
  }

  /// Reads budgets that stand in another file.
  ///
  /// - Parameter others: Keys that may stand beside them.
  /// - Throws: ``InputError`` for a budget or limit that there is not.
  package static func budgets(
    _ value: InputValue,
    _ path: String,
    beside others: [String] = []
  ) throws(InputError) -> Budgets {
    // A key with nothing behind it sets none.
    if case .null = value.kind { return .standard }
    let object = try InputObject(value, path: path, expected: "budgets")
    if let old = object.fields.first(where: { Budget.renamed[$0.key] != nil }) {
      throw InputError(
        path: path,
        line: old.line,
        column: old.column,
        problem: "a budget that has another name now",
        value: old.key,
        expected: Budget.renamed[old.key] ?? "",
        advice: "Rename it, and give its limit in the new unit."
      )
    }
    try object.refuseUnknown(among: Budget.allCases.map(\.rawValue) + others) { key in
      Budget.allCases.first { $0.title == key.replacing("_", with: " ") }
        .map { "Did you mean \($0.rawValue)?" }
    }
    var budgets = Budgets.standard
    for budget in Budget.allCases {
      guard let value = object.value(budget.rawValue) else { continue }
      if case .null = value.kind {
        budgets[budget] = .unjudged
      } else {
        budgets[budget] = .limit(
          try object.number(budget.rawValue, in: budget.range, unit: budget.unit)
        )
      }
    }
    return budgets
  }
}
