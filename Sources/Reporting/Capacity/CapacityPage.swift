import Records

/// A capacity report as one HTML page without scripts: it opens from disk and asks no network for anything.
struct CapacityPage {
  private let report: CapacityReport

  init(_ report: CapacityReport) { self.report = report }

  private var profiles: [String] {
    report.answers.reduce(into: []) { names, answer in
      if !names.contains(answer.profile) { names.append(answer.profile) }
    }
  }

  /// The page.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(title)</title>
    <style>
    body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; \
    color: #222; background: #fff; }
    .charts { display: flex; flex-wrap: wrap; gap: 1rem; }
    svg { width: 34rem; max-width: 100%; font: 11px system-ui, sans-serif; fill: currentColor; }
    .grid { stroke: #8884; fill: none; }
    .limit { stroke: #b91c1c; stroke-dasharray: 2 3; fill: none; }
    .line { fill: none; stroke-width: 1.8; }
    .break { fill: none; stroke-width: 2.2; }
    .table { overflow-x: auto; }
    table { border-collapse: collapse; }
    th, td { text-align: left; padding: .2rem .7rem; border-bottom: 1px solid #8884; }
    td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .key { display: inline-block; width: 1.4rem; height: .25rem; margin: 0 .35rem .2rem .8rem; }
    @media (prefers-color-scheme: dark) { body { color: #ddd; background: #161616; } }
    </style>
    </head>
    <body>
    <main>
    <h1>\(title)</h1>
    <p>\(PageText.escape(report.conditions))</p>
    <p>\(legend)60 Hz is a solid line, other rates are dashed. A ring is the load that breaks \
    \(ring).</p>
    \(report.sections.map(section).joined(separator: "\n"))
    </main>
    </body>
    </html>

    """
  }

  private var title: String {
    "Capacity: where \(report.page == nil ? "designs break" : "the page breaks")"
  }

  /// What a ring stands for, and the line of a budget where there is one.
  private var ring: String {
    switch report.page?.clock {
    case nil: "the frames; \(Self.budget)"
    case .real: "the page; \(Self.budget)"
    case .virtual: "the page"
    }
  }

  private static let budget =
    "the red dotted line is the budget of the hitch ratio, 5 ms/s"

  private var legend: String {
    profiles.enumerated().map { index, name in
      let colour = CapacityChart.colours[index % CapacityChart.colours.count]
      return "<span class=\"key\" style=\"background: \(colour)\"></span>\(PageText.escape(name))"
    }.joined() + ". "
  }

  private func section(_ section: CapacityReport.Section) -> String {
    var text = "<section>\n<h2>\(PageText.escape(section.title))</h2>\n"
    if let rest = section.rest { text += "<p>Rests: \(PageText.escape(rest)).</p>\n" }
    text += "<div class=\"charts\">\n"
    for figure in CapacityChart.Figure.all(of: report) {
      text += CapacityChart(figure, of: section, profiles: profiles).svg + "\n"
    }
    text += "</div>\n<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\""
    text += "\(PageText.escape(section.title))\"><table><thead><tr>"
    for title in ["Design", "Hz", "Breaks at", "Frames at", "Cost ~ load^", "By"] {
      text += "<th scope=\"col\">\(title)</th>"
    }
    text += "</tr></thead><tbody>\n"
    for answer in section.answers {
      text += "<tr>"
      for (index, field) in CapacityTable.row(answer).enumerated() {
        let style = (1...4).contains(index) ? " class=\"number\"" : ""
        text += "<td\(style)>\(PageText.escape(field))</td>"
      }
      text += "</tr>\n"
    }
    return text + "</tbody></table></div>\n</section>"
  }
}
