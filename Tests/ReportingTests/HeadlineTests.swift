import FrameMetrics
import Judging
import Records
import Reporting
import Testing

@Suite struct HeadlineTests {
  private func cell(
    _ profile: String,
    _ hertz: Int,
    hitch: Double?,
    verdict: CellVerdict = .pass
  ) -> CellRecord {
    CellRecord(
      scenario: "s",
      profile: profile,
      device: "d",
      refreshHertz: hertz,
      seed: 1,
      verdict: verdict,
      metrics: [
        MetricValue(metric: "hitch_ratio_ms_per_s", value: hitch, unit: .millisecondsPerSecond),
        MetricValue(metric: "frame_cost_ms", statistic: .p99, value: 4, unit: .milliseconds),
        MetricValue(metric: "budget_adherence_pct", value: 99.999, unit: .percent, better: .up),
      ],
      budgets: [
        BudgetCheck(
          name: "hitch_ratio_ms_per_s",
          limit: 5,
          value: hitch,
          unit: "ms/s",
          isUpperLimit: true,
          state: hitch.map { $0 <= 5 ? .kept : .missed } ?? .invalid
        )
      ]
    )
  }

  private func run(_ cells: [CellRecord]) -> RunRecord {
    RunRecord(
      name: "r",
      clock: .virtual,
      cost: .modelled,
      measurer: .fixed,
      environment: [],
      cells: cells
    )
  }

  @Test func ratesStandSideBySideAndTheBestIsMarkedOnlyWhereProfilesDiffer() {
    let headline = Headline(
      of: run([
        cell("reference", 120, hitch: 1), cell("reference", 60, hitch: 2),
        cell("other", 60, hitch: 9), cell("other", 120, hitch: 1),
      ])
    )
    #expect(headline.rows.count == 2)
    #expect(headline.columns.count == 9)
    #expect(headline.rows[0].cells == [1, 0], "60 Hz first")
    #expect(headline.rows[0].figures[0].value == 2)
    #expect(headline.rows[0].figures[0].isBest)
    #expect(!headline.rows[1].figures[0].isBest)
    #expect(headline.rows[1].figures[0].state == .missed)
    #expect(!headline.rows[0].figures[1].isBest, "equal figures have no best")
    #expect(headline.rows[0].figures[2].text == "99.99", "adherence is rounded down")
    #expect(headline.rows[0].figures[4].text == "4")
    #expect(headline.rows[0].figures[4].detail.hasPrefix("24"))
    #expect(headline.rows[0].figures[6].text == "n/a")
    #expect(headline.rows[0].figures[6].state == .missing)
  }

  /// A grade is a judgement: what no budget judges has none.
  @Test func aHitchRatioWithoutABudgetHasNoGrade() {
    var free = cell("reference", 60, hitch: 164)
    free.budgets = []
    let judged = cell("other", 60, hitch: 164, verdict: .budgetMissed(["hitch_ratio_ms_per_s"]))
    let rows = Headline(of: run([free, judged])).rows
    #expect(rows.map { $0.figures[0].detail } == ["not judged", "critical"])
  }

  @Test func aDrivenPageShowsOnlyWhatAnyOfItsCellsHas() throws {
    func page(_ name: String, _ metrics: [MetricValue], missed: Metric? = nil) -> CellRecord {
      var cell = cell("page", 60, hitch: nil, verdict: missed == nil ? .pass : .textDiffers)
      cell.scenario = name
      cell.metrics = [MetricValue(of: .pageWordsLost, .value, .figure(0))] + metrics
      cell.budgets =
        missed.map { metric in
          [
            BudgetCheck(
              name: metric.id,
              limit: 500,
              value: nil,
              unit: "ms",
              isUpperLimit: true,
              state: .missed
            )
          ]
        } ?? []
      return cell
    }
    let never = MetricValue(of: .pageReengage, .value, .never("it never did"))
    let pages = [
      page("stream", [MetricValue(of: .tokenLegible, .p99, .figure(33))]),
      page("back", [never], missed: .pageReengage),
    ]
    let headline = Headline(of: run(pages))
    #expect(
      headline.columns.map(\.quantity.metric) == [.pageWordsLost, .tokenLegible, .pageReengage]
    )
    #expect(
      headline.rows.map { $0.figures.map(\.text) } == [["0", "33", "n/a"], ["0", "n/a", "never"]]
    )
    #expect(headline.rows[1].figures[2].state == .missed)
    let text = TerminalTable().text(of: run(pages))
    #expect(text.contains("never!") && !text.contains("hitch") && !text.contains("fall-"))
    // Beside a design stands what either has.
    let both = Headline(of: run(pages + [cell("reference", 60, hitch: 1)]))
    #expect(both.columns.map(\.quantity.metric).contains(.hitchRatio))
    #expect(both.columns.map(\.quantity.metric).contains(.tokenLegible))
  }

  /// Where no frame was judged nothing stood still, and 0 would say that it did.
  @Test(arguments: [(100.0, "n/a"), (99, "0")])
  func aDriftThatWasJudgedInNoFrameIsNone(unjudged: Double, text: String) throws {
    var cell = cell("a", 60, hitch: 0)
    cell.metrics += [
      MetricValue(metric: "anchor_drift_max_pt", value: 0, unit: .points),
      MetricValue(metric: "anchor_unjudged_pct", value: unjudged, unit: .percent),
    ]
    let headline = Headline(of: run([cell]))
    let place = try #require(headline.columns.firstIndex { $0.quantity.metric == .anchorDrift })
    #expect(headline.rows[0].figures[place].text == text)
  }

  @Test func aMissingFigureIsNeverTheBest() {
    let headline = Headline(
      of: run([
        cell("a", 60, hitch: nil), cell("b", 60, hitch: 0), cell("c", 60, hitch: 3),
      ])
    )
    #expect(headline.rows.map { $0.figures[0].isBest } == [false, true, false])
    #expect(headline.rows[0].figures[0].state == .open, "its budget cannot be judged")
  }

  @Test func theReferenceAloneDecidesButLostTextFailsInAnyProfile() {
    let missed = CellVerdict.budgetMissed(["hitch_ratio_ms_per_s"])
    var verdict = RunVerdict(
      of: run([cell("reference", 60, hitch: 0), cell("x", 60, hitch: 9.125, verdict: missed)])
    )
    #expect(verdict.isPass && verdict.findings.count == 1)
    #expect(
      verdict.findings[0]
        == "s, x, d at 60 Hz: hitch ratio 9.13\u{A0}ms/s (at most 5 allowed)"
        || verdict.findings[0]
          == "s, x, d at 60 Hz: hitch ratio 9.12\u{A0}ms/s (at most 5 allowed)"
    )
    verdict = RunVerdict(
      of: run([cell("reference", 60, hitch: 0), cell("x", 60, hitch: 0, verdict: .textDiffers)])
    )
    #expect(!verdict.isPass)
    verdict = RunVerdict(of: run([cell("x", 60, hitch: 9, verdict: missed)]))
    #expect(!verdict.isPass, "a profile that is run alone decides")
    #expect(!RunVerdict(of: run([])).isPass)
    verdict = RunVerdict(
      of: run([cell("reference", 60, hitch: 0, verdict: .broken(atMilliseconds: 1500, cause: "x"))])
    )
    #expect(verdict.reasons == ["s, reference, d at 60 Hz: broken at 1.5 s, in x"])
  }

  @Test func aRunSaysWhenItsTimesAreNotToBeTrusted() {
    var run = run([cell("reference", 60, hitch: 0)])
    #expect(RunVerdict(of: run).distrust == nil)
    var noise = MachineNoise()
    (noise.others, noise.steal, noise.spread) = (0.2, 0.01, ["p50": 0.05, "p99": 0.5])
    run.noise = noise
    #expect(RunVerdict(of: run).distrust == nil)
    (noise.others, noise.steal, noise.spread["p50"]) = (1.5, 0.031, 0.2)
    run.noise = noise
    let verdict = RunVerdict(of: run)
    #expect(
      verdict.distrust
        == "The times are not to be trusted: other programs kept 1.5 processors busy; the host gave "
        + "3.1 % of the time to others; medians differed by 22.1 % between processes. "
        + "Use a quiet machine, or --cost modelled, which gives the same figures every time."
    )
    #expect(verdict.isPass && verdict.findings.isEmpty, "it decides nothing")
  }

  @Test func theTerminalTableIsAlignedAndWithoutControlCharacters() {
    let run = SyntheticRun.make()
    let plain = TerminalTable().text(of: run)
    let lines = plain.split(separator: "\n")
    #expect(lines.count == 6)
    // Two rates and every column, lateness of text among them.
    #expect(lines[1].contains("p99") && lines[0].contains("lag ms"))
    #expect(lines.allSatisfy { $0.count <= 128 })
    #expect(!plain.contains("\u{1B}"))
    let column = lines[1].range(of: "verdict").map {
      lines[1].distance(from: lines[1].startIndex, to: $0.lowerBound)
    }
    for line in lines.dropFirst(2) {
      let cut = line.index(line.startIndex, offsetBy: column ?? 0)
      #expect(line[cut...].hasPrefix("pass") || line[cut...].hasPrefix("missed"))
    }
    let coloured = TerminalTable(isColoured: true).text(of: run)
    #expect(coloured.contains("\u{1B}[1;31m"))
    var stripped = ""
    var isInside = false
    for scalar in coloured.unicodeScalars {
      if scalar == "\u{1B}" { isInside = true }
      if !isInside { stripped.unicodeScalars.append(scalar) }
      if scalar == "m" { isInside = false }
    }
    stripped = stripped.split(separator: "\n").map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
    #expect(stripped == plain)
    #expect(!TerminalTable().text(of: SyntheticRun.hostileRun()).contains("\u{1B}"))
  }

  /// A row that missed for late text alone has a mark at its lag.
  @Test(arguments: [nil, 80])
  func aNameThatIsTooLongLosesItsMiddle(width: Int?) {
    let name = "first" + String(repeating: "n", count: 100_000) + "last"
    let run = SyntheticRun.make(scenarios: [name, "short"], rates: [60], ticks: 25)
    let text = TerminalTable(width: width).text(of: run)
    #expect(text.contains("first"))
    #expect(text.contains("last"))
    #expect(text.contains("short"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 400 })
  }

  @Test func latenessOfTextHasAColumnWhereThereIsText() {
    var late = cell("late", 60, hitch: 0, verdict: .budgetMissed(["chunk_visible_p99_ms"]))
    late.metrics.append(
      MetricValue(
        metric: "chunk_visible_ms",
        statistic: .p99,
        value: 82_674,
        unit: .milliseconds
      )
    )
    late.budgets.append(
      BudgetCheck(
        name: "chunk_visible_p99_ms",
        limit: 450,
        value: 82_674,
        unit: "ms",
        isUpperLimit: true,
        state: .missed
      )
    )
    let text = TerminalTable(width: 80).text(of: run([cell("reference", 60, hitch: 0), late]))
    #expect(text.contains("lag ms"))
    let row = text.split(separator: "\n").first { $0.contains("late") }
    #expect(row?.contains("82 674!") == true && row?.hasSuffix("missed") == true)
    #expect(!TerminalTable().text(of: run([cell("reference", 60, hitch: 0)])).contains("lag ms"))
  }

  @Test func coloursNeedATerminalThatWantsThem() {
    #expect(TerminalTable.wantsColour(isTerminal: true, environment: [:]))
    #expect(TerminalTable.wantsColour(isTerminal: true, environment: ["NO_COLOR": ""]))
    #expect(!TerminalTable.wantsColour(isTerminal: true, environment: ["NO_COLOR": "1"]))
    #expect(!TerminalTable.wantsColour(isTerminal: true, environment: ["TERM": "dumb"]))
    #expect(!TerminalTable.wantsColour(isTerminal: false, environment: [:]))
  }

  @Test(arguments: [80, 100, 120])
  func tablesKeepToTheirWidthWithoutLosingARow(width: Int) {
    let run = SyntheticRun.make()
    let text = TerminalTable(width: width).text(of: run)
    for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    for name in Set(run.cells.flatMap { [$0.scenario, $0.profile] }) {
      #expect(text.contains(name))
    }
    let whole = TerminalTable().text(of: run)
    #expect(text == whole || text.split(separator: "\n").count > whole.split(separator: "\n").count)
    #expect(width >= 120 || text != whole)
  }
}
