import Records

/// What the alternatives of an ablation miss beyond what their base misses, and which of them keep a
/// budget that the base misses.
package struct AblationFindings {
  /// One sentence each: what an alternative adds; then, for each scenario in which the base falls short,
  /// who does better and how many miss the same.
  package private(set) var sentences: [String] = []

  private struct Place: Hashable {
    var scenario: String
    var device: String
    var hertz: Int

    init(_ cell: CellRecord) {
      (scenario, device, hertz) = (cell.scenario, cell.device, cell.refreshHertz)
    }
  }

  package init(of run: RunRecord, base: String) {
    var missed: [Place: [String]] = [:]
    var order: [CellRecord] = []
    for cell in run.cells where cell.profile == base {
      guard cell.verdict.isOnly(.missed) else { continue }
      missed[Place(cell)] = cell.verdict.budgets
      order.append(cell)
    }
    var same: [Place: Int] = [:]
    var better: [Place: [String]] = [:]
    for cell in run.cells where cell.profile != base {
      let place = Place(cell)
      let inherited = missed[place] ?? []
      if cell.verdict == .pass {
        if !inherited.isEmpty { better[place, default: []].append(Self.short(cell.profile, base)) }
      } else if cell.verdict.isOnly(.missed) {
        let names = cell.verdict.budgets
        if names.contains(where: inherited.contains) { same[place, default: 0] += 1 }
        let added = names.filter { !inherited.contains($0) }
        if !added.isEmpty { sentences.append(Self.sentence(for: cell, added)) }
      } else if let shortfall = RunVerdict.shortfall(of: cell) {
        sentences.append("\(RunVerdict.name(of: cell)): \(shortfall)")
      }
    }
    for cell in order {
      let place = Place(cell)
      let name = "\(cell.scenario) at \(cell.refreshHertz) Hz"
      if let count = same[place] {
        sentences.append(
          "\(name): \(count) alternative\(count == 1 ? "" : "s") miss\(count == 1 ? "es" : "") what \(base) misses"
        )
      }
      if let names = better[place] {
        sentences.append("\(name): kept, unlike by \(base), with " + names.joined(separator: ", "))
      }
    }
  }

  private static func sentence(for cell: CellRecord, _ names: [String]) -> String {
    let words = names.map { name in
      cell.budgets.first { $0.name == name }.map { RunVerdict.words(for: $0) } ?? name
    }
    return "\(RunVerdict.name(of: cell)): " + words.joined(separator: "; ")
  }

  /// An alternative without the name of its base: `pool=compress`.
  private static func short(_ profile: String, _ base: String) -> String {
    profile.hasPrefix(base + "+") ? String(profile.dropFirst(base.count + 1)) : profile
  }
}
