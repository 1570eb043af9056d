import FrameLogs
import FrameMetrics
import Records
import Statistics

extension CellRecord {
  /// How many runs on the real clock are needed: of fewer, no interval of 95 % can be told.
  package static let leastRuns = RepetitionRule.least

  /// Makes one cell of several runs on the real clock: each figure is the median of theirs, with what each
  /// gave; a budget is missed where most of them missed it.
  ///
  /// - Precondition: One run at least, all of one scenario.
  package init(ofRuns recordings: [PageRecording], app: AppDescription) {
    precondition(!recordings.isEmpty, "a cell of no runs")
    let cells = recordings.map { CellRecord(of: $0, app: app) }
    // What is shown is the run in the middle.
    let order = recordings.indices.sorted {
      (recordings[$0].use?.busy ?? 0) < (recordings[$1].use?.busy ?? 0)
    }
    self = cells[order[order.count / 2]]
    repetitions = cells.count
    for index in metrics.indices {
      let figures = cells.compactMap { cell in
        cell.metrics.first {
          $0.metric == metrics[index].metric && $0.statistic == metrics[index].statistic
        }?
        .value
      }
      guard figures.count == cells.count else { continue }
      metrics[index].value = Bootstrap.median(figures)
      guard Set(figures).count > 1 else { continue }
      metrics[index].samples = figures
      let interval = MedianInterval.of(sorted: figures.sorted(), confidence: 0.95)
      (metrics[index].low, metrics[index].high) = (interval?.lowerBound, interval?.upperBound)
    }
    budgets = Self.budgets(of: cells)
    judge(
      isTextExact: !cells.contains { $0.verdict == .textDiffers },
      app,
      isSteady: cells.count >= Self.leastRuns
    )
  }

  /// Makes one cell of runs on a machine that was busy: their figures stand with a mark, and none is judged.
  ///
  /// - Precondition: One run at least, all of one scenario.
  package init(ofBusyRuns recordings: [PageRecording], app: AppDescription, because reason: String)
  {
    self.init(ofRuns: recordings, app: app)
    for index in metrics.indices where metrics[index].value != nil {
      metrics[index].quality = .approximate
    }
    budgets.removeAll { $0.state == .invalid }
    for index in budgets.indices {
      (budgets[index].state, budgets[index].note) = (.unexercised, "the machine was busy")
      budgets[index].doubt = nil
    }
    let doubt = BudgetCheck(doubt: reason, number: 1)
    budgets.append(doubt)
    verdict = .invalid([doubt.name])
  }

  /// Makes one cell of several runs on a virtual clock, which are equal unless something in real time differs: each
  /// figure and each limit is that of the run in which it is worst. Frames, screen and moments are those of the run
  /// that missed most, so that no strip shows a run that missed nothing.
  ///
  /// - Precondition: One run at least, all of one scenario.
  package init(ofRepeats recordings: [PageRecording], app: AppDescription) {
    var shown = 0
    self.init(ofRepeats: recordings, app: app, showing: &shown)
  }

  /// The same.
  ///
  /// - Parameter shown: Becomes which of the recordings frames, screen and moments are of.
  package init(ofRepeats recordings: [PageRecording], app: AppDescription, showing shown: inout Int)
  {
    precondition(!recordings.isEmpty, "a cell of no runs")
    let cells = recordings.map { CellRecord(of: $0, app: app) }
    func missed(_ cell: CellRecord) -> (Int, Double) {
      let checks = cell.budgets.filter { $0.state == .missed }
      return (checks.count, checks.compactMap(\.excess).max() ?? 0)
    }
    shown = 0
    for index in cells.indices where missed(cells[index]) > missed(cells[shown]) { shown = index }
    self = cells[shown]
    repetitions = cells.count
    for index in metrics.indices {
      let all = cells.compactMap { cell in
        cell.metrics.first {
          $0.metric == metrics[index].metric && $0.statistic == metrics[index].statistic
        }
      }
      let figures = all.compactMap(\.value)
      guard Set(all.map(\.value)).count > 1 else { continue }
      let worst = metrics[index].better == .up ? figures.min() : figures.max()
      if let never = all.first(where: { $0.absence == .never }) {
        metrics[index] = never
      } else if let found = all.first(where: { $0.value == worst }) {
        metrics[index] = found
      }
      if figures.count == cells.count { metrics[index].samples = figures }
    }
    func gravity(_ check: BudgetCheck) -> (Int, Double) {
      let states: [BudgetCheck.State] = [.unexercised, .kept, .model, .missed, .invalid]
      return (states.firstIndex(of: check.state) ?? 0, check.excess ?? .infinity)
    }
    var names: [String] = []
    let checks = cells.flatMap(\.budgets)
    for check in checks where !names.contains(check.name) { names.append(check.name) }
    budgets = names.compactMap { name in
      checks.filter { $0.name == name }.max { gravity($0) < gravity($1) }
    }
    judge(
      isTextExact: !cells.contains { $0.verdict == .textDiffers },
      app,
      isSteady: recordings.allSatisfy { $0.end.leaks.isEmpty }
    )
  }

  /// The checks that most cells have, each as most of them say.
  private static func budgets(of cells: [CellRecord]) -> [BudgetCheck] {
    var names: [String] = []
    for check in cells.flatMap(\.budgets) where !names.contains(check.name) {
      names.append(check.name)
    }
    return names.compactMap { name in
      let all = cells.compactMap { cell in cell.budgets.first { $0.name == name } }
      guard all.count * 2 > cells.count else { return nil }
      let checks = all.filter { $0.state != .unexercised }
      guard checks.count * 2 > all.count else { return all.first { $0.state == .unexercised } }
      let failed = checks.filter { $0.state != .kept }
      let isFailed = failed.count * 2 > checks.count
      guard var check = isFailed ? failed.first : checks.first(where: { $0.state == .kept }) else {
        return nil
      }
      let values = (isFailed ? failed : checks).compactMap(\.value)
      if !values.isEmpty { check.value = Bootstrap.median(values) }
      if isFailed {
        check.note =
          "in \(failed.count) of \(cells.count) runs" + (check.note.map { ": \($0)" } ?? "")
      }
      return check
    }
  }

  /// Makes the cells of a run that was traced: the page's own content, and whatever the compositor presented.
  package static func traced(
    _ log: FrameLog,
    _ scenario: PageScenario,
    refreshHertz: Int,
    clock: PageClock,
    app: AppDescription
  ) -> [CellRecord] {
    // The process that draws the page has the most frames.
    let frames = Dictionary(grouping: log.sessions) { $0.name.split(separator: ",").first ?? "" }
    let own = frames.max { first, second in
      (first.value.map(\.timeline.frames.count).max() ?? 0)
        < (second.value.map(\.timeline.frames.count).max() ?? 0)
    }
    return (own?.value ?? []).map { session in
      let series = session.name.split(separator: ", ").dropFirst().last.map(String.init) ?? "frames"
      var cell = CellRecord(
        scenario: scenario.name,
        profile: "\(app.name), traced: \(series)",
        device: device(app, clock),
        refreshHertz: refreshHertz,
        seed: 1
      )
      cell.metrics = SessionAnalysis(of: session).metrics
        .filter { $0.value != nil && Metric.named($0.metric)?.family == .pacing }
      // A trace slows the page down, so that no limit is held against it.
      cell.verdict = .notJudged
      cell.loadSHA256 = TextDigest.sha256(Array(scenario.streams.map(\.text).joined().utf8))
      return cell
    }
  }
}
