import Foundation
import Simulation
import Timebase

/// What the page's template is filled with.
struct PageContent {
  private let run: RunRecord
  private let headline: Headline
  private let verdict: RunVerdict
  private let framesPerCell: Int
  /// The most reasons, and findings, the page lists before it counts the rest.
  private static let reasonLimit = 60

  init(_ run: RunRecord, framesPerCell: Int) {
    self.run = run
    self.framesPerCell = framesPerCell
    headline = Headline(of: run)
    verdict = RunVerdict(of: run)
  }

  /// The template's values by name.
  var values: [String: Any] {
    let rest = max(0, verdict.reasons.count - Self.reasonLimit)
    let tables = TableContent.values(of: ProfileTable(of: run)).merging(
      TableContent.values(of: AblationTable(of: run)),
      uniquingKeysWith: { first, _ in first }
    )
    let page: [String: Any] = [
      "schema": RunRecord.schema,
      "runName": run.name,
      "verdictClass": verdict.isPass ? "pass" : "fail",
      "verdictWord": verdict.word.prefix(1).uppercased() + verdict.word.dropFirst(),
      "verdictSentence": verdictSentence,
      "lede": lede,
      "reasons": verdict.reasons.prefix(Self.reasonLimit).map { ["text": $0] },
      "hasReasons": !verdict.reasons.isEmpty,
      "moreReasons": rest > 0 ? "and \(rest) more, in the table below" : "",
      "hasMoreReasons": rest > 0,
      "findings": verdict.findings.prefix(Self.reasonLimit).map { ["text": $0] },
      "hasFindings": !verdict.findings.isEmpty,
      "findingCount": verdict.findings.count,
      "findingNoun": verdict.findings.count == 1 ? "finding" : "findings",
      "findingsAbout": verdict.subjects,
      "hasDevices": headline.hasDevices,
      "columnCount": headline.columns.count + (headline.hasDevices ? 3 : 2),
      "groups": groups,
      "rates": headline.columns.map { column in
        ["text": column.refreshHertz.map { "\($0) Hz" } ?? ""]
      },
      "rows": rows,
      "scenarios": scenarios,
      "environment": environment,
    ]
    return page.merging(tables, uniquingKeysWith: { first, _ in first })
  }

  private var verdictSentence: String {
    let deciding = run.cells.filter { RunVerdict.decides($0, in: run) }
    let passed = deciding.count { $0.verdict == .pass }
    if deciding.isEmpty { return "No cell was run." }
    let isTextChecked = deciding.allSatisfy {
      !$0.textInSHA256.isEmpty && $0.textInSHA256 == $0.textOutSHA256
    }
    let cells =
      deciding.count == 1 ? "The one deciding cell" : "All \(deciding.count) deciding cells"
    return verdict.isPass
      ? cells + " kept every budget" + (isTextChecked ? ", and no text was lost." : ".")
      : "\(passed) of \(deciding.count) deciding cells passed."
  }

  private var lede: [[String: Any]] {
    let rates = Set(run.cells.map(\.refreshHertz)).sorted().map { "\($0)" }
    let ticks = run.cells.reduce(0) { $0 + $1.frames.count }
    func counted(_ count: Int, _ noun: String) -> String {
      DecimalText.short(Double(count)) + " " + noun + (count == 1 ? "" : "s")
    }
    return [
      counted(Set(run.cells.map(\.scenario)).count, "scenario"),
      counted(Set(run.cells.map(\.profile)).count, "profile"),
      rates.joined(separator: " and ") + (rates.isEmpty ? "no rate" : " Hz"),
      counted(run.cells.count, "cell"), counted(ticks, "active tick"),
      "\(run.clock.rawValue) clock", "\(run.cost.rawValue) cost",
      "\(run.measurer.rawValue) measurer", "host's share \(hostShares)",
    ].map { ["text": $0] }
  }

  private var environment: [[String: Any]] {
    let facts = [
      ("clock", run.clock.rawValue), ("cost", run.cost.rawValue),
      ("measurer", run.measurer.rawValue), ("host_share", hostShares),
      ("schema", "\(RunRecord.schema)"),
      ("seeds", Set(run.cells.map(\.seed)).sorted().map { "\($0)" }.joined(separator: ", ")),
    ]
    let recorded = run.environment.filter { fact in !facts.contains { $0.0 == fact.key } }
    return (recorded.map { ($0.key, $0.value) } + facts).map {
      ["key": $0.0.replacing("_", with: " "), "value": $0.1.isEmpty ? "n/a" : $0.1]
    }
  }

  /// What was declared as the host's drawing, in words.
  private var hostShares: String {
    let shares = Set(run.cells.map(\.hostShare)).sorted().map { DecimalText.precise($0) }
    return shares.isEmpty ? "" : shares.joined(separator: ", ") + " of each period, declared"
  }

  private var groups: [[String: Any]] {
    Headline.Quantity.allCases.map { quantity in
      [
        "title": quantity.title, "unit": quantity.unit,
        "span": max(1, headline.columns.count { $0.quantity == quantity }),
      ]
    }
  }

  private var rows: [[String: Any]] {
    headline.rows.enumerated().map { index, row in
      let isFirst = index == 0 || headline.rows[index - 1].scenario != row.scenario
      return [
        "scenario": row.scenario, "profile": row.profile, "device": row.device,
        "hasDevices": headline.hasDevices, "isFirst": isFirst,
        "link": "#cell-\(row.cells.first ?? 0)",
        "figures": zip(row.figures, headline.columns).map { figure, column in
          Self.values(of: Self.tableFigure(figure, column), label: column.quantity.title)
        },
        "verdict": row.verdict, "verdictClass": row.isPass ? "kept" : "missed",
        "verdictMark": row.isPass ? "✓" : "✗",
      ]
    }
  }

  /// The figure as the table shows it: the hitch scale's grade only where no budget judges.
  private static func tableFigure(
    _ figure: Headline.Figure,
    _ column: Headline.Column
  ) -> Headline.Figure {
    var figure = figure
    if column.quantity == .hitchRatio, figure.state != .unjudged { figure.detail = "" }
    return figure
  }

  /// A figure's values for the template.
  static func values(of figure: Headline.Figure, label: String) -> [String: Any] {
    let words: (mark: String, text: String) =
      switch figure.state {
      case .kept: ("✓", "within its budget")
      case .missed: ("✗", "beyond its budget")
      case .unjudged: ("", "no budget")
      case .missing: ("", "not available")
      }
    return [
      "label": label, "text": figure.text, "detail": figure.detail,
      "hasDetail": !figure.detail.isEmpty, "class": figure.state.rawValue, "mark": words.mark,
      "words": words.text, "limit": figure.limit, "hasLimit": !figure.limit.isEmpty,
      "isBest": figure.isBest,
    ]
  }

  private var scenarios: [[String: Any]] {
    var names: [String] = []
    for cell in run.cells where !names.contains(cell.scenario) { names.append(cell.scenario) }
    return names.enumerated().map { index, name in
      let cells = run.cells.enumerated().filter { $0.element.scenario == name }
      let strips = cells.filter { !$0.element.frames.isEmpty }
      let end = strips.compactMap { $0.element.frames.last?.instant }.max() ?? .zero
      return [
        "name": name, "id": "scenario-\(index)", "hasStrips": !strips.isEmpty,
        "strips": strips.map { strip(of: $0.element, index: $0.offset) },
        "seconds": DecimalText.short(end.milliseconds / 1000, places: 1),
        "cells": cells.map {
          CellContent($0.element, index: $0.offset, framesPerCell: framesPerCell).values
        },
      ]
    }
  }

  private func strip(of cell: CellRecord, index: Int) -> [String: Any] {
    let late = cell.frames.count { !$0.isSwallowed && ($0.lostVsyncs > 0 || !$0.isOnTime) }
    let swallowed = cell.frames.count { $0.isSwallowed }
    return [
      "number": index, "profile": cell.profile, "device": cell.device,
      "hasDevices": headline.hasDevices, "hertz": cell.refreshHertz,
      "class": late + swallowed == 0 ? "kept" : "missed",
      "sum": late + swallowed == 0 ? "none late" : "\(late) late, \(swallowed) swallowed",
    ]
  }
}
