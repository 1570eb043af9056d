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

  private struct Row {
    var title: String
    var hertz: Int
    var fields: [String]
  }

  private var overview: [Row] {
    report.sections.flatMap { section in
      let rates = section.answers.reduce(into: [Int]()) { rates, answer in
        if !rates.contains(answer.hertz) { rates.append(answer.hertz) }
      }
      return rates.map { rate in
        Row(
          title: section.title,
          hertz: rate,
          fields: profiles.map { profile in
            section.answers.first { $0.profile == profile && $0.hertz == rate }
              .map(Self.short) ?? ""
          }
        )
      }
    }
  }

  /// The table as plain text.
  package func text(isColoured: Bool = false, width: Int? = nil) -> String {
    typealias Field = TextGrid.Field
    var grid = TextGrid(isColoured: isColoured, width: width, keyColumns: 2)
    grid.lines.append(
      .fields(
        [Field(text: "breaks at", isRight: false, style: .strong), Field(text: "Hz")]
          + profiles.map { Field(text: $0, style: .strong) }
      )
    )
    for row in overview {
      grid.lines.append(
        .fields(
          [Field(text: row.title, isRight: false), Field(text: "\(row.hertz)")]
            + row.fields.map { Field(text: $0) }
        )
      )
    }
    return ([report.conditions, legend, "", grid.text()] + report.sections.map(Self.detail))
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
    var grid = TextGrid(isColoured: isColoured, width: width, keyColumns: 1)
    let titles = ["breaks at"] + report.sections.map(\.title)
    grid.lines.append(
      .fields(titles.map { TextGrid.Field(text: $0, isRight: false, style: .faint) })
    )
    for profile in profiles {
      let fields = report.sections.map { section in
        section.answers.first { $0.profile == profile }.map(Self.words) ?? ""
      }
      grid.lines.append(
        .fields(([profile] + fields).map { TextGrid.Field(text: $0, isRight: false) })
      )
    }
    return grid.text()
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

  private static let columns = ["design", "Hz", "breaks at", "frames at", "cost ~ load^", "by"]

  private static func detail(_ section: CapacityReport.Section) -> String {
    var grid = TextGrid(isColoured: false, width: nil, keyColumns: 2)
    let leading = section.rest.map { " (rests: \($0))" } ?? ""
    grid.lines.append(.heading(section.title + leading, .plain))
    let rows = [columns] + section.answers.map(row)
    for row in rows {
      grid.lines.append(
        .fields(
          row.enumerated().map { index, text in
            TextGrid.Field(text: text, isRight: index > 0 && index < row.count - 1)
          }
        )
      )
    }
    return grid.text()
  }

  static func row(_ answer: CapacityAnswer) -> [String] {
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
    let row = { (fields: [String]) in "| \(fields.map(Markdown.escape).joined(separator: " | ")) |"
    }
    var lines = [Markdown.escape(report.conditions), "", legend, ""]
    lines.append(row(["breaks at", "Hz"] + profiles))
    lines.append("| --- | ---: |" + String(repeating: " ---: |", count: profiles.count))
    for found in overview {
      lines.append(row([found.title, "\(found.hertz)"] + found.fields))
    }
    for section in report.sections {
      lines += ["", "### \(Markdown.escape(section.title))", ""]
      if let rest = section.rest { lines += ["Rests: \(Markdown.escape(rest)).", ""] }
      lines.append("| " + Self.columns.joined(separator: " | ") + " |")
      lines.append("| --- | ---: | ---: | ---: | ---: | --- |")
      for answer in section.answers {
        lines.append(row(Self.row(answer)))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
