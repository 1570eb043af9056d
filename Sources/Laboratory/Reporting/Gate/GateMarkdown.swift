import Gating

/// What a round of the gate says, as Markdown: the verdict first, 64 KB at most.
enum GateMarkdown {
  static let longest = 65_536

  static func text(of round: GateRound) -> String {
    var text = "# Gate: \(round.verdict.rawValue)\n\n"
    text += "\(Markdown.escape(round.base)) → \(Markdown.escape(round.head)): \(round.tally).\n"
    if round.wantsAdvice { text += "\n\(Markdown.escape(round.advice))\n" }
    // The gravest first, should the page not hold all; half of it is for differences, but not of what failed.
    let gravest = GateVerdict.allCases.reversed().flatMap { verdict in
      round.results.filter { $0.verdict == verdict }
    }
    let table = GatePage.table(of: gravest)
    var failed = table
    failed.rows = zip(table.rows, gravest).filter { $1.verdict != .pass }.map(\.0)
    let needed = failed.markdown(bytesLeft: longest - 2_000 - text.utf8.count, rest: GateFile.name)
    let most = max(longest / 2 - text.utf8.count, needed.utf8.count)
    text += "\n" + table.markdown(bytesLeft: most, rest: GateFile.name)
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
