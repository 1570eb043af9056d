import Files
import Foundation
import FrameMetrics
import LoadGeneration

/// The scenarios that ship with Stillpoint: the folder `Scenarios`.
///
/// A shipped scenario may tighten a budget, never loosen it; one that does is refused, unless it is of
/// the tour.
package struct ScenarioCatalog: Sendable {
  /// A scenario's name with one line about it.
  package struct Entry: Hashable, Sendable {
    package var name: String
    /// One line.
    package var summary: String
  }

  /// The environment variable that names the folder.
  package static let variable = "STILLPOINT_SCENARIOS"

  package let folder: String

  /// Takes the scenarios in `folder`.
  package init(folder: String) { self.folder = folder }

  /// Finds the folder: the one that `STILLPOINT_SCENARIOS` names; else the next `Scenarios` with a
  /// scenario in it, upward from the current folder; else upward from the executable.
  ///
  /// - Parameters:
  ///   - environment: The process's environment.
  ///   - currentFolder: Where to start.
  ///   - executable: Where to start next; nil when it is not known.
  /// - Throws: ``InputError`` when there is none.
  package static func find(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    currentFolder: String = FileManager.default.currentDirectoryPath,
    executable: String? = Bundle.main.executablePath
  ) throws(InputError) -> ScenarioCatalog {
    if let named = environment[variable] {
      if !names(in: named, withExtension: "yaml").isEmpty { return ScenarioCatalog(folder: named) }
      throw InputError(
        path: named,
        problem: "no scenarios in the folder that \(variable) names",
        expected: "a folder with .yaml files",
        advice: "Correct or unset \(variable)."
      )
    }
    let start = executable.map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path
    }
    for start in [currentFolder, start].compactMap({ $0 }) {
      if let folder = folder(upwardFrom: start) { return ScenarioCatalog(folder: folder) }
    }
    throw InputError(
      path: "Scenarios",
      problem: "no such folder here or above",
      value: currentFolder,
      expected: "the folder of shipped scenarios",
      advice: "Run inside the repository, or name the folder in \(variable)."
    )
  }

  /// The folder of the shipped streams.
  package var streamsFolder: String { "\(folder)/streams" }

  /// The names of the shipped scenarios, in order.
  package var names: [String] { Self.names(in: folder, withExtension: "yaml") }

  /// The folder of the short scenarios that between them show every choice of a profile. They are in
  /// no list of all scenarios: a run and the gate take them by name.
  package var choicesFolder: String { "\(folder)/choices" }

  /// The names of the short scenarios, in order.
  package var choiceNames: [String] { Self.names(in: choicesFolder, withExtension: "yaml") }

  /// The folder of the scenarios of `stillpoint tour`, each cut to where designs differ. They are in no
  /// list of all scenarios either.
  package var tourFolder: String { "\(folder)/tour" }

  /// The names of the tour's scenarios, in order.
  package var tourNames: [String] { Self.names(in: tourFolder, withExtension: "yaml") }

  /// The file of a shipped scenario, short ones too; nil where there is none of this name.
  package func path(of name: String) -> String? {
    if names.contains(name) { return "\(folder)/\(name).yaml" }
    if choiceNames.contains(name) { return "\(choicesFolder)/\(name).yaml" }
    return tourNames.contains(name) ? "\(tourFolder)/\(name).yaml" : nil
  }

  /// The names of the shipped streams, in order.
  package var streamNames: [String] { Self.names(in: streamsFolder, withExtension: "ndjson") }

  /// Every scenario with one line about it, in order.
  ///
  /// - Throws: ``InputError`` when one cannot be read.
  package func entries() throws(InputError) -> [Entry] { try entries(of: names) }

  /// Every short scenario with one line about it, in order.
  ///
  /// - Throws: ``InputError`` when one cannot be read.
  package func choiceEntries() throws(InputError) -> [Entry] { try entries(of: choiceNames) }

  /// Every scenario of the tour with one line about it, in order.
  ///
  /// - Throws: ``InputError`` when one cannot be read.
  package func tourEntries() throws(InputError) -> [Entry] { try entries(of: tourNames) }

  private func entries(of names: [String]) throws(InputError) -> [Entry] {
    var entries: [Entry] = []
    for name in names {
      entries.append(Entry(name: name, summary: try scenario(named: name).summary))
    }
    return entries
  }

  /// Reads a shipped scenario.
  ///
  /// - Throws: ``InputError`` when there is none of this name, it cannot be read, or it loosens a
  ///   budget.
  package func scenario(named name: String) throws(InputError) -> Scenario {
    guard let path = path(of: name) else {
      throw InputError(
        path: name,
        problem: "no such scenario in \(folder)",
        expected: "a name that `stillpoint list` gives, or the path of a .yaml file",
        advice: nearMatchAdvice(for: name, among: names + choiceNames + tourNames)
      )
    }
    let scenario = try ScenarioFile.read(path, streams: streamsFolder)
    guard scenario.name == name else {
      throw InputError(
        path: path,
        problem: "the file and the scenario in it have two names",
        value: scenario.name,
        expected: name,
        advice: "Rename one of them."
      )
    }
    let looser = scenario.budgets.looser(than: .standard)
    // What the tour's stall of the host costs is no design's fault, and only the tour is not gated.
    guard looser.isEmpty || tourNames.contains(name) else {
      throw InputError(
        path: path,
        problem: "a shipped scenario loosens \(looser.map(\.rawValue).joined(separator: ", "))",
        expected: "the standard limit or a tighter one",
        advice: "Take it out, or run a copy from outside the folder."
      )
    }
    return scenario
  }

  /// Whether a user means a file and not a shipped scenario.
  package static func isPath(_ nameOrPath: String) -> Bool {
    nameOrPath.hasSuffix(".yaml") || nameOrPath.hasSuffix(".yml") || nameOrPath.contains("/")
      || nameOrPath == InputFile.standardInput
  }

  /// Reads a scenario that a user names: by path when it ends in .yaml or .yml or has a slash in
  /// it, else a shipped one.
  ///
  /// - Throws: ``InputError`` as ``scenario(named:)`` and ``ScenarioFile/read(_:streams:)`` do.
  package func scenario(_ nameOrPath: String) throws(InputError) -> Scenario {
    if Self.isPath(nameOrPath) { return try ScenarioFile.read(nameOrPath, streams: streamsFolder) }
    return try scenario(named: nameOrPath)
  }

  /// The names of the files with an extension in a folder, in order; none when it is no folder.
  static func names(in folder: String?, withExtension ending: String) -> [String] {
    guard let folder, let files = FileName.list(folder) else { return [] }
    return files.filter { $0.hasSuffix(".\(ending)") && !$0.hasPrefix(".") }
      .map { String($0.dropLast(ending.count + 1)) }.sorted()
  }

  private static func folder(upwardFrom start: String) -> String? {
    var url = URL(fileURLWithPath: start)
    for _ in 0..<64 {
      let folder = url.appendingPathComponent("Scenarios").path
      if !names(in: folder, withExtension: "yaml").isEmpty { return folder }
      if url.path == "/" { return nil }
      url = url.deletingLastPathComponent()
    }
    return nil
  }
}
