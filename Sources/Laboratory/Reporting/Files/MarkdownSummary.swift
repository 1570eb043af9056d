import Judging
import Records
import Scenarios

/// The run as `summary.md`: the verdict first, then the headline, below 64 KB.
package enum MarkdownSummary {
  /// The most bytes the file has.
  static let limit = 64 * 1024
  /// The most reasons, and findings, it lists.
  private static let reasonLimit = 40

  /// Makes the file's text.
  package static func text(of run: RunRecord) -> String {
    let verdict = RunVerdict(of: run)
    var text =
      "# \(verdict.word.uppercased() + verdict.line.dropFirst(verdict.word.count)): \(Markdown.escape(run.name))\n\n"
    if let distrust = verdict.distrust { text += "**\(Markdown.escape(distrust))**\n\n" }
    text += list(verdict.reasons)
    if !verdict.findings.isEmpty {
      text +=
        "\nMissed budgets that do not decide (\(verdict.subjects)):\n\n" + list(verdict.findings)
    }
    text += designs(of: run, bytesLeft: limit - text.utf8.count - 4096)
    text += "\n" + table(of: run, bytesLeft: limit - text.utf8.count - 4096)
    text += FallbackTable(of: run).markdown(bytesLeft: limit - text.utf8.count - 4096)
    text += ablation(of: run, bytesLeft: limit - text.utf8.count - 4096)
    for cell in run.cells.prefix(40) {
      guard let words = cell.recording?.gapWords() else { continue }
      text += "\n- \(Markdown.escape("\(RunVerdict.name(of: cell)): \(words)"))\n"
    }
    for note in RunNotes.all(on: run) {
      text += "\n\(Markdown.escape(String(note.prefix(2_000))))\n"
    }
    text += "\n`!` misses its budget, `*` is the best of its scenario. Hitch ratio: ms of late "
    text +=
      "frames per second of interaction time (<= 5 good, < 10 warning, else critical: Apple's "
    text += "scale for scrolling, WWDC 2020).\n"
    text += "\nClock \(run.clock.rawValue), cost \(run.cost.rawValue), measurer "
    text += "\(run.measurer.rawValue), schema \(RunRecord.schema)."
    for (key, value) in (run.environment + (run.noise?.facts ?? [])).prefix(24) {
      text += " \(Markdown.escape(key)): \(Markdown.escape(String(value.prefix(120))))."
    }
    return text + "\n"
  }

  private static func list(_ sentences: [String]) -> String {
    var text = ""
    for sentence in sentences.prefix(reasonLimit) {
      text += "- \(Markdown.escape(String(sentence.prefix(400))))\n"
    }
    if sentences.count > reasonLimit {
      text += "- and \(sentences.count - reasonLimit) more, in index.html\n"
    }
    return text
  }

  private static func designs(of run: RunRecord, bytesLeft: Int) -> String {
    guard let table = DesignTable(of: run) else { return "" }
    let title = "\n## Designs compared\n\n"
    return title + table.table().markdown(bytesLeft: bytesLeft - title.utf8.count)
  }

  private static func ablation(of run: RunRecord, bytesLeft: Int) -> String {
    guard let table = AblationTable(of: run) else { return "" }
    let title = """

      ## Ablation

      The reference with one concern at a time as other profiles have it. In brackets against the \
      reference: a difference, of costs and allocations the ratio; `!` worse, `*` better.


      """
    return title + table.table().markdown(bytesLeft: bytesLeft - title.utf8.count)
  }

  private static func table(of run: RunRecord, bytesLeft: Int) -> String {
    var shown = run
    shown.cells = run.worstFirst
    return Headline(of: shown).table().markdown(bytesLeft: bytesLeft)
  }
}
