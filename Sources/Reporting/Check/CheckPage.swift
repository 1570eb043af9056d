import CPageResources
import Checking
import Comparing
import Files

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
    let subjects = report.measured.map(\.subject).map(subject)
    return try PageTemplate.render(
      .check_mustache,
      [
        "schema": CheckReport.schema, "name": report.name, "style": PageTemplate.style,
        "verdictClass": report.verdict.word == "pass" ? "pass" : "fail",
        "verdictWord": report.verdict.word.prefix(1).uppercased() + report.verdict.word.dropFirst(),
        "comparison": report.comparison, "hasReasons": !sentences.isEmpty,
        "reasons": sentences.map { ["text": $0] }, "subjects": subjects, "date": report.date,
        "version": report.version,
      ]
    )
  }

  private func subject(_ subject: CheckSubject) -> [String: Any] {
    let compared = report.verdict.compared.first { $0.subject == subject.name }
    let figures = subject.figures.filter { ComparedFigures.contains($0, kind: subject.kind) }
    return [
      "name": subject.name,
      "recordings": subject.recordings == 1 ? "1 recording" : "\(subject.recordings) recordings",
      "identity": (subject.identity + subject.versions).map { "\($0.name) \($0.value)" }.joined(
        separator: ", "
      ),
      "rows": figures.map { figure in
        row(figure, compared?.figures.first { $0.after.name == figure.name }, of: subject)
      },
    ]
  }

  private func row(
    _ figure: FigureSamples,
    _ compared: FigureComparison?,
    of subject: CheckSubject
  ) -> [String: Any] {
    let now = compared?.second ?? figure.median ?? 0
    let word = compared?.verdict.rawValue ?? ""
    let classes = ["worse": "missed", "better": "kept"]
    return [
      "title": CheckWords.title(of: figure), "now": CheckWords.value(now, figure.unit),
      "before": compared.map { CheckWords.value($0.first, figure.unit) } ?? "",
      "change": compared.map { $0.first == $0.second ? "=" : CheckWords.share($0.change) } ?? "",
      "interval": compared.map(CheckWords.interval) ?? "",
      "detectable": compared.map(CheckWords.detectable) ?? "", "verdict": word,
      "class": classes[word] ?? "", "history": chart(of: figure, in: subject.name),
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
