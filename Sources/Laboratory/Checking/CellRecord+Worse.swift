import Comparing
import FrameMetrics
import Records

extension CellRecord {
  /// Puts a figure that is worse than it was among the checks; a cell that kept every limit is worse then.
  ///
  /// - Parameters:
  ///   - figure: Which figure; the value is the cell's own.
  ///   - before: What it was, in its unit.
  ///   - place: Where it was that, as the end of a sentence: `in the baseline of 2026-11-28`.
  /// - Returns: Whether the cell's own value is worse.
  /// - Complexity: O(figures + checks).
  @discardableResult
  package mutating func worsen(
    _ figure: FigureSamples,
    from before: Double,
    _ place: String
  ) -> Bool {
    budgets.removeAll { $0.state == .worse && $0.name == figure.name }
    guard
      let value = metrics.first(where: {
        $0.metric == figure.metric && $0.statistic == figure.statistic
      })?.value, figure.better == .up ? value < before : value > before
    else { return false }
    budgets.append(
      BudgetCheck(
        name: figure.name,
        limit: before,
        value: value,
        unit: figure.unit.rawValue,
        isUpperLimit: figure.better != .up,
        state: .worse,
        note: place
      )
    )
    switch verdict.kind {
    case .pass, .model, .notJudged: verdict = .worse([figure.name])
    case .worse: verdict = .worse(verdict.budgets.filter { $0 != figure.name } + [figure.name])
    default: break
    }
    return true
  }
}
