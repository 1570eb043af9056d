/// Holds budgets against the figures of a cell.
package struct BudgetJudge: Sendable {
  /// The figures of each repetition; a budget is judged by the median over them.
  private let repetitions: [[MetricValue]]
  private let hostShare: Double

  /// Makes a judge.
  ///
  /// - Parameters:
  ///   - repetitions: The figures of each repetition.
  ///   - hostShare: The part of it that is left to drawing, 0 up to below 1.
  package init(repetitions: [[MetricValue]], hostShare: Double) {
    self.repetitions = repetitions
    self.hostShare = hostShare
  }

  /// Checks every budget that applies to a run of such a length: that of its interaction, or, where nobody
  /// knows what the reader did, its active ticks.
  ///
  /// A standard limit is left out where what it limits did not happen. A figure that should be there
  /// and is not, or that a scenario set a limit for and did not happen, is invalid.
  package func checks(_ budgets: Budgets) -> [BudgetCheck] {
    let length =
      repetitions.first?.value(of: .interactionRefreshes)?.value
      ?? repetitions.first?.value(of: .activeTicks)?.value ?? 0
    let isLong = length >= Double(Budget.longRunRefreshes)
    let requirements = budgets.requirements.flatMap { check($0) }
    return requirements
      + Budget.allCases.compactMap { budget in
        guard var limit = budgets.limit(of: budget, hostShare: hostShare) else { return nil }
        let isStandard = budgets[budget] == .standard
        // A limit that somebody sets holds for a run of any length.
        switch budget {
        case .adherence where isStandard && !isLong: return nil
        case .lateFrames where isStandard && isLong: return nil
        case .longestHitch where isStandard && isLong: limit = Budget.longRunHitch
        default: break
        }
        return check(budget, limit, isStandard: isStandard)
      }
  }

  /// Checks a requirement: one that is not met is invalid, since nothing was measured.
  private func check(_ requirement: FigureRequirement) -> [BudgetCheck] {
    let metric = requirement.metric
    let statistic = metric.statistics.last ?? .value
    let values = repetitions.compactMap { $0.value(of: metric, statistic)?.value }.sorted()
    let value = values.isEmpty ? nil : values[values.count / 2]
    let sides = [(requirement.least, false), (requirement.most, true)]
    return sides.compactMap { limit, isUpper in
      guard let limit else { return nil }
      let isMet = value.map { isUpper ? $0 <= limit : $0 >= limit } ?? false
      return BudgetCheck(
        name: BudgetCheck.requirement + metric.id,
        limit: limit,
        value: value,
        unit: metric.unit.rawValue,
        isUpperLimit: isUpper,
        state: isMet ? .kept : .invalid,
        note: isMet ? nil : "the scenario did not do what it is about"
      )
    }
  }

  private func check(_ budget: Budget, _ limit: Double, isStandard: Bool) -> BudgetCheck? {
    let figures = repetitions.compactMap {
      $0.value(of: budget.judged.metric, budget.judged.statistic)
    }
    var check = BudgetCheck(
      name: budget.rawValue,
      limit: limit,
      value: nil,
      unit: budget.unit,
      isUpperLimit: budget.isUpperLimit,
      state: .invalid,
      note: "there is no such figure"
    )
    // The greater of two in the middle, so that half of the repetitions failing is a miss.
    let ordered = figures.sorted { rank($0, of: budget) < rank($1, of: budget) }
    guard figures.count == repetitions.count, !ordered.isEmpty else { return check }
    let middle = ordered[ordered.count / 2]
    check.note = middle.note
    switch middle.absence {
    case nil:
      guard let value = middle.value else { return check }
      check.value = value
      check.state = (budget.isUpperLimit ? value <= limit : value >= limit) ? .kept : .missed
    case .never: check.state = .missed
    case .missing: check.state = .invalid
    case .nothing:
      if budget == .hitchRatio { return withoutInteraction(check) }
      // What did not happen keeps its standard limit, but a limit of the scenario's own says that
      // it should have happened.
      if isStandard { return nil }
    }
    return check
  }

  /// Without interaction there must be no hitch outside openings.
  private func withoutInteraction(_ check: BudgetCheck) -> BudgetCheck {
    var check = check
    let times = repetitions.compactMap { $0.value(of: .hitchTime)?.value }.sorted()
    guard times.count == repetitions.count, !times.isEmpty else { return check }
    check.value = times[times.count / 2]
    check.limit = 0
    check.unit = Metric.hitchTime.unit.rawValue
    check.note = "no interaction: hitch time in place of the ratio"
    check.state = check.value == 0 ? .kept : .missed
    return check
  }

  /// The worse, the greater; what never came is worst.
  private func rank(_ figure: MetricValue, of budget: Budget) -> Double {
    guard let value = figure.value else { return figure.absence == .never ? .infinity : -.infinity }
    return budget.isUpperLimit ? value : -value
  }
}
