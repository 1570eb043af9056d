import Checking
import Comparing
import Files
import Records

/// A check as one HTML page that opens from disk: verdict, findings, figures, and the history of each.
struct CheckPage {
  /// The most changes that a history shows.
  private static let mostChanges = 400
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
    page.sections = subjects.map(section)
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
        history: chart(of: figure, in: subject.name)
      )
    }
    let equal = rows.filter { $0.compared?.verdict == .equal }
    // What decides comes first: the order of the verdicts is that of what a reader looks for.
    let order: [FigureComparison.Verdict] = [.worse, .better, .changed, .cannotTell]
    let loud =
      order.flatMap { verdict in rows.filter { $0.compared?.verdict == verdict } }
      + rows.filter { $0.compared == nil }
    var section = PlainPage.Section(title: subject.name)
    let measured = report.measured.first { $0.subject.name == subject.name }
    // What is said above of the worst subject is said here in each one's own words.
    section.findings = (measured?.shortfalls ?? []).map { ($0.words, $0.isInvalid) }
    for finding in report.verdict.findings where finding.concerns(subject.name) {
      if case .shortfall = finding.kind { continue }
      section.findings.append((CheckWords.ownSentence(finding), finding.isInvalid))
    }
    if let run = measured?.run {
      section.markup =
        "<p class=\"intro\"><a href=\"\(PageText.escape(run))/index.html\">The run: moments, "
        + "replay and figures</a></p>"
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
    let count = subject.recordings == 1 ? "1 recording" : "\(subject.recordings) recordings"
    if let command = measured?.command { section.notes.append("Again: \(command)") }
    let identity = (subject.identity + subject.versions).map { "\($0.name) \($0.value)" }
    section.notes.append("\(count); \(identity.joined(separator: ", "))")
    return section
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
      let now = Table.Cell(CheckWords.value(row.now.median ?? 0, row.now.unit))
      let cells =
        row.compared.map(CheckWords.cells)
        ?? [Table.Cell(CheckWords.title(of: row.now)), Table.Cell(""), Table.Cell(""), now]
        + Array(repeating: Table.Cell(""), count: CheckWords.columns.count - 4)
      table.add(cells + [Table.Cell(picture: row.dots ?? ""), Table.Cell(picture: row.history)])
    }
    return table.withoutEmptyColumns()
  }

  /// The figure's values over the changes that were kept, as a line; empty for fewer than two.
  private func chart(of figure: FigureSamples, in subject: String) -> String {
    let values = report.history.entries.compactMap { entry in
      entry.subjects.first { $0.name == subject }?.figures[figure.name]
    }.suffix(Self.mostChanges)
    guard values.count > 1, let low = values.min(), let high = values.max() else { return "" }
    let (width, height) = (160.0, 28.0)
    let points = values.enumerated().map { index, value in
      let x = 2 + (width - 4) * Double(index) / Double(values.count - 1)
      let y = high == low ? height / 2 : 2 + (height - 4) * (high - value) / (high - low)
      return "\(DecimalText.short(x, places: 1)),\(DecimalText.short(y, places: 1))"
    }
    let words = "\(values.count) changes, \(DecimalText.short(low)) to \(DecimalText.short(high))"
    return "<svg viewBox=\"0 0 160 28\" width=\"160\" height=\"28\" role=\"img\" "
      + "aria-label=\"\(words)\"><title>\(words)</title><polyline fill=\"none\" "
      + "stroke=\"currentColor\" points=\"\(points.joined(separator: " "))\"/></svg>"
  }
}
