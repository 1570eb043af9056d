/// What was counted in one cell of a run.
package struct CellCounts: Hashable, Sendable, Codable {
  /// What is known about allocations.
  package enum Allocations: Hashable, Sendable, Codable {
    /// Counted, after one warm-up repetition, under a key.
    case counted(ExactCounts, AllocationKey)
    /// Not counted, and why.
    case notAvailable(String)
  }

  /// The name under which `exact` has the number of frames that allocations are divided by.
  package static let framesName = "presented"
  /// The name of all allocations of a cell.
  package static let allocationsName = "allocations"

  package var cell: CellIdentity
  /// What must repeat on every machine.
  package var exact: ExactCounts
  /// What must repeat on machines of the same key.
  package var allocations: Allocations

  package init(cell: CellIdentity, exact: ExactCounts, allocations: Allocations) {
    self.cell = cell
    self.exact = exact
    self.allocations = allocations
  }

  /// The names of counts that are 0 although there was work; empty when the counting worked.
  package var brokenNames: [String] {
    var entries = exact.entries
    if case .counted(let counts, _) = allocations { entries += counts.entries }
    return entries.filter { $0.isNeverZero && $0.value == .count(0) }.map(\.name)
  }
}
