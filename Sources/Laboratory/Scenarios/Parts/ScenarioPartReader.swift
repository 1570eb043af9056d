import Files
import LoadGeneration
import Timebase

/// The files that the parts of a scenario name: recordings, scripts.
final class PartFiles {
  /// Their paths, in the order in which they are read.
  private(set) var paths: [String] = []

  /// Notes one and gives it back.
  func note(_ path: String) -> String {
    paths.append(path)
    return path
  }
}

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
  /// The files that parts name, as they are read.
  var files = PartFiles()
  /// Whether the parts stand among those of windows.
  var isInWindows = false

  static let kinds = ScenarioPartKind.all.map(\.name)

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

  private func part(_ name: String, _ value: InputValue) throws(InputError) -> ScenarioPart {
    try checkPlace(name, value)
    guard let kind = ScenarioPartKind.all.first(where: { $0.name == name }) else {
      preconditionFailure("no part is named \(name)")
    }
    return try kind.part(value, by: self)
  }

  /// Refuses a part that belongs to the main window alone.
  private func checkPlace(_ kind: String, _ value: InputValue) throws(InputError) {
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

  // MARK: What several parts have

  /// Reads how many Unicode scalars a question has; nil where that is not said.
  func questionLength(_ object: InputObject) throws(InputError) -> Int? {
    guard object.has("question_chars") else { return nil }
    return try object.integer("question_chars", in: 1...100_000, unit: "characters")
  }

  /// Reads names of windows, each once.
  func names(_ object: InputObject, _ key: String) throws(InputError) -> [String] {
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

  /// Refuses a time that is shorter than another one asks.
  ///
  /// - Parameter what: What it has to be at least, in words.
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
      expected: "at least \(what)",
      advice: "Correct \"\(key)\"."
    )
  }
}
