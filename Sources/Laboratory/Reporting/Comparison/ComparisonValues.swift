import Comparing
import FrameMetrics
import Gating
import Judging
import Records

/// What the pages of comparisons say in words and tables.
enum ComparisonValues {
  /// The most figures that a cell's table lists of those that are equal or cannot be told.
  private static let quietLimit = 200

  /// What stands on a page beside its cells.
  ///
  /// - Parameters:
  ///   - heading: What the cells are called.
  ///   - isJudged: Whether any figure could have got a verdict: nothing else can be good.
  static func page(
    _ table: ComparisonTable,
    names: (String, String),
    heading: String,
    isJudged: Bool
  ) -> [String: Any] {
    let worse = table.count(of: .worse)
    let better = table.count(of: .better)
    // What only one side has is no reason to call the rest good.
    let isWhole = table.missing.isEmpty && table.sections.allSatisfy { $0.refusal == nil }
    let word =
      !isJudged
      ? "Not judged"
      : !isWhole ? "Not all can be compared" : better > 0 ? "Better" : "Nothing is worse"
    return [
      "schema": RunRecord.schema, "before": names.0, "after": names.1, "heading": heading,
      "verdictClass": worse > 0 ? "fail" : isJudged && isWhole ? "pass" : "fail invalid",
      "verdictWord": worse > 0 ? "Worse" : word,
      "summary": isJudged
        ? "\(table.conclusion) \(table.summary)"
        : table.sections.contains { !$0.figures.isEmpty }
          ? (table.direction.map { $0 + " " } ?? "")
            + "Figures get a verdict from \(RecordingComparison.least) recordings a side on; these stand "
            + "beside each other" : "Nothing in both can be compared",
      "missing": table.missing.map { ["text": $0] },
      "hasMissing": !table.missing.isEmpty,
      "style": PageTemplate.style, "script": PageTemplate.comparisonScript,
    ]
  }

  /// The counts and tables of a cell.
  static func cell(_ section: ComparisonTable.Section, anchor: String) -> [String: Any] {
    let loud = ComparisonTable.figures(section.figures) { $0 != .equal && $0 != .cannotTell }
    let quiet = ComparisonTable.figures(section.figures) { $0 == .equal || $0 == .cannotTell }
    return [
      "anchor": anchor, "name": section.name,
      "counts": RunComparison.Verdict.allCases.map { verdict -> [String: Any] in
        [
          "count": section.figures.count { $0.verdict == verdict }, "word": verdict.rawValue,
          "class": style(of: verdict),
        ]
      },
      "hasDesign": section.design != nil, "design": section.design ?? "",
      "isRefused": section.refusal != nil, "refusal": section.refusal ?? "",
      "culprits": section.culprits.joined(separator: ", "),
      "hasCulprits": !section.culprits.isEmpty,
      "loud": table(loud).markup(label: "What changed in \(section.name)"),
      "quiet": table(quiet.prefix(quietLimit)).markup(label: "Equal figures of \(section.name)"),
      "spread": SpreadChart(before: section.intervals.before, after: section.intervals.after)?.svg
        ?? "",
      "hasQuiet": !quiet.isEmpty,
      "quietCount": quiet.count,
      // Where nothing is loud, the figures are what there is to see.
      "isOpen": loud.isEmpty && quiet.contains { $0.verdict == .cannotTell },
    ]
  }

  private static func style(of verdict: RunComparison.Verdict) -> String {
    switch verdict {
    case .worse: "missed"
    case .better: "kept"
    case .changed, .equal, .cannotTell: "plainly"
    }
  }

  /// A dot for each recording of both sides; empty for runs.
  private static func dots(of figure: RunComparison.Figure) -> String {
    func samples(_ values: [Double]) -> FigureSamples {
      FigureSamples(
        metric: figure.first.metric,
        statistic: figure.first.statistic,
        unit: figure.first.unit,
        better: figure.first.better,
        samples: values
      )
    }
    let (before, after) = figure.samples
    guard !before.isEmpty, !after.isEmpty else { return "" }
    return RecordingsChart(before: samples(before), now: samples(after), figure.verdict)?.svg ?? ""
  }

  private static func table(_ figures: some Sequence<RunComparison.Figure>) -> Table {
    var table = Table([
      .init("figure"), .init("verdict"), .init("from, to"), .init("change, 95 % interval"),
      .init("recordings"), .init("note"),
    ])
    for figure in figures {
      let tone: Table.Tone =
        figure.verdict == .worse ? .bad : figure.verdict == .better ? .good : .plain
      var title = Table.Cell(ComparisonTable.title(figure))
      title.note = Metric.all.first { $0.id == figure.first.metric }?.formula ?? ""
      table.add([
        title, Table.Cell(figure.verdict.rawValue, tone),
        Table.Cell(ComparisonTable.values(figure)), Table.Cell(ComparisonTable.change(figure)),
        Table.Cell(picture: dots(of: figure)), Table.Cell(figure.note ?? ""),
      ])
    }
    return table.withoutEmptyColumns()
  }
}
