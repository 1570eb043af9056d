import FrameMetrics
import FramePacing
import Gating
import Simulation

/// A comparison of two runs, or of two analyses of logs, for a terminal, and as Markdown.
package struct ComparisonTable {
  /// What is said of one cell.
  struct Section {
    var name: String
    var figures: [RunComparison.Figure]
    /// Why the cells cannot be compared; nil where they can.
    var refusal: String?
    /// The phases whose cost is worse.
    var culprits: [String] = []
    /// What the design chose otherwise, in a sentence; nil for the same design.
    var design: String?
  }

  let sections: [Section]
  /// Cells that only one side has, a sentence each.
  let missing: [String]
  /// Whether figures that are equal or cannot be told are listed too.
  private let listsAll: Bool
  /// The runs' names.
  let names: (String, String)

  /// Makes the table of two runs.
  package init(_ comparison: RunComparison, names: (String, String), listsAll: Bool) {
    sections = comparison.cells.map { cell in
      Section(
        name: RunVerdict.name(of: cell.record),
        figures: cell.figures,
        refusal: cell.refusal,
        culprits: cell.culprits.map(\.name),
        design: cell.designChanges.isEmpty
          ? nil
          : "\(cell.record.profile) is another design: "
            + cell.designChanges.joined(separator: ", ")
      )
    }
    missing =
      comparison.onlyFirst.map { "\(RunVerdict.name(of: $0)): only in \(names.0)" }
      + comparison.onlySecond.map { "\(RunVerdict.name(of: $0)): only in \(names.1)" }
    self.listsAll = listsAll
    self.names = names
  }

  /// Makes the table of two analyses.
  package init(_ comparison: AnalysisComparison, names: (String, String), listsAll: Bool) {
    sections = comparison.cells.map { cell in
      Section(name: cell.title, figures: cell.figures, refusal: cell.refusal)
    }
    missing =
      comparison.onlyFirst.map { "\($0): only in \(names.0)" }
      + comparison.onlySecond.map { "\($0): only in \(names.1)" }
    self.listsAll = listsAll
    self.names = names
  }

  /// The table for a terminal: a line a figure, however wide.
  package func text(isColoured: Bool) -> String {
    var grid = TextGrid(isColoured: isColoured, width: nil, keyColumns: 2, lines: [])
    grid.lines.append(.heading("\(names.0) -> \(names.1): \(summary)", .strong))
    for cell in sections {
      grid.lines.append(.heading("", .plain))
      grid.lines.append(.heading(heading(of: cell), .strong))
      if let design = cell.design { grid.lines.append(.heading("  \(design)", .plain)) }
      for figure in listed(cell) {
        let style: TextGrid.Style =
          switch figure.verdict {
          case .worse: .bad
          case .better: .good
          case .changed, .equal, .cannotTell: .plain
          }
        grid.lines.append(
          .fields([
            TextGrid.Field(text: "  " + figure.verdict.rawValue, isRight: false, style: style),
            TextGrid.Field(text: Self.title(figure), isRight: false),
            TextGrid.Field(text: Self.values(figure), isRight: false),
            TextGrid.Field(
              text: [Self.change(figure), figure.note ?? ""].filter { !$0.isEmpty }
                .joined(separator: "; "),
              isRight: false
            ),
          ])
        )
      }
    }
    for line in missing { grid.lines.append(.heading(line, .plain)) }
    return grid.text()
  }

  /// The table as Markdown.
  package var markdown: String {
    var text = "# \(MarkdownSummary.escape(names.0)) → \(MarkdownSummary.escape(names.1))\n\n"
    text += "\(summary)\n"
    for cell in sections {
      text += "\n## \(MarkdownSummary.escape(heading(of: cell)))\n"
      if let design = cell.design { text += "\n\(MarkdownSummary.escape(design))\n" }
      let figures = listed(cell)
      if figures.isEmpty { continue }
      text += "\n| verdict | figure | from, to | change | |\n| --- | --- | --- | --- | --- |\n"
      for figure in figures {
        let fields = [
          figure.verdict.rawValue, Self.title(figure), Self.values(figure), Self.change(figure),
          figure.note ?? "",
        ]
        text += "| " + fields.map(MarkdownSummary.escape).joined(separator: " | ") + " |\n"
      }
    }
    if !missing.isEmpty {
      text += "\n" + missing.map { "- \(MarkdownSummary.escape($0))\n" }.joined()
    }
    return text
  }

  /// The counts of all verdicts, in words.
  package var summary: String {
    let counts = RunComparison.Verdict.allCases.map { verdict in
      "\(count(of: verdict)) \(verdict.rawValue)"
    }
    let cells = sections.count
    return counts.joined(separator: ", ") + " in \(cells) \(cells == 1 ? "cell" : "cells")"
  }

  /// How many figures got a verdict.
  func count(of verdict: RunComparison.Verdict) -> Int {
    sections.reduce(0) { $0 + $1.figures.count { $0.verdict == verdict } }
  }

  private func heading(of cell: Section) -> String {
    if let refusal = cell.refusal { return "\(cell.name): not comparable: \(refusal)" }
    let counts = RunComparison.Verdict.allCases.compactMap { verdict -> String? in
      let count = cell.figures.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    let phases = cell.culprits.isEmpty ? "" : "; slower: \(cell.culprits.joined(separator: ", "))"
    return "\(cell.name): \(counts.joined(separator: ", "))\(phases)"
  }

  /// The figures whose verdict is wanted, those that differ before equal ones, and within a verdict in
  /// the order of the table of metrics.
  static func figures(
    _ figures: [RunComparison.Figure],
    where isWanted: (RunComparison.Verdict) -> Bool
  ) -> [RunComparison.Figure] {
    let order: [RunComparison.Verdict] = [.worse, .better, .changed, .cannotTell, .equal]
    return order.filter(isWanted).flatMap { verdict in figures.filter { $0.verdict == verdict } }
  }

  private func listed(_ cell: Section) -> [RunComparison.Figure] {
    Self.figures(cell.figures) { listsAll || [.worse, .better, .changed].contains($0) }
  }

  static func title(_ figure: RunComparison.Figure) -> String {
    let title = Metric.named(figure.first.metric)?.title ?? figure.first.metric
    let statistic = figure.first.statistic.words
    return statistic.isEmpty ? title : "\(title), \(statistic)"
  }

  static func values(_ figure: RunComparison.Figure) -> String {
    let unit = figure.first.unit.words
    let (from, to) = (text(of: figure.first), text(of: figure.second))
    return "\(from) -> \(to)" + (unit.isEmpty ? "" : " \(unit)")
  }

  private static func text(of value: MetricValue) -> String {
    value.absence == .never ? "never" : DecimalText.precise(value.value)
  }

  static func change(_ figure: RunComparison.Figure) -> String {
    guard let ratio = figure.ratio, ratio.isFinite else { return "" }
    let interval = figure.interval.map {
      " (\(percent($0.lowerBound, unit: "")) to \(percent($0.upperBound, unit: "")))"
    }
    return percent(ratio) + (interval ?? "")
  }

  /// A ratio as the difference from 1 in per cent.
  private static func percent(_ ratio: Double, unit: String = " %") -> String {
    let value = (ratio - 1) * 100
    return (value >= 0 ? "+" : "-") + DecimalText.short(abs(value), places: 1) + unit
  }
}
