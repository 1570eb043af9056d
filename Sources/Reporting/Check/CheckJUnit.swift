import Checking

/// A check as `junit.xml`: a suite for each subject, a case for its budgets and one for each compared figure.
enum CheckJUnit {
  private struct Case {
    var name: String
    /// `failure`, `error`, or `skipped`; nil for a pass.
    var element: String?
    var message = ""
  }

  static func text(of report: CheckReport) -> String {
    var suites = report.measured.map { one in
      (name: one.subject.name, cases: cases(of: one, in: report))
    }
    let names = Set(suites.map(\.name))
    for finding in report.verdict.findings where !names.contains(finding.subject) {
      let failure = Case(name: "check", element: "error", message: CheckWords.sentence(finding))
      suites.append((finding.subject, [failure]))
    }
    var body = ""
    for suite in suites {
      body += "  <testsuite name=\"\(JUnitXML.escape(suite.name))\" \(attributes(suite.cases))>\n"
      for one in suite.cases { body += element(of: one, in: suite.name) }
      body += "  </testsuite>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"stillpoint check\" \(attributes(suites.flatMap(\.cases)))>\n\(body)"
      + "</testsuites>\n"
  }

  private static func cases(of one: MeasuredSubject, in report: CheckReport) -> [Case] {
    var cases: [Case] = []
    let findings = report.verdict.findings.filter { $0.subject == one.subject.name }
    for shortfall in one.shortfalls {
      cases.append(
        Case(
          name: shortfall.recording.isEmpty ? "budgets" : "budgets of \(shortfall.recording)",
          element: shortfall.isInvalid ? "error" : "failure",
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
        cases.append(Case(name: title, element: "failure", message: CheckWords.sentence(finding)))
      case .cannotTell:
        cases.append(Case(name: title, element: "skipped", message: CheckWords.detectable(figure)))
      case .better, .changed, .equal: cases.append(Case(name: title))
      }
    }
    for finding in findings {
      switch finding.kind {
      case .invalid:
        cases.append(Case(name: "check", element: "error", message: CheckWords.sentence(finding)))
      case .drift:
        cases.append(Case(name: "drift", element: "failure", message: CheckWords.sentence(finding)))
      case .shortfall, .worse: break
      }
    }
    return cases
  }

  private static func attributes(_ cases: [Case]) -> String {
    func count(_ element: String) -> Int { cases.count { $0.element == element } }
    return "tests=\"\(cases.count)\" failures=\"\(count("failure"))\" errors=\"\(count("error"))\" "
      + "skipped=\"\(count("skipped"))\""
  }

  private static func element(of one: Case, in suite: String) -> String {
    let start =
      "    <testcase classname=\"\(JUnitXML.escape(suite))\" name=\"\(JUnitXML.escape(one.name))\""
    guard let element = one.element else { return start + "/>\n" }
    return start + "><\(element) message=\"\(JUnitXML.escape(one.message))\"/></testcase>\n"
  }
}
