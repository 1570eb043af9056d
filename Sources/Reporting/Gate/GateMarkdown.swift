import Gating

/// What a round of the gate says, as Markdown: the verdict first, 64 KB at most.
enum GateMarkdown {
  static let longest = 65_536

  static func text(of round: GateRound) -> String {
    var text = "# Gate: \(round.verdict.rawValue)\n\n"
    text += "\(Markdown.escape(round.base)) → \(Markdown.escape(round.head)): \(round.tally).\n"
    if round.wantsAdvice { text += "\n\(Markdown.escape(round.advice))\n" }
    text += "\n| verdict | check | configuration | figure | head / base | interval | bound | by |\n"
    text += "| --- | --- | --- | --- | ---: | --- | ---: | --- |\n"
    // The gravest first, should the page not hold all.
    let gravest = GateVerdict.allCases.reversed().flatMap { verdict in
      round.results.filter { $0.verdict == verdict }
    }
    for (place, result) in gravest.enumerated() {
      let interval = result.interval.map {
        "\(GateText.number($0.lowerBound)) to \(GateText.number($0.upperBound))"
      }
      let fields = [
        result.verdict.rawValue, result.check.rawValue, "\(result.cell)", result.figure,
        result.ratio.map(GateText.number) ?? "", interval ?? "",
        result.bound.map(GateText.number) ?? "", result.culprit ?? "",
      ]
      let row = "| " + fields.map(Markdown.escape).joined(separator: " | ") + " |\n"
      // Half of the page is for differences.
      let limit = result.verdict == .pass ? longest / 2 : longest - 200
      guard text.utf8.count + row.utf8.count < limit else {
        text += "\n\(gravest.count - place) more results are in gate.json.\n"
        break
      }
      text += row
    }
    for result in round.results where result.verdict != .pass && !result.notes.isEmpty {
      let section =
        "\n## \(result.check.rawValue), \(Markdown.escape("\(result.cell)"))\n\n"
        + Markdown.fenced(result.notes.joined(separator: "\n"))
      guard text.utf8.count + section.utf8.count < longest - 100 else {
        text += "\nThe rest is too long for this page; gate.json has it.\n"
        break
      }
      text += section
    }
    return text
  }
}
