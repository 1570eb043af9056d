import Files
import Foundation
import Profiling

/// All that was measured on one machine.
package struct Results: Codable {
  /// What the machine is, in order.
  var machine: [[String]] = facts()
  /// The last day on which a case was measured.
  var date = today()
  package internal(set) var outcomes: [Outcome] = []

  private static func facts() -> [[String]] {
    var facts = MachineFacts.current().entries.map { [$0.key, $0.value] }
    if let model = processorModel() { facts.insert(["cpu_model", model], at: 1) }
    return facts
  }

  /// What tells two kinds of processor of one name apart, as virtual machines have them: family and model;
  /// nil where the system does not say. Read here, as Profiling of older revisions, which this may be built
  /// with for a comparison, does not say it.
  private static func processorModel() -> String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else {
      return nil
    }
    func value(_ key: String) -> String? {
      for line in text.split(separator: "\n") {
        let words = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
        if words.count == 2, words[0] == key { return words[1] }
      }
      return nil
    }
    guard let family = value("cpu family"), let model = value("model") else { return nil }
    return "family \(family), model \(model)"
  }

  static func today() -> String {
    ISO8601DateFormatter.string(from: Date(), timeZone: .gmt, formatOptions: [.withFullDate])
  }

  /// The processor's name, with its model where that is known.
  var processor: String {
    func fact(_ key: String) -> String? { machine.first { $0[0] == key }?[1] }
    return (fact("cpu") ?? "n/a") + (fact("cpu_model").map { " (\($0))" } ?? "")
  }

  /// The days on which cases of a suite were measured: one, or the first and the last.
  func days(of suite: String) -> String {
    let days = outcomes.filter { $0.suite == suite }.map { $0.date ?? date }
    guard let first = days.min(), let last = days.max() else { return date }
    return first == last ? first : "\(first) to \(last)"
  }

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
      var results = try JSONDecoder().decode(Results.self, from: Data(contentsOf: file))
      for place in results.outcomes.indices where results.outcomes[place].date == nil {
        results.outcomes[place].date = results.date
      }
      return results
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
    try OutputPlace(file.path, makesFolder: true).write(Array(text.utf8))
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
