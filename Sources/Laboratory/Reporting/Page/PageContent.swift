import Foundation
import FrameMetrics
import Judging
import Records
import Timebase

/// What the page's template is filled with.
struct PageContent {
  let run: RunRecord
  let headline: Headline
  let verdict: RunVerdict
  /// The designs compared; nil for a run of one.
  let designs: DesignTable?
  let plan: ReplayPlan
  let anchors: CellAnchors
  /// The files beside the page that it links to.
  let files: [String]
  private let framesPerCell: Int
  /// The most reasons, and findings, the page lists before it counts the rest.
  private static let reasonLimit = 60
  /// The most recordings the page shows in full.
  private static let mostRecordings = 60
  /// From so many characters on a fact of the environment has a row of its own.
  private static let longFact = 90
  /// Up to so many cells are open when the page opens; beyond, those that fell short and decide.
  static let openLimit = 6

  init(_ run: RunRecord, plan: ReplayPlan, framesPerCell: Int, files: [String]) {
    self.run = run
    self.framesPerCell = framesPerCell
    self.files = files
    self.plan = plan
    anchors = CellAnchors(of: run)
    headline = Headline(of: run, quantities: Headline.Quantity.all(of: run))
    verdict = RunVerdict(of: run)
    designs = DesignTable(of: run)
  }

  /// The template's values by name.
  var values: [String: Any] {
    let rest = max(0, verdict.reasons.count - Self.reasonLimit)
    let page: [String: Any] = [
      "schema": RunRecord.schema,
      "runName": run.name,
      "verdictClass": verdict.isPass ? "pass" : verdict.isInvalid ? "fail invalid" : "fail",
      "verdictWord": verdict.line.prefix(1).uppercased() + verdict.line.dropFirst(),
      "verdictSentence": verdictSentence,
      "lede": lede,
      "reasons": verdict.reasons.prefix(Self.reasonLimit).map { ["text": $0] },
      "hasReasons": !verdict.reasons.isEmpty,
      "moreReasons": rest > 0 ? "and \(rest) more, in the table below" : "",
      "hasMoreReasons": rest > 0,
      "distrust": verdict.distrust ?? "",
      "hasDistrust": verdict.distrust != nil,
      "findings": verdict.findings.prefix(Self.reasonLimit).map { ["text": $0] },
      "notes": RunNotes.all(on: run).map { ["text": $0] },
      "hasFindings": !verdict.findings.isEmpty,
      "findingCount": verdict.findings.count,
      "findingNoun": verdict.findings.count == 1 ? "missed budget" : "missed budgets",
      "findingsAbout": verdict.subjects,
      "scenarios": scenarios,
      "environment": environment,
      "command": command, "hasRecordings": run.hasRecordings,
      "hasFrameCharts": run.cells.contains {
        !$0.isRecording && !$0.isPage && !$0.frames.isEmpty
      },
      "recordedFiles": RecordingContent.files(of: run),
      "recordedCauses": RecordingContent.causes(of: run),
      "moreCells": cells.count < run.cells.count ? run.cells.count - cells.count : 0,
      "hasMoreCells": cells.count < run.cells.count,
      "files": files.map { ["name": $0] },
    ]
    let ablation = AblationTable(of: run)?.table(anchors)
    let tables: [String: Any] = [
      "hasDesigns": designs != nil, "hasAblation": ablation != nil,
      "designs": designs?.table(anchors).markup(
        label: "Table of designs",
        style: "headline designs"
      ) ?? "",
      "ablation": ablation?.markup(label: "Table of the ablation", style: "headline ablation")
        ?? "",
    ]
    return [tables, headlineValues, replayValues].reduce(page) { all, more in
      all.merging(more, uniquingKeysWith: { first, _ in first })
    }
  }

  /// What was typed, with quotes where a shell needs them.
  private var command: String {
    guard !run.command.isEmpty else { return "n/a" }
    let words = run.command.map { word in
      let isPlain =
        !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./=,:@+".contains($0) }
      return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
    return (["stillpoint"] + words).joined(separator: " ")
  }

  private var verdictSentence: String {
    let all = run.cells.filter { RunVerdict.decides($0, in: run) }
    // What a browser's trace says stands beside what is judged.
    let deciding = run.hasRecordings ? all : all.filter { $0.verdict != .notJudged }
    let passed = deciding.count { $0.verdict == .pass }
    if run.hasRecordings { return recordedSentence(deciding, passed) }
    if deciding.isEmpty { return "No configuration was run." }
    let isTextChecked = deciding.allSatisfy { cell in
      !cell.textInSHA256.isEmpty && cell.textInSHA256 == cell.textOutSHA256
        && !cell.budgets.contains {
          $0.name == Metric.pageWordsLost.id && $0.state == .unexercised
        }
    }
    let scenarios = Set(deciding.map(\.scenario)).count
    let places = scenarios == 1 ? "" : " in all \(scenarios) scenarios"
    let profiles = Set(deciding.map(\.profile))
    let who = profiles.count == 1 ? profiles.first ?? "" : "All \(profiles.count) profiles"
    let sentence =
      verdict.isPass
      ? "\(who) kept every \(verdict.judgedCount < verdict.limitCount ? "judged " : "")budget\(places)"
        + (isTextChecked ? ", and no text was lost." : ".")
      : "\(passed) of \(deciding.count) configurations that decide passed."
    guard let others = designs?.rows.filter({ $0.profile != run.decidingProfile }),
      others.count < designs?.rows.count ?? 0
    else { return sentence }
    let missed = others.count { $0.missed > 0 }
    return sentence + " Of \(others.count) other design\(others.count == 1 ? "" : "s"), "
      + (missed == 0 ? "none" : "\(missed)") + " missed a budget."
  }

  private func recordedSentence(_ deciding: [CellRecord], _ passed: Int) -> String {
    let judged = deciding.count { $0.verdict != .notJudged }
    let worse = deciding.count { $0.verdict.kind == .worse }
    if judged == 0 { return "No file says enough to be judged." }
    if judged > 1 {
      return
        "\(passed + worse) of \(judged) judged sessions kept every limit that their file can support"
        + (worse > 0 ? ", and \(worse) of these became worse." : ".")
    }
    if worse == 1 {
      return "The session kept every limit that its file can support, and became worse."
    }
    return passed == 1
      ? "The session kept every limit that its file can support."
      : "The session missed a limit, or a limit could not be judged."
  }

  /// The cells that are shown in full: of recordings the first ones, all of which stand in the table and files.
  private var cells: ArraySlice<CellRecord> {
    run.cells.prefix(run.hasRecordings ? Self.mostRecordings : run.cells.count)
  }

  private var lede: [[String: Any]] {
    if run.hasRecordings { return [] }
    let rates = Set(run.cells.map(\.refreshHertz)).sorted().map { "\($0)" }
    let ticks = run.cells.reduce(0) { $0 + $1.frames.count }
    func counted(_ count: Int, _ noun: String) -> String {
      DecimalText.short(Double(count)) + " " + noun + (count == 1 ? "" : "s")
    }
    let arePages = run.cells.allSatisfy(\.isPage)
    var facts = [
      counted(Set(run.cells.map(\.scenario)).count, "scenario"),
      counted(Set(run.cells.map(\.profile)).count, arePages ? "app" : "profile"),
      rates.joined(separator: " and ") + (rates.isEmpty ? "no rate" : " Hz"),
      counted(run.cells.count, "configuration"),
      counted(ticks, "frame") + (arePages ? "" : " due"), "\(run.clock.rawValue) clock",
    ]
    // Of a page that a browser draws nothing is modelled, nor measured by us.
    if !arePages {
      facts += [
        "\(run.cost.rawValue) cost of frames", "text measured by \(run.measurer.rawValue)",
        "host's share, for the app's own drawing: \(hostShares)",
      ]
    }
    return facts.map { ["text": $0] }
  }

  private var environment: [[String: Any]] {
    let seconds = run.cells.reduce(0.0) { sum, cell in
      sum + (cell.frames.last.map { ($0.instant - Instant.zero).milliseconds / 1000 } ?? 0)
    }
    let busy = run.cells.compactMap(\.busySeconds).reduce(0, +)
    let facts = [
      ("date", run.date),
      ("screen_time", "\(DecimalText.short(seconds)) s over all configurations"),
      ("processor_time", busy > 0 ? "\(DecimalText.short(busy)) s" : ""),
      ("clock", run.clock.rawValue), ("cost", run.cost.rawValue),
      ("measurer", run.measurer.rawValue), ("host_share", hostShares),
      ("schema", "\(RunRecord.schema)"),
      ("seeds", Set(run.cells.map(\.seed)).sorted().map { "\($0)" }.joined(separator: ", ")),
    ]
    let recorded = run.environment.filter { fact in !facts.contains { $0.0 == fact.key } }
    let noise = (run.noise?.facts ?? []).map { ($0.key, $0.value) }
    return (recorded.map { ($0.key, $0.value) } + noise + facts).map {
      [
        "key": $0.0.replacing("_", with: " "), "value": $0.1.isEmpty ? "n/a" : $0.1,
        // A list of fonts would make every row of the grid as tall as itself.
        "class": $0.1.count > Self.longFact ? "long" : "",
      ]
    }
  }

  /// What was declared as the host's drawing, or how that was measured, in words.
  private var hostShares: String {
    let shares = Set(run.cells.map(\.hostShare)).sorted().map { DecimalText.precise($0) }
    if shares.isEmpty { return "" }
    let choices = Set(run.cells.compactMap(\.drawing?.choice.words)).sorted()
    guard !choices.isEmpty else {
      return shares.joined(separator: ", ") + " of each period, declared"
    }
    // Each cell has its own.
    return "measured: \(choices.joined(separator: "; "))"
  }

  private var scenarios: [[String: Any]] {
    var taken: Set<String> = []
    var shown = run
    shown.cells = Array(cells)
    return ScenarioCells.all(of: shown).enumerated().map { number, group in
      let plain = CellAnchors.plain(group.scenario)
      // Frames of a page are late on the real clock alone.
      let strips = group.cells.filter {
        !$0.cell.frames.isEmpty && (run.clock == .real || !$0.cell.isPage)
      }
      let end = strips.compactMap { $0.cell.frames.last?.instant }.max() ?? .zero
      return [
        "name": group.scenario,
        "id": "scenario-\(plain)" + (taken.insert(plain).inserted ? "" : "-\(number)"),
        "hasStrips": !strips.isEmpty,
        "strips": strips.map { strip(of: $0.cell, index: $0.index) },
        "seconds": DecimalText.short(end.milliseconds / 1000, places: 1),
        "cells": group.cells.map { cellContent(of: $0.cell, at: $0.index).values },
      ]
    }
  }

  private func cellContent(of cell: CellRecord, at index: Int) -> CellContent {
    var content = CellContent(cell, index: index, framesPerCell: framesPerCell)
    content.anchor = anchors[index]
    let isShort = RunVerdict.shortfall(of: cell) != nil && RunVerdict.decides(cell, in: run)
    content.isOpen = run.cells.count <= Self.openLimit || isShort
    content.moments = plan.moments[index]
    content.other = plan.partners[index].map { run.cells[$0] }
    content.replayPage = plan.hasPage[index] ? ReplayPage.fileName(of: anchors[index]) : nil
    return content
  }

  private func strip(of cell: CellRecord, index: Int) -> [String: Any] {
    let late = cell.frames.count { !$0.isSwallowed && ($0.lostVsyncs > 0 || !$0.isOnTime) }
    let swallowed = cell.frames.count { $0.isSwallowed }
    return [
      "number": index, "anchor": anchors[index], "profile": cell.profile,
      "device": cell.device, "hasDevices": headline.hasDevices, "hertz": cell.refreshHertz,
      "class": late + swallowed == 0 ? "kept" : "missed",
      "sum": late + swallowed == 0 ? "none late" : "\(late) late, \(swallowed) swallowed",
    ]
  }
}
