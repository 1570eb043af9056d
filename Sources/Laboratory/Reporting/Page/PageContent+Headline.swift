import Judging
import Records

// The first table: what the verdict is read from.
extension PageContent {
  /// The template's values of the first table.
  var headlineValues: [String: Any] {
    let isCompact = Set(headline.rows.map(\.profile)).count <= 1
    let grid = designs == nil ? nil : DesignGrid.table(of: run, rows: headline.rows.count, anchors)
    return [
      "hasGrid": grid != nil,
      "grid": grid?.markup(label: "Scenarios and designs", style: "headline grid") ?? "",
      "rowCount": headline.rows.count, "isCompact": isCompact, "hasDevices": headline.hasDevices,
      "columnCount": headline.columns.count + (headline.hasDevices ? 3 : 2),
      "explainsHitches": !run.hasRecordings
        && headline.columns.contains { $0.quantity == .hitchRatio },
      "groups": groups, "sorts": sorts,
      "rates": headline.columns.map { column in
        ["text": column.refreshHertz.map { "\($0) Hz" } ?? ""]
      },
      "rows": rows(isCompact: isCompact),
    ]
  }

  private var groups: [[String: Any]] {
    Headline.Quantity.allCases.filter(headline.has).map { quantity in
      [
        "title": quantity.title, "unit": quantity.unit, "meaning": quantity.metric.formula,
        "span": max(1, headline.columns.count { $0.quantity == quantity }),
      ]
    }
  }

  /// What the table can be sorted by: a column's place, and `d` or `u` for greatest or least first.
  private var sorts: [[String: Any]] {
    headline.columns.enumerated().map { index, column in
      let rate = column.refreshHertz.map { ", \($0) Hz" } ?? ""
      let isUp = column.quantity == .adherence
      return [
        "value": "\(index)" + (isUp ? "u" : "d"), "text": column.quantity.title + rate,
      ]
    }
  }

  private func rows(isCompact: Bool) -> [[String: Any]] {
    headline.rows.enumerated().map { index, row in
      let isFirst = index == 0 || headline.rows[index - 1].scenario != row.scenario
      let badge = VerdictBadge(row.kind)
      return [
        "scenario": row.scenario, "profile": row.profile, "device": row.device,
        "hasDevices": headline.hasDevices, "isFirst": isFirst && !isCompact,
        "isCompact": isCompact, "link": "#" + anchors[row.cells.first ?? 0],
        "missed": missed(in: row), "hasMissed": !missed(in: row).isEmpty,
        "figures": zip(row.figures, headline.columns).map { figure, column in
          Self.values(of: Self.tableFigure(figure, column), label: column.quantity.title)
        },
        "verdict": row.verdict, "verdictClass": badge.style,
        "verdictMark": badge.mark,
      ]
    }
  }

  /// The figure as the table shows it: without the hitch scale's grade where a budget judges.
  private static func tableFigure(
    _ figure: Headline.Figure,
    _ column: Headline.Column
  ) -> Headline.Figure {
    var figure = figure
    if column.quantity == .hitchRatio, figure.state != .unjudged { figure.detail = "" }
    return figure
  }

  /// The budgets that a row's cells missed, each once, for people.
  private func missed(in row: Headline.Row) -> String {
    var words: [String] = []
    for cell in row.cells.map({ run.cells[$0] }) {
      var names = cell.verdict.budgets
      if let stop = cell.verdict.stop {
        names = ["at \(DecimalText.short(stop.milliseconds / 1000)) s"]
      }
      for name in names {
        let title =
          cell.budgets.first { $0.name == name }?.title(isRecorded: cell.isRecording)
          ?? name.replacing("_", with: " ")
        if !words.contains(title) { words.append(title) }
      }
    }
    return words.joined(separator: ", ")
  }

  /// A figure's values for the template.
  static func values(of figure: Headline.Figure, label: String) -> [String: Any] {
    let words: (mark: String, text: String) =
      switch figure.state {
      case .kept: ("✓", "within its budget")
      case .missed: ("✗", "beyond its budget")
      case .open: ("?", "not known against its budget")
      case .unjudged: ("", "no budget")
      case .missing: ("", "not available")
      }
    return [
      "label": label, "text": figure.text, "detail": figure.detail,
      "hasDetail": !figure.detail.isEmpty, "class": figure.state.rawValue, "mark": words.mark,
      "words": words.text, "limit": figure.limit, "hasLimit": !figure.limit.isEmpty,
      "note": figure.note, "isBest": figure.isBest, "judgedBy": figure.judgedBy,
      "isJudgedByOther": !figure.judgedBy.isEmpty,
      "number": figure.value.flatMap { $0.isFinite ? DecimalText.shortest($0) : nil } ?? "",
    ]
  }

}
