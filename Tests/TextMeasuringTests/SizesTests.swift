import Foundation
import Lengths
import Testing
import TextMeasuring

@Suite struct SizesTests {
  @Test
  func theDocumentedSizesAreThoseOfTheCode() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Docs/Internals/Sizes.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      // The page's first part; the second holds heights against a browser.
      .prefix { !$0.hasPrefix("## ") }
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| what") && !$0.hasPrefix("| ---") }
    let documented = rows.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let coded: [(String, Double)] =
      [("body text, tables and HTML", BlockMetrics.bodySize)]
      + BlockMetrics.headingSizes.enumerated().map { ("heading \($0 + 1), bold", $1) } + [
        ("code in a block, monospaced", BlockMetrics.codeSize),
        ("code block's header row, type", BlockMetrics.codeHeaderSize),
        (
          "code block's header row, padding left and right",
          BlockMetrics.codeHeaderHorizontalPadding.points
        ),
        (
          "code block's header row, padding above and below",
          BlockMetrics.codeHeaderVerticalPadding.points
        ),
        ("code, padding on all sides", BlockMetrics.codePadding.points),
        ("list, indent of each level", BlockMetrics.listIndent.points),
        ("quote, indent of each level", BlockMetrics.quoteIndent.points),
        ("text, least width", BlockMetrics.minimumTextWidth.points),
        ("table cell, padding left and right", BlockMetrics.cellHorizontalPadding.points),
        ("table cell, padding above and below", BlockMetrics.cellVerticalPadding.points),
        ("table column, least width", BlockMetrics.minimumColumnWidth.points),
        ("rule", BlockMetrics.thematicBreakHeight.points),
        ("image alone", BlockMetrics.imageHeight.points),
        ("space between blocks", BlockMetrics.blockSpacing.points),
        ("space above a heading", BlockMetrics.headingSpacing.points),
        ("space in a tight list", BlockMetrics.tightSpacing.points),
        ("space between rows of a table", BlockMetrics.rowSpacing.points),
      ]
    #expect(documented.map { $0.first } == coded.map { $0.0 })
    #expect(documented.map { $0.last.flatMap { Double($0) } } == coded.map { $0.1 })
    #expect(BlockMetrics.inlineCodeScale == 0.88)
    #expect(BlockMetrics.unknownNodeLines == 1)
  }
}
