import Comparing
import Files
import Fleets
import Records

/// The files of a fleet's report.
package enum FleetFiles {
  /// The version of the files.
  static let schema = 1
  /// Everything, for programs.
  static let record = "fleet.json"
  /// A row for each figure of each group.
  static let table = "fleet.csv"
  static let names = [record, table, ReportFiles.page, ReportFiles.tests, ReportFiles.summary]
  /// The most files and sessions that are named of those left out.
  static let mostProblems = 1_000

  private static func groups(_ report: FleetReport) -> [FleetReport.Group] {
    [report.whole] + report.groups
  }

  // MARK: CSV

  /// A row for each share and percentile of each group.
  static func csv(of report: FleetReport) -> [UInt8] {
    var text = CSVText()
    for name in [
      "schema", "group", "side", "figure", "stat", "value", "low", "high", "unit", "sessions",
      "verdict",
    ] {
      text.add(name)
    }
    text.endRow()
    for group in groups(report) {
      for (side, summary) in [("now", group.summary as FleetSummary?), ("before", group.before)] {
        guard let summary else { continue }
        for share in SessionShare.allCases {
          guard let found = summary.share(share) else { continue }
          let check = report.checks.first { $0.group == group.name && $0.share == share }
          add(
            [group.name, side, share.rawValue, "share"],
            [found.value, found.low, found.high],
            [
              "pct", "\(summary[share].judged)", side == "now" ? check?.verdict.rawValue ?? "" : "",
            ],
            to: &text
          )
        }
        for figure in FleetFigure.allCases {
          for percent in FleetSummary.percentiles {
            guard let found = summary.percentile(percent, of: figure) else { continue }
            add(
              [group.name, side, figure.rawValue, "p\(percent)"],
              [found.value, found.low, found.high].map { Double($0) / 1e6 },
              [figure.unit, "\(summary.count(of: figure))", ""],
              to: &text
            )
          }
        }
      }
    }
    return text.bytes
  }

  private static func add(
    _ names: [String],
    _ values: [Double],
    _ rest: [String],
    to text: inout CSVText
  ) {
    text.add(schema)
    for name in names { text.add(name) }
    for value in values { text.add(DecimalText.shortest(value)) }
    for field in rest { text.add(field) }
    text.endRow()
  }

  // MARK: JUnit

  /// A suite for each group, a case for each limit and comparison.
  static func junit(of report: FleetReport) -> String {
    var suites = groups(report).compactMap { group -> JUnitXML.Suite? in
      var cases = report.checks.filter { $0.group == group.name }.map { check in
        var one = JUnitXML.Case(name: check.share.rawValue, type: check.verdict.rawValue)
        if check.verdict != .pass {
          one.element = check.verdict == .missed ? .failure : .error
          one.message = check.words
        }
        return one
      }
      cases += report.comparisons.filter { $0.group == group.name }.map { one in
        var test = JUnitXML.Case(
          name: "\(one.share.rawValue), compared",
          type: one.verdict.rawValue
        )
        test.message = "\(FleetReport.words(one)): \(one.note)"
        switch one.verdict {
        case .worse: test.element = .failure
        case .cannotTell: test.element = one.mixture == nil ? .skipped : .error
        case .better, .changed, .equal: test.message = ""
        }
        return test
      }
      return cases.isEmpty
        ? nil : .init(name: group.name.isEmpty ? "all sessions" : group.name, cases: cases)
    }
    let left = report.problems.prefix(mostProblems).map { problem in
      JUnitXML.Case(name: problem.path, element: .error, message: problem.reason)
    }
    let rest = report.missing.map { JUnitXML.Case(name: $0, element: .error, message: $0) }
    if !left.isEmpty || !rest.isEmpty { suites.append(.init(name: "files", cases: left + rest)) }
    if suites.isEmpty {
      suites = [
        .init(name: "all sessions", cases: [.init(name: "described", output: report.firstLine)])
      ]
    }
    return JUnitXML(name: "stillpoint fleet", suites: suites).text
  }
}

/// The folder of a fleet's report; its files are written together.
package struct FleetFolder: Sendable {
  private let path: String

  /// Names a folder, which need not exist.
  package init(path: String) { self.path = path }

  /// Looks whether it could be written.
  ///
  /// - Parameter inputs: What is read for it; none of that may be replaced.
  package func check(inputs: [String] = []) throws(OutputError) {
    let record = FileName.joined(path, FleetFiles.record)
    try FolderPlace(path).check(inputs: inputs, isOwned: FleetFiles.names.contains) {
      $0.contains(FleetFiles.record)
        && OutputKind.marked("schema", "a fleet's report").allows(record)
    }
  }

  /// Writes the report's files; others in the folder stay.
  package func write(_ report: FleetReport) throws(OutputError) {
    try FolderPlace(path).write([
      (FleetFiles.table, .bytes(FleetFiles.csv(of: report))),
      (FleetFiles.record, .bytes(Array(FleetFiles.json(of: report).utf8))),
      (ReportFiles.summary, .bytes(Array(FleetTable(report).markdown().utf8))),
      (ReportFiles.tests, .bytes(Array(FleetFiles.junit(of: report).utf8))),
      (ReportFiles.page, .bytes(Array(try FleetPage(report).text().utf8))),
    ])
  }
}
