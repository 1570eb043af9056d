import Foundation
import Profiling

/// What one contestant of one case gave.
struct Figure: Codable {
  var name: String
  /// The middle of all rounds, in nanoseconds an operation.
  var nanoseconds: Double
  /// What ours costs, as a multiple of this one: the middle of all rounds, and its interval of 95 %.
  var ratio: [Double]?
}

/// What one case gave.
struct Outcome: Codable {
  var id: String
  var suite: String
  var name: String
  var size: Int?
  var figures: [Figure]
  /// The goals, and which are met.
  var goals: [Judged] = []
  /// What a warm batch of ours asked for; nil where that cannot be counted.
  var allocations: Int?
  /// Instructions of one operation of ours; nil without valgrind.
  var instructions: Double?
  /// What ours does for one operation, by name; nil where nothing is counted.
  var counts: [Count]?
  /// The hash of what was answered.
  var answer: String

  struct Count: Codable {
    var name: String
    var count: Double
  }

  struct Judged: Codable {
    var twin: String
    var limit: Double
    var isMet: Bool
  }

  /// Whether a goal is met; nil without goals.
  var isMet: Bool? { goals.isEmpty ? nil : goals.contains(where: \.isMet) }
}

/// All that was measured on one machine.
struct Results: Codable {
  /// What the machine is, in order.
  var machine: [[String]] = MachineFacts.current().entries.map { [$0.key, $0.value] }
  var date = ISO8601DateFormatter.string(
    from: Date(),
    timeZone: .gmt,
    formatOptions: [.withFullDate]
  )
  var outcomes: [Outcome] = []

  /// The processor's name.
  var processor: String { machine.first { $0[0] == "cpu" }?[1] ?? "n/a" }

  /// The processor's name as that of a file.
  var fileName: String {
    let words = processor.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.joined(separator: "-") + ".json"
  }

  subscript(id: String) -> Outcome? { outcomes.first { $0.id == id } }

  /// Takes over newer outcomes; the others stay, in the order of `ids`, and those not in it go.
  mutating func merge(_ newer: [Outcome], order ids: [String]) {
    let fresh = Dictionary(newer.map { ($0.id, $0) }) { $1 }
    let old = Dictionary(outcomes.map { ($0.id, $0) }) { $1 }
    outcomes = ids.compactMap { id in
      guard var outcome = fresh[id] else { return old[id] }
      outcome.instructions = outcome.instructions ?? old[id]?.instructions
      return outcome
    }
  }

  static func load(_ file: URL) throws -> Results {
    do {
      return try JSONDecoder().decode(Results.self, from: Data(contentsOf: file))
    } catch {
      throw Complaint(
        text: "\(file.path): cannot be read as results (\(error)); mend it, or take it away"
      )
    }
  }

  /// Writes a line for each case.
  func save(_ file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let results = rounded
    func json(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let text = try """
    {"date":\(json(results.date)),"machine":\(json(results.machine)),"outcomes":[
    \(results.outcomes.map(json).joined(separator: ",\n"))
    ]}

    """
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  /// With four digits a figure, which is more than any of them is worth.
  private var rounded: Results {
    func round(_ value: Double) -> Double {
      value == 0 ? 0 : Double(String(format: "%.4g", value)) ?? value
    }
    var copy = self
    for place in copy.outcomes.indices {
      copy.outcomes[place].instructions = copy.outcomes[place].instructions.map(round)
      copy.outcomes[place].counts = copy.outcomes[place].counts?.map {
        Outcome.Count(name: $0.name, count: round($0.count))
      }
      for figure in copy.outcomes[place].figures.indices {
        copy.outcomes[place].figures[figure].nanoseconds =
          round(copy.outcomes[place].figures[figure].nanoseconds)
        copy.outcomes[place].figures[figure].ratio =
          copy.outcomes[place].figures[figure].ratio?.map(round)
      }
    }
    return copy
  }
}
