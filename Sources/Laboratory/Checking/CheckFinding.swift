import Comparing
import Records

/// Something that a check found.
package struct CheckFinding: Sendable {
  /// What it is.
  package enum Kind: Sendable {
    /// Budgets were missed, or something could not be judged, in so many recordings alike, the worst first.
    case shortfall([MeasuredSubject.Shortfall])
    /// Figures are worse than in the baseline, the largest change first.
    case worse([FigureComparison])
    /// A figure drifted away over many changes, each of which passed.
    case drift(FigureDrift)
    /// Nothing can be said, and why.
    case invalid(String)
  }

  /// The subject; empty where it is about the whole check.
  package var subject: String
  /// What it is.
  package var kind: Kind
  /// Other subjects that have the same, the worst first.
  package var others: [String] = []
  /// How many recordings the subject has, those that fell short among them; 0 where that says nothing.
  package var recordings = 0

  package init(subject: String, kind: Kind) { (self.subject, self.kind) = (subject, kind) }

  /// Findings of one subject, a finding for each kind of shortfall, the worst first.
  ///
  /// - Parameter recordings: How many recordings it has; 0 where that says nothing.
  package static func grouped(
    _ shortfalls: [MeasuredSubject.Shortfall],
    of subject: String,
    recordings: Int = 0
  ) -> [CheckFinding] {
    MeasuredSubject.Shortfall.grouped(shortfalls).map { group in
      var finding = CheckFinding(subject: subject, kind: .shortfall(group))
      finding.recordings = recordings
      return finding
    }
  }

  /// What findings of several subjects have in common that are one: the budget that is missed by most, the figure
  /// that is worse by most, or the reason; nil for what is told of each subject.
  private var cause: String? {
    switch kind {
    case .shortfall(let shortfalls): "\(isInvalid) \(shortfalls[0].cause)"
    case .worse(let figures): figures[0].before.name
    case .invalid(let reason): subject.isEmpty ? nil : reason
    case .drift: nil
    }
  }

  /// How far from its limit; 0 for what has none.
  private var excess: Double {
    if case .shortfall(let shortfalls) = kind { shortfalls[0].excess } else { 0 }
  }

  /// Makes one finding of those with one cause: that of the subject in which it is worst, with the others' names.
  ///
  /// - Complexity: O(findings log findings).
  static func joined(_ findings: [CheckFinding]) -> [CheckFinding] {
    var places: [String: Int] = [:]
    var result: [CheckFinding] = []
    let worstFirst = findings.enumerated().sorted { left, right in
      (-left.element.excess, left.offset) < (-right.element.excess, right.offset)
    }
    for (_, finding) in worstFirst {
      guard let cause = finding.cause, let place = places[cause] else {
        if let cause = finding.cause { places[cause] = result.count }
        result.append(finding)
        continue
      }
      result[place].others.append(finding.subject)
    }
    return result
  }

  /// Whether it is about a subject.
  package func concerns(_ name: String) -> Bool { subject == name || others.contains(name) }

  /// What it comes to.
  package var verdict: Verdict {
    switch kind {
    case .invalid: .invalid
    case .shortfall(let shortfalls): shortfalls.allSatisfy(\.isInvalid) ? .invalid : .missed
    case .worse, .drift: .worse
    }
  }
  /// Whether it says nothing, neither good nor bad.
  package var isInvalid: Bool { verdict.exitCode == 3 }
}

/// What a check comes to.
package struct CheckVerdict: Sendable {
  /// A subject's figures before and after.
  package struct Compared: Sendable {
    /// The subject's name.
    package var subject: String
    /// How many recordings the baseline has of it, and how many there are now.
    package var recordings: (before: Int, after: Int)
    /// The figures that both have and that are compared.
    package var figures: [FigureComparison]
  }

  /// What was found, the worst first.
  package private(set) var findings: [CheckFinding] = []
  /// The figures of subjects that are in the baseline, too.
  package private(set) var compared: [Compared] = []

  /// Judges what was measured.
  ///
  /// - Parameters:
  ///   - baseline: What it is compared with; nil for nothing.
  ///   - problems: What could not be measured or read, a sentence each.
  ///   - history: The changes that were kept before; they are looked through for drift, with what was measured
  ///     as the latest. Nil for none.
  /// - Complexity: O(figures log figures + samples + history).
  package init(
    of measured: [MeasuredSubject],
    baseline: CheckBaseline?,
    problems: [CheckFinding] = [],
    history: CheckHistory? = nil
  ) {
    var missed: [CheckFinding] = []
    var invalid = problems
    for one in measured {
      let subject = one.subject
      let count = subject.kind == .exact ? 0 : subject.recordings
      for finding in CheckFinding.grouped(one.shortfalls, of: subject.name, recordings: count) {
        if finding.isInvalid { invalid.append(finding) } else { missed.append(finding) }
      }
      guard let baseline else { continue }
      if let reason = compare(one.subject, with: baseline) {
        invalid.append(CheckFinding(subject: one.subject.name, kind: .invalid(reason)))
      }
    }
    for old in baseline?.subjects ?? []
    where !measured.contains(where: { $0.subject.name == old.name })
      && !problems.contains(where: { $0.subject == old.name })
    {
      let reason = "it is in the baseline and was not measured; accept a baseline without it"
      invalid.append(CheckFinding(subject: old.name, kind: .invalid(reason)))
    }
    findings =
      CheckFinding.joined(missed) + CheckFinding.joined(worse())
      + drifts(history, measured.map(\.subject)) + CheckFinding.joined(invalid)
  }

  /// Whether a budget was missed, a figure is worse or drifted away.
  package var isFailed: Bool { findings.contains { !$0.isInvalid } }
  /// What it comes to: the gravest finding.
  package var verdict: Verdict {
    findings.map(\.verdict).max { $0.gravity < $1.gravity } ?? .pass
  }
  /// Whether something cannot be said, and nothing is known to be bad.
  package var isInvalid: Bool { !isFailed && !findings.isEmpty }
  package var word: String { verdict.rawValue }
  /// The exit code of a command: 0, 2 or 3.
  package var exitCode: Int32 { verdict.exitCode }

  /// Compares a subject.
  ///
  /// - Returns: Why it cannot be; nil where it was.
  private mutating func compare(_ subject: CheckSubject, with baseline: CheckBaseline) -> String? {
    guard let old = baseline.subjects.first(where: { $0.name == subject.name }) else {
      return
        "it is not in the baseline; accept one with it: stillpoint check --accept --reason TEXT"
    }
    if let refusal = subject.refusal(against: old) { return "not comparable: \(refusal)" }
    let count = min(old.recordings, subject.recordings)
    if subject.kind == .scattering, count < Comparison.least {
      let side = old.recordings < subject.recordings ? "the baseline has" : "there are"
      return
        "\(side) \(count) recording\(count == 1 ? "" : "s"), and \(Comparison.least) a side are "
        + "needed to compare"
    }
    compared.append(
      Compared(
        subject: subject.name,
        recordings: (old.recordings, subject.recordings),
        figures: subject.compared(with: old)
      )
    )
    let now = Set(subject.figures.map(\.name))
    let lost = old.chosen(subject.kind).filter { !now.contains($0.name) }.map(\.name)
    return lost.isEmpty
      ? nil : "figures of the baseline are missing: \(lost.joined(separator: ", "))"
  }

  /// What is worse, by subject, the largest change first.
  private func worse() -> [CheckFinding] {
    func size(_ figure: FigureComparison) -> Double { abs(figure.change ?? .infinity) }
    func ordered<Element>(_ elements: [Element], by size: (Element) -> Double) -> [Element] {
      elements.enumerated().sorted { left, right in
        let (first, second) = (size(left.element), size(right.element))
        return first != second ? first > second : left.offset < right.offset
      }.map(\.element)
    }
    let groups = compared.compactMap { subject -> (name: String, figures: [FigureComparison])? in
      let figures = ordered(subject.figures.filter { $0.verdict == .worse }, by: size)
      return figures.isEmpty ? nil : (subject.subject, figures)
    }
    return ordered(groups) { size($0.figures[0]) }
      .map { CheckFinding(subject: $0.name, kind: .worse($0.figures)) }
  }

  private func drifts(_ history: CheckHistory?, _ subjects: [CheckSubject]) -> [CheckFinding] {
    guard var history else { return [] }
    history.append(CheckHistory.Entry(of: subjects, date: "", label: "now", accepted: nil))
    return history.drifts(of: subjects).map { name, drift in
      CheckFinding(subject: name, kind: .drift(drift))
    }
  }
}
