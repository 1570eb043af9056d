import Gating

/// A round of the gate as a page, or a section of one: self-contained, without scripts.
package enum GatePage {
  /// A whole page.
  static func text(of round: GateRound) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Gate: \(PageText.escape(round.verdict.rawValue))</title>
    <style>
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #222; background: #fff; }
    .table { overflow-x: auto; }
    table { border-collapse: collapse; }
    th, td { text-align: left; padding: .25rem .75rem; border-bottom: 1px solid #ddd; }
    td.number { text-align: right; font-variant-numeric: tabular-nums; }
    .pass, .improvement { color: #17662b; }
    .regression, .invalid { color: #a3130e; font-weight: 600; }
    .inconclusive { color: #7a5200; }
    pre { background: #f5f5f5; padding: .75rem; overflow-x: auto; }
    @media (prefers-color-scheme: dark) {
    body { color: #ddd; background: #161616; }
    th, td { border-color: #444; }
    pre { background: #222; }
    .pass, .improvement { color: #7ddc93; }
    .regression, .invalid { color: #ff8a80; }
    .inconclusive { color: #ffc46b; }
    }
    </style>
    </head>
    <body>
    \(section(of: round, level: 1))
    </body>
    </html>

    """
  }

  /// The section alone: heading, verdict, table and differences.
  ///
  /// - Parameter level: The heading's level on the page that it stands on.
  static func section(of round: GateRound, level: Int) -> String {
    var text = "<section id=\"gate\" class=\"sheet\" aria-labelledby=\"gate-title\">\n"
    text += "<h\(level) id=\"gate-title\">Gate: <span class=\"\(style(round.verdict))\">"
    text +=
      "\(PageText.escape(round.verdict.rawValue))</span></h\(level)>\n<p>\(PageText.escape(round.base)) → \(PageText.escape(round.head)): "
    text += "\(PageText.escape(round.tally)).</p>\n"
    if round.wantsAdvice { text += "<p><code>\(PageText.escape(round.advice))</code></p>\n" }
    text +=
      "<div class=\"table scroller\" tabindex=\"0\" role=\"region\" aria-labelledby=\"gate-title\">"
    text += "<table class=\"plain\"><thead>\n<tr>"
    for title in ["Verdict", "Check", "Cell", "Figure", "Head / base", "Interval", "Bound", "By"] {
      text += "<th scope=\"col\">\(title)</th>"
    }
    text += "</tr></thead><tbody>\n"
    for result in round.results { text += row(result) }
    text += "</tbody></table></div>\n"
    for result in round.results where result.verdict != .pass && !result.notes.isEmpty {
      let title = "\(PageText.escape(result.check.rawValue)), \(PageText.escape("\(result.cell)"))"
      text += "<h\(level + 1)>\(title)</h\(level + 1)>\n"
      text += "<pre tabindex=\"0\">\(PageText.escape(result.notes.joined(separator: "\n")))</pre>\n"
    }
    return text + "</section>"
  }

  private static func row(_ result: CheckResult) -> String {
    let interval = result.interval.map {
      "\(GateText.number($0.lowerBound)) to \(GateText.number($0.upperBound))"
    }
    let cells: [(String, String)] = [
      (style(result.verdict), result.verdict.rawValue), ("", result.check.rawValue),
      ("", "\(result.cell)"), ("", result.figure),
      ("number", result.ratio.map(GateText.number) ?? ""), ("number", interval ?? ""),
      ("number", result.bound.map(GateText.number) ?? ""), ("", result.culprit ?? ""),
    ]
    let fields = cells.map { style, text in
      "<td\(style.isEmpty ? "" : " class=\"\(style)\"")>\(PageText.escape(text))</td>"
    }
    return "<tr>\(fields.joined())</tr>\n"
  }

  private static func style(_ verdict: GateVerdict) -> String {
    verdict.rawValue.replacing(" ", with: "-")
  }
}
