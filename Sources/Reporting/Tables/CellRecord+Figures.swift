import FrameMetrics
import Records

extension CellRecord {
  /// The figure of a metric; nil where the run does not even say that it is missing.
  func figure(_ metric: Metric, _ statistic: Statistic = .value) -> MetricValue? {
    metrics.value(of: metric, statistic)
  }

  /// Whether it is of a page that was driven.
  var isPage: Bool { figure(.pageWordsLost) != nil }

  /// The check of a budget; nil when the cell was not held against it.
  func check(_ budget: Budget) -> BudgetCheck? {
    budgets.first { $0.name == budget.rawValue }
  }
}

extension RunRecord {
  /// Whether any cell is of a design of this project's own.
  var hasDesigns: Bool { cells.contains { $0.profileText != nil } }

  /// Whether any cell is of a driven page.
  var hasPages: Bool {
    cells.contains(where: \.isPage) || environment.contains { $0 == ("source", "page") }
  }
}

extension BudgetCheck {
  /// What is judged, for people.
  var title: String {
    budget?.title ?? Metric.named(name)?.title ?? name.replacing("_", with: " ")
  }
}

/// Units as people write them.
enum UnitWords {
  static func text(_ unit: String) -> String {
    Metric.Unit(rawValue: unit)?.words ?? unit
  }
}
