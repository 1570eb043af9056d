import FrameMetrics

extension CellRecord {
  /// The figure of a metric; nil where the run does not even say that it is missing.
  package func figure(_ metric: Metric, _ statistic: Statistic = .value) -> MetricValue? {
    metrics.value(of: metric, statistic)
  }

  /// Whether it is of a page that was driven.
  package var isPage: Bool { figure(.pageWordsLost) != nil }

  /// The check of a budget; nil when the cell was not held against it.
  package func check(_ budget: Budget) -> BudgetCheck? {
    budgets.first { $0.name == budget.rawValue }
  }
}

extension RunRecord {
  /// Whether any cell is of a design of this project's own.
  package var hasDesigns: Bool { cells.contains { $0.profileText != nil } }

  /// Whether any cell is of a driven page.
  package var hasPages: Bool {
    cells.contains(where: \.isPage) || environment.contains { $0 == ("source", "page") }
  }
}

extension BudgetCheck {
  /// What is judged, for people.
  package var title: String { title(isRecorded: false) }

  /// The same; of a recording all late frames count, hitch or not.
  package func title(isRecorded: Bool) -> String {
    if isRecorded, budget == .lateFrames { return "late frames" }
    if let budget { return budget.title }
    guard let (metric, statistic) = figure else { return name.replacing("_", with: " ") }
    return statistic == .value ? metric.title : "\(metric.title), \(statistic.words)"
  }
}

/// Units as people write them.
package enum UnitWords {
  /// The words of a unit's name; the name of one that is not known.
  package static func text(_ unit: String) -> String {
    Metric.Unit(rawValue: unit)?.words ?? unit
  }
}
