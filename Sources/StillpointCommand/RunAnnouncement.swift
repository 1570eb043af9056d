import Files
import Foundation
import Reporting
import Simulation

/// Says what came of a run: verdict, findings, tables, and where the report is.
struct RunAnnouncement {
  let console: Console
  /// Whether a program reads it.
  let isJSON: Bool
  /// What is said beside a verdict that is no pass; nil for nothing.
  var remark: String?
  /// What is printed after the tables; nil for nothing.
  var addendum: ((RunRecord) -> String)?

  /// What a run came to.
  struct Outcome {
    var isPass: Bool
    var isTextExact: Bool
    /// Whether a cell ended by an error, so that its figures say nothing.
    var hasFailed = false
    /// Whether nothing was missed, but a figure that a budget is for is missing.
    var isInvalid = false
    /// Whether the process of a cell that decides came to an end of its own.
    var hasEnded = false
  }

  /// Says what came of a run.
  func say(_ record: RunRecord, folder: String) -> Outcome {
    let verdict = RunVerdict(of: record)
    let isTextExact = record.cells.allSatisfy { $0.verdict != .textDiffers }
    var outcome = Outcome(isPass: verdict.isPass, isTextExact: isTextExact)
    outcome.isInvalid = verdict.isInvalid
    outcome.hasFailed = record.cells.contains { cell in
      if case .failed = cell.verdict { true } else { false }
    }
    outcome.hasEnded = record.cells.contains { cell in
      if case .ended = cell.verdict { RunVerdict.decides(cell, in: record) } else { false }
    }
    let report = FileName.joined(FileName.resolved(folder), ReportFiles.page)
    if isJSON {
      console.put(
        VerdictJSON.text(verdict.word, reasons: verdict.reasons, report: report) + "\n"
      )
      return outcome
    }
    console.say("Report   \(report)")
    console.say("Verdict  \(verdict.word)")
    if let distrust = verdict.distrust { console.say("warning  \(distrust)") }
    for reason in verdict.reasons { console.say("         \(reason)") }
    if !verdict.isPass, !outcome.hasFailed, !outcome.hasEnded, isTextExact, let remark {
      console.say("         (\(remark))")
    }
    for finding in verdict.findings { console.say("finding  \(finding)") }
    console.say("")
    sayTables(of: record)
    return outcome
  }

  private func sayTables(of record: RunRecord) {
    let isColoured = console.wantsColour
    let width = console.width
    console.say(TerminalTable(isColoured: isColoured, width: width).text(of: record))
    if let note = LateLayouts.note(on: record) { console.say(note + "\n") }
    if let table = ProfileTable(of: record) {
      console.say(table.text(isColoured: isColoured, width: width))
    }
    if let table = AblationTable(of: record) {
      console.say(table.text(isColoured: isColoured, width: width))
    }
    if let addendum { console.say(addendum(record)) }
  }
}
