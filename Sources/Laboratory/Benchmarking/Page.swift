import Foundation

/// A suite's page: its tables, with the machines side by side.
public struct Page {
  let suite: Suite
  let command: String
  let machines: [Results]

  /// Makes a page.
  package init(suite: Suite, command: String, machines: [Results]) {
    self.suite = suite
    self.command = command
    self.machines = machines.filter { $0.outcomes.contains { $0.suite == suite.name } }
  }

  /// The page, in Markdown.
  package var text: String {
    var lines = [
      "# \(suite.title)", "", "Made by `\(command) \(suite.name)`. " + suite.notes,
    ]
    for machine in machines {
      let facts = machine.machine.map { "\($0[0]) \($0[1])" }.joined(separator: ", ")
      lines += ["", "**\(machine.processor)**: \(machine.days(of: suite.name)); \(facts)."]
    }
    if let beside = suite.beside {
      for machine in machines { lines += [""] + table(of: machine, beside) }
    } else {
      lines += [""] + ours() + growth()
      for machine in machines { lines += contestants(machine) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var ids: [String] {
    var seen: Set<String> = []
    return machines.flatMap(\.outcomes).filter { $0.suite == suite.name }.map(\.id)
      .filter { seen.insert($0).inserted }
  }

  static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  /// A header whose columns from `left` on are figures.
  static func header(_ cells: [String], left: Int = 1) -> [String] {
    [row(cells), row(cells.indices.map { $0 < left ? "---" : "---:" })]
  }

  /// Nanoseconds, in a unit that suits them.
  static func time(_ nanoseconds: Double) -> String {
    if nanoseconds <= 0 { return "n/a" }
    if nanoseconds >= 1e6 { return SampleStatistics.text(nanoseconds / 1e6) + " ms" }
    if nanoseconds >= 1e4 { return SampleStatistics.text(nanoseconds / 1e3) + " µs" }
    return SampleStatistics.text(nanoseconds) + " ns"
  }

  private func ours() -> [String] {
    var columns = ["operation", "items"]
    for machine in machines { columns += ["\(machine.processor): ours", "of the twin", "goal"] }
    var lines = Self.header(columns + ["instructions", "allocations"], left: 2)
    for id in ids {
      let outcomes = machines.map { $0[id] }
      guard let known = outcomes.compactMap({ $0 }).first else { continue }
      var cells = [known.name, known.size.map { Self.number($0) } ?? ""]
      for outcome in outcomes { cells += Self.cells(outcome) }
      let counts = outcomes.compactMap { $0?.instructions }.first
      let allocations = outcomes.compactMap { $0?.allocations }.first
      cells += [
        counts.map { SampleStatistics.text($0) } ?? "n/a", allocations.map { String($0) } ?? "n/a",
      ]
      lines.append(Self.row(cells))
    }
    return lines
  }

  private static func cells(_ outcome: Outcome?) -> [String] {
    guard let outcome, let ours = outcome.figures.first else { return ["n/a", "", ""] }
    let ratios = Dictionary(uniqueKeysWithValues: outcome.figures.map { ($0.name, $0.ratio) })
    // The first goal that is met, or else the one that is missed by least.
    let missed = outcome.goals.min { left, right in
      func share(_ goal: Outcome.Judged) -> Double {
        ((ratios[goal.twin] ?? nil)?.first ?? .infinity) / goal.limit
      }
      return share(left) < share(right)
    }
    guard let goal = outcome.goals.first(where: \.isMet) ?? missed else {
      return [time(ours.nanoseconds), "", ""]
    }
    let ratio = ratios[goal.twin] ?? nil
    let text = ratio.map {
      "\(SampleStatistics.text($0[0])) [\(SampleStatistics.text($0[1])), \(SampleStatistics.text($0[2]))]"
    }
    let wanted =
      "≤ \(SampleStatistics.text(goal.limit)) × \(goal.twin): \(goal.isMet ? "met" : "missed")"
    return [time(ours.nanoseconds), text ?? "n/a", wanted]
  }

  /// A number with its digits in threes.
  public static func number(_ value: Int) -> String {
    var digits = String(value)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }

  /// How much more an operation costs at the greatest size than at the least, and the exponents of time
  /// and counts over the sizes.
  private func growth() -> [String] {
    var lines: [String] = []
    for machine in machines {
      let sized = machine.outcomes.filter { $0.suite == suite.name && $0.size != nil }
      var names: [String] = []
      for outcome in sized where !names.contains(outcome.name) { names.append(outcome.name) }
      var counted: [String] = []
      for count in sized.flatMap({ $0.counts ?? [] }) where !counted.contains(count.name) {
        counted.append(count.name)
      }
      let rows = names.compactMap { name in
        row(ofGrowth: sized.filter { $0.name == name }, counted: counted)
      }
      if rows.isEmpty { continue }
      lines += ["", "Growth of ours, \(machine.processor); an exponent of 0 is none:", ""]
      let columns = ["operation", "items", "growth", "exponent"] + counted.map { "of " + $0 }
      lines += Self.header(columns, left: 2) + rows
    }
    return lines
  }

  private func row(ofGrowth outcomes: [Outcome], counted: [String]) -> String? {
    // The least of three sizes or more is a start, at which a text may have no tail to speak of.
    let outcomes = Array(outcomes.count > 2 ? outcomes.dropFirst() : outcomes[...])
    let points = outcomes.compactMap { outcome in
      outcome.figures.first.map { (size: outcome.size ?? 1, figure: $0.nanoseconds) }
    }
    guard points.count > 1, let first = points.first, let last = points.last else { return nil }
    return Self.row(
      [
        outcomes[0].name, "\(Self.number(first.size)) to \(Self.number(last.size))",
        SampleStatistics.text(last.figure / first.figure) + " times",
        SampleStatistics.text(SampleStatistics.exponent(points)),
      ]
        + counted.map { name in
          // One more of each, so that none is a count.
          let points = outcomes.compactMap { outcome in
            outcome.counts?.first { $0.name == name }.map {
              (size: outcome.size ?? 1, figure: $0.count + 1)
            }
          }
          return points.count > 1 ? SampleStatistics.text(SampleStatistics.exponent(points)) : ""
        }
    )
  }

  /// What every contestant costs; those of cases with the same contestants stand in one table.
  private func contestants(_ machine: Results) -> [String] {
    var groups: [(names: [String], rows: [Outcome])] = []
    for outcome in machine.outcomes where outcome.suite == suite.name && outcome.figures.count > 1 {
      let names = outcome.figures.map(\.name)
      if let place = groups.firstIndex(where: { $0.names == names }) {
        groups[place].rows.append(outcome)
      } else {
        groups.append((names, [outcome]))
      }
    }
    if groups.isEmpty { return [] }
    var lines = ["", "## Side by side, \(machine.processor)"]
    for group in groups {
      lines += [""] + Self.header(["operation", "items"] + group.names, left: 2)
      lines += group.rows.map { outcome in
        Self.row(
          [outcome.name, outcome.size.map { Self.number($0) } ?? ""]
            + outcome.figures.map { Self.time($0.nanoseconds) }
        )
      }
    }
    return lines
  }
}
