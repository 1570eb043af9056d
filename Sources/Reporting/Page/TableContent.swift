import Judging
import Records

/// What the template's tables of designs and of an ablation are filled with.
enum TableContent {
  // MARK: Designs

  static func values(of table: DesignTable?, _ anchors: CellAnchors) -> [String: Any] {
    guard let table else { return ["hasDesigns": false] }
    return [
      "hasDesigns": true,
      "designQuantities": DesignTable.quantities.map(\.shortTitle).map {
        ["title": $0.title.prefix(1).uppercased() + $0.title.dropFirst(), "unit": $0.unit]
      },
      "designs": table.rows.map { row -> [String: Any] in
        let badge = VerdictBadge(row.missed > 0 ? .missed : row.modelled > 0 ? .model : .pass)
        return [
          "profile": row.profile, "outcome": DesignTable.outcome(of: row),
          "class": badge.style, "mark": badge.mark,
          "figures": row.figures.map { ["text": $0.text, "class": $0.state.rawValue] },
          "faults": row.faults.map {
            ["phrase": $0.phrase(), "link": "#" + anchors[$0.cell]]
          },
        ]
      },
    ]
  }

  // MARK: Ablation

  static func values(of table: AblationTable?, _ anchors: CellAnchors) -> [String: Any] {
    guard let table else { return ["hasAblation": false] }
    var concern = ""
    let groups = table.groups.map { group -> [String: Any] in
      let entry = group.entry
      let isFirst = entry.concern != concern
      concern = entry.concern
      let first = group.rows.first.map { values(of: $0, in: table, anchors) } ?? [:]
      return [
        "concern": entry.title, "isFirst": isFirst, "alternative": entry.alternative,
        "usedBy": entry.usedBy.joined(separator: ", "),
        "isImpossible": entry.impossible != nil, "reason": entry.impossible ?? "",
        "span": max(1, group.rows.count), "first": first, "hasRows": !group.rows.isEmpty,
        "rest": group.rows.dropFirst().map { values(of: $0, in: table, anchors) },
      ]
    }
    return [
      "hasAblation": true, "ablationColumns": AblationTable.quantities.count + 3,
      "ablationFigures": AblationTable.quantities.count + 2,
      "quantities": AblationTable.quantities.map { ["title": $0.title, "unit": $0.unit] },
      "referenceSpan": max(1, table.references.count),
      "referenceFirst": table.references.first.map { values(of: $0, in: table, anchors) } ?? [:],
      "referenceRest": table.references.dropFirst().map { values(of: $0, in: table, anchors) },
      "alternatives": groups,
    ]
  }

  private static func values(
    of row: AblationTable.Row,
    in table: AblationTable,
    _ anchors: CellAnchors
  ) -> [String: Any] {
    [
      "scenario": row.scenario, "link": "#" + anchors[row.cell],
      "rate": table.hasRates ? "\(row.refreshHertz)\u{A0}Hz" : "",
      "verdict": row.verdict, "class": row.isPass ? "kept" : "missed",
      "mark": row.isPass ? "✓" : "✗",
      "figures": row.figures.map { figure -> [String: Any] in
        let direction = figure.change?.direction
        return [
          "text": figure.text, "class": figure.isMissing ? "missing" : "",
          "change": figure.change?.text ?? "", "hasChange": !(figure.change?.text ?? "").isEmpty,
          "direction": direction?.rawValue ?? "",
          "words": direction == .worse ? "worse" : direction == .better ? "better" : "",
          "mark": direction == .worse ? "▲" : direction == .better ? "▼" : "",
        ]
      },
    ]
  }
}
