import Judging
import Records

/// The headline as plain text: aligned columns, one row for each scenario, profile and device.
package struct TerminalTable: Sendable {
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
    return headline.table(isStacked: isStacked).text().split(separator: "\n")
      .allSatisfy { TextGrid.width(of: String($0)) <= width }
  }

  /// - Parameter isStacked: Whether scenarios stand on lines of their own.
  private func text(of headline: Headline, isStacked: Bool) -> String {
    headline.table(isStacked: isStacked).text(isColoured: isColoured)
  }
}

extension Headline {
  /// The figures as a table.
  ///
  /// - Parameter isStacked: Whether a terminal has scenarios on lines of their own.
  func table(isStacked: Bool = false) -> Table {
    var names = [
      Table.Column("scenario", isKey: true, place: isStacked ? .above : .beside).with {
        $0.isOnce = true
      }, Table.Column("profile", isKey: true),
    ]
    if hasDevices { names.append(Table.Column("device", isKey: true)) }
    let figures = columns.map { column in
      let quantity = column.quantity
      let rate = column.refreshHertz.map { " at \($0) Hz" } ?? ""
      return Table.Column.number(quantity.title + rate, unit: quantity.unit).with {
        ($0.over, $0.isMarked) = (quantity.head, true)
        $0.under =
          quantity.under == Quantity.rateMark
          ? column.refreshHertz.map { "@\($0)" } ?? "" : quantity.under
      }
    }
    var table = Table(names + figures + [Table.Column("verdict")])
    for row in rows {
      let names = [row.scenario, row.profile] + (hasDevices ? [row.device] : [])
      table.add(
        names.map { Table.Cell($0) } + row.figures.map { Table.Cell($0) }
          + [Table.Cell(row.verdict, row.kind)]
      )
    }
    return table
  }
}
