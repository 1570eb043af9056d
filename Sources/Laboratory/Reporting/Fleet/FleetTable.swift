import Comparing
import Fleets
import Records

/// The tables of a fleet: shares, distributions, changes and the worst sessions.
package struct FleetTable {
  /// The most groups that a terminal shows.
  private static let mostShown = 20
  private let report: FleetReport

  package init(_ report: FleetReport) { self.report = report }

  /// The groups, or all sessions where there is one group.
  private var groups: [FleetReport.Group] { report.groups.isEmpty ? [report.whole] : report.groups }

  private static func name(_ group: FleetReport.Group) -> String {
    group.name.isEmpty ? "all sessions" : group.name
  }

  /// A row for each group: how many sessions, and which part of them is bad, with the interval.
  ///
  /// - Parameter most: The most groups; nil for all.
  func shares(most: Int? = nil) -> Table {
    let shares = SessionShare.allCases.filter { share in
      groups.contains { $0.summary[share].judged > 0 }
    }
    var table = Table(
      [.init("sessions that", isKey: true), .number("sessions")]
        + shares.map { .number($0.title) }
    )
    for group in groups.prefix(most ?? groups.count) {
      table.add(
        [.init(Self.name(group)), .init("\(group.summary.sessions)")]
          + shares.map { share in
            var cell = Table.Cell(group.summary.share(share).map(FleetReport.words) ?? "n/a")
            let check = report.checks.first { $0.group == group.name && $0.share == share }
            switch check?.verdict {
            case .missed?: (cell.tone, cell.mark) = (.bad, "!")
            case .pass?: cell.tone = .good
            default: if cell.text == "n/a" { cell.tone = .faint }
            }
            return cell
          }
      )
    }
    return table
  }

  /// A row for each group and figure: percentiles over sessions.
  func distributions() -> Table {
    var table = Table(
      [.init("group", isKey: true), .init("figure"), .number("sessions")]
        + FleetSummary.percentiles.map { .number("p\($0)") } + [.number("greatest")]
    )
    for group in groups {
      for figure in FleetFigure.allCases where group.summary.count(of: figure) > 0 {
        let percentiles = FleetSummary.percentiles.map { percent -> Table.Cell in
          guard let found = group.summary.percentile(percent, of: figure) else {
            return .init("n/a")
          }
          var cell = Table.Cell(Self.short(found.value))
          cell.note = "\(Self.short(found.low)) to \(Self.short(found.high))"
          return cell
        }
        table.add(
          [
            .init(Self.name(group)), .init("\(figure.title), \(figure.unit)"),
            .init("\(group.summary.count(of: figure))"),
          ] + percentiles + [.init(Self.short(group.summary.greatest(of: figure) ?? 0))]
        )
      }
    }
    return table
  }

  /// A row for each share that is compared.
  func changes() -> Table {
    var table = Table([
      .init("group", isKey: true), .init("sessions that"), .init("before -> after"),
      .init("verdict"), .init("sessions"),
    ])
    for one in report.comparisons {
      var verdict = Table.Cell(one.verdict.rawValue)
      verdict.tone = one.verdict == .worse ? .bad : one.verdict == .better ? .good : .plain
      table.add([
        .init(one.group.isEmpty ? "all sessions" : one.group), .init(one.share.title),
        .init(FleetReport.words(one)), verdict, .init(one.note),
      ])
    }
    return table
  }

  /// The worst sessions by name.
  func worst() -> Table {
    var table = Table([
      .init("worst sessions", isKey: true), .number("hitch ratio", unit: "ms/s"),
      .number("longest", unit: "ms"), .init("of"),
    ])
    for session in report.whole.summary.worst {
      let keys = SessionKey.allCases.compactMap { key -> String? in
        guard let value = session.keys[key], !value.isEmpty else { return nil }
        return key.words(value)
      }
      table.add([
        .init(session.session), .init(session.hitchRatio.map(Self.short) ?? "n/a"),
        .init(session.longest.map(Self.short) ?? "n/a"), .init(keys.joined(separator: ", ")),
      ])
    }
    return table
  }

  /// A millionth of a unit in that unit.
  static func short(_ value: Int64) -> String { DecimalText.short(Double(value) / 1e6) }

  /// All of it for a terminal: one screen.
  package func text(isColoured: Bool, width: Int?) -> String {
    var text = shares(most: Self.mostShown).text(isColoured: isColoured, width: width)
    if groups.count > Self.mostShown {
      text += "and \(groups.count - Self.mostShown) more groups, in the report\n"
    }
    if !report.comparisons.isEmpty {
      var table = changes()
      table.rows = Array(table.rows.prefix(Self.mostShown))
      text += "\n" + table.text(isColoured: isColoured, width: width)
    }
    let worst = worst()
    if !worst.rows.isEmpty { text += "\n" + worst.text(isColoured: isColoured, width: width) }
    return text
  }

  /// The verdict and the tables in Markdown.
  func markdown() -> String {
    var text = "**\(Markdown.escape(report.word))**: \(Markdown.escape(report.firstLine))\n\n"
    for check in report.checks where check.verdict != .pass {
      let group = check.group.isEmpty ? "" : "\(check.group): "
      text += "- \(check.verdict.rawValue): \(Markdown.escape(group + check.words))\n"
    }
    for sentence in report.sentences { text += "- \(Markdown.escape(sentence))\n" }
    for table in [changes(), shares(most: 100), worst()] where !table.rows.isEmpty {
      text += "\n" + table.markdown() + "\n"
    }
    return text
  }
}
