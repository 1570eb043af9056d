import FrameMetrics
import FramePacing
import Gating
import Simulation

/// A comparison of two runs for a terminal, and as Markdown.
public struct ComparisonTable {
  private let comparison: RunComparison
  /// Whether figures that are equal or cannot be told are listed too.
  private let listsAll: Bool
  /// The runs' names.
  private let names: (String, String)

  /// Makes the table.
  public init(_ comparison: RunComparison, names: (String, String), listsAll: Bool) {
    self.comparison = comparison
    self.names = names
    self.listsAll = listsAll
  }

  /// The table for a terminal: a line a figure, however wide.
  public func text(isColoured: Bool) -> String {
    var grid = TextGrid(isColoured: isColoured, width: nil, keyColumns: 2, lines: [])
    grid.lines.append(.heading("\(names.0) -> \(names.1): \(summary)", .strong))
    for cell in comparison.cells {
      grid.lines.append(.heading("", .plain))
      grid.lines.append(.heading(heading(of: cell), .strong))
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
  public var markdown: String {
    var text = "# \(MarkdownSummary.escape(names.0)) → \(MarkdownSummary.escape(names.1))\n\n"
    text += "\(summary)\n"
    for cell in comparison.cells {
      text += "\n## \(MarkdownSummary.escape(heading(of: cell)))\n"
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
  public var summary: String {
    let counts = RunComparison.Verdict.allCases.map { verdict in
      "\(comparison.count(of: verdict)) \(verdict.rawValue)"
    }
    let cells = comparison.cells.count
    return counts.joined(separator: ", ") + " in \(cells) \(cells == 1 ? "cell" : "cells")"
  }

  private func heading(of cell: RunComparison.Cell) -> String {
    let name = RunVerdict.name(of: cell.record)
    if let refusal = cell.refusal { return "\(name): not comparable: \(refusal)" }
    let counts = RunComparison.Verdict.allCases.compactMap { verdict -> String? in
      let count = cell.figures.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.rawValue)"
    }
    let culprits = cell.culprits.map(\.name)
    let phases = culprits.isEmpty ? "" : "; slower: \(culprits.joined(separator: ", "))"
    return "\(name): \(counts.joined(separator: ", "))\(phases)"
  }

  /// The figures of a cell whose verdict is wanted, in the order of the verdicts.
  func figures(
    of cell: RunComparison.Cell,
    where isWanted: (RunComparison.Verdict) -> Bool
  ) -> [RunComparison.Figure] {
    RunComparison.Verdict.allCases.filter(isWanted).flatMap { verdict in
      cell.figures.filter { $0.verdict == verdict }
    }
  }

  private func listed(_ cell: RunComparison.Cell) -> [RunComparison.Figure] {
    let order = RunComparison.Verdict.allCases
    let shown = cell.figures.filter { figure in
      listsAll || [.worse, .better, .changed].contains(figure.verdict)
    }
    // In the order of the verdicts, and within one of the table of metrics.
    return order.flatMap { verdict in shown.filter { $0.verdict == verdict } }
  }

  var missing: [String] {
    comparison.onlyFirst.map { "\(RunVerdict.name(of: $0)): only in \(names.0)" }
      + comparison.onlySecond.map { "\(RunVerdict.name(of: $0)): only in \(names.1)" }
  }

  static func title(_ figure: RunComparison.Figure) -> String {
    let title = Metric.named(figure.first.metric)?.title ?? figure.first.metric
    let statistic = figure.first.statistic.words
    return statistic.isEmpty ? title : "\(title), \(statistic)"
  }

  static func values(_ figure: RunComparison.Figure) -> String {
    let unit = figure.first.unit.words
    let from = DecimalText.precise(figure.first.value)
    let to = DecimalText.precise(figure.second.value)
    return "\(from) -> \(to)" + (unit.isEmpty ? "" : " \(unit)")
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
