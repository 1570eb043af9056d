import CPageResources
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
    let sentences = report.sentences
    return try PageTemplate.render(
      .check_mustache,
      [
        "schema": CheckReport.schema, "name": report.name, "style": PageTemplate.style,
        "verdictClass": report.verdict.isFailed
          ? "fail" : report.verdict.isInvalid ? "fail invalid" : "pass",
        "verdictWord": report.verdict.word.prefix(1).uppercased() + report.verdict.word.dropFirst(),
        "comparison": report.comparison, "hasReasons": !sentences.isEmpty,
        "reasons": sentences.map { ["text": $0] }, "subjects": subjects.map(subject),
        "date": report.date, "version": report.version,
      ]
    )
  }

  /// What was measured, those with findings first.
  private var subjects: [CheckSubject] {
    let named = Set(report.verdict.findings.map(\.subject))
    let all = report.measured.map(\.subject)
    return all.filter { named.contains($0.name) } + all.filter { !named.contains($0.name) }
  }

  private func subject(_ subject: CheckSubject) -> [String: Any] {
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
    let findings = report.verdict.findings.filter { $0.subject == subject.name }
    return [
      "name": subject.name,
      "recordings": subject.recordings == 1 ? "1 recording" : "\(subject.recordings) recordings",
      "identity": (subject.identity + subject.versions).map { "\($0.name) \($0.value)" }.joined(
        separator: ", "
      ),
      "findings": findings.map { finding in
        ["text": finding.words, "class": finding.isInvalid ? "caveat" : "shortfall"]
      },
      "hasDots": rows.contains { $0.dots != nil },
      "tables": [
        table(loud, of: subject, title: "", isFolded: false),
        table(equal, of: subject, title: Self.equalWords(equal.count), isFolded: true),
      ],
    ]
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

  /// The values of a table; columns in which no row has anything are left out.
  private func table(
    _ rows: [Row],
    of subject: CheckSubject,
    title: String,
    isFolded: Bool
  ) -> [String: Any] {
    let dots = rows.map { $0.dots ?? "" }
    let columns: [String: Any] = [
      "isCompared": rows.contains { $0.compared != nil },
      "hasInterval": rows.contains { $0.compared.map(CheckWords.interval)?.isEmpty == false },
      "hasDetectable": rows.contains { $0.compared.map(CheckWords.detectable)?.isEmpty == false },
      "hasPictures": dots.contains { !$0.isEmpty },
      "hasHistory": rows.contains { !$0.history.isEmpty },
    ]
    let values = zip(rows, dots).map { row, dots in
      self.values(of: row, dots: dots).merging(columns) { own, _ in own }
    }
    let table: [String: Any] = [
      "rows": values, "hasRows": !rows.isEmpty, "title": title, "label": subject.name,
      "isFolded": isFolded, "isOpen": !isFolded,
    ]
    return table.merging(columns) { own, _ in own }
  }

  private func values(of row: Row, dots: String) -> [String: Any] {
    let (figure, compared) = (row.now, row.compared)
    let now = compared?.second ?? figure.median ?? 0
    let word = compared?.verdict.rawValue ?? ""
    let classes = ["worse": "missed", "better": "kept"]
    return [
      "title": CheckWords.title(of: figure), "now": CheckWords.value(now, figure.unit),
      "before": compared.map { CheckWords.value($0.first, figure.unit) } ?? "",
      "change": compared.map { $0.first == $0.second ? "=" : CheckWords.share($0.change) } ?? "",
      "interval": compared.map(CheckWords.interval) ?? "",
      "detectable": compared.map(CheckWords.detectable) ?? "", "verdict": word,
      "class": classes[word] ?? "", "history": row.history, "dots": dots,
    ]
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
