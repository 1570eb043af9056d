/// What the gate says about a run.
package struct GateReport: Sendable {
  /// Each cell held against its baseline, in the run's order.
  package let comparisons: [GateComparison]

  /// The gravest verdict of all cells; a run without any is invalid.
  package var verdict: GateVerdict {
    comparisons.reduce(comparisons.isEmpty ? .invalid : .pass) { $0.combined(with: $1.verdict) }
  }

  /// The report in lines: what differs by cell, a line for each verdict's number of cells, and the
  /// verdict with what to do.
  package var lines: [String] {
    var lines: [String] = []
    for comparison in comparisons where comparison.verdict != .pass {
      lines.append("\(comparison.cell): \(comparison.verdict.rawValue)")
      lines += comparison.difference
      lines.append("")
    }
    let numbers = GateVerdict.allCases.compactMap { verdict -> String? in
      let number = comparisons.filter { $0.verdict == verdict }.count
      return number == 0 ? nil : "\(number) \(verdict.rawValue)"
    }
    let cells = numbers.isEmpty ? "nothing was measured" : numbers.joined(separator: ", ")
    lines.append("gate: \(verdict.rawValue) (\(cells))")
    if let advice { lines.append(advice) }
    return lines
  }

  private var advice: String? {
    switch verdict {
    case .pass, .notAvailable, .inconclusive: nil
    case .improvement: "better; gate --adopt writes the lines to commit"
    case .invalid: "no pass; where only a baseline is missing, write it with gate --adopt"
    case .regression: "if the change is meant, make it the baseline with gate --adopt"
    }
  }
}
