/// What a change in a count means.
package enum CountExpectation: String, Hashable, Sendable, Codable {
  /// It may not change at all: any change is a regression.
  case exact
  /// None more is allowed: one more is a regression, fewer is an improvement.
  case noneMore
  /// Fewer is better: more than the tolerance is a regression, fewer by more than it an improvement.
  case fewerIsBetter
  /// More is better: fewer than the tolerance is a regression, more by more than it an improvement.
  case moreIsBetter

  /// From which share of its baseline on a count of work has changed: 1 % of a scenario's, 2 % of a
  /// phase's (this project's choice: what one call more in a rare place is).
  static let tolerance = (scenario: 0.01, phase: 0.02)
  /// How far above the last release's a count may creep, in steps that are each within the tolerance.
  static let releaseTolerance = 0.05

  /// Which change of a count is within the tolerance.
  ///
  /// - Parameter name: The count's name, which says whether it is a phase's.
  func tolerance(of name: String) -> Double {
    guard self == .fewerIsBetter || self == .moreIsBetter else { return 0 }
    let isPhase =
      name.hasPrefix(CellCounts.allocationsName + "_")
      || name.hasPrefix(CellCounts.operationsPrefix)
    return isPhase ? Self.tolerance.phase : Self.tolerance.scenario
  }
}
