import ArgumentParser
import ChatSurface
import Files
import Foundation
import FrameMetrics
import LoadGeneration
import Records
import Reporting
import Scenarios

/// `stillpoint list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists scenarios, profiles, devices, load presets and shipped streams.",
    discussion: """
      EXAMPLES
        stillpoint list
        stillpoint list --long
        stillpoint list --keys keyboard
        stillpoint list --schema design > design.schema.json
      """
  )

  @Flag(
    help: """
      Lists the keys of profiles and devices, the parts of scenarios, events, metrics, budgets and \
      limits, too.
      """
  )
  var long = false

  @Option(help: "Lists, of all that --long shows, what has this word in its name or its line.")
  var keys: String?

  @Flag(help: "Prints JSON for programs to read: a list of names and summaries for each kind.")
  var json = false

  @Option(help: "Prints the JSON Schema of a file that people write, for editors.")
  var schema: FileSchema?

  func run() throws {
    let console = Console(isQuiet: false)
    try Failure.report(on: console) {
      if let schema { return console.put(try schema.text()) }
      let catalog = try ScenarioCatalog.find()
      var groups: [(String, [(String, String)])] = [
        ("Scenarios", try catalog.entries().map { ($0.name, $0.summary) }),
        ("Short scenarios, by name", try catalog.choiceEntries().map { ($0.name, $0.summary) }),
        ("Scenarios of the tour, by name", try catalog.tourEntries().map { ($0.name, $0.summary) }),
        ("Profiles", Profile.all.map { ($0.name, $0.summary) }),
        ("Devices", Device.all.map { ($0.name, Self.describe($0)) }),
        ("Load presets", LoadPreset.all.map { ($0.name, $0.summary) }),
        (
          "Streams",
          catalog.streamNames.map { ($0, "\(catalog.streamsFolder)/\($0).ndjson") }
        ),
      ]
      if long || keys != nil { groups += Self.designGroups + Self.longGroups }
      if let keys { groups = try Self.rows(of: groups, with: keys) }
      if json { return console.put(Self.json(of: groups) + "\n") }
      let width = groups.flatMap(\.1).map(\.0.count).max() ?? 0
      for (title, rows) in groups {
        console.say("\(title)")
        for (name, summary) in rows {
          let padding = String(repeating: " ", count: width - name.count)
          console.say("  \(name)\(padding)  \(sentence: summary)")
        }
        console.say("")
      }
    }
  }

  /// The rows that have a word, in groups that have any.
  private static func rows(
    of groups: [(String, [(String, String)])],
    with word: String
  ) throws -> [(String, [(String, String)])] {
    let found = groups.map { title, rows in
      (title, rows.filter { "\($0.0) \($0.1)".localizedCaseInsensitiveContains(word) })
    }
    .filter { !$0.1.isEmpty }
    if !found.isEmpty { return found }
    let near = nearMatchQuestion(for: word, among: Set(groups.flatMap { $0.1.map(\.0) }).sorted())
    throw ValidationError(
      "--keys \(word): nothing that `stillpoint list --long` shows has this word."
        + (near.map { " \($0)" } ?? "")
    )
  }

  /// The groups by their titles: Docs/Schemas/list.schema.json.
  private static func json(of groups: [(String, [(String, String)])]) -> String {
    struct Row: Encodable {
      var name: String
      var summary: String
    }
    struct List: Encodable {
      var schema = 1
      var kinds: [String: [Row]]
    }
    let rows = groups.map { title, rows in (title, rows.map { Row(name: $0.0, summary: $0.1) }) }
    let list = List(kinds: Dictionary(rows, uniquingKeysWith: +))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(list) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }

  /// What only `--long` shows.
  private static var longGroups: [(String, [(String, String)])] {
    let metrics = Metric.all.map { metric in
      let statistics = metric.statistics.filter { $0 != .value }.map(\.rawValue)
      let of = statistics.isEmpty ? "" : " (\(statistics.joined(separator: ", ")))"
      let better = metric.better == .none ? "a fact" : "better \(metric.better.words)"
      return (metric.id, "\(metric.title)\(of), \(metric.unit.rawValue), \(better)")
    }
    let budgets = Budget.allCases.map { budget in
      let limit = DecimalText.precise(budget.standardLimit(hostShare: 0.5))
      let side = budget.isUpperLimit ? "at most" : "at least"
      return (
        budget.rawValue, "\(budget.title): \(side) \(limit) \(budget.unit); \(budget.condition)"
      )
    }
    let events = EpisodeTable.rows.map { row in
      (row.event, row.kind.map { "\($0.rawValue): \(row.span)" } ?? row.span)
    }
    let limits = InputLimit.all.map {
      ($0.variable, "at most \($0.standard) \($0.what); this variable sets up to \($0.greatest)")
    }
    return [
      ("Metrics", metrics), ("Budgets", budgets), ("Events and their episodes", events),
      ("Limits of inputs", limits),
    ]
  }

  private static func describe(_ device: Device) -> String {
    let width = Int(device.width.points)
    let height = Int(device.height.points)
    return "\(width) x \(height) pt at \(device.rate.hertz) Hz"
  }
}
