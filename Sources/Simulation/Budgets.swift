/// The budgets of a scenario: a limit for each figure that is judged.
public struct Budgets: Hashable, Sendable {
  private var limits: [Budget: Double]

  /// The limits of a scenario that sets none.
  public static let standard = Budgets(
    limits: Dictionary(
      uniqueKeysWithValues: Budget.allCases.map { ($0, $0.standardLimit) }
    )
  )

  /// The limit of `budget`; nil when the figure is not judged.
  public subscript(budget: Budget) -> Double? {
    get { limits[budget] }
    set { limits[budget] = newValue }
  }

  /// The budgets that ask for less than `other`.
  ///
  /// - Returns: In the order of ``Budget``; also those that only `other` judges.
  public func looser(than other: Budgets) -> [Budget] {
    Budget.allCases.filter { budget in
      guard let theirs = other[budget] else { return false }
      guard let ours = self[budget] else { return true }
      return budget.isUpperLimit ? ours > theirs : ours < theirs
    }
  }
}
