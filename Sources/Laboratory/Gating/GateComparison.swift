/// One cell held against its baseline.
package struct GateComparison: Sendable {
  /// A part of the counts that is compared as a whole.
  package struct Section: Hashable, Sendable {
    /// The two parts there are.
    package enum Kind: Hashable, Sendable {
      /// What must repeat on every machine.
      case exact
      /// What must repeat on machines of the same key.
      case allocations
    }

    /// Which part.
    package var kind: Kind
    /// What the part is called in print.
    package var title: String
    /// Why the part could not be compared; nil when it was.
    package var problem: String?
    /// What became of each name, in the measurement's order; then what only the baseline has.
    package var findings: [Finding]

    /// What the allocations of the part depend on; nil for exact counts.
    package var key: AllocationKey?

    /// Whether there is a way to measure the part here; if not, `problem` says why.
    package var isAvailable = true

    /// The gravest verdict of the part.
    package var verdict: GateVerdict {
      guard isAvailable else { return .notAvailable }
      return findings.reduce(problem == nil ? .pass : .invalid) { $0.combined(with: $1.verdict) }
    }
  }

  package let cell: CellIdentity
  /// The path of the file of baselines, for print.
  package let path: String
  /// The exact counts, then the allocations.
  package let sections: [Section]
  /// Frames in the baseline and in the measurement, to say counts a frame; nil when one is missing.
  let frames: (baseline: Int, measured: Int)?

  /// The gravest verdict of all sections.
  package var verdict: GateVerdict { sections.reduce(.pass) { $0.combined(with: $1.verdict) } }

  /// Holds `measured` against `baseline`.
  ///
  /// - Parameters:
  ///   - measured: What was counted.
  ///   - baseline: What it is held against; nil when there is none, which is no pass.
  ///   - path: The path of the file of baselines, for print.
  /// - Complexity: O(n^2) in the number of names, which are some dozens.
  package init(measured: CellCounts, baseline: Baseline?, path: String) {
    cell = measured.cell
    self.path = path
    frames = Self.frames(measured, baseline)
    guard let baseline else {
      let broken = measured.brokenNames.map { "; \($0) is 0 although there was work" }.joined()
      sections = [
        Section(
          kind: .exact,
          title: "exact",
          problem: "no baseline for \(measured.cell)\(broken)",
          findings: []
        )
      ]
      return
    }
    sections = [
      Section(
        kind: .exact,
        title: "exact",
        problem: nil,
        findings: Self.findings(measured.exact, baseline.exact)
      ),
      Self.allocations(measured, baseline),
    ]
  }

  private static func allocations(_ measured: CellCounts, _ baseline: Baseline) -> Section {
    switch measured.allocations {
    case .notAvailable(let reason):
      return Section(
        kind: .allocations,
        title: "allocations",
        problem: "allocations are not available: \(reason)",
        findings: [],
        isAvailable: false
      )
    case .counted(let counts, let key):
      let title = "allocations [\(key)]"
      guard let known = baseline.allocations.first(where: { $0.key == key }) else {
        return Section(
          kind: .allocations,
          title: title,
          problem: "no baseline for \(title)",
          findings: []
        )
      }
      return Section(
        kind: .allocations,
        title: title,
        problem: nil,
        findings: findings(counts, known.counts),
        key: key
      )
    }
  }

  private static func findings(_ counts: ExactCounts, _ known: [Baseline.Entry]) -> [Finding] {
    counts.entries.map { entry in
      Finding(entry, against: known.first { $0.name == entry.name })
    } + known.filter { counts[$0.name] == nil }.map { Finding(notMeasured: $0) }
  }

  private static func frames(
    _ measured: CellCounts,
    _ baseline: Baseline?
  ) -> (baseline: Int, measured: Int)? {
    let known = baseline?.exact.first { $0.name == CellCounts.framesName }
    guard case .count(let old)? = known?.value, old > 0,
      let new = measured.exact.count(of: CellCounts.framesName), new > 0
    else { return nil }
    return (old, new)
  }
}
