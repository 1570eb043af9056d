/// The budgets of a scenario: a limit for each figure that is judged.
package struct Budgets: Hashable, Sendable {
  /// What a scenario says of one figure.
  package enum Rule: Hashable, Sendable {
    /// The standard limit, where there is anything to judge.
    case standard
    /// A limit of the scenario's own: the figure must be there.
    case limit(Double)
    /// It is not judged.
    case unjudged
  }

  private var rules: [Budget: Rule] = [:]
  /// Whether the scenario keeps doing the same, so that ``Budget/costGrowth`` has its standard limit.
  package var isSteady = false
  /// Whether ``Budget/heightFalls`` and the like have their standard limits: they are goals of the
  /// reference, and shown for every design.
  package var judgesFlicker = false

  /// What figures must show so that anything else about the cell is worth saying.
  package var requirements: [FigureRequirement] = []

  /// The limits of a scenario that sets none.
  package static let standard = Budgets()

  /// What is said of `budget`.
  package subscript(budget: Budget) -> Rule {
    get { rules[budget] ?? .standard }
    set { rules[budget] = newValue }
  }

  /// The limit in force; nil when the figure is not judged.
  package func limit(of budget: Budget, hostShare: Double) -> Double? {
    switch self[budget] {
    case .standard: hasStandard(budget) ? budget.standardLimit(hostShare: hostShare) : nil
    case .limit(let limit): limit
    case .unjudged: nil
    }
  }

  private func hasStandard(_ budget: Budget) -> Bool {
    switch budget {
    case .costGrowth: isSteady
    case .heightFalls, .kindFlips, .followReversals, .jolts, .shiftBack, .void: judgesFlicker
    default: true
    }
  }

  /// The budgets that ask for less than `other`, at the standard host's share of a half.
  ///
  /// - Returns: In the order of ``Budget``; also those that only `other` judges.
  package func looser(than other: Budgets) -> [Budget] {
    Budget.allCases.filter { budget in
      guard let theirs = other.limit(of: budget, hostShare: 0.5) else { return false }
      guard let ours = limit(of: budget, hostShare: 0.5) else { return true }
      return budget.isUpperLimit ? ours > theirs : ours < theirs
    }
  }
}
