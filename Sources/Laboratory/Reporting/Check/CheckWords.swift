import Checking
import Comparing
import FrameMetrics
import Records

/// A check's figures and findings in words.
enum CheckWords {
  /// The most recordings that a sentence names.
  private static let named = 3

  /// The columns of a table of compared figures.
  static let columns: [Table.Column] = [
    .init("figure"), .init("verdict"), .number("before"), .number("now"), .number("change"),
    .init("95 % interval").with { $0.style = Table.Column.wide },
    .init("a change could be seen").with { $0.style = Table.Column.wide },
  ]

  /// A compared figure under these columns.
  static func cells(of figure: FigureComparison) -> [Table.Cell] {
    let unit = figure.before.unit
    let tone: Table.Tone =
      figure.verdict == .worse ? .bad : figure.verdict == .better ? .good : .plain
    return [
      Table.Cell(title(of: figure.before)), Table.Cell(figure.verdict.rawValue, tone),
      Table.Cell(value(figure.first, unit)), Table.Cell(value(figure.second, unit)),
      Table.Cell(figure.first == figure.second ? "=" : share(figure.change)),
      Table.Cell(interval(of: figure)), Table.Cell(detectable(figure)),
    ]
  }

  /// The figure's title with its statistic.
  static func title(of figure: FigureSamples) -> String {
    let title = ComparedFigures.title(of: figure.metric)
    let words = figure.statistic.words
    return words.isEmpty ? title : "\(title), \(words)"
  }

  /// A figure with its unit.
  static func value(_ value: Double, _ unit: Metric.Unit) -> String {
    let text = DecimalText.short(value)
    return unit.words.isEmpty ? text : "\(text)\u{A0}\(unit.words)"
  }

  /// Both sides with their unit, in as many digits as tell them apart: `1.013 -> 1.018 ms`.
  static func sides(of figure: FigureComparison, _ arrow: String = " -> ") -> String {
    let unit = figure.before.unit
    var texts = [value(figure.first, unit), value(figure.second, unit)]
    if texts[0] == texts[1], figure.first != figure.second {
      let words = unit.words.isEmpty ? "" : "\u{A0}\(unit.words)"
      texts = [figure.first, figure.second].map { DecimalText.short($0, places: 6) + words }
    }
    return texts[0] + arrow + texts[1]
  }

  /// A change as a share, signed; `from 0` where there is no share.
  static func share(_ change: Double?) -> String {
    guard let change else { return "from 0" }
    let percent = 100 * change
    return (percent > 0 ? "+" : "") + DecimalText.short(percent, places: 1) + "\u{A0}%"
  }

  /// The 95 % interval of a change as shares; empty without one.
  static func interval(of figure: FigureComparison) -> String {
    guard let interval = figure.interval, figure.first != 0 else { return "" }
    let scale = abs(figure.first)
    return "\(share(interval.lowerBound / scale)) to \(share(interval.upperBound / scale))"
  }

  /// What the samples could have shown; empty for exact ones.
  static func detectable(_ figure: FigureComparison) -> String {
    if figure.detectable == nil { return figure.note ?? "" }
    let needed =
      figure.verdict == .cannotTell
      ? figure.samplesNeeded(for: 0.05).map { "; +5\u{A0}% with \($0) a side" } ?? "" : ""
    return figure.detectableChange.map { "from \(share($0)) on" + needed } ?? ""
  }

  private static func worse(_ figure: FigureComparison) -> String {
    let interval = interval(of: figure)
    return "\(title(of: figure.before)) is worse: \(sides(of: figure, " to "))"
      + (figure.change == nil ? "" : ", \(share(figure.change))")
      + (interval.isEmpty ? "" : " (95\u{A0}%: \(interval))")
  }

  /// What was found, as a sentence without its end, and in which other subjects.
  ///
  /// - Parameter count: How many subjects were measured.
  static func sentence(_ finding: CheckFinding, among count: Int = 0) -> String {
    let words = ownSentence(finding)
    guard !finding.others.isEmpty else { return words }
    let names = finding.others.prefix(named).joined(separator: "; ")
    let more = finding.others.count > named ? "; and \(finding.others.count - named) more" : ""
    let all = finding.others.count + 1
    return
      "in \(all)\(count >= all ? " of \(count)" : ""), worst in \(words). Likewise in \(names)\(more)"
  }

  /// What was found in the subject that it names.
  static func ownSentence(_ finding: CheckFinding) -> String {
    let subject = finding.subject.isEmpty ? "" : "\(finding.subject): "
    switch finding.kind {
    case .invalid(let reason): return subject + reason
    case .shortfall(let shortfalls):
      let first = shortfalls[0]
      let names = shortfalls.map(\.recording).filter { !$0.isEmpty }
      guard let worst = names.first else { return subject + first.words }
      let share = "in \(names.count) of \(finding.recordings) recordings"
      let scope =
        finding.recordings < 2 ? worst : share + (names.count > 1 ? ", worst in " : ", ") + worst
      let others = names.dropFirst().prefix(named - 1).joined(separator: ", ")
      let more = names.count > named ? " and \(names.count - named) more" : ""
      return ([finding.subject, scope].filter { !$0.isEmpty }).joined(separator: ", ")
        + ": \(first.words)" + (others.isEmpty ? "" : "; likewise \(others)\(more)")
    case .worse(let figures):
      let more = figures.dropFirst().map { figure in
        "\(title(of: figure.before)) "
          + (figure.change == nil ? sides(of: figure, " to ") : share(figure.change))
      }
      let others = more.prefix(named).joined(separator: "; ")
      let rest = more.count > named ? "; \(more.count - named) more" : ""
      return subject + worse(figures[0]) + (more.isEmpty ? "" : "; also \(others)\(rest)")
    case .drift(let drift):
      let unit = drift.figure.unit
      return "\(subject)\(title(of: drift.figure)) drifted: \(value(drift.before, unit)) to "
        + "\(value(drift.now, unit)), \(share(drift.change)) since \(drift.since), over "
        + "\(drift.changes) changes that were each small"
    }
  }
}
