import Checking
import Comparing

/// A check as Markdown for a pull request: the verdict first, and a hidden mark by which a later comment takes
/// the place of this one.
package struct CheckComment {
  /// No comment is longer, in bytes: GitHub takes 65,536 characters.
  package static let limit = 60_000
  /// The most findings and rows of a table that are listed.
  private static let most = (findings: 40, rows: 60)

  /// The text.
  package let text: String

  /// Makes the comment.
  package init(_ report: CheckReport) {
    let sentences = report.sentences.map { Markdown.escape(String($0.prefix(400))) }
    var lines = ["**Stillpoint: \(report.verdict.word)** \(Self.mark(of: report.name))"]
    lines += sentences.prefix(Self.most.findings).map { "- \($0)" }
    if sentences.count > Self.most.findings {
      lines.append("- \(sentences.count - Self.most.findings) more, in the report")
    }
    lines += ["", Markdown.escape(String(report.measuredWords.prefix(2_000))), ""]
    lines += [Markdown.escape(report.comparison), ""]
    for subject in report.verdict.compared { lines += Self.table(of: subject) }
    // Cut between lines, should a subject's name be very long.
    var text = ""
    for line in lines {
      guard text.utf8.count + line.utf8.count < Self.limit - 40 else {
        text += "\nThe rest is in the report.\n"
        break
      }
      text += line + "\n"
    }
    self.text = text
  }

  /// The hidden mark of a check's comments, as the action's scripts make it, too: of a name the letters and
  /// digits of ASCII, and hyphens.
  package static func mark(of name: String) -> String {
    let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return "<!-- stillpoint-check:\(plain) -->"
  }

  private static func table(of subject: CheckVerdict.Compared) -> [String] {
    let loud = subject.figures.filter { $0.verdict != .equal }.count
    var table = Table(CheckWords.columns)
    for figure in subject.figures.prefix(most.rows) { table.add(CheckWords.cells(of: figure)) }
    return [
      "<details><summary>\(Markdown.escape(subject.title)): \(subject.figures.count) figures, \(loud) not equal"
        + "</summary>",
      "",
    ] + table.markdown().split(separator: "\n").map(String.init) + ["", "</details>", ""]
  }
}
