import FramePacing

/// Holds the instructions of a head against those of its base.
package struct InstructionJudge {
  private let thresholds: GateThresholds
  private let cell: CellIdentity

  /// Prepares to judge a cell.
  package init(_ thresholds: GateThresholds, _ cell: CellIdentity) {
    self.thresholds = thresholds
    self.cell = cell
  }

  /// The results: of the cell, and of each phase that is out of bounds.
  ///
  /// - Parameter operation: The operation that was counted more in a phase; nil where none was.
  package func results(
    base: InstructionProfile,
    head: InstructionProfile,
    operation: (Phase) -> String? = { _ in nil }
  ) -> [CheckResult] {
    guard base.total > 0, head.total > 0 else {
      return [
        CheckResult(.instructions, cell, .invalid, notes: ["no instruction was counted"])
      ]
    }
    let ratio = Double(head.total) / Double(base.total)
    var results = [
      CheckResult(
        .instructions,
        cell,
        Self.verdict(ratio, bound: thresholds.instructionRatio),
        figure: "instructions, \(base.total) -> \(head.total)",
        ratio: ratio,
        bound: thresholds.instructionRatio
      )
    ]
    for phase in Phase.allCases {
      let (before, after) = (base.phases[phase.rawValue], head.phases[phase.rawValue])
      let share = Double(max(before, after)) / Double(max(base.total, head.total))
      guard before > 0, share >= thresholds.instructionPhaseShare else { continue }
      let ratio = Double(after) / Double(before)
      let verdict = Self.verdict(ratio, bound: thresholds.instructionPhaseRatio)
      guard verdict != .pass else { continue }
      results.append(
        CheckResult(
          .instructions,
          cell,
          verdict,
          figure: "instructions of \(phase.name), \(before) -> \(after)",
          ratio: ratio,
          bound: thresholds.instructionPhaseRatio
        )
      )
    }
    let culprit = culprit(base, head, operation)
    for index in results.indices where results[index].verdict == .regression {
      results[index].culprit = culprit
    }
    return results
  }

  /// The phase that rose most, with what in it did.
  private func culprit(
    _ base: InstructionProfile,
    _ head: InstructionProfile,
    _ operation: (Phase) -> String?
  ) -> String? {
    let rises = Phase.allCases.map { head.phases[$0.rawValue] - base.phases[$0.rawValue] }
    guard let most = rises.max(), most > 0, let place = rises.firstIndex(of: most) else {
      return nil
    }
    let phase = Phase.allCases[place]
    var parts = ["\(phase.name) (\(CountText.signed(most)) instructions)"]
    if let operation = operation(phase) { parts.append(operation) }
    if let function = head.steepestRise(from: base) {
      parts.append("in \(function.name) (\(CountText.signed(function.instructions)))")
    }
    return parts.joined(separator: ", ")
  }

  private static func verdict(_ ratio: Double, bound: Double) -> GateVerdict {
    if ratio > bound { return .regression }
    return ratio < 1 / bound ? .improvement : .pass
  }
}
