import Gating

/// What a round of the gate says, as JUnit's XML: a suite for each check, a case for each result.
///
/// Where nothing can be said the case is an error, and what is not available is skipped: neither looks
/// like a pass.
enum GateJUnit {
  static func text(of round: GateRound) -> String {
    var body = ""
    for check in GateCheck.allCases {
      let results = round.results.filter { $0.check == check }
      guard !results.isEmpty else { continue }
      body += "  <testsuite name=\"\(check.rawValue)\" \(attributes(of: results))>\n"
      for result in results { body += testCase(result) }
      body += "  </testsuite>\n"
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"gate\" \(attributes(of: round.results))>\n\(body)</testsuites>\n"
  }

  private static func attributes(of results: [CheckResult]) -> String {
    let failures = results.count { element(of: $0) == "failure" }
    let errors = results.count { element(of: $0) == "error" }
    let skipped = results.count { element(of: $0) == "skipped" }
    return "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"\(skipped)\""
  }

  private static func element(of result: CheckResult) -> String? {
    switch result.verdict {
    case .pass, .improvement: nil
    case .regression: "failure"
    case .invalid, .inconclusive: "error"
    case .notAvailable: "skipped"
    }
  }

  private static func testCase(_ result: CheckResult) -> String {
    let name = [("\(result.cell)"), result.figure].filter { !$0.isEmpty }.joined(separator: ", ")
    let start =
      "    <testcase classname=\"\(result.check.rawValue)\" name=\"\(JUnitXML.escape(name))\""
    guard let element = element(of: result) else { return start + "/>\n" }
    let message = JUnitXML.escape(GateText.words(of: result))
    let notes = JUnitXML.escape(result.notes.joined(separator: "\n"))
    let type = element == "skipped" ? "" : " type=\"\(result.verdict.rawValue)\""
    return start + ">\n      <\(element) message=\"\(message)\"\(type)>\(notes)</\(element)>\n"
      + "    </testcase>\n"
  }
}
