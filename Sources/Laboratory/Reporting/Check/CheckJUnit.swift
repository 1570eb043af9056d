import Checking

/// A check as `junit.xml`: a suite for each subject, a case for its budgets and one for each compared figure.
enum CheckJUnit {
  private typealias Case = JUnitXML.Case

  static func text(of report: CheckReport) -> String {
    var suites = report.measured.map { one in
      JUnitXML.Suite(name: one.subject.name, cases: cases(of: one, in: report))
    }
    let names = Set(suites.map(\.name))
    for finding in report.verdict.findings where !names.contains(finding.subject) {
      let failure = Case(name: "check", element: .error, message: CheckWords.sentence(finding))
      suites.append(JUnitXML.Suite(name: finding.subject, cases: [failure]))
    }
    return JUnitXML(name: "stillpoint check", suites: suites).text
  }

  private static func cases(of one: MeasuredSubject, in report: CheckReport) -> [Case] {
    var cases: [Case] = []
    let findings = report.verdict.findings.filter { $0.concerns(one.subject.name) }
    for shortfall in one.shortfalls {
      cases.append(
        Case(
          name: shortfall.recording.isEmpty ? "budgets" : "budgets of \(shortfall.recording)",
          element: shortfall.isInvalid ? .error : .failure,
          message: shortfall.words
        )
      )
    }
    if cases.isEmpty { cases.append(Case(name: "budgets")) }
    for figure in report.verdict.compared.first(where: { $0.subject == one.subject.name })?.figures
      ?? []
    {
      let title = CheckWords.title(of: figure.before)
      switch figure.verdict {
      case .worse:
        let finding = CheckFinding(subject: one.subject.name, kind: .worse([figure]))
        cases.append(Case(name: title, element: .failure, message: CheckWords.sentence(finding)))
      case .cannotTell:
        cases.append(Case(name: title, element: .skipped, message: CheckWords.detectable(figure)))
      case .better, .changed, .equal: cases.append(Case(name: title))
      }
    }
    for finding in findings {
      switch finding.kind {
      case .invalid:
        cases.append(Case(name: "check", element: .error, message: CheckWords.sentence(finding)))
      case .drift:
        cases.append(Case(name: "drift", element: .failure, message: CheckWords.sentence(finding)))
      case .shortfall, .worse: break
      }
    }
    return cases
  }
}
