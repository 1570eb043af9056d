import FramePacing

/// Holds budgets against the figures of a cell.
package struct BudgetJudge {
  /// The figures of each repetition; a budget is judged by the median over them.
  let repetitions: [[MetricValue]]
  let rate: RefreshRate

  /// Makes a judge.
  ///
  /// - Parameters:
  ///   - repetitions: The figures of each repetition.
  ///   - rate: The display's rate.
  package init(repetitions: [[MetricValue]], rate: RefreshRate) {
    self.repetitions = repetitions
    self.rate = rate
  }

  /// Checks every budget that applies to a run of so many active ticks.
  package func checks(_ budgets: Budgets) -> [BudgetCheck] {
    let ticks = repetitions.first.flatMap { value("active_ticks", "value", in: $0) } ?? 0
    let isLong = ticks >= Double(Budget.longRunTicks)
    return Budget.allCases.compactMap { budget in
      guard let limit = budgets[budget] else { return nil }
      switch budget {
      case .adherence: if !isLong { return nil }
      case .lateFrames, .longestHitch: if isLong { return nil }
      default: break
      }
      let values = repetitions.compactMap { figure(of: budget, in: $0) }.sorted()
      let middle = values.isEmpty ? nil : values[values.count / 2]
      return BudgetCheck(
        name: budget.rawValue,
        limit: limit,
        value: middle,
        unit: budget.unit,
        isUpperLimit: budget.isUpperLimit,
        isKept: middle.map { budget.isUpperLimit ? $0 <= limit : $0 >= limit }
      )
    }
  }

  private func figure(of budget: Budget, in metrics: [MetricValue]) -> Double? {
    switch budget {
    case .hitchRatio: value("hitch_ratio_ms_per_s", "value", in: metrics)
    case .adherence: value("budget_adherence_pct", "value", in: metrics)
    case .lateFrames: value("late_frames", "value", in: metrics)
    case .longestHitch:
      value("hitch_max_ms", "value", in: metrics).map { $0 / rate.periodMilliseconds }
    case .costShare: value("budget_used_p99_pct", "p99", in: metrics)
    case .chunkLag: value("chunk_visible_p99_ms", "p99", in: metrics)
    case .tokenLag: value("token_visible_max_ms", "max", in: metrics)
    case .drift: value("anchor_drift_max_pt", "max", in: metrics)
    case .poolPeak: value("pool_peak", "value", in: metrics)
    case .fallbacks: value("fallback_entries", "value", in: metrics)
    }
  }

  private func value(_ metric: String, _ stat: String, in metrics: [MetricValue]) -> Double? {
    metrics.first { $0.metric == metric && $0.stat == stat }?.value
  }
}
