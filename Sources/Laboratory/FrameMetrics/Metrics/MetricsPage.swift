/// The parts of the page about metrics that are made from the tables, as Markdown.
package enum MetricsPage {
  /// One part of the page, which stands between two marks.
  package struct Section: Hashable, Sendable {
    /// Its name in the marks.
    package var name: String
    package var text: String
  }

  /// Every part, in order.
  package static var sections: [Section] {
    Metric.Family.allCases.map { Section(name: $0.rawValue, text: table(of: $0)) }
      + [
        Section(name: "episodes", text: episodes), Section(name: "budgets", text: budgets),
      ]
  }

  /// The page with every part made anew.
  ///
  /// - Returns: nil when a mark is missing.
  package static func renewed(_ page: String) -> String? {
    var page = page
    for section in sections {
      guard let start = page.firstRange(of: begin(section.name)),
        let end = page.firstRange(of: self.end(section.name)), start.upperBound <= end.lowerBound
      else { return nil }
      page.replaceSubrange(start.upperBound..<end.lowerBound, with: "\n\n\(section.text)\n")
    }
    return page
  }

  private static func begin(_ name: String) -> String {
    "<!-- begin \(name): made by scripts/tidy -->"
  }
  private static func end(_ name: String) -> String { "<!-- end \(name) -->" }

  private static func table(of family: Metric.Family) -> String {
    let rows = Metric.all.filter { $0.family == family }.map { metric in
      // The page says that a figure is a value where its row says no more.
      let statistics =
        metric.statistics == [.value]
        ? "" : metric.statistics.map(\.rawValue).joined(separator: ", ") + " "
      return "| `\(metric.id)` | \(statistics)| \(metric.formula) | \(metric.unit.rawValue) "
        + "| \(metric.better.words) |"
    }
    return
      (["| metric | statistic | formula | unit | better |", "| --- | --- | --- | --- | --- |"]
      + rows).joined(separator: "\n") + "\n"
  }

  private static var episodes: String {
    // Events of one kind that last as long are one row, where the first of them stands.
    var events: [EpisodeTable.Row: [String]] = [:]
    var order: [EpisodeTable.Row] = []
    for row in EpisodeTable.rows {
      let kind = EpisodeTable.Row(event: "", kind: row.kind, span: row.span)
      if events[kind] == nil { order.append(kind) }
      events[kind, default: []].append("`\(row.event)`")
    }
    let rows = order.map { row in
      "| \((events[row] ?? []).joined(separator: ", ")) | \(row.kind?.rawValue ?? "–") | \(row.span) |"
    }
    return (["| events | kind | how long |", "| --- | --- | --- |"] + rows)
      .joined(separator: "\n") + "\n"
  }

  private static var budgets: String {
    let rows = Budget.allCases.map { budget in
      let (metric, statistic) = budget.judged
      let side = budget.isUpperLimit ? "at most" : "at least"
      let limit = budget.standardLimit(hostShare: 0.5)
      let number = limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
      let name = "`\(metric.id)`" + (statistic == .value ? "" : ", \(statistic.rawValue)")
      return "| `\(budget.rawValue)` | \(name) | \(side) \(number) | \(budget.condition) |"
    }
    return (["| budget | judges | standard limit | when |", "| --- | --- | --- | --- |"] + rows)
      .joined(separator: "\n") + "\n"
  }
}

extension Metric.Direction {
  /// The direction as tables have it.
  package var words: String {
    switch self {
    case .up: "up"
    case .down: "down"
    case .none: "–"
    }
  }
}
