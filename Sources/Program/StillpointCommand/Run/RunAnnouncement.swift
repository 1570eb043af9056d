import ArgumentParser
import Files
import Foundation
import Judging
import Records
import Reporting

/// Says what came of a run: findings and tables, then where the report is, and the verdict last.
struct RunAnnouncement {
  let console: Console
  /// Whether a program reads it.
  let isJSON: Bool
  /// Whether the designs are said compared, and nothing else.
  var isBrief = false
  /// What is printed after the tables; nil for nothing.
  var addendum: ((RunRecord) -> String)?

  /// What a run came to.
  struct Outcome {
    var isPass: Bool
    /// Whether a cell ended by an error, so that its figures say nothing.
    var hasFailed = false
    /// Whether a cell's process came to an end of its own, so that there is nothing to report.
    var hasEnded = false
    /// Whether nothing was missed, but a figure that a budget is for is missing.
    var isInvalid = false

    /// Ends the command with the code of the verdict.
    ///
    /// - Parameter isReportOnly: Whether only an error is one.
    /// - Throws: `ExitCode` unless it is 0.
    func end(isReportOnly: Bool) throws {
      if hasFailed { throw ExitCode(1) }
      if !isPass && (!isReportOnly || hasEnded) { throw ExitCode(isInvalid ? 3 : 2) }
    }
  }

  /// Says what came of a run.
  func say(_ record: RunRecord, folder: String) -> Outcome {
    let verdict = RunVerdict(of: record)
    var outcome = Outcome(isPass: verdict.isPass)
    outcome.isInvalid = verdict.isInvalid
    outcome.hasEnded = record.cells.contains { $0.verdict.processEnd != nil }
    outcome.hasFailed = record.cells.contains { cell in
      if case .failed = cell.verdict.end { true } else { false }
    }
    let report = FileName.joined(FileName.resolved(folder), ReportFiles.page)
    if isJSON {
      console.put(VerdictJSON.text(of: record, verdict, report: report) + "\n")
      return outcome
    }
    if !isBrief {
      if !verdict.findings.isEmpty {
        console.say("Missed budgets that do not decide:")
        for finding in verdict.findings { console.say("  \(sentence: finding)") }
        console.say("")
      }
    }
    sayTables(of: record)
    // Where nothing was missed, they say why nothing can be said.
    let label = verdict.isInvalid ? "because" : "missed "
    for reason in verdict.reasons { console.say("\(label)  \(sentence: reason)") }
    if let distrust = verdict.distrust { console.say("warning  \(sentence: distrust)") }
    if let command = Self.ablation(of: record) { console.say("Why      \(command)") }
    console.say("Report   \(report)")
    console.say("Verdict  \(verdict.line)")
    return outcome
  }

  /// The command that says which of a design's choices a missed limit comes from: for the first design that missed
  /// one, and decides. Nil without one, for an engine of somebody else's, and where the run's own command does not
  /// say where scenario and design are.
  private static func ablation(of record: RunRecord) -> String? {
    guard record.ablation.isEmpty, record.command.first == "run",
      let cell = record.cells.first(where: { cell in
        cell.verdict.isOnly(.missed) && !cell.isPage
          && !record.candidates.contains { $0 == cell.profile }
          && RunVerdict.decides(cell, in: record)
      }),
      let scenario = record.command.contains("--all")
        ? cell.scenario : record.command.last(where: { FileName.stem(of: $0) == cell.scenario }),
      let profile = cell.profileText == nil
        ? cell.profile : record.command.last(where: { FileName.stem(of: $0) == cell.profile })
    else { return nil }
    return "stillpoint run \(FileName.word(scenario)) --ablate --profile \(FileName.word(profile)) "
      + "--cost modelled"
  }

  private func sayTables(of record: RunRecord) {
    let isColoured = console.wantsColour
    let width = console.width
    let designs = DesignTable(of: record)
    if !isBrief || designs == nil {
      let table = TerminalTable(isColoured: isColoured, width: width).text(of: record)
      let marks = [("!", "over a limit"), ("?", "not known"), ("*", "best of its scenario")]
        .filter { table.contains($0.0) }.map { "\($0.0) \($0.1)" }
      console.say(
        "\(lines: table)\(lines: marks.isEmpty ? "" : "\(marks.joined(separator: ", ")).\n")"
      )
    }
    if let engines = EngineTable(of: record) {
      console.say("\(lines: engines.table.text(isColoured: isColoured, width: width))")
    }
    if let designs { console.say("\(lines: designs.text(isColoured: isColoured, width: width))") }
    let notes = RunNotes.all(on: record)
    if !notes.isEmpty { console.say("\(lines: notes.joined(separator: "\n"))\n") }
    if let table = AblationTable(of: record) {
      console.say("\(lines: table.text(isColoured: isColoured, width: width))")
    }
    if let addendum { console.say("\(lines: addendum(record))") }
  }
}
