import Simulation

extension Headline.Quantity {
  /// The metric's name in files.
  var metric: String {
    switch self {
    case .hitchRatio: "hitch_ratio_ms_per_s"
    case .adherence: "budget_adherence_pct"
    case .cost: "frame_cost_p99_ms"
    case .allocations: "allocs_per_frame"
    case .drift: "anchor_drift_max_pt"
    case .fallbacks: "fallback_entries"
    }
  }

  /// The title of its column.
  public var title: String {
    switch self {
    case .hitchRatio: "Hitch ratio"
    case .adherence: "On time"
    case .cost: "p99 cost"
    case .allocations: "Allocations"
    case .drift: "Anchor drift"
    case .fallbacks: "Fallbacks"
    }
  }

  /// The unit of its column.
  public var unit: String {
    switch self {
    case .hitchRatio: "ms/s"
    case .adherence: "%"
    case .cost: "ms"
    case .allocations: "a frame"
    case .drift: "pt"
    case .fallbacks: ""
    }
  }
}

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
    var value = cell.figure(quantity.metric)?.value
    if value?.isFinite != true { value = nil }
    var budget = cell.budget(on: quantity.metric)
    var detail = ""
    switch quantity {
    case .cost:
      let share = cell.figure("budget_used_p99_pct")?.value ?? value.map { 100 * $0 / period }
      if value != nil, let share { detail = "\(DecimalText.short(share))\u{202F}% of T" }
      budget = budget ?? cell.budget(on: "budget_used_p99_pct")
    case .fallbacks:
      if value == nil, case .pass = cell.verdict { value = Double(cell.fallbacks.count) }
    case .hitchRatio:
      if let value { detail = hitchGrade(value) }
    case .adherence, .allocations, .drift: break
    }
    var figure = Figure(
      value: value,
      text: text(of: value, quantity),
      detail: detail,
      state: .missing,
      limit: ""
    )
    if let budget { figure.limit = limitText(budget, besides: quantity) }
    if value != nil {
      figure.state = budget?.isKept.map { $0 ? .kept : .missed } ?? .unjudged
    }
    return figure
  }

  /// The scroll hitch scale: up to 5 ms/s good, below 10 warning, else critical (Apple, "Explore
  /// UI animation hitches and the render loop", 2020).
  public static func hitchGrade(_ millisecondsPerSecond: Double) -> String {
    millisecondsPerSecond <= 5
      ? "good" : millisecondsPerSecond < 10 ? "warning" : "critical"
  }

  private static func limitText(_ budget: BudgetCheck, besides quantity: Quantity) -> String {
    var unit = MetricWords.unit(budget.unit)
    if unit == quantity.unit { unit = "" }
    return (budget.isUpperLimit ? "≤\u{A0}" : "≥\u{A0}") + DecimalText.precise(budget.limit)
      + (unit.isEmpty ? "" : "\u{202F}\(unit)")
  }

  /// The figure for people; adherence is rounded down, so that 100 means every frame.
  private static func text(of value: Double?, _ quantity: Quantity) -> String {
    guard let value else { return "n/a" }
    switch quantity {
    case .adherence:
      let hundredths = (value * 100).rounded(.down) / 100
      return hundredths == 100 ? "100" : DecimalText.short(hundredths, places: 2)
    case .drift: return DecimalText.precise(value)
    case .hitchRatio, .cost, .allocations, .fallbacks: return DecimalText.short(value)
    }
  }
}
