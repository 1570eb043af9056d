extension GateComparison {
  /// What differs, in lines that read like a patch; empty for a pass. What got better stands as the line
  /// of the file to commit.
  ///
  ///     --- Reports/baselines.csv
  ///     +++ measured
  ///     @@ allocations [swift-6.3.1, x86_64, jemalloc 5.3.0, release] @@
  ///     - allocations: 10800
  ///     + allocations: 14400 (+3600)
  ///       allocations a frame: 3 -> 4 (+1 a frame)
  package var difference: [String] {
    guard verdict != .pass else { return [] }
    return ["--- \(path)", "+++ measured"] + lines { _ in true }
  }

  /// What differs in one part, without the head of a patch.
  func difference(of kind: Section.Kind) -> [String] { lines { $0 == kind } }

  private func lines(of isWanted: (Section.Kind) -> Bool) -> [String] {
    var lines: [String] = []
    for section in sections where section.verdict != .pass && isWanted(section.kind) {
      lines.append("@@ \(section.title) @@")
      if let problem = section.problem { lines.append("! \(problem)") }
      for finding in section.findings {
        lines += Self.lines(of: finding) + perFrame(finding, section)
        if finding.verdict == .improvement, let value = finding.measured {
          let entry = Baseline.Entry(name: finding.name, value: value, released: finding.released)
          lines.append("  commit: \(BaselineTable.line(cell, section.key, entry))")
        }
      }
      lines += explanation(of: section)
    }
    return lines
  }

  private static func lines(of finding: Finding) -> [String] {
    let name = finding.name
    guard finding.verdict != .pass else { return [] }
    let old = finding.baseline.map { "\($0)" } ?? "n/a"
    let new = finding.measured.map { "\($0)" } ?? "n/a"
    switch finding.outcome {
    case .equal:
      return []
    case .missingInBaseline:
      return ["+ \(name): \(new)", "! no baseline for \(name)"]
    case .missingInMeasurement:
      return ["- \(name): \(old)", "! \(name) was not measured"]
    case .brokenCount:
      return [
        "- \(name): \(old)", "+ \(name): \(new)", "! \(name) is 0 although there was work",
      ]
    case .changed:
      return ["- \(name): \(old)", "+ \(name): \(new)"]
    case .more, .fewer:
      return ["- \(name): \(old)", "+ \(name): \(new)\(delta(finding))"]
    case .crept:
      let released = finding.released.map { "\($0)" } ?? "n/a"
      let share = Int(CountExpectation.releaseTolerance * 100)
      return [
        "- \(name): \(released) at the last release", "+ \(name): \(new)",
        "! \(name) is more than \(share) % worse than at the last release",
      ]
    }
  }

  private static func delta(_ finding: Finding) -> String {
    guard case .count(let old)? = finding.baseline, case .count(let new)? = finding.measured
    else { return "" }
    return " (\(CountText.signed(new - old)))"
  }

  /// What a changed count of allocations is a frame.
  private func perFrame(_ finding: Finding, _ section: Section) -> [String] {
    guard section.kind == .allocations, finding.verdict != .pass, let frames,
      finding.outcome == .more || finding.outcome == .fewer,
      case .count(let old)? = finding.baseline, case .count(let new)? = finding.measured
    else { return [] }
    let before = CountText.ratio(old, frames.baseline)
    let after = CountText.ratio(new, frames.measured)
    let change = CountText.signedDifference((new, frames.measured), (old, frames.baseline))
    return ["  \(finding.name) a frame: \(before) -> \(after) (\(change) a frame)"]
  }

  /// Which counts explain that a hash differs.
  private func explanation(of section: Section) -> [String] {
    let hashes = section.findings.filter { $0.outcome == .changed }.map(\.name)
    guard !hashes.isEmpty else { return [] }
    let counts = sections.flatMap(\.findings).filter {
      $0.outcome == .more || $0.outcome == .fewer
    }
    let names = hashes.joined(separator: ", ")
    guard !counts.isEmpty else {
      return ["  no count explains \(names): compare the frame logs of both (replay --frames)"]
    }
    let changes = counts.map { "\($0.name)\(Self.delta($0))" }.joined(separator: ", ")
    return ["  \(names) changed together with \(changes)"]
  }
}
