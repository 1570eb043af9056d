import Comparing
import FrameMetrics
import FramePacing
import Gating
import Records

// A line a figure, with all refresh rates beside each other: what decides first.
extension ComparisonTable {
  /// The cells of one scenario, profile and device.
  private struct Group {
    var title: String
    var sections: [Section]
  }

  /// A figure at each rate.
  private struct Row {
    var title: String
    /// The gravest over the rates.
    var verdict: RunComparison.Verdict
    /// Where the report names it.
    var place: Metric.Compared.Place
    /// By column; nil where a rate has no such figure.
    var figures: [RunComparison.Figure?]

    /// The largest change of any column.
    var change: Double {
      figures.compactMap { $0?.ratio }.map { abs($0 - 1) }.max() ?? .infinity
    }
  }

  /// The notes that many rows have, in the order in which they first appear.
  private static func common(_ rows: [Row]) -> [String] {
    let all = rows.flatMap { $0.figures.compactMap(\.self).flatMap(\.notes) }
    var counts: [String: Int] = [:]
    for note in all { counts[note, default: 0] += 1 }
    var seen: Set<String> = []
    return all.filter { counts[$0, default: 0] >= oftenFrom && seen.insert($0).inserted }
  }

  /// How grave a verdict is: what is listed first.
  private static let order: [RunComparison.Verdict] = [
    .worse, .better, .changed, .cannotTell, .equal,
  ]
  /// The most figures that are listed where nothing is judged.
  private static let mostOpen = 14
  /// How many figures of a group have a note before it is said once for all of them.
  private static let oftenFrom = 3
  /// The most figures that are named without their values.
  private static let mostNamed = 6

  private var groups: [Group] {
    var groups: [Group] = []
    for section in sections {
      if let place = groups.firstIndex(where: { $0.title == section.title }),
        !groups[place].sections.contains(where: { $0.rate == section.rate })
      {
        groups[place].sections.append(section)
      } else {
        groups.append(Group(title: section.title, sections: [section]))
      }
    }
    return groups
  }

  /// The refresh rates, in the order in which they first appear.
  private var rates: [String] {
    sections.reduce(into: []) { if !$0.contains($1.rate) { $0.append($1.rate) } }
  }

  private func rows(of group: Group, _ rates: [String]) -> [Row] {
    var rows: [Row] = []
    var places: [String: Int] = [:]
    for section in group.sections {
      guard let column = rates.firstIndex(of: section.rate) else { continue }
      for figure in section.figures {
        let statistic = figure.first.statistic
        let metric = figure.first.metric
        let name = statistic == .value ? metric : "\(metric).\(statistic.rawValue)"
        let place = places[name] ?? rows.count
        if place == rows.count {
          places[name] = place
          rows.append(
            Row(
              title: Self.title(figure),
              verdict: figure.verdict,
              place: ComparedFigures.place(of: metric, statistic),
              figures: Array(repeating: nil, count: rates.count)
            )
          )
        }
        rows[place].figures[column] = figure
        let verdicts = [rows[place].verdict, figure.verdict]
        rows[place].verdict = Self.order.first(where: verdicts.contains) ?? figure.verdict
      }
    }
    return Self.order.flatMap { verdict in
      Metric.Compared.Place.allCases.flatMap { place in
        rows.filter { $0.verdict == verdict && $0.place == place }
      }
    }
  }

  /// The rows that are listed with their values, and a sentence of those that are only named.
  private func listed(_ rows: [Row]) -> (rows: [Row], rest: String?) {
    if listsAll { return (rows, nil) }
    var different = rows.filter { [.worse, .better, .changed].contains($0.verdict) }
    // Where nothing is judged, what differs is all that there is to see.
    if unjudged != nil, different.isEmpty {
      different = rows.filter { $0.verdict == .cannotTell }.sorted { $0.change > $1.change }
      let named = different.dropFirst(Self.mostOpen).count
      let more = named > 0 ? "also \(named) that cannot be told (--all)" : nil
      return (Array(different.prefix(Self.mostOpen)), more)
    }
    let shown = different.filter { $0.place != .other }
    let others = different.filter { $0.place == .other }
    guard !shown.isEmpty, !others.isEmpty else { return (different, nil) }
    let named = others.prefix(Self.mostNamed).map(\.title).joined(separator: "; ")
    let more = others.count - Self.mostNamed
    return (shown, "also: \(named)" + (more > 0 ? "; and \(more) more" : "") + " (--all)")
  }

  /// What a row says in a column.
  ///
  /// - Parameter common: Notes that are said once for all rows; here stand their numbers.
  private static func words(
    _ figure: RunComparison.Figure?,
    in row: Row,
    _ common: [String] = []
  ) -> String {
    guard let figure else { return "" }
    let marks = common.indices.filter { figure.notes.contains(common[$0]) }.map { "[\($0 + 1)]" }
    let own = figure.notes.filter { !common.contains($0) }
    let note = ([own.joined(separator: "; ")] + marks).filter { !$0.isEmpty }.joined(separator: " ")
    let verdict = figure.verdict == row.verdict ? "" : figure.verdict.rawValue
    let values = [values(figure), change(figure)].filter { !$0.isEmpty }.joined(separator: "  ")
    return [values, verdict, note].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// What the comparison comes to, in a sentence.
  package var conclusion: String {
    let groups = groups
    let refused = sections.count { $0.refusal != nil }
    let rest = refused + missing.count
    let good = rest == 0 ? "Nothing is worse" : "Nothing that can be compared is worse"
    for verdict in [RunComparison.Verdict.worse, .better] where count(of: verdict) > 0 {
      let cells = sections.count { $0.figures.contains { $0.verdict == verdict } }
      let firsts = groups.compactMap { group -> (group: Group, row: Row)? in
        rows(of: group, rates).first { $0.verdict == verdict }.map { (group, $0) }
      }
      guard let first = firsts.min(by: { $0.row.place.rawValue < $1.row.place.rawValue })
      else { continue }
      let word = verdict == .worse ? "Worse" : "\(good), and better"
      let places = sections.count == 1 ? "" : " in \(cells) of \(sections.count) configurations"
      return "\(word)\(places): first of all \(first.row.title) in \(first.group.title)."
    }
    if refused == sections.count { return "Nothing can be compared." }
    if let unjudged { return [direction, unjudged].compactMap(\.self).joined(separator: " ") }
    let (equal, open) = (count(of: .equal), count(of: .cannotTell))
    if equal == 0 { return "Nothing can be told." }
    let unseen = sections.flatMap(\.figures).filter { $0.verdict == .cannotTell }
      .compactMap(\.detectable).max()
    let change =
      unseen.map { " (a change below \(DecimalText.short(100 * $0, places: 0)) % may not be seen)" }
    let figures = open == 0 ? "" : " in \(equal) figures; \(open) cannot tell" + (change ?? "")
    return good + figures + (rest == 0 ? "." : "; \(rest) cannot be compared.")
  }

  /// What stands above a group's rows.
  private func headings(of group: Group) -> [String] {
    var lines = [group.title]
    for section in group.sections {
      let name = section.rate.isEmpty ? "" : "\(section.rate): "
      if let refusal = section.refusal { lines.append("  \(name)not comparable: \(refusal)") }
    }
    let culprits = Set(group.sections.flatMap(\.culprits))
    if !culprits.isEmpty {
      let phases = Phase.allCases.map(\.name).filter(culprits.contains)
      lines[0] += "; slower: \(phases.joined(separator: ", "))"
    }
    if let design = group.sections.lazy.compactMap(\.design).first { lines.append("  \(design)") }
    let rows = rows(of: group, rates)
    if !rows.isEmpty, rows.allSatisfy({ $0.verdict == .equal || $0.verdict == .cannotTell }) {
      let equal = rows.count { $0.verdict == .equal }
      let rest = rows.count - equal
      lines[0] += ": \(equal) equal" + (rest > 0 ? ", \(rest) cannot tell" : "")
    }
    return lines
  }

  /// The table for a terminal: a line a figure, however wide.
  package func text(isColoured: Bool) -> String {
    var grid = TextGrid(isColoured: isColoured, width: nil, keyColumns: 2, lines: [])
    grid.lines.append(.heading("\(names.0) -> \(names.1)", .plain))
    grid.lines.append(.heading(conclusion, .strong))
    let rates = rates
    for group in groups {
      grid.lines.append(.heading("", .plain))
      for (index, line) in headings(of: group).enumerated() {
        grid.lines.append(.heading(line, index == 0 ? .strong : .plain))
      }
      let (rows, rest) = listed(rows(of: group, rates))
      let common = Self.common(rows)
      if rates.count > 1, !rows.isEmpty {
        grid.lines.append(
          .fields(
            (["", ""] + rates).map { TextGrid.Field(text: $0, isRight: false, style: .faint) }
          )
        )
      }
      for row in rows {
        let style: TextGrid.Style =
          switch row.verdict {
          case .worse: .bad
          case .better: .good
          case .changed, .equal, .cannotTell: .plain
          }
        let keys = [
          TextGrid.Field(text: "  " + row.verdict.rawValue, isRight: false, style: style),
          TextGrid.Field(text: row.title, isRight: false),
        ]
        grid.lines.append(
          .fields(
            keys
              + row.figures.map {
                TextGrid.Field(text: Self.words($0, in: row, common), isRight: false)
              }
          )
        )
      }
      if let rest { grid.lines.append(.heading("  \(rest)", .faint)) }
      for (index, note) in common.enumerated() {
        grid.lines.append(.heading("  [\(index + 1)] \(note)", .faint))
      }
    }
    for line in missing { grid.lines.append(.heading(line, .plain)) }
    grid.lines.append(.heading("", .plain))
    grid.lines.append(.heading(summary, .plain))
    return grid.text()
  }

  /// The table as Markdown.
  package var markdown: String {
    var text = "# \(Markdown.escape(names.0)) → \(Markdown.escape(names.1))\n\n"
    text += "\(Markdown.escape(conclusion))\n\n\(summary)\n"
    let rates = rates
    for group in groups {
      let headings = headings(of: group)
      text += "\n## \(Markdown.escape(headings[0]))\n"
      for line in headings.dropFirst() { text += "\n\(Markdown.escape(line))\n" }
      let (rows, rest) = listed(rows(of: group, rates))
      let common = Self.common(rows)
      if !rows.isEmpty {
        let titles = rates.map { Table.Column($0.isEmpty ? "from, to" : $0) }
        let table = Table(
          [.init("verdict"), .init("figure")] + titles,
          rows: rows.map { row in
            [row.verdict.rawValue, row.title]
              + row.figures.map { Self.words($0, in: row, common) }
          }
        )
        text += "\n" + table.markdown()
      }
      if let rest { text += "\n\(Markdown.escape(rest))\n" }
      for (index, note) in common.enumerated() {
        text += "\n\(Markdown.escape("[\(index + 1)] \(note)"))\n"
      }
    }
    if !missing.isEmpty {
      text += "\n" + missing.map { "- \(Markdown.escape($0))\n" }.joined()
    }
    return text
  }
}
