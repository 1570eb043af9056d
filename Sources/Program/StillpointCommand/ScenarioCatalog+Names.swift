import ArgumentParser
import ChatSurface
import Files
import Foundation
import Gating
import LoadGeneration
import Scenarios

extension ScenarioCatalog {
  /// The scenarios a user named, each once.
  ///
  /// - Throws: `ValidationError` with the near matches for a name that is neither in the catalogue
  ///   nor a path.
  package func checked(_ named: [String]) throws -> [String] {
    for name in named {
      if name.hasSuffix(".ndjson") {
        throw ValidationError(
          "\(name) is no scenario: a stream or a script is played by `stillpoint replay \(name)`."
        )
      }
      guard Self.isPath(name) || path(of: name) != nil else {
        throw ValidationError(unknown("scenario", name, among: names + choiceNames + tourNames))
      }
    }
    return named.withoutRepeats
  }

  /// Where baselines lie: beside the catalogue where one is in its repository or names it, else in the folder
  /// one is in, since an installation is nobody's to write to.
  var baselinesPath: String {
    let parent = FileName.resolved(FileName.folder(of: folder))
    let isWithin = (FileName.resolved(".") + "/").hasPrefix(parent + "/")
    let isNamed = ProcessInfo.processInfo.environment[ScenarioCatalog.variable] != nil
    return isWithin || isNamed ? FileName.joined(parent, Gate.standardPath) : Gate.standardPath
  }
}

/// The scenarios of one command: one name stands for one scenario.
package struct ScenarioNames {
  private var sources: [String: String] = [:]

  package init() {}

  /// Reads a scenario.
  ///
  /// - Returns: The scenario, and what a cell's process needs of a file that it cannot read again.
  /// - Throws: `InputError`, also when another scenario of the command has its name.
  package mutating func scenario(
    _ name: String,
    in catalog: ScenarioCatalog
  ) throws(InputError) -> (Scenario, content: Data?) {
    var content: Data?
    let scenario: Scenario
    if ScenarioCatalog.isPath(name) {
      let file = try InputFile.read(name, as: .document)
      scenario = try ScenarioFile.read(file, streams: catalog.streamsFolder)
      content = file.contentForOthers
    } else {
      scenario = try catalog.scenario(named: name)
    }
    if let other = sources[scenario.name] {
      throw InputError(
        path: InputFile.title(of: name),
        problem: "its scenario has the name of another one, \(other)",
        value: scenario.name,
        expected: "one name, one scenario",
        advice: "Give one of them another name, or leave one out."
      )
    }
    sources[scenario.name] = name
    return (scenario, content)
  }
}

extension Scenario {
  /// The streams that begin in its events and never end.
  var unendedStreams: [UnendedStreams.Stream] {
    let beginsStreams = parts.contains { part in
      part.hasWritten { if case .surface(.streamBegin) = $0.event { true } else { false } }
    }
    guard beginsStreams else { return [] }
    return UnendedStreams(in: timeline(on: device ?? .iPhone15Pro)).all
  }
}

extension CompletionKind {
  /// The names of the catalogue, and YAML files.
  static var scenarios: CompletionKind {
    .custom { _, _, beginning in
      ((try? ScenarioCatalog.find()).map { $0.names + $0.choiceNames + $0.tourNames } ?? [])
        + ScenarioCatalog.files(beginning)
    }
  }
}

extension ScenarioCatalog {
  /// The YAML files beside what a user began to write.
  static func files(_ beginning: String) -> [String] {
    let folder = beginning.contains("/") ? FileName.folder(of: beginning) : "."
    let files = (FileName.list(folder) ?? []).filter { $0.hasSuffix(".yaml") }
    return files.map { folder == "." ? $0 : FileName.joined(folder, $0) }
  }
}
