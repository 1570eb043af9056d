import FrameMetrics
import Records

/// Whether a run passed, and the reasons in words.
///
/// The cells of the standard profile decide, in an ablation those of its base, and those of candidates; without
/// any, all cells do. Beside recordings, recordings alone decide. Text that was lost, repeated or reordered fails
/// a run in every profile. What else published profiles miss is a finding, not a failure.
package struct RunVerdict: Hashable, Sendable {
  /// What it comes to: the gravest of what decides. A run without cells misses, unless it is a part; of
  /// recordings one must be judged.
  package var verdict = Verdict.pass
  /// Why it did not pass, a sentence each, in the order of the cells.
  package var reasons: [String]
  /// What cells that do not decide missed, and what rests on choices of our own, a sentence each.
  package var findings: [String]
  /// Why the run's times are not to be trusted; nil where they are, or are modelled.
  package var distrust: String?
  /// Whom the findings are about: published profiles, or those that an ablation made.
  package var subjects = "published profiles"
  /// How many limits were judged, and how many there are: what could not have been missed is not judged.
  package private(set) var judgedCount = 0
  package private(set) var limitCount = 0
  /// Whether late frames are a matter of the run, and not judged: on a virtual clock no page has any.
  private let leavesFrames: Bool

  /// Judges `run` by the verdicts its cells bring with them.
  package init(of run: RunRecord) {
    reasons = []
    findings = []
    distrust = run.noise.flatMap(\.distrust)
    leavesFrames = run.hasPages && !run.hasDesigns && run.clock == .virtual
    let checks = run.cells.flatMap(\.budgets)
    limitCount = checks.count { $0.state != .invalid }
    judgedCount = limitCount - checks.count { $0.state == .unexercised }
    for cell in run.worstFirst {
      // Where a choice of our own moves nothing there is nothing to say.
      if cell.verdict.kind == .model, !Self.shows(cell.verdict.budgets, in: cell) { continue }
      guard let shortfall = Self.shortfall(of: cell) else { continue }
      let sentence = "\(Self.name(of: cell)): \(shortfall)"
      let decides = Self.decides(cell, in: run)
      if decides, ![.pass, .model].contains(cell.verdict.kind) {
        reasons.append(sentence)
        verdict = verdict.gravity < cell.verdict.kind.gravity ? cell.verdict.kind : verdict
      } else {
        findings.append(sentence)
      }
    }
    if let base = run.ablationBase, !run.ablation.isEmpty {
      findings = AblationFindings(of: run, base: base).sentences
    }
    // A run has parts without a cell when it has fewer cells than parts.
    if run.cells.isEmpty && run.shard?.cells == nil && run.files.isEmpty {
      reasons.append("no configuration was run")
      verdict = .missed
    }
    let isAnyJudged = run.cells.contains { $0.isRecording && $0.verdict != .notJudged }
    if run.hasRecordings || !run.files.isEmpty, !isAnyJudged {
      reasons.append("nothing could be judged: " + run.unjudgedWords)
      verdict = .invalid
    }
    if !run.missingShards.isEmpty {
      reasons.insert(Shard.words(missing: run.missingShards), at: 0)
      verdict = verdict.gravity < Verdict.invalid.gravity ? .invalid : verdict
    }
    if !run.ablation.isEmpty { subjects = "profiles of the ablation" }
    if run.hasRecordings { subjects = "what stands beside the recordings" }
  }

  /// Whether every deciding cell passed.
  package var isPass: Bool { verdict.exitCode == 0 }
  /// Whether it did not pass for no other reason than that nothing can be said.
  package var isInvalid: Bool { verdict.exitCode == 3 }

  /// The verdict in one word.
  package var word: String { verdict.rawValue }

  /// The verdict with what it does not say.
  package var line: String {
    guard isPass else { return word }
    let share =
      judgedCount < limitCount ? " (\(judgedCount) of \(limitCount) judged)" : ""
    return word + share + (leavesFrames ? "; late frames: not judged here" : "")
  }

  /// Whether a failure of `cell` fails `run`.
  package static func decides(_ cell: CellRecord, in run: RunRecord) -> Bool {
    if run.hasRecordings { return cell.isRecording }
    let deciding = run.decidingProfile
    // Another part may have the cells that decide.
    let isThere =
      run.shard?.profiles?.contains(deciding) ?? run.cells.contains { $0.profile == deciding }
    return cell.verdict == .textDiffers || cell.profile == deciding || !isThere
      || run.candidates.contains { $0 == cell.profile }
  }

  /// The cell in words: scenario, profile, device, rate; of a recording its file and session.
  package static func name(of cell: CellRecord) -> String {
    cell.isRecording
      ? cell.scenario
      : "\(cell.scenario), \(cell.profile), \(cell.device) at \(cell.refreshHertz) Hz"
  }

  /// What a cell fell short of, in words; nil when it passed, and for a recording that is not judged.
  package static func shortfall(of cell: CellRecord) -> String? {
    if let recording = cell.recording { return shortfall(of: cell, recording) }
    let names = cell.verdict.budgets
    switch cell.verdict.end {
    case nil where cell.verdict == .pass || cell.verdict == .notJudged: return nil
    case nil where cell.verdict.kind == .model:
      let figures = names.filter { Self.shows([$0], in: cell) }.map { name in
        cell.budgets.first { $0.name == name }.map { words(for: [$0], in: cell) } ?? name
      }
      guard !figures.isEmpty else { return "model, no miss and no pass: nothing moved" }
      return "model, no miss and no pass: " + figures.joined(separator: "; ")
        + "; what messages that come above do to the place is our own choice for this design"
    case nil where cell.verdict.kind == .worse:
      return words(for: cell.budgets.filter { $0.state == .worse }, in: cell)
    case nil where !cell.verdict.isError:
      let missed = names.compactMap { name in cell.budgets.first { $0.name == name } }
      let all = missed.isEmpty ? "a budget was missed" : words(for: missed, in: cell)
      return all + (doubt(of: cell).map { ". \($0)" } ?? "")
    case nil:
      let reasons = names.map { name in
        if name == CellRecord.allocationAudit {
          return "allocations (\(cell.allocationDispute ?? "two counts that differ"))"
        }
        let check = cell.budgets.first { $0.name == name }
        let note = check?.note ?? "no such figure"
        // A reason of its own has no figure that it is about.
        return name.hasPrefix(BudgetCheck.undriven) ? note : "\(check?.title ?? name) (\(note))"
      }
      let isUnexercised = names.allSatisfy { name in
        cell.budgets.contains { $0.name == name && $0.state == .unexercised }
      }
      return (isUnexercised ? "not exercised: " : "cannot be judged: ")
        + reasons.joined(separator: "; ")
    case .textDiffers:
      let counted = [Metric.pageWordsLost, .pageWordsDouble, .pageWordsDisordered].compactMap {
        metric in
        cell.value(metric).flatMap { $0 > 0 ? "\(metric.title) \(Int($0))" : nil }
      }
      return "text was lost, repeated or reordered: "
        + (counted.isEmpty
          ? "SHA-256 of the text released differs" : counted.joined(separator: ", "))
    case .broken(let milliseconds, let cause):
      return "broken at \(DecimalText.short(milliseconds / 1000)) s, in \(cause)"
    case .failed(let reason): return "ended by an error: \(reason)"
    case .ended(let end): return "its process came to an end: \(end.detail)"
    }
  }

  /// What a recording missed, and what of it is open; one reason that holds for several budgets is said once.
  private static func shortfall(of cell: CellRecord, _ recording: Recording) -> String? {
    let failed = cell.budgets.filter { $0.state != .kept }
    guard !failed.isEmpty else { return nil }
    let open = failed.filter { $0.state == .invalid && $0.note == recording.contradiction }
    let closed = failed.filter { !open.contains($0) }
    var all = closed.isEmpty ? [] : [words(for: closed, in: cell)]
    if let why = recording.contradiction, !open.isEmpty {
      all.append(
        open.map { $0.title(isRecorded: true) }.joined(separator: ", ") + " would be kept, but "
          + why
      )
    }
    return all.joined(separator: "; ")
  }

  /// Budgets that were not kept, in words; a moment that those in a row share stands behind the last of them.
  package static func words(for checks: [BudgetCheck], in cell: CellRecord) -> String {
    let moments = checks.map { moment(of: $0, in: cell) }
    return checks.indices.map { index in
      let isSaidLater = index + 1 < checks.count && moments[index] == moments[index + 1]
      let moment = isSaidLater ? nil : moments[index]
      return openFigure(of: checks[index], in: cell) + (moment.map { ": \($0.words)" } ?? "")
    }.joined(separator: "; ")
  }

  /// A budget and its figure; an open one of a recording with both ends.
  private static func openFigure(of check: BudgetCheck, in cell: CellRecord) -> String {
    let words = words(for: check, isRecorded: cell.isRecording)
    return cell.isRecording && check.state == .invalid && check.value != nil
      ? "\(words), but \(check.note ?? "")" : words
  }

  /// Why a miss may not be called the page's fault yet; nil where it may.
  private static func doubt(of cell: CellRecord) -> String? {
    cell.budgets.lazy.compactMap(\.doubt).first
  }

  /// Whether any of these figures is beyond its limit.
  private static func shows(_ names: [String], in cell: CellRecord) -> Bool {
    cell.budgets.contains { check in
      names.contains(check.name)
        && check.value.map { check.isUpperLimit ? $0 > check.limit : $0 < check.limit } ?? true
    }
  }

  /// The first moment that shows a budget that was not kept.
  private static func moment(of budget: BudgetCheck, in cell: CellRecord) -> ScreenFault? {
    guard budget.state != .kept else { return nil }
    return cell.faults?.first { $0.shows(budget) }
  }

  /// A budget and its figure in words.
  package static func words(for budget: BudgetCheck, isRecorded: Bool = false) -> String {
    let unit = UnitWords.text(budget.unit)
    let side = budget.isUpperLimit ? "at most" : "at least"
    let value = DecimalText.short(budget.value, besides: budget.limit)
    func withUnit(_ number: String) -> String { unit.isEmpty ? number : "\(number)\u{A0}\(unit)" }
    let title = budget.title(isRecorded: isRecorded)
    if budget.state == .worse {
      let before = DecimalText.short(budget.limit, besides: budget.value ?? budget.limit)
      return
        "\(title) \(withUnit(value)) is worse than \(withUnit(before))\(budget.note.map { " \($0)" } ?? "")"
    }
    let limit = DecimalText.precise(budget.limit)
    guard budget.value != nil else {
      return "\(title): \(budget.note ?? value) (\(side) \(withUnit(limit)) allowed)"
    }
    return "\(title) \(withUnit(value)) (\(side) \(limit) allowed)"
  }
}
