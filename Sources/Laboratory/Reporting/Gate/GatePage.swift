import Files
import Gating
import Judging
import Records

/// A round of the gate as a page, or as a section of one.
enum GatePage {
  /// A whole page.
  ///
  /// - Throws: ``OutputError`` for a broken template.
  static func text(of round: GateRound) throws(OutputError) -> String {
    var page = PlainPage(
      schema: GateFile.schema,
      about: "gate, \(round.base) → \(round.head)",
      heading: round.verdict.rawValue.prefix(1).uppercased() + round.verdict.rawValue.dropFirst(),
      verdict: round.verdict.verdict
    )
    page.sentences = sentences(of: round)
    page.sections = [
      PlainPage.Section(title: "Results", markup: table(of: round.results).markup(label: "Results"))
    ]
    page.sections += differences(of: round).map { .init(title: $0.title, markup: $0.markup) }
    return try page.text()
  }

  /// The section alone: heading, verdict, table and differences.
  static func section(of round: GateRound) -> String {
    let style = VerdictBadge(round.verdict.verdict).style
    let sentences = sentences(of: round).map { "<p>\(PageText.escape($0))</p>\n" }
    let differences = differences(of: round).map {
      "<h3>\(PageText.escape($0.title))</h3>\n\($0.markup)\n"
    }
    return """
      <section id="gate" class="sheet" aria-labelledby="gate-title">
      <h2 id="gate-title">Gate: <span class="\(style)">\(PageText.escape(round.verdict.rawValue))</span></h2>
      \(sentences.joined())\(table(of: round.results).markup(label: "Gate"))
      \(differences.joined())</section>
      """
  }

  /// The results as a table.
  static func table(of results: [CheckResult]) -> Table {
    var table = Table([
      .init("verdict"), .init("check"), .init("configuration"), .init("figure"),
      .number("head / base"), .init("interval"), .number("bound"), .init("by"),
    ])
    for result in results {
      let interval = result.interval.map {
        "\(GateText.number($0.lowerBound)) to \(GateText.number($0.upperBound))"
      }
      table.add(
        [Table.Cell(result.verdict.rawValue, result.verdict.verdict)]
          + [
            result.check.rawValue, "\(result.cell)", result.figure,
            result.ratio.map(GateText.number) ?? "", interval ?? "",
            result.bound.map(GateText.number) ?? "", result.culprit ?? "",
          ].map { Table.Cell($0) }
      )
    }
    return table
  }

  private static func sentences(of round: GateRound) -> [String] {
    ["\(round.base) → \(round.head): \(round.tally)."] + (round.wantsAdvice ? [round.advice] : [])
  }

  private static func differences(of round: GateRound) -> [(title: String, markup: String)] {
    round.results.filter { $0.verdict != .pass && !$0.notes.isEmpty }.map { result in
      let lines = PageText.escape(result.notes.joined(separator: "\n"))
      return ("\(result.check.rawValue), \(result.cell)", "<pre tabindex=\"0\">\(lines)</pre>")
    }
  }
}
