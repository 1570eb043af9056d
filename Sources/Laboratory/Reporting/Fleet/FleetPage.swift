import Files
import Fleets
import Records

/// A fleet as one page: verdict, shares, a distribution for each group, changes, the worst sessions.
struct FleetPage {
  /// The most groups that have pictures.
  private static let mostPictures = 40
  private let report: FleetReport

  init(_ report: FleetReport) { self.report = report }

  /// Makes the page.
  ///
  /// - Throws: ``OutputError`` for a broken template.
  func text() throws(OutputError) -> String {
    let word = report.word
    var page = PlainPage(
      schema: FleetFiles.schema,
      about: "fleet of \(report.whole.summary.sessions) sessions",
      heading: word.prefix(1).uppercased() + word.dropFirst(),
      verdict: word == "described" ? nil : report.verdict
    )
    if report.verdict == .pass {
      page.sentences = [report.firstLine]
    } else {
      page.reasons = [report.firstLine]
    }
    page.sentences += report.sentences
    page.sections = [shares]
    if !report.comparisons.isEmpty {
      page.sections.append(
        .init(
          title: "Before and after",
          markup: FleetTable(report).changes().markup(label: "Changes"),
          notes: [
            "A share is worse or better by Fisher's test, among all shares that are compared (Holm): one false word in "
              + "500 comparisons. Intervals are of 95 %."
          ]
        )
      )
    }
    page.sections += pictures
    page.sections.append(
      .init(
        title: "Distributions",
        markup: FleetTable(report).distributions().markup(label: "Percentiles over sessions"),
        notes: [
          "Percentiles over sessions, each session once: exact, and a 95 % interval on the figure."
        ]
      )
    )
    let worst = FleetTable(report).worst()
    if !worst.rows.isEmpty {
      page.sections.append(
        .init(title: "Worst sessions", markup: worst.markup(label: "Worst sessions"))
      )
    }
    if let left = leftOut { page.sections.append(left) }
    return try page.text()
  }

  private var shares: PlainPage.Section {
    var section = PlainPage.Section(title: "Shares of sessions")
    section.findings = report.checks.filter { $0.verdict != .pass }.map { check in
      (
        (check.group.isEmpty ? "" : "\(check.group): ")
          + "\(check.verdict.rawValue): \(check.words)",
        check.verdict != .missed
      )
    }
    section.markup = FleetTable(report).shares().markup(label: "Shares of sessions")
    section.notes = SessionShare.allCases.map { "\($0.title): \($0.formula)." }
    return section
  }

  private var pictures: [PlainPage.Section] {
    let groups = report.groups.isEmpty ? [report.whole] : report.groups
    return groups.prefix(Self.mostPictures).compactMap { group in
      let charts = FleetFigure.allCases.compactMap { FleetChart($0, of: group)?.svg }
      guard !charts.isEmpty else { return nil }
      var section = PlainPage.Section(title: group.name.isEmpty ? "All sessions" : group.name)
      section.markup = "<div class=\"pictures\">\n\(charts.joined(separator: "\n"))\n</div>\n"
      if group.before != nil { section.notes = ["Before: the dashed line."] }
      return section
    }
  }

  /// Files and sessions that were not counted.
  private var leftOut: PlainPage.Section? {
    guard !report.problems.isEmpty || !report.disputed.isEmpty else { return nil }
    var table = Table([.init("what", isKey: true), .init("why")])
    for problem in report.problems.prefix(FleetFiles.mostProblems) {
      table.add([.init(problem.path), .init(problem.reason)])
    }
    for session in report.disputed.prefix(FleetFiles.mostProblems) {
      table.add([.init(session), .init("two rows say different things of it")])
    }
    return .init(title: "Left out", markup: table.markup(label: "Left out"))
  }
}
