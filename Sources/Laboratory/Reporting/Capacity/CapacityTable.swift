import FrameMetrics
import Records

/// Where designs break as text: an overview, then what broke, dimension by dimension.
package struct CapacityTable: Sendable {
  private let report: CapacityReport

  /// Makes a table.
  package init(_ report: CapacityReport) { self.report = report }

  private var legend: String {
    "t: text comes late first; r: what is read moves first; l: a limit of the "
      + "\(report.page == nil ? "engine" : "page") comes first; else frames come late. (In brackets: where frames come late.) [In square "
      + "ones: what the lowest load misses already, and any other with it.]"
  }

  private var profiles: [String] {
    report.answers.reduce(into: []) { names, answer in
      if !names.contains(answer.profile) { names.append(answer.profile) }
    }
  }

  /// One cell of the overview.
  private static func short(_ answer: CapacityAnswer) -> String {
    let mark = answer.firstJudge.map(letter) ?? ""
    let start = answer.missedAtStart.map(letter).filter { !$0.isEmpty }
    return answer.loadWords() + (mark.isEmpty ? "" : " \(mark)")
      + (answer.frameWords.map { " (\($0))" } ?? "")
      + (start.isEmpty ? "" : " [\(start.joined(separator: " "))]")
  }

  private static func letter(_ judge: CapacityProbe.Judge) -> String {
    switch judge {
    case .text: "t"
    case .reader: "r"
    case .limit: "l"
    case .frames: ""
    }
  }

  private var overview: Table {
    var table = Table(
      [.init("breaks at", isKey: true), .number("Hz").with { $0.isKey = true }]
        + profiles.map { .number($0) }
    )
    for section in report.sections {
      let rates = section.answers.reduce(into: [Int]()) { rates, answer in
        if !rates.contains(answer.hertz) { rates.append(answer.hertz) }
      }
      for rate in rates {
        let loads = profiles.map { profile in
          section.answers.first { $0.profile == profile && $0.hertz == rate }.map(Self.short) ?? ""
        }
        table.add(([section.title, "\(rate)"] + loads).map { Table.Cell($0) })
      }
    }
    return table
  }

  /// The table as plain text.
  package func text(isColoured: Bool = false, width: Int? = nil) -> String {
    let details = report.sections.map { section in
      section.title + (section.rest.map { " (rests: \($0))" } ?? "") + "\n"
        + Self.table(of: section).text()
    }
    let overview = overview.text(isColoured: isColoured, width: width)
    return ([report.conditions, legend, "", overview] + details)
      .map {
        TextGrid.wrapped($0, width: $0.contains("\n") ? nil : width, indent: "").joined(
          separator: "\n"
        )
      }
      .joined(separator: "\n")
  }

  /// A line for each design, a column for each dimension, of one rate: where it breaks first, and how a
  /// reader would notice.
  package func byDesign(isColoured: Bool = false, width: Int? = nil) -> String {
    Table(
      [.init("breaks at", isKey: true)] + report.sections.map { .init($0.title) },
      rows: profiles.map { profile in
        [profile]
          + report.sections.map { section in
            section.answers.first { $0.profile == profile }.map(Self.words) ?? ""
          }
      }
    ).text(isColoured: isColoured, width: width)
  }

  private static func words(_ answer: CapacityAnswer) -> String {
    guard let judge = answer.firstJudge else { return answer.loadWords() }
    let isOpening = answer.cause(judge)?.hasPrefix(Budget.opening.rawValue) ?? false
    let fault =
      switch judge {
      case .text: "text falls behind"
      case .reader: "jumps"
      case .limit: "a limit of the engine"
      case .frames: isOpening ? "opens slowly" : "stutters"
      }
    return "\(answer.loadWords()), \(fault)"
  }

  /// The answers of a dimension, a row each.
  static func table(of section: CapacityReport.Section) -> Table {
    Table(
      [
        .init("design", isKey: true), .number("Hz").with { $0.isKey = true }, .number("breaks at"),
        .number("frames at"), .number("cost ~ load^"), .init("by"),
      ],
      rows: section.answers.map(row)
    )
  }

  private static func row(_ answer: CapacityAnswer) -> [String] {
    let change = answer.change.map { change in
      "; change point \(DecimalText.short(change.load.rounded())), 95 % "
        + "\(DecimalText.short(change.low.rounded())) to \(DecimalText.short(change.high.rounded())), "
        + "\(change.runs) runs"
    }
    return [
      answer.profile, "\(answer.hertz)", answer.loadWords(), answer.loadWords(.frames),
      answer.exponent.map { DecimalText.short($0, places: 2) } ?? "n/a",
      answer.causeWords + (change ?? ""),
    ]
  }

  /// The table as Markdown: the overview, then a table for each dimension.
  package var markdown: String {
    var text = "\(Markdown.escape(report.conditions))\n\n\(legend)\n\n" + overview.markdown()
    for section in report.sections {
      text += "\n### \(Markdown.escape(section.title))\n\n"
      if let rest = section.rest { text += "Rests: \(Markdown.escape(rest)).\n\n" }
      text += Self.table(of: section).markdown()
    }
    return text
  }
}
