import FramePacing

/// Holds the counts of a head against those of its base, which no machine's load changes.
package struct CountsJudge {
  private let cell: CellIdentity

  /// Prepares to judge a cell.
  package init(_ cell: CellIdentity) { self.cell = cell }

  /// The results of the two checks: exact counts, and allocations.
  ///
  /// - Parameter name: What the base is called in a patch.
  package func results(base: CellCounts, head: CellCounts, named name: String) -> [CheckResult] {
    let older: Baseline
    do {
      older = try Baseline(adopting: base, over: nil)
    } catch {
      return [
        CheckResult(.exact, cell, .invalid, notes: ["the base counts nothing: \(error)"])
      ]
    }
    if case .notAvailable(let reason) = base.allocations, case .notAvailable = head.allocations {
      return [exact(head, older, name), notAvailable(reason)]
    }
    if case .counted = base.allocations, case .notAvailable(let reason) = head.allocations {
      // A head that has lost its counter is no pass.
      let note = "the base's allocations were counted, the head's were not: \(reason)"
      return [
        exact(head, older, name), CheckResult(.allocations, cell, .invalid, notes: [note]),
      ]
    }
    let comparison = GateComparison(measured: head, baseline: older, path: name)
    return [exact(head, older, name), allocations(comparison)]
  }

  private func notAvailable(_ reason: String) -> CheckResult {
    CheckResult(.allocations, cell, .notAvailable, notes: [reason])
  }

  private func exact(_ head: CellCounts, _ base: Baseline, _ name: String) -> CheckResult {
    var head = head
    var base = base
    head.allocations = .counted(ExactCounts(), Self.noKey)
    base.allocations = [Baseline.Allocations(key: Self.noKey, counts: [])]
    let comparison = GateComparison(measured: head, baseline: base, path: name)
    return CheckResult(
      .exact,
      cell,
      comparison.verdict,
      figure: "frame log, operations, text",
      culprit: Self.culprit(comparison, prefix: CellCounts.operationsPrefix),
      notes: comparison.difference
    )
  }

  private func allocations(_ comparison: GateComparison) -> CheckResult {
    let section = comparison.sections.first { $0.kind == .allocations }
    let change = Self.allocationChange(in: comparison)
    var only = comparison.difference(of: .allocations)
    if section == nil { only = ["allocations were not compared"] }
    return CheckResult(
      .allocations,
      cell,
      section?.verdict ?? .invalid,
      figure: "allocations",
      ratio: change.ratio,
      culprit: change.culprit,
      notes: only
    )
  }

  /// The head's requests for memory over the base's, and the phase in which they rose most.
  static func allocationChange(
    in comparison: GateComparison
  ) -> (ratio: Double?, culprit: String?) {
    let section = comparison.sections.first { $0.kind == .allocations }
    let total = section?.findings.first { $0.name == CellCounts.allocationsName }
    var ratio: Double?
    if case .count(let old)? = total?.baseline, case .count(let new)? = total?.measured, old > 0 {
      ratio = Double(new) / Double(old)
    }
    return (ratio, culprit(comparison, prefix: CellCounts.allocationsName + "_"))
  }

  /// The phase, or phase and operation, whose count rose most.
  private static func culprit(_ comparison: GateComparison, prefix: String) -> String? {
    var most: (name: String, rise: Int)?
    for finding in comparison.sections.flatMap(\.findings) where finding.name.hasPrefix(prefix) {
      guard case .count(let old)? = finding.baseline, case .count(let new)? = finding.measured,
        new - old > most?.rise ?? 0
      else { continue }
      most = (String(finding.name.dropFirst(prefix.count)), new - old)
    }
    return most.map { "\($0.name.replacing(".", with: ", ")) (\(CountText.signed($0.rise)))" }
  }

  /// Stands where allocations are judged apart.
  private static let noKey = AllocationKey(
    toolchain: "-",
    architecture: "-",
    allocator: "-",
    configuration: "-"
  )
}

extension CellCounts {
  /// What the names of operations by phase begin with: then the phase, a dot, the operation.
  package static let operationsPrefix = "operations_by_phase."
}

extension ExactCounts {
  /// Sets how often each operation happened in a phase; those that did not happen are there too, so
  /// that one that is new is a difference and no gap.
  package mutating func set(_ operations: OperationCounts, in phase: Phase) {
    for operation in Operation.allCases {
      set(
        "\(CellCounts.operationsPrefix)\(phase.name).\(operation.name)",
        count: operations[operation],
        expectation: .fewerIsBetter
      )
    }
  }
}
