import CPageResources
import Files

/// A comparison of two analyses of logs as one HTML page.
package struct AnalysisComparisonPage {
  private let table: ComparisonTable
  private let names: (String, String)
  private let isJudged: Bool

  /// Makes the page of a comparison.
  package init(_ comparison: AnalysisComparison, names: (String, String)) {
    table = ComparisonTable(comparison, names: names, listsAll: true)
    self.names = names
    isJudged = comparison.isJudged
  }

  /// Makes the page.
  ///
  /// - Throws: ``OutputError`` for a broken template.
  package func text() throws(OutputError) -> String {
    var content = ComparisonValues.page(
      table,
      names: names,
      heading: "Sessions",
      isJudged: isJudged
    )
    if !isJudged {
      content["summary"] =
        table.sections.contains { !$0.figures.isEmpty }
        ? "Figures get a verdict from \(AnalysisComparison.least) recordings a side on; these stand "
          + "beside each other"
        : "Nothing in both can be compared"
    }
    content["cells"] = table.sections.enumerated().map { index, section in
      ComparisonValues.cell(section, anchor: "cell-\(index)")
    }
    return try PageTemplate.render(.comparison_mustache, content)
  }
}
