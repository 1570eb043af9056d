import CPageResources
import Files
import Foundation
import FrameLogs
import FrameMetrics
import Mustache
import Records

/// An analysis as one HTML page that opens from disk and asks no network for anything.
struct AnalysisPage {
  private let record: AnalysisRecord
  private let beside: SideBySide?
  /// The most sessions the page shows in full; the table and the files have all.
  private static let cellLimit = 60

  init(_ record: AnalysisRecord, beside run: RunRecord?) {
    self.record = record
    beside = SideBySide(record, beside: run)
  }

  /// Makes the page.
  func text() throws(OutputError) -> String {
    MustacheContentTypes.register(PageText(), named: PageText.name)
    do {
      let source = PageResource.analysis_mustache.text
      return try MustacheTemplate(string: source).render(values)
    } catch {
      throw PageTemplate.broken("\(error)")
    }
  }

  private var values: [String: Any] {
    let columns = AnalysisTable.columns(of: record)
    return [
      "schema": AnalysisRecord.schema, "name": record.name,
      "style": PageResource.report_css.text,
      "verdictClass": record.isPass ? "pass" : record.isInvalid ? "fail invalid" : "fail",
      "verdictWord": record.word.prefix(1).uppercased() + record.word.dropFirst(),
      "sentence": sentence,
      "reasons": record.reasons.prefix(60).map { ["text": $0] },
      "hasReasons": !record.reasons.isEmpty,
      "columns": columns.map { ["title": $0.title, "unit": $0.unit] },
      "rows": record.cells.enumerated().map { row($1, $0, columns) },
      "logs": record.logs.enumerated().map(log),
      "cells": record.cells.prefix(Self.cellLimit).enumerated().map { cell($1, $0) },
      "moreCells": max(0, record.cells.count - Self.cellLimit),
      "hasMoreCells": record.cells.count > Self.cellLimit,
      "hasBeside": beside != nil,
      "besideColumns": (beside?.columns ?? []).map { ["title": $0.title] },
      "besideRows": (beside?.rows ?? []).map { row -> [String: Any] in
        ["name": row.name, "unit": row.unit, "texts": row.texts.map { ["text": $0] }]
      },
      "date": record.date, "command": record.command.joined(separator: " "),
    ]
  }

  private var sentence: String {
    let judged = record.cells.count { !$0.budgets.isEmpty }
    let kept = record.cells.count { $0.word == "pass" }
    if judged == 0 { return "No file says enough to be judged." }
    if judged == 1 {
      return kept == 1
        ? "The session kept every limit that its file can support."
        : "The session missed a limit, or a limit could not be judged."
    }
    return "\(kept) of \(judged) judged sessions kept every limit that their file can support."
  }

  private func row(
    _ cell: AnalysisRecord.Cell,
    _ index: Int,
    _ columns: [AnalysisTable.Column]
  ) -> [String: Any] {
    let isGood = !cell.isMissed && !cell.isInvalid
    return [
      "link": "#cell-\(index)", "file": cell.name,
      "hertz": cell.hertz.map { DecimalText.short($0, places: 0) } ?? "n/a",
      "figures": columns.map { column -> [String: Any] in
        let figure = AnalysisTable.figure(of: column, in: cell)
        let isMissed = cell.budgets.contains { check in
          check.state == .missed
            && AnalysisTable.metrics(judgedBy: check).contains(column.metric)
        }
        return [
          "text": AnalysisTable.text(figure), "note": figure?.note ?? "",
          "class": isMissed ? "missed" : figure?.value == nil ? "missing" : "",
          "mark": isMissed ? "✗" : "",
        ]
      },
      "verdict": cell.word,
      "class": verdictClass(of: cell),
      "mark": cell.budgets.isEmpty ? "" : isGood ? "✓" : "✗",
    ]
  }

  /// What is not judged has no colour: green says that it passed.
  private func verdictClass(of cell: AnalysisRecord.Cell) -> String {
    if cell.budgets.isEmpty { return "missing" }
    return cell.isMissed || cell.isInvalid ? "missed" : "kept"
  }

  private func log(_ index: Int, _ log: FrameLog) -> [String: Any] {
    [
      "file": log.path, "title": log.format.title, "variant": log.variant,
      "hasVariant": !log.variant.isEmpty,
      "notes": (log.rows.sentences + log.notes).map { ["text": $0] },
      "rows": log.rows.read,
    ]
  }

  private func cell(_ cell: AnalysisRecord.Cell, _ index: Int) -> [String: Any] {
    let ratio =
      cell.analysis.metrics.value(of: .hitchRatioAnimating)?.value
      ?? cell.analysis.metrics.value(of: .hitchRatioRecording)?.value
    let assumption = cell.source.timeline.assumption ?? ""
    return [
      "id": "cell-\(index)", "title": cell.name, "format": cell.format.title,
      "verdict": cell.word, "class": verdictClass(of: cell),
      // What is not judged has no grade either.
      "grade": ratio.map { Headline.hitchGrade($0) } ?? "",
      "hasGrade": ratio != nil && !cell.budgets.isEmpty,
      "assumption": assumption, "hasAssumption": !assumption.isEmpty,
      "notes": cell.source.notes.map { ["text": $0] },
      "unjudged": cell.unjudged.map { ["text": $0] }, "hasUnjudged": !cell.unjudged.isEmpty,
      "chart": AnalysisChart(cell).svg,
      "hasChart": cell.source.hasInstants && !cell.source.timeline.frames.isEmpty,
      "budgets": cell.budgets.map(budget), "hasBudgets": !cell.budgets.isEmpty,
      "support": LogSupport.Subject.allCases.map { support($0, cell.source.support) },
      "causes": cell.analysis.causes.prefix(20).map { cause -> [String: Any] in
        [
          "layer": cause.layer, "name": cause.name, "frames": cause.frames,
          "hitch": cause.hitchMilliseconds.map { DecimalText.short($0, places: 2) } ?? "n/a",
        ]
      },
      "hasCauses": !cell.analysis.causes.isEmpty,
      "worst": cell.analysis.worst.map(worst), "hasWorst": !cell.analysis.worst.isEmpty,
      "tool": cell.source.toolFigures.map { figure -> [String: Any] in
        [
          "name": figure.name, "value": DecimalText.short(figure.value, places: 3),
          "unit": figure.unit,
        ]
      },
      "hasTool": !cell.source.toolFigures.isEmpty,
      "gaps": cell.gapText.map { "\($0): \(AnalysisTable.gapList(of: cell, count: 20))" } ?? "",
      "hasGaps": !cell.source.unknownGaps.isEmpty,
      "metrics": cell.analysis.metrics.map(metric),
    ]
  }

  private func budget(_ check: BudgetCheck) -> [String: Any] {
    let unit = UnitWords.text(check.unit)
    return [
      "title": AnalysisRecord.title(of: check),
      "value": DecimalText.short(check.value, besides: check.limit),
      "limit": (check.isUpperLimit ? "≤\u{A0}" : "≥\u{A0}") + DecimalText.precise(check.limit),
      "unit": unit, "class": check.state.rawValue,
      "words": check.state == .kept ? "✓ kept" : "✗ \(check.state.rawValue)",
      "note": check.note ?? "",
    ]
  }

  private func support(_ subject: LogSupport.Subject, _ support: LogSupport) -> [String: Any] {
    let words: (class: String, word: String, why: String) =
      switch support[subject] {
      case .exact: ("kept", "exact", "")
      case .approximate(let why): ("", "approximate", why)
      case .absent(let why): ("missing", "not in this file", why)
      }
    return ["subject": subject.title, "class": words.class, "word": words.word, "why": words.why]
  }

  private func worst(_ frame: SessionAnalysis.WorstFrame) -> [String: Any] {
    let phases = frame.phases.map { phase in
      "\(phase.name) \(DecimalText.short(phase.milliseconds, places: 2))"
    }
    return [
      "label": frame.label,
      "at": frame.atMilliseconds.map { DecimalText.short($0, places: 1) } ?? "n/a",
      "hitch": frame.hitchMilliseconds.map { DecimalText.short($0, places: 2) } ?? "n/a",
      "work": frame.workMilliseconds.map { DecimalText.short($0, places: 2) } ?? "n/a",
      "cause": frame.cause, "phases": phases.joined(separator: ", "),
    ]
  }

  private func metric(_ metric: MetricValue) -> [String: Any] {
    [
      "name": metric.metric, "stat": metric.statistic.rawValue, "note": metric.note ?? "",
      "value": DecimalText.precise(metric.value), "unit": metric.unit.words,
      "class": metric.value == nil ? "missing" : "",
    ]
  }
}
