import FrameMetrics
import Records

/// Whether a run passed, and the reasons in words.
///
/// The cells of the standard profile decide, in an ablation those of its base, and those of candidates; without any, all cells do. Text that was lost,
/// repeated or reordered fails a run in every profile. What else published profiles miss is a
/// finding, not a failure.
package struct RunVerdict: Hashable, Sendable {
  /// Whether every deciding cell passed; a run without cells does not pass, unless it is a part.
  package var isPass: Bool
  /// Whether it did not pass for no other reason than figures that are missing.
  package var isInvalid: Bool
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
    isInvalid = false
    leavesFrames = run.hasPages && !run.hasDesigns && run.clock == .virtual
    let checks = run.cells.flatMap(\.budgets)
    limitCount = checks.count { $0.state != .invalid }
    judgedCount = limitCount - checks.count { $0.state == .unexercised }
    for cell in run.cells {
      // Where a choice of our own moves nothing there is nothing to say.
      if case .model(let names) = cell.verdict, !Self.shows(names, in: cell) { continue }
      guard let shortfall = Self.shortfall(of: cell) else { continue }
      let sentence = "\(Self.name(of: cell)): \(shortfall)"
      if cell.verdict.isShortfall, Self.decides(cell, in: run) {
        reasons.append(sentence)
      } else {
        findings.append(sentence)
      }
    }
    if let base = run.ablationBase, !run.ablation.isEmpty {
      findings = AblationFindings(of: run, base: base).sentences
    }
    // A run has parts without a cell when it has fewer cells than parts.
    if run.cells.isEmpty && run.shard?.cells == nil { reasons.append("no configuration was run") }
    isPass = reasons.isEmpty
    let failures = run.cells.filter { $0.verdict.isShortfall && Self.decides($0, in: run) }
    isInvalid =
      !failures.isEmpty
      && failures.allSatisfy { $0.verdict.saysNothing }
    if !run.ablation.isEmpty { subjects = "profiles of the ablation" }
  }

  /// The verdict in one word.
  package var word: String { isPass ? "pass" : isInvalid ? "invalid" : "fail" }

  /// The verdict with what it does not say.
  package var line: String {
    guard isPass else { return word }
    let share =
      judgedCount < limitCount ? " (\(judgedCount) of \(limitCount) judged)" : ""
    return word + share + (leavesFrames ? "; late frames: not judged here" : "")
  }

  /// Whether a failure of `cell` fails `run`.
  package static func decides(_ cell: CellRecord, in run: RunRecord) -> Bool {
    let deciding = run.decidingProfile
    // Another part may have the cells that decide.
    let isThere =
      run.shard?.profiles?.contains(deciding) ?? run.cells.contains { $0.profile == deciding }
    return cell.verdict == .textDiffers || cell.profile == deciding || !isThere
      || run.candidates.contains { $0 == cell.profile }
  }

  /// How a cell ended, in a word or two.
  package static func word(for cell: CellRecord) -> String { cell.verdict.word }

  /// The cell in words: scenario, profile, device, rate.
  package static func name(of cell: CellRecord) -> String {
    "\(cell.scenario), \(cell.profile), \(cell.device) at \(cell.refreshHertz) Hz"
  }

  /// What a cell fell short of, in words; nil when it passed.
  package static func shortfall(of cell: CellRecord) -> String? {
    switch cell.verdict {
    case .pass: return nil
    case .model(let names):
      let figures = names.filter { Self.shows([$0], in: cell) }.map { name in
        cell.budgets.first { $0.name == name }.map { words(for: $0, in: cell) } ?? name
      }
      guard !figures.isEmpty else { return "model, no miss and no pass: nothing moved" }
      return "model, no miss and no pass: " + figures.joined(separator: "; ")
        + "; what messages that come above do to the place is our own choice for this design"
    case .budgetMissed(let names):
      let missed = names.map { name in
        cell.budgets.first { $0.name == name }.map { words(for: $0, in: cell) } ?? name
      }
      let all = missed.isEmpty ? "a budget was missed" : missed.joined(separator: "; ")
      return all + (doubt(of: cell).map { ". \($0)" } ?? "")
    case .invalid(let names):
      let reasons = names.map { name in
        if name == CellRecord.allocationAudit {
          return "allocations (\(cell.allocationDispute ?? "two counts that differ"))"
        }
        let check = cell.budgets.first { $0.name == name }
        return "\(check?.title ?? name) (\(check?.note ?? "no such figure"))"
      }
      return "cannot be judged: " + reasons.joined(separator: "; ")
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

  /// Why a miss may not be called the page's fault yet; nil where it may.
  private static func doubt(of cell: CellRecord) -> String? {
    for note in cell.budgets.compactMap(\.note) {
      if let place = note.firstRange(of: "unconfirmed: ") {
        return String(note[place.lowerBound...])
      }
    }
    return nil
  }

  /// Whether any of these figures is beyond its limit.
  private static func shows(_ names: [String], in cell: CellRecord) -> Bool {
    cell.budgets.contains { check in
      names.contains(check.name)
        && check.value.map { check.isUpperLimit ? $0 > check.limit : $0 < check.limit } ?? true
    }
  }

  /// A budget and its figure in words, with the first moment that shows it.
  private static func words(for budget: BudgetCheck, in cell: CellRecord) -> String {
    let words = words(for: budget)
    guard budget.state != .kept,
      let first = cell.faults?.first(where: { $0.kind.rawValue == budget.name })
    else { return words }
    return "\(words): \(first.words)"
  }

  /// A budget and its figure in words.
  static func words(for budget: BudgetCheck) -> String {
    let unit = UnitWords.text(budget.unit)
    let side = budget.isUpperLimit ? "at most" : "at least"
    let value = DecimalText.short(budget.value, besides: budget.limit)
    // Why it is not certain is said once, at the end.
    let note = budget.note.map {
      $0[..<($0.firstRange(of: "; unconfirmed: ")?.lowerBound ?? $0.endIndex)]
    }
    let measured =
      budget.value == nil
      ? note.map(String.init) ?? value : unit.isEmpty ? value : "\(value)\u{A0}\(unit)"
    return "\(budget.title) \(measured) "
      + "(\(side) \(DecimalText.precise(budget.limit)) allowed)"
  }
}

extension CellRecord.Verdict {
  /// Whether it keeps a run from passing.
  fileprivate var isShortfall: Bool {
    switch self {
    case .pass, .model: false
    case .budgetMissed, .invalid, .textDiffers, .broken, .failed, .ended: true
    }
  }

  /// Whether nothing can be said, neither good nor bad: a figure is missing, or a limit was reached.
  fileprivate var saysNothing: Bool {
    switch self {
    case .invalid: true
    case .ended(let end): end.isByLimit
    case .pass, .model, .budgetMissed, .textDiffers, .broken, .failed: false
    }
  }
}
