extension Page {
  /// What an operation costs at each size, a row for each: ours, of the first goal's twin at most, and what
  /// others cost at the greatest size.
  func table(of machine: Results, _ beside: [String]) -> [String] {
    let outcomes = machine.outcomes.filter { $0.suite == suite.name }
    let sizes = Set(outcomes.compactMap(\.size)).sorted()
    guard let greatest = sizes.last else { return [] }
    let columns =
      ["operation"] + sizes.map { Self.number($0) + " items" } + ["goal", "at most"]
      + beside.map { $0 + ", " + Self.number(greatest) }
    var names: [String] = []
    for outcome in outcomes where !names.contains(outcome.name) { names.append(outcome.name) }
    return Self.header(columns)
      + names.map { name in
        let sized = sizes.map { size in outcomes.first { $0.name == name && $0.size == size } }
        let ours = sized.map { $0?.figures.first.map { Self.time($0.nanoseconds) } ?? "n/a" }
        let others = beside.map { other in
          let figure = sized.last??.figures.first { $0.name == other }
          return figure.map { Self.time($0.nanoseconds) } ?? ""
        }
        return Self.row([name] + ours + Self.worst(sized.compactMap { $0 }) + others)
      }
  }

  /// The goal of cases that have the same, and the highest of the ratios that are held against it.
  private static func worst(_ outcomes: [Outcome]) -> [String] {
    guard let goal = outcomes.first?.goals.first else { return ["", ""] }
    let ratios = outcomes.compactMap { outcome in
      outcome.figures.first { $0.name == goal.twin }?.ratio?.first
    }
    let isMet = outcomes.allSatisfy { $0.goals.first?.isMet == true }
    return [
      "≤ \(SampleStatistics.text(goal.limit)) × \(goal.twin)",
      (ratios.max().map { SampleStatistics.text($0) } ?? "n/a") + (isMet ? "" : ", missed"),
    ]
  }
}
