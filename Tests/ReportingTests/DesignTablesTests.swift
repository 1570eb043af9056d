import Foundation
import FrameMetrics
import Judging
import Records
import Reporting
import Scenarios
import Testing

@Suite struct DesignTablesTests {
  private func page(of run: RunRecord) throws -> String {
    try withTemporaryFolder { folder in
      try HTMLReport(run).text(environment: ChartStub.environment(in: folder))
    }
  }

  private func summary(of run: RunRecord) throws -> String {
    try withTemporaryFolder { folder in
      let path = folder + "/run"
      try RunFolder(path: path).write(run, environment: ChartStub.environment(in: folder))
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path + "/summary.md"))
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Which designs leave open what messages above do, every table that compares places says.
  @Test func aRunOfDesignsThatLeaveSomethingOpenSaysSo() throws {
    let late = ["swiftui-tips", "parameter-article", "conversation-kit"]
    var run = SyntheticRun.make(
      scenarios: ["stream-steady"],
      profiles: ["reference", "vercel-v0", "messaging-ui"] + late,
      ticks: 60
    )
    for index in run.cells.indices where late.contains(run.cells[index].profile) {
      run.cells[index].counts.openChoices = 1
    }
    let note = try #require(RunNotes.openInserts(on: run))
    #expect(note.contains("swiftui-tips, parameter-article and conversation-kit"))
    #expect(try page(of: run).split(separator: note, omittingEmptySubsequences: false).count == 3)
    #expect(try summary(of: run).contains(note))
    let punctual = SyntheticRun.make(profiles: ["reference", "vercel-v0", "messaging-ui"])
    #expect(RunNotes.openInserts(on: punctual) == nil)
    #expect(try !summary(of: punctual).contains("a choice of our model"))
  }

  // MARK: Ablation

  @Test func anAblationIsHeldAgainstTheReference() throws {
    let table = try #require(AblationTable(of: AblationRun.make()))
    #expect(table.references.map(\.scenario) == ["stream", "fling"])
    #expect(table.groups.count == 3)
    let late = table.groups[0].rows[0]
    #expect(late.figures.map(\.text) == ["12.5", "98.25", "18.5", "420", "25", "1.3"])
    #expect(
      late.figures.map { $0.change?.text } == ["+12.5", "−1.75", "+18.5", "=", "×2.00", "×1.04"]
    )
    #expect(
      late.figures.map { $0.change?.direction }
        == [.worse, .worse, .worse, .same, .worse, .worse]
    )
    let broken = table.groups[0].rows[1]
    #expect(broken.verdict == "broken at 12.3 s")
    #expect(broken.figures[3].change?.direction == .unknown)
    #expect(broken.figures[5].change?.text == "×40.0")
    #expect(table.groups[1].rows.isEmpty)
    let plain = table.groups[2].rows[0].figures
    #expect(plain[3].change?.text == "−20" && plain[3].change?.direction == .better)
    #expect(plain[4].change?.text == "×0.50" && plain[4].change?.direction == .better)
  }

  @Test func measuredCostsWithinTenPerCentAreTheSame() throws {
    let table = try #require(AblationTable(of: AblationRun.make(cost: .cpu)))
    let change = table.groups[0].rows[0].figures[5].change
    #expect(change?.text == "×1.04" && change?.direction == .same)
  }

  /// Allocations and modelled costs repeat exactly, yet nobody can see two per cent of them.
  @Test func workWithinTwoPerCentHasNoMark() throws {
    var run = AblationRun.make()
    for (ratio, isMarked) in [(1.0196, false), (0.9808, false), (1.0201, true), (0.9803, true)] {
      for index in run.cells[2].metrics.indices {
        let base = run.cells[0].metrics[index]
        guard ["allocs_per_frame", "frame_cost_ms"].contains(base.metric) else { continue }
        run.cells[2].metrics[index].value = base.value.map { $0 * ratio }
      }
      let table = try #require(AblationTable(of: run))
      for figure in table.groups[0].rows[0].figures[4...] {
        #expect((figure.change?.direction != .same) == isMarked, "\(ratio)")
        #expect(figure.change?.text.hasPrefix("×") == true)
      }
      let line = try #require(table.text().split(separator: "\n").first { $0.contains("+12.5!") })
      #expect(line.contains(ratio > 1 ? "×1.02!" : "×0.98*") == isMarked, "\(line)")
    }
    #expect(try page(of: run).contains("within\n  2&nbsp;%"))
  }

  @Test func onlyAnAblationHasATableOfIt() {
    #expect(AblationTable(of: SyntheticRun.make()) == nil)
    #expect(DesignTable(of: AblationRun.make()) == nil)
  }

  @Test func theAblationsProfilesAreNotInTheHeadline() {
    #expect(Headline(of: AblationRun.make()).rows.map(\.profile) == ["reference", "reference"])
    let verdict = RunVerdict(of: AblationRun.make())
    #expect(verdict.isPass && verdict.findings.count == 2)
  }

  /// What the base misses is no finding about each of its alternatives.
  @Test func theFindingsOfAnAblationAreWhatAlternativesAddOrMend() {
    var run = AblationRun.make()
    run.ablationBase = "reference"
    let missed = CellVerdict.budgetMissed(["hitch_ratio_ms_per_s"])
    run.cells[0].verdict = missed
    #expect(
      RunVerdict(of: run).findings == [
        "fling, reference+layout=adjusting-array, iphone-15-pro at 60 Hz: broken at 12.3 s, in layout",
        "stream at 60 Hz: 1 alternative misses what reference misses",
        "stream at 60 Hz: kept, unlike by reference, with fade=none",
      ]
    )
    run.cells[0].verdict = .pass
    #expect(RunVerdict(of: run).findings.first?.contains("hitch ratio 12.5") == true)
  }

  @Test func theAblationInTheTerminal() throws {
    let table = try #require(AblationTable(of: AblationRun.make()))
    #expect(table.text() == AblationGolden.wide)
    #expect(table.text(width: 66) == AblationGolden.narrow)
    for line in table.text(width: 66).split(separator: "\n") { #expect(line.count <= 66) }
  }

  @Test func theAblationInTheSummary() throws {
    let text = try summary(of: AblationRun.make())
    for line in [
      "| concern | alternative | scenario | Hitch ratio, ms/s | On time, % | Anchor drift, pt "
        + "| Lag p99, ms | Allocations, a frame | p99 cost, ms | verdict |",
      "| reference | as it is | stream | 0 | 100 | 0 | 420 | 12.5 | 1.25 | pass |",
      "| layout | adjusting-array (vercel-v0, swiftui-tips) | stream | 12.5 (+12.5) ! | 98.25 (−1.75) ! | 18.5 (+18.5) ! "
        + "| 420 (=) | 25 (×2.00) ! | 1.3 (×1.04) ! | missed |",
      "| a pool slot is | none (messaging-ui) | n/a: a slot holds a fade |  |  |  |  |  |  |  |",
      "| fade | none (messaging-ui) | stream | 0 (=) | 100 (=) | 0 (=) | 400 (−20) \\* | 6.25 (×0.50) \\* "
        + "| 1.25 (=) | pass |",
    ] {
      #expect(text.contains(line), "\(line)")
    }
    #expect(text.contains("Missed budgets that do not decide (profiles of the ablation)"))
  }

  @Test func theAblationInThePage() throws {
    let page = try page(of: AblationRun.make())
    #expect(page.contains("<a href=\"#ablation\">Ablation</a>"))
    #expect(page.contains("n/a: a slot holds a fade"))
    #expect(page.contains("adjusting-array<span class=\"under\">vercel-v0, swiftui-tips</span>"))
    #expect(page.contains("<span class=\"under worse\">+12.5"))
    #expect(page.contains("<span class=\"under better\">×0.50"))
    #expect(!page.contains("id=\"designs\""))
    #expect(
      page.components(separatedBy: "</table>").count == page.components(separatedBy: "<table").count
    )
    let table = try #require(page.components(separatedBy: "class=\"headline ablation\"").last)
    let body = try #require(table.components(separatedBy: "</table>").first)
    #expect(
      body.components(separatedBy: "<tr").count == body.components(separatedBy: "</tr>").count
    )
  }

  @Test func anAblationIsReadBackFromItsFiles() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let path = folder + "/run"
      let run = AblationRun.make()
      try RunFolder(path: path).write(run, environment: environment)
      let read = try RunFile(path: path).read()
      #expect(read.ablation == run.ablation)
      let page = try Data(contentsOf: URL(fileURLWithPath: path + "/index.html"))
      try RunFolder(path: path).rewritePage(environment: environment)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path + "/index.html")) == page)
    }
  }

  // MARK: Designs

  @Test func aDesignHasItsWorstFiguresAndWhatAReaderNotices() throws {
    let table = try #require(DesignTable(of: AblationRun.profiles()))
    #expect(table.rows.map(\.profile) == ["reference", "vercel-v0", "messaging-ui"])
    #expect(table.rows.map(\.missed) == [0, 2, 1])
    #expect(table.rows.map(\.scenarios) == [2, 2, 1])
    #expect(
      table.rows.map { $0.faults.map { $0.phrase() } } == [
        [], ["stutters in stream", "comes to a standstill in fling"],
        ["text is lost or changed in stream"],
      ]
    )
    #expect(table.rows[1].faults.map(\.cell) == [1, 4])
    #expect(table.rows[1].figures.map(\.text) == ["80", "1234", "n/a", "n/a", "2", "n/a", "n/a"])
    #expect(table.rows[1].figures[0].state == .missed)
    #expect(DesignTable(of: SyntheticRun.make(profiles: ["reference"])) == nil)
  }

  /// A figure that misses the limit of one scenario is not hidden by a greater one that another allows.
  @Test func theFigureOfADesignIsOneThatMissed() throws {
    var run = AblationRun.profiles()
    run.cells[4].budgets[0].state = .kept
    let row = try #require(DesignTable(of: run)).rows[1]
    #expect(row.figures[0].text == "7.5" && row.figures[0].state == .missed)
  }

  @Test func aFaultInManyScenariosIsCounted() {
    let fault = DesignTable.Fault(
      words: "jumps",
      scenarios: ["while-flinging", "while-the-app-is-busy", "stream", "fling", "soak"],
      cell: 0
    )
    #expect(
      fault.phrase()
        == "jumps while flinging, while the app is busy, in stream and in 2 more"
    )
    #expect(fault.phrase(limit: 5).hasSuffix("in stream, in fling and in soak"))
  }

  @Test func theDesignsInTheTerminal() throws {
    let table = try #require(DesignTable(of: AblationRun.profiles()))
    #expect(table.text() == DesignGolden.wide)
    #expect(table.text(width: 48).split(separator: "\n").contains("    fling"))
    #expect(table.text(isColoured: true).contains("\u{1B}[1;31m2 of 2 missed"))
    let hostile = try #require(DesignTable(of: SyntheticRun.hostileRun()))
    #expect(!hostile.text().contains("\u{1B}"))
  }

  @Test func theDesignsInTheSummary() throws {
    let text = try summary(of: AblationRun.profiles())
    #expect(
      text.contains(
        "| vercel-v0 | 2 of 2 missed | stutters in stream; comes to a standstill in fling | 80 ! "
          + "| 1234 | 2 | n/a |"
      )
    )
    #expect(
      try summary(of: SyntheticRun.make(scenarios: (0..<300).map { "scenario-\($0)" }, ticks: 20))
        .utf8.count < 64 * 1024
    )
  }

  @Test func theDesignsStandFirstInThePage() throws {
    let page = try page(of: AblationRun.profiles())
    #expect(page.contains("<a href=\"#designs\">Designs</a>"))
    let designs = try #require(page.range(of: "<section id=\"designs\""))
    let figures = try #require(page.range(of: "<section id=\"headline\""))
    #expect(designs.lowerBound < figures.lowerBound)
    #expect(page.contains(">comes to a standstill in fling</a>"))
    #expect(!page.contains("id=\"ablation\""))
  }

  // MARK: Reveal

  @Test func theRevealTableHasALineForEachProfileAndTheNotes() {
    var run = AblationRun.profiles()
    run.cells.removeLast(2)
    run.cells[0].metrics += [
      MetricValue(metric: "snaps", value: 3, unit: .count),
      MetricValue(metric: "opacity_jump_max", value: 0.625, unit: .ratio),
      MetricValue(metric: "words_shown_per_s", value: 8.06, unit: .wordsPerSecond),
    ]
    let table = RevealTable(of: run, notes: ["  messaging-ui, streamed text: shown as it comes"])
    #expect(table.text() == RevealGolden.table)
    #expect(table.text(width: 40).split(separator: "\n").allSatisfy { $0.count <= 40 })
  }

  // MARK: Width

  @Test func aTerminalsWidthIsTakenFromTheEnvironmentThenFromTheSystem() {
    func width(_ isTerminal: Bool, _ columns: String?, _ system: Int?) -> Int? {
      TerminalTable.width(
        isTerminal: isTerminal,
        environment: columns.map { ["COLUMNS": $0] } ?? [:],
        system: system
      )
    }
    #expect(width(true, nil, 100) == 100)
    #expect(width(true, "80", 100) == 80)
    #expect(width(true, "wide", 100) == 100)
    #expect(width(true, "5", nil) == 40)
    #expect(width(true, nil, 0) == nil && width(true, nil, nil) == nil)
    #expect(width(false, "80", 100) == nil)
  }
}
