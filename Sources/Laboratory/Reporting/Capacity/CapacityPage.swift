import Files
import Records

/// A capacity report as one page.
struct CapacityPage {
  private let report: CapacityReport

  init(_ report: CapacityReport) { self.report = report }

  private var profiles: [String] {
    report.answers.reduce(into: []) { names, answer in
      if !names.contains(answer.profile) { names.append(answer.profile) }
    }
  }

  /// Makes the page.
  ///
  /// - Throws: ``OutputError`` for a broken template.
  func text() throws(OutputError) -> String {
    var page = PlainPage(schema: CapacityReport.schema, about: "capacity", heading: title)
    page.sentences = [
      report.conditions,
      "60 Hz is a solid line, other rates are dashed. A ring is the load that breaks \(ring).",
    ]
    page.sections = report.sections.map { section in
      PlainPage.Section(
        title: section.title,
        markup: pictures(of: section)
          + CapacityTable.table(of: section).markup(label: section.title),
        notes: section.rest.map { ["Rests: \($0)."] } ?? []
      )
    }
    return try page.text()
  }

  private var title: String {
    "Where \(report.page == nil ? "designs break" : "the page breaks")"
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

  private func pictures(of section: CapacityReport.Section) -> String {
    let keys = profiles.enumerated().map { index, name in
      let colour = CapacityChart.colours[index % CapacityChart.colours.count]
      return "<span class=\"key\" style=\"background: \(colour)\"></span>\(PageText.escape(name))"
    }
    let charts = CapacityChart.Figure.all(of: report).map {
      CapacityChart($0, of: section, profiles: profiles).svg
    }
    return
      "<p>\(keys.joined())</p>\n<div class=\"pictures\">\n\(charts.joined(separator: "\n"))\n</div>\n"
  }
}
