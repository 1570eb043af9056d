import Gating

/// A round of the gate as `junit.xml`: a suite for each check, a case for each result.
///
/// Where nothing can be said the case is an error, and what is not available is skipped: neither looks
/// like a pass.
enum GateJUnit {
  static func text(of round: GateRound) -> String {
    let suites = GateCheck.allCases.map { check in
      JUnitXML.Suite(
        name: check.rawValue,
        cases: round.results.filter { $0.check == check }.map(testCase)
      )
    }
    return JUnitXML(name: "gate", suites: suites.filter { !$0.cases.isEmpty }).text
  }

  private static func testCase(_ result: CheckResult) -> JUnitXML.Case {
    let names = ["\(result.cell)", result.figure].filter { !$0.isEmpty }
    var one = JUnitXML.Case(name: names.joined(separator: ", "))
    switch result.verdict {
    case .pass, .improvement: return one
    case .regression: one.element = .failure
    case .invalid, .inconclusive: one.element = .error
    case .notAvailable: one.element = .skipped
    }
    one.message = GateText.words(of: result)
    one.details = result.notes.joined(separator: "\n")
    if one.element != .skipped { one.type = result.verdict.rawValue }
    return one
  }
}
