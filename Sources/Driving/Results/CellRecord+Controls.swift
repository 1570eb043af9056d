import FrameMetrics
import Records
import Statistics

extension CellRecord {
  /// Makes one cell of several runs of one page in an engine that draws by itself: each figure is the median of
  /// theirs, with the least and the greatest.
  ///
  /// What the runs of an unchanged page differ by is the engine's own scatter: a budget is missed where every run
  /// missed it, and by more than that. Where only some did, or by less, nothing can be said.
  ///
  /// - Precondition: One run at least, all of one scenario.
  package init(ofControls recordings: [PageRecording], app: AppDescription) {
    precondition(!recordings.isEmpty, "a cell of no runs")
    let cells = recordings.map { CellRecord(of: $0, app: app) }
    self = cells[cells.count / 2]
    repetitions = cells.count
    for index in metrics.indices {
      let all = cells.compactMap { cell in
        cell.metrics.first {
          $0.metric == metrics[index].metric && $0.statistic == metrics[index].statistic
        }
      }
      let figures = all.compactMap(\.value)
      guard figures.count * 2 > cells.count else {
        if let none = all.first(where: { $0.value == nil }) { metrics[index] = none }
        continue
      }
      metrics[index].absence = nil
      metrics[index].value = Bootstrap.median(figures)
      metrics[index].quality = .approximate
      guard Set(figures).count > 1 else { continue }
      metrics[index].samples = figures
      (metrics[index].low, metrics[index].high) = (figures.min(), figures.max())
    }
    var scattered: Set<String> = []
    budgets = Self.names(of: cells).compactMap { name in
      let check = Self.controlled(name, in: cells)
      if check?.isScattered == true { scattered.insert(name) }
      return check?.check
    }
    judge(
      isTextExact: !cells.allSatisfy { $0.verdict == .textDiffers },
      app,
      isSteady: recordings.allSatisfy { $0.end.leaks.isEmpty }
    )
    let names = verdict.budgets
    if verdict.isOnly(.invalid), scattered.isSuperset(of: names) {
      let missed = budgets.filter { $0.state == .missed }.map(\.name)
      verdict = missed.isEmpty ? .inconclusive(names) : .budgetMissed(missed)
    }
  }

  private static func names(of cells: [CellRecord]) -> [String] {
    var names: [String] = []
    for check in cells.flatMap(\.budgets) where !names.contains(check.name) {
      names.append(check.name)
    }
    return names
  }

  /// What the runs say of a budget, and whether they differ by as much as they miss it by; nil where most of them
  /// do not have it.
  private static func controlled(_ name: String, in cells: [CellRecord])
    -> (check: BudgetCheck, isScattered: Bool)?
  {
    let all = cells.compactMap { cell in cell.budgets.first { $0.name == name } }
    guard all.count * 2 > cells.count else { return nil }
    let judged = all.filter { $0.state == .kept || $0.state == .missed }
    guard judged.count * 2 > cells.count else {
      return all.first { $0.state != .kept && $0.state != .missed }.map { ($0, false) }
    }
    let missed = judged.filter { $0.state == .missed }
    guard var check = missed.first ?? judged.first else { return nil }
    let values = judged.compactMap(\.value)
    if !values.isEmpty { check.value = Bootstrap.median(values) }
    guard !missed.isEmpty else { return (check, false) }
    let share = "in \(missed.count) of \(cells.count) runs"
    // What never came has no figure.
    let isNever = values.isEmpty
    let ways = ways(name, in: cells)
    let (moves, unit) = (ways ?? values, ways == nil ? check.unit : Metric.Unit.points.rawValue)
    let scatter = (moves.max() ?? 0) - (moves.min() ?? 0)
    let limit = name == Metric.readerMovedTimes.id ? 0 : check.limit
    let excess = isNever ? .infinity : Bootstrap.median(moves) - limit
    if missed.count == cells.count, excess > scatter {
      check.note = share + (check.note.map { ": \($0)" } ?? "")
      return (check, false)
    }
    check.state = .invalid
    check.note =
      "missed \(share), which differ by \(DecimalText.short(scatter)) \(unit): no more than the engine's own "
      + "scatter" + (check.note.map { "; \($0)" } ?? "")
    return (check, true)
  }

  /// How far a reader was moved in each run, which says more than how often; nil for other budgets.
  private static func ways(_ name: String, in cells: [CellRecord]) -> [Double]? {
    guard name == Metric.readerMovedTimes.id else { return nil }
    return cells.map { $0.value(.readerMoved, .max) ?? 0 }
  }
}
