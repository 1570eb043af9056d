/// Says whether the head keeps the scenario's budgets with measured cost: grossly missed twice it
/// fails, missed at all it is said.
package struct BudgetsJudge {
  private let thresholds: GateThresholds
  private let cell: CellIdentity

  /// Prepares to judge a cell.
  package init(_ thresholds: GateThresholds, _ cell: CellIdentity) {
    self.thresholds = thresholds
    self.cell = cell
  }

  /// The result.
  ///
  /// - Parameters:
  ///   - first: A sample with budgets.
  ///   - second: Another of the same cell; nil where the first missed none.
  package func results(first: GateSample, second: GateSample?) -> [CheckResult] {
    if let problem = first.problem ?? second?.problem {
      return [CheckResult(.budgets, cell, .invalid, notes: [problem])]
    }
    guard let missed = first.missed else {
      return [CheckResult(.budgets, cell, .invalid, notes: ["no budget was judged"])]
    }
    if missed.isEmpty { return [CheckResult(.budgets, cell, .pass)] }
    let again = Dictionary((second?.missed ?? []).map { ($0.name, $0) }) { first, _ in first }
    return missed.map { budget in
      let shown = budget.value.map { "\($0)" } ?? "n/a"
      var result = CheckResult(
        .budgets,
        cell,
        .pass,
        figure: budget.name,
        notes: ["advisory: \(shown), limit \(budget.limit)"]
      )
      if budget.value == nil {
        result.verdict = .invalid
        result.notes = ["\(budget.name) has no figure"]
      } else if isGross(budget), let other = again[budget.name], isGross(other) {
        result.verdict = .regression
        result.notes = ["missed grossly twice: \(shown), limit \(budget.limit)"]
      }
      return result
    }
  }

  /// Whether a figure is beyond the limit by the factor; a limit of 0 by anything.
  private func isGross(_ budget: GateSample.Budget) -> Bool {
    guard let value = budget.value else { return false }
    return budget.isUpperLimit
      ? value > budget.limit * thresholds.grossFactor
      : value < budget.limit / thresholds.grossFactor
  }
}
