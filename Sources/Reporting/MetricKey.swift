import Simulation

/// A metric and statistic as a set of words, so that `frame_cost_p99_ms` and `frame_cost_ms` with
/// the statistic `p99` are the same figure, and a budget finds the figure it limits.
struct MetricKey: Hashable {
  private let words: Set<Substring>

  init(_ name: String) {
    words = Set(name.split { !($0.isLetter || $0.isNumber) }).subtracting(["value", "mean"])
  }

  init(of metric: MetricValue) { self.init(metric.metric + " " + metric.stat) }
}

extension CellRecord {
  /// The figure called `name`, unit included, whether its statistic stands in its name or apart.
  func figure(_ name: String) -> MetricValue? {
    let key = MetricKey(name)
    return metrics.first { MetricKey(of: $0) == key }
  }

  /// The budget that limits the figure called `name`.
  func budget(on name: String) -> BudgetCheck? {
    let key = MetricKey(name)
    return budgets.first { MetricKey($0.name) == key }
  }
}
