import FrameMetrics
import Judging
import Records

extension Headline {
  /// The figure of a column for the cells of one row.
  static func figure(of column: Column, in cells: [CellRecord]) -> Figure {
    let candidates = cells.filter {
      column.refreshHertz == nil || $0.refreshHertz == column.refreshHertz
    }
    let figures = candidates.map { Headline.figure(of: column.quantity, in: $0) }
    let isAnyMissing = figures.contains { $0.value == nil }
    let worst = figures.max { ($0.value ?? -.infinity) < ($1.value ?? -.infinity) }
    guard var shown = worst else {
      return Figure(value: nil, text: "n/a", detail: "", state: .missing, limit: "")
    }
    if column.refreshHertz == nil, isAnyMissing, shown.value != nil {
      shown.detail = "n/a at another rate"
    }
    return shown
  }

  /// The figure of one cell.
  static func figure(of quantity: Quantity, in cell: CellRecord) -> Figure {
    let period = 1000 / Double(cell.refreshHertz)
    let shown = quantity.value(in: cell)
    var value = shown?.value
    if value?.isFinite != true { value = nil }
    // Where no frame could be judged nothing stood still: 0 would say that it did.
    if quantity == .drift, cell.value(.anchorUnjudged) ?? 0 >= 100 { value = nil }
    let budgets = quantity.budgets(of: cell)
    var checks = budgets.compactMap { cell.check($0) }
    // What a page is held to has the figure's own name.
    if checks.isEmpty, cell.isPage {
      checks = cell.budgets.filter { $0.name == quantity.metric.id }
    }
    checks += cell.budgets.filter { check in
      check.state == .worse
        && check.figure.map { $0 == (quantity.metric, quantity.statistic) } ?? false
    }
    let judged = checks.filter { $0.state != .unexercised }
    let budget = judged.first { $0.state != .kept } ?? judged.first
    var detail = ""
    switch quantity {
    case .cost:
      let share = cell.value(.budgetUsed, .p99) ?? value.map { 100 * $0 / period }
      if value != nil, !cell.isRecording, let share {
        detail = "\(DecimalText.short(share))\u{202F}% of T"
      }
    case .fallbacks:
      if value == nil, !cell.isPage, !cell.isRecording, cell.verdict == .pass {
        value = Double(cell.fallbacks.count)
      }
    case .hitchRatio:
      // A grade is a judgement: without a budget there is none.
      if let value { detail = budget == nil ? "not judged" : hitchGrade(value) }
      if value == nil, let note = shown?.note { detail = note }
    default: break
    }
    var figure = Figure(
      value: value,
      text: text(of: value, quantity),
      detail: detail,
      state: .missing,
      limit: ""
    )
    if shown?.absence == .never { figure.text = "never" }
    if let low = shown?.low, let high = shown?.high, low <= high { figure.interval = low...high }
    if value != nil, let shown, shown.value?.isFinite == true {
      figure.text = text(of: shown, quantity)
    }
    figure.note = shown?.note ?? ""
    if let budget {
      figure.limit = limitText(budget, besides: quantity)
      if let own = budgets.first, budget.name != own.rawValue,
        budget.figure?.metric != quantity.metric
      {
        figure.judgedBy = budget.title(isRecorded: cell.isRecording)
      }
    }
    if value != nil {
      figure.state = budget.map { Self.state(of: $0) } ?? .unjudged
    } else if let budget, [.missed, .invalid].contains(budget.state) {
      figure.state = Self.state(of: budget)
    }
    return figure
  }

  /// How a figure stands to its budget; what rests on a choice of our own is not judged.
  private static func state(of check: BudgetCheck) -> State {
    switch check.state {
    case .kept: .kept
    case .missed, .worse: .missed
    case .invalid: .open
    case .model, .unexercised: .unjudged
    }
  }

  /// The scroll hitch scale: up to 5 ms/s good, below 10 warning, else critical (Apple, "Explore
  /// UI animation hitches and the render loop", 2020).
  package static func hitchGrade(_ millisecondsPerSecond: Double) -> String {
    millisecondsPerSecond <= 5
      ? "good" : millisecondsPerSecond < 10 ? "warning" : "critical"
  }

  private static func limitText(_ budget: BudgetCheck, besides quantity: Quantity) -> String {
    if budget.state == .worse {
      return "was \(DecimalText.short(budget.limit, besides: budget.value ?? 0))"
    }
    // A figure that another rule judges says which.
    switch budget.budget {
    case .lateFrames: return "≤\u{A0}\(DecimalText.precise(budget.limit)) late"
    case .tokenLag:
      return "token max ≤\u{A0}\(DecimalText.precise(budget.limit))"
    case .longestHitch:
      return "hitch ≤\u{A0}\(DecimalText.precise(budget.limit))\u{202F}ms"
    default: break
    }
    var unit = UnitWords.text(budget.unit)
    if unit == quantity.unit { unit = "" }
    return (budget.isUpperLimit ? "≤\u{A0}" : "≥\u{A0}") + DecimalText.precise(budget.limit)
      + (unit.isEmpty ? "" : "\u{202F}\(unit)")
  }

  /// A known figure for people: an approximate one with `~`, a range with both ends.
  private static func text(of shown: MetricValue, _ quantity: Quantity) -> String {
    let mark = shown.isApproximate ? "~" : ""
    if shown.isRange, let low = shown.low, let high = shown.high {
      let ends = [low, high].map { text(of: $0, quantity) }
      if ends[0] != ends[1] { return mark + ends.joined(separator: "–") }
    }
    return mark + text(of: shown.value, quantity)
  }

  /// The figure for people; adherence is rounded down, so that 100 means every frame.
  private static func text(of value: Double?, _ quantity: Quantity) -> String {
    guard let value else { return "n/a" }
    switch quantity {
    case .adherence:
      let hundredths = (value * 100).rounded(.down) / 100
      return hundredths == 100 ? "100" : DecimalText.short(hundredths, places: 2)
    case .drift: return DecimalText.precise(value)
    default: return DecimalText.short(value)
    }
  }
}
