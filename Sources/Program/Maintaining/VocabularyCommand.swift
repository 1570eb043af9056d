import ArgumentParser
import ChatSurface
import Files
import FrameMetrics
import LoadGeneration
import Scenarios
import StillpointCommand

/// `stillpoint-maintain vocabulary`: the events of scripts as the table of Docs/Inputs.md, the page of metrics with its
/// tables made anew, and what of the vocabulary no shipped scenario or script uses. `scripts/vocabulary` calls it, so it is not listed.
struct VocabularyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vocabulary",
    abstract: "Prints the events of scripts as Markdown, for scripts/vocabulary.",
    shouldDisplay: false
  )

  @Flag(help: "Prints the events and parts that no shipped scenario or script uses instead.")
  var unused = false

  @Option(help: "Prints this page about metrics with its tables made anew instead.")
  var metrics: String?

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      if let metrics {
        let page = String(decoding: try InputFile.read(metrics, as: .document).bytes, as: UTF8.self)
        guard let renewed = MetricsPage.renewed(page) else {
          throw ValidationError("\(metrics) lacks one of the marks between which its tables stand.")
        }
        console.put(renewed)
      } else if unused {
        for line in try Self.unusedWords(in: try ScenarioCatalog.find()) {
          console.say("\(sentence: line)")
        }
      } else {
        console.put(Self.table)
      }
    }
  }

  /// A row for each event, those of a group together.
  static var table: String {
    var text = "| event | keys | what happens |\n| --- | --- | --- |\n"
    for group in EventKind.Group.allCases {
      for event in EventVocabulary.table where event.group == group {
        let keys = event.keys.map { "`\($0)`" }.joined(separator: ", ")
        text += "| `\(event.name)` | \(keys) | \(event.summary) |\n"
      }
    }
    return text
  }

  /// The events that come up nowhere, and the parts that no scenario has.
  static func unusedWords(in catalog: ScenarioCatalog) throws -> [String] {
    var events: Set<String> = []
    var parts: Set<String> = []
    for name in catalog.names + catalog.choiceNames {
      let scenario = try catalog.scenario(named: name)
      for event in scenario.timeline(on: scenario.device ?? .iPhone15Pro) {
        events.insert(event.event.name)
      }
      for part in scenario.parts { parts.formUnion(part.names) }
    }
    for folder in ["scripts", "gestures"].map({ FileName.joined(catalog.folder, $0) }) {
      for name in (FileName.list(folder) ?? []).sorted() where name.hasSuffix(".ndjson") {
        for event in try EventScript(path: FileName.joined(folder, name)).timeline {
          events.insert(event.event.name)
        }
      }
    }
    return EventVocabulary.known.filter { !events.contains($0) }.map { "event \($0)" }
      + ScenarioPartKind.all.map(\.name).filter { !parts.contains($0) }.map { "part \($0)" }
  }
}

extension ScenarioPart {
  /// The part's name and those of the parts in it.
  fileprivate var names: [String] { [name] + inner.flatMap(\.names) }
}
