import Checking
import Comparing
import Files
import FrameMetrics
import Records

/// A check as one HTML page that opens from disk: verdict, findings, figures, and the history of each.
struct CheckPage {
  /// The most recordings that fell short of which each is named.
  private static let mostNames = 40
  private let report: CheckReport

  init(_ report: CheckReport) { self.report = report }

  /// Makes the page.
  ///
  /// - Throws: ``OutputError`` for a broken template.
  func text() throws(OutputError) -> String {
    let verdict = report.verdict
    var page = PlainPage(
      schema: CheckReport.schema,
      about: "check of \(report.name)",
      heading: verdict.word.prefix(1).uppercased() + verdict.word.dropFirst(),
      verdict: verdict.isFailed ? .missed : verdict.isInvalid ? .invalid : .pass
    )
    (page.reasons, page.sentences) = (report.sentences, [report.comparison])
    let subjects = subjects
    // The matrix is the first section.
    let anchors = subjects.indices.map { (subjects[$0].name, PlainPage.anchor($0 + 1)) }
    if let (matrix, left) = CheckMatrix.table(of: report, anchors: Dictionary(anchors) { $1 }) {
      var section = PlainPage.Section(title: "What was measured, and its figures")
      section.markup = matrix.markup(label: "Figures of all that was measured")
      let more = left > 0 ? ", and \(left) more that are not equal stand below" : ""
      section.notes = ["Figures that are equal everywhere have no column\(more)."]
      page.sections = [section]
    }
    page.sections += subjects.map(section)
    page.footer = "Stillpoint \(report.version), \(report.date)"
    return try page.text()
  }

  /// What was measured, those with findings first.
  private var subjects: [CheckSubject] {
    var named: [String] = []
    for name in report.verdict.findings.flatMap({ [$0.subject] + $0.others })
    where !named.contains(name) {
      named.append(name)
    }
    let all = report.measured.map(\.subject)
    return named.compactMap { name in all.first { $0.name == name } }
      + all.filter { !named.contains($0.name) }
  }

  private func section(_ subject: CheckSubject) -> PlainPage.Section {
    let compared = report.verdict.compared.first { $0.subject == subject.name }
    let earlier = report.baseline?.subjects.first { $0.name == subject.name }
    let rows = subject.figures.filter { ComparedFigures.contains($0, kind: subject.kind) }.map {
      figure in
      Row(
        now: figure,
        before: compared == nil ? nil : earlier?.figures.first { $0.name == figure.name },
        compared: compared?.figures.first { $0.after.name == figure.name },
        history: HistoryChart(of: figure, in: subject.name, report.history, on: report.date)?.svg
          ?? ""
      )
    }
    let measured = report.measured.first { $0.subject.name == subject.name }
    let equal = rows.filter { $0.compared?.verdict == .equal }
    // What decides comes first: the order of the verdicts is that of what a reader looks for.
    let order: [FigureComparison.Verdict] = [.worse, .better, .changed, .cannotTell]
    let loud =
      order.flatMap { verdict in rows.filter { $0.compared?.verdict == verdict } }
      + Self.missedFirst(rows.filter { $0.compared == nil }, measured?.shortfalls ?? [])
    var section = PlainPage.Section(title: subject.name)
    // What is said above of the worst subject is said here in each one's own words.
    let groups = CheckFinding.grouped(
      measured?.shortfalls ?? [],
      of: "",
      recordings: subject.kind == .exact ? 0 : subject.recordings
    )
    // Of one subject all is said in the page's head.
    let isAlone = report.measured.count == 1
    if !isAlone { section.findings = groups.map { (CheckWords.ownSentence($0), $0.isInvalid) } }
    for case .shortfall(let shortfalls) in groups.map(\.kind) where shortfalls.count > 1 {
      let names = shortfalls.prefix(Self.mostNames).map { one in
        "<li>\(PageText.escape("\(one.recording): \(one.words)"))</li>"
      }
      let left = shortfalls.count - names.count
      section.markup +=
        "<details class=\"metrics\"><summary>Each of \(shortfalls.count)</summary><ul>"
        + names.joined() + (left > 0 ? "<li>and \(left) more, in junit.xml</li>" : "")
        + "</ul></details>"
    }
    for var finding in report.verdict.findings where finding.concerns(subject.name) && !isAlone {
      if case .shortfall = finding.kind { continue }
      let moment = finding.subject == subject.name ? report.moment(of: finding) : ""
      if finding.subject == subject.name { finding.subject = "" }
      section.findings.append((CheckWords.ownSentence(finding) + moment, finding.isInvalid))
    }
    if let run = measured?.run {
      section.markup +=
        "<p class=\"intro\"><a href=\"\(PageText.escape(run))/index.html\">Moments, pictures "
        + "and figures\(subject.recordings > 1 ? " of the worst recordings" : "")</a></p>"
    }
    if let command = measured?.command {
      section.markup += "<p class=\"intro\">Again: <code>\(PageText.escape(command))</code></p>"
    }
    section.markup += Self.table(loud).markup(label: "Figures of \(subject.name)")
    if !equal.isEmpty {
      section.markup +=
        "<details class=\"metrics\"><summary>\(Self.equalWords(equal.count))</summary>"
        + Self.table(equal).markup(label: "Equal figures of \(subject.name)") + "</details>"
    }
    if rows.contains(where: { $0.dots != nil }) {
      section.notes.append(
        "Recordings: a dot for each, the baseline's above, those of now below."
      )
    }
    if rows.contains(where: { !$0.history.isEmpty }) {
      section.notes.append("History: medians. Before and now: means, where figures scatter.")
    }
    let count = subject.recordings == 1 ? "1 recording" : "\(subject.recordings) recordings"
    let identity = (subject.identity + subject.versions).map { "\($0.name) \($0.value)" }
    section.notes.append("\(count); \(identity.joined(separator: ", "))")
    return section
  }

  /// Figures that missed their limit, then the others, and those of 0 at last.
  private static func missedFirst(
    _ rows: [Row],
    _ shortfalls: [MeasuredSubject.Shortfall]
  ) -> [Row] {
    let missed = Set(
      shortfalls.filter { !$0.isInvalid }.flatMap { $0.cause.split(separator: " ") }
        .map { name in Budget(rawValue: String(name))?.judged.metric.id ?? String(name) }
    )
    func rank(_ row: Row) -> Int {
      missed.contains(row.now.metric) ? 0 : row.now.typical == 0 ? 2 : 1
    }
    return (0...2).flatMap { own in rows.filter { rank($0) == own } }
  }

  private static func equalWords(_ count: Int) -> String {
    count == 1 ? "1 figure is equal" : "\(count) figures are equal"
  }

  /// A figure of a subject, with what it is compared with.
  private struct Row {
    var now: FigureSamples
    var before: FigureSamples?
    var compared: FigureComparison?
    var history: String

    /// Its recordings as a picture; nil where one dot a side would say no more than the numbers.
    var dots: String? { RecordingsChart(before: before, now: now, compared?.verdict)?.svg }
  }

  private static func table(_ rows: [Row]) -> Table {
    var table = Table(CheckWords.columns + [.init("recordings"), .init("history")])
    for row in rows {
      let now = Table.Cell(CheckWords.value(row.now.typical ?? 0, row.now.unit))
      let cells =
        row.compared.map(CheckWords.cells)
        ?? [Table.Cell(CheckWords.title(of: row.now)), Table.Cell(""), Table.Cell(""), now]
        + Array(repeating: Table.Cell(""), count: CheckWords.columns.count - 4)
      table.add(cells + [Table.Cell(picture: row.dots ?? ""), Table.Cell(picture: row.history)])
    }
    return table.withoutEmptyColumns()
  }
}
