import FramePacing

extension GateReport {
  /// The report as a round.
  ///
  /// - Parameters:
  ///   - base: What the baselines are, in words.
  ///   - command: What is typed to take what was measured as the new baselines.
  package func round(base: String, adoptedBy command: String) -> GateRound {
    GateRound(
      base: base,
      head: "this build",
      results: comparisons.flatMap { $0.results(adoptedBy: command) },
      advice: verdict == .improvement
        ? "better: \(command) writes the lines to commit"
        : "if the change is meant: \(command)"
    )
  }
}

extension GateComparison {
  /// A result for each part.
  func results(adoptedBy command: String) -> [CheckResult] {
    sections.map { section in
      let check: GateCheck = section.kind == .exact ? .exact : .allocations
      var notes = section.verdict == .pass ? [] : difference(of: section.kind)
      if section.verdict == .notAvailable { notes = [section.problem ?? ""] }
      if section.problem == "no baseline for \(cell)" || section.verdict == .invalid {
        notes.append("write a missing baseline with: \(command)")
      }
      var result = CheckResult(check, cell, section.verdict, figure: section.title, notes: notes)
      if check == .allocations, section.problem == nil {
        (result.ratio, result.culprit) = CountsJudge.allocationChange(in: self)
      }
      return result
    }
  }
}

extension GateRound {
  /// A comparison of saved runs as a round: a result for each figure that is worse or better, and
  /// one for each cell without such.
  package static func of(_ comparison: RunComparison, base: String) -> GateRound {
    var results: [CheckResult] = []
    for cell in comparison.cells {
      let identity = CellIdentity(cell.record)
      if let end = cell.secondEnd {
        let notes = ["this build's process came to an end: \(end.detail)"]
        results.append(
          CheckResult(.run, identity, end.isByLimit ? .invalid : .regression, notes: notes)
        )
        continue
      }
      if let refusal = cell.refusal {
        results.append(CheckResult(.run, identity, .invalid, notes: ["not comparable: \(refusal)"]))
        continue
      }
      // A build is held against another one; a design that has changed is another thing.
      if !cell.designChanges.isEmpty {
        let changes = cell.designChanges.joined(separator: ", ")
        let note = "not comparable: the design of \(identity.profile) differs: \(changes)"
        results.append(CheckResult(.run, identity, .invalid, notes: [note]))
        continue
      }
      let told = cell.figures.filter { $0.verdict == .worse || $0.verdict == .better }
      let unclear = cell.figures.count { $0.verdict == .cannotTell }
      for figure in told {
        results.append(
          CheckResult(
            .run,
            identity,
            figure.verdict == .worse ? .regression : .improvement,
            figure: "\(figure.first.metric) \(figure.first.statistic.rawValue)",
            ratio: figure.ratio,
            interval: figure.interval,
            culprit: figure.verdict == .worse ? cell.culprits.first?.name : nil
          )
        )
      }
      // What is counted is equal whatever the machine does; it is the costs that may say nothing.
      let costs = cell.figures.filter { $0.isOfCost && $0.first.value != nil }
      let isBlank =
        unclear == cell.figures.count
        || !costs.isEmpty && costs.allSatisfy { $0.verdict == .cannotTell }
      var notes = unclear > 0 ? ["\(unclear) of \(cell.figures.count) figures cannot be told"] : []
      if isBlank, let reason = costs.lazy.compactMap(\.note).first { notes.append(reason) }
      guard told.isEmpty || isBlank && !told.contains(where: { $0.verdict == .worse }) else {
        continue
      }
      results.append(CheckResult(.run, identity, isBlank ? .inconclusive : .pass, notes: notes))
    }
    for record in comparison.onlyFirst {
      results.append(
        CheckResult(.run, CellIdentity(record), .invalid, notes: ["not comparable: not run again"])
      )
    }
    return GateRound(
      base: base,
      head: "this build",
      results: results,
      advice: "if this is meant, make a new run and name that as the base"
    )
  }
}
