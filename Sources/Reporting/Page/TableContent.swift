import Simulation

/// What the template's tables of profiles and of an ablation are filled with.
enum TableContent {
  // MARK: Profiles

  static func values(of table: ProfileTable?, _ anchors: CellAnchors) -> [String: Any] {
    guard let table else { return ["hasProfileTable": false] }
    return [
      "hasProfileTable": true,
      "tableProfiles": table.profiles.map { ["profile": $0] },
      "tableRows": table.rows.map { row -> [String: Any] in
        [
          "scenario": row.scenario, "place": row.place, "hasPlace": !row.place.isEmpty,
          "cells": row.cells.map { values(of: $0, anchors) },
        ]
      },
    ]
  }

  private static func values(
    of cell: ProfileTable.Cell?,
    _ anchors: CellAnchors
  ) -> [String: Any] {
    guard let cell else { return ["isRun": false] }
    return [
      "isRun": true, "link": "#" + anchors[cell.index], "verdict": cell.verdict,
      "class": cell.isPass ? "kept" : "missed", "mark": cell.isPass ? "✓" : "✗",
      "pairs": zip(ProfileTable.quantities, cell.figures).map { quantity, figure in
        [
          "label": quantity.word, "text": figure.text, "class": figure.state.rawValue,
          "unit": figure.value == nil ? "" : quantity.unit,
          "mark": figure.state == .missed ? "✗ " : "",
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

extension ComparedQuantity {
  /// One word before the figure.
  fileprivate var word: String {
    switch self {
    case .hitchRatio: "hitches"
    case .adherence: "on time"
    case .drift: "drift"
    case .lag: "lag p99"
    case .allocations: "allocations"
    case .cost: "cost p99"
    }
  }
}
