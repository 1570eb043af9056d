import Foundation
import Profiling

/// All that was measured on one machine.
package struct Results: Codable {
  /// What the machine is, in order.
  var machine: [[String]] = MachineFacts.current().entries.map { [$0.key, $0.value] }
  var date = ISO8601DateFormatter.string(
    from: Date(),
    timeZone: .gmt,
    formatOptions: [.withFullDate]
  )
  package internal(set) var outcomes: [Outcome] = []

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
