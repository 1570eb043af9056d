import Judging
import Records

/// The headline as plain text: aligned columns, one row for each scenario, profile and device.
package struct TerminalTable: Sendable {
  typealias Field = TextGrid.Field
  private typealias Style = TextGrid.Style

  /// Whether words are coloured by terminal sequences.
  package var isColoured: Bool
  /// The columns that tables keep to; nil for as many as they take.
  package var width: Int?

  /// Makes a table.
  package init(isColoured: Bool = false, width: Int? = nil) {
    self.isColoured = isColoured
    self.width = width
  }

  /// Says whether to colour: on a terminal, unless `NO_COLOR` is set to anything but nothing
  /// (no-color.org) or `TERM` is `dumb`.
  package static func wantsColour(isTerminal: Bool, environment: [String: String]) -> Bool {
    isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Says how many columns there are to write to: on a terminal what `COLUMNS` says, else what the
  /// system says, at least 40; nil in a pipe, which has no width of its own.
  ///
  /// - Parameter system: What the system says; nil or 0 when it does not know.
  package static func width(
    isTerminal: Bool,
    environment: [String: String],
    system: Int?
  ) -> Int? {
    guard isTerminal else { return nil }
    let columns = environment["COLUMNS"].flatMap(Int.init) ?? system ?? 0
    return columns > 0 ? max(40, columns) : nil
  }

  /// What is left out of a table that is too wide, first to last.
  private static let dispensable = Headline.Quantity.allCases.filter { $0.leavesAs != nil }
    .sorted { ($0.leavesAs ?? 0) < ($1.leavesAs ?? 0) }

  /// Makes the table of `run`, lines ended by a line feed: two of titles (@60: at 60 Hz), then the
  /// rows.
  ///
  /// A missed budget has a `!` and the best of a scenario a `*`, so that nothing is said by colour
  /// alone. A table that is too wide has its scenarios on lines of their own, and then less columns;
  /// a last line says which are missing.
  package func text(of run: RunRecord) -> String {
    var headline = Headline(of: run)
    if fits(headline, isStacked: false) { return text(of: headline, isStacked: false) }
    var missing: [String] = []
    // What missed its budget goes last, and the note says so.
    for isMissed in [false, true] {
      for quantity in Self.dispensable
      where headline.isMissed(quantity) == isMissed && headline.has(quantity)
        && !fits(headline, isStacked: true)
      {
        headline.remove(quantity)
        missing.append(quantity.title + (isMissed ? " (missed)" : ""))
      }
    }
    let note = missing.isEmpty ? "" : "Not shown: " + missing.joined(separator: ", ") + ".\n"
    return text(of: headline, isStacked: true) + note
  }

  private func fits(_ headline: Headline, isStacked: Bool) -> Bool {
    guard let width else { return true }
    var plain = self
    plain.isColoured = false
    return plain.text(of: headline, isStacked: isStacked).split(separator: "\n")
      .allSatisfy { TextGrid.width(of: String($0)) <= width }
  }

  /// - Parameter isStacked: Whether scenarios stand on lines of their own.
  private func text(of headline: Headline, isStacked: Bool) -> String {
    let groups = groups(of: headline)
    var lines = [subtitles(of: headline)]
    var scenarios: [Int: String] = [:]
    var scenario: String?
    for row in headline.rows {
      let isNew = row.scenario != scenario
      if isNew { scenarios[lines.count] = TextGrid.plain(name: row.scenario) }
      lines.append(fields(of: row, hasDevices: headline.hasDevices, isNew: isNew))
      scenario = row.scenario
    }
    if isStacked {
      for index in lines.indices { lines[index][0].text = "" }
    }
    var widths = lines[0].indices.map { column in
      lines.map { TextGrid.width(of: $0[column].text) }.max() ?? 0
    }
    var titles: [Field] = []
    var titleWidths: [Int] = []
    var first = 0
    for group in groups {
      let last = first + group.columns - 1
      let gaps = TextGrid.gap.count * (group.columns - 1)
      let missing = TextGrid.width(of: group.title) - widths[first...last].reduce(gaps, +)
      widths[last] += max(0, missing)
      titles.append(Field(text: group.title, isRight: group.isRight, style: .faint))
      titleWidths.append(widths[first...last].reduce(gaps, +))
      first = last + 1
    }
    var text = TextGrid.line(titles, titleWidths, isColoured)
    for (index, line) in lines.enumerated() {
      if isStacked, let scenario = scenarios[index] { text += scenario + "\n" }
      text += TextGrid.line(line, widths, isColoured)
    }
    return text
  }

  private struct Group {
    var title: String
    var columns = 1
    var isRight = false
  }

  private func groups(of headline: Headline) -> [Group] {
    let names = headline.hasDevices ? 3 : 2
    var groups = Array(repeating: Group(title: ""), count: names)
    for quantity in Headline.Quantity.allCases {
      let columns = headline.columns.count { $0.quantity == quantity }
      guard columns > 0 else { continue }
      groups.append(Group(title: quantity.head + " ", columns: columns, isRight: true))
    }
    return groups + [Group(title: "")]
  }

  private func subtitles(of headline: Headline) -> [Field] {
    var fields = [Field(text: "scenario", isRight: false, style: .faint)]
    fields.append(Field(text: "profile", isRight: false, style: .faint))
    if headline.hasDevices { fields.append(Field(text: "device", isRight: false, style: .faint)) }
    for column in headline.columns {
      let under = column.quantity.under
      let isRate = under == Headline.Quantity.rateMark
      let name = isRate ? column.refreshHertz.map { "@\($0)" } ?? "" : under
      fields.append(Field(text: name + " ", style: .faint))
    }
    fields.append(Field(text: "verdict", isRight: false, style: .faint))
    return fields
  }

  /// How verdicts are coloured; every other one is bad.
  private static let styles: [Verdict: Style] = [
    .pass: .good, .model: .plain, .notJudged: .faint,
  ]

  private func fields(of row: Headline.Row, hasDevices: Bool, isNew: Bool) -> [Field] {
    var fields = [Field(text: isNew ? TextGrid.plain(name: row.scenario) : "", isRight: false)]
    fields.append(Field(text: TextGrid.plain(name: row.profile), isRight: false))
    if hasDevices { fields.append(Field(text: TextGrid.plain(name: row.device), isRight: false)) }
    for figure in row.figures {
      let mark = figure.state == .missed ? "!" : figure.isBest ? "*" : " "
      let style: Style =
        switch figure.state {
        case .missed: .bad
        case .missing: .faint
        case .kept, .unjudged: figure.isBest ? .strong : .plain
        }
      let text = figure.text.replacing("\u{202F}", with: " ")
      fields.append(Field(text: text + mark, style: style))
    }
    fields.append(
      Field(
        text: row.verdict,
        isRight: false,
        style: Self.styles[row.kind] ?? .bad
      )
    )
    return fields
  }
}
