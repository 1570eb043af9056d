import FrameMetrics
import FramePacing
import Judging
import Records
import Timebase

/// What the template's part for one cell is filled with.
struct CellContent {
  private let cell: CellRecord
  private let index: Int
  private let framesPerCell: Int
  /// The cell's name in addresses.
  var anchor = ""
  /// Whether it is unfolded when the page opens.
  var isOpen = true
  /// Its worst moments.
  var moments: [Moment] = []
  /// The cell that it is compared with.
  var other: CellRecord?
  /// The page of its whole replay; nil for none.
  var replayPage: String?

  init(_ cell: CellRecord, index: Int, framesPerCell: Int) {
    self.cell = cell
    self.index = index
    self.framesPerCell = framesPerCell
  }

  /// The template's values by name.
  var values: [String: Any] {
    let data = FrameChartData(cell, limit: framesPerCell)
    let distribution = DistributionChart(cell, beside: other)
    let shortfall = RunVerdict.shortfall(of: cell)
    let badge = VerdictBadge(cell.verdict.kind)
    let name = "\(cell.scenario), \(cell.profile), \(cell.refreshHertz) Hz"
    let (episodes, allocations) = (EpisodeHitches(cell).table, AllocationSums(cell).table)
    let own: [String: Any] = [
      "isRecording": cell.isRecording, "isDriven": isDriven,
      "isDesign": !isDriven && !cell.isRecording,
      "anchor": anchor, "isOpen": isOpen, "number": index,
      "hasReplayPage": replayPage != nil, "replayPage": replayPage ?? "",
      "hasOther": other != nil, "other": other?.profile ?? "", "scenario": cell.scenario,
      "profile": cell.profile, "device": cell.device, "hertz": cell.refreshHertz,
      "seed": "\(cell.seed)",
      "verdict": cell.verdict.word, "verdictClass": badge.style,
      "verdictMark": badge.mark,
      "hasShortfall": shortfall != nil, "shortfall": shortfall ?? "",
      "tiles": tiles,
      "hasFrames": !cell.frames.isEmpty, "data": data.json,
      "isThinned": data.framesPerBar > 1, "framesPerBar": data.framesPerBar,
      "period": DecimalText.short(1000 / Double(cell.refreshHertz), places: 2),
      "chartSummary": chartSummary,
      "hasDistribution": distribution != nil, "distribution": distribution?.svg ?? "",
      "distributionSummary": distribution?.summary ?? "",
      "noDistribution": "No frame was presented.",
      "metrics": metrics.markup(label: "All figures of \(name)", style: "plain all"),
      "metricCount": cell.metrics.count,
      "hasMetrics": !cell.metrics.isEmpty,
      "budgets": budgets.markup(caption: "Budgets"),
      "fallbacks": FallbackTable(of: [cell]).table(hasPlace: false).markup(),
      "hasFallbacks": !cell.fallbacks.isEmpty,
      "worst": WorstFrames(cell).table(anchor: anchor).markup(
        label: "Worst frames of \(name)",
        caption: "The worst frames",
        style: "plain worst"
      ),
      "hasEpisodes": !episodes.rows.isEmpty, "episodes": episodes.markup(),
      "hasAllocations": !allocations.rows.isEmpty, "allocations": allocations.markup(),
      "text": text, "ratios": ratios, "hasRatios": !(cell.modelRatio ?? [:]).isEmpty,
      "hasFrameLog": cell.frameLogSHA256 != nil, "frameLog": cell.frameLogSHA256 ?? "",
    ]
    let recorded = cell.recording.map { RecordingContent(cell, $0).values } ?? [:]
    return [recorded, isDriven ? pageChartValues : lagValues].reduce(own) { all, more in
      all.merging(more, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Whether it is a page, driven or not.
  private var isDriven: Bool {
    cell.isPage || (!cell.isRecording && cell.frames.isEmpty && cell.metrics.isEmpty)
  }

  private var pageChartValues: [String: Any] {
    guard let chart = PageChart(cell) else { return ["hasPageChart": false] }
    return ["hasPageChart": true, "pageChart": chart.svg, "pageChartSummary": chart.summary]
  }

  private var lagValues: [String: Any] {
    let chart = LagChart(cell)
    return ["hasLag": chart.svg != nil, "lag": chart.svg ?? "", "lagSummary": chart.summary]
  }

  /// A design's figures; of a page those that it has.
  private var tiles: [[String: Any]] {
    guard cell.isPage || cell.isRecording else { return Headline.Quantity.ofDesigns.map(tile) }
    let all = Headline.Quantity.allCases.map { ($0, Headline.figure(of: $0, in: cell).state) }
      .filter { $0.1 != .missing }
    // What was missed stands first: zeros above it would hide it.
    return (all.filter { $0.1 == .missed } + all.filter { $0.1 != .missed }).map { tile($0.0) }
  }

  private func tile(_ quantity: Headline.Quantity) -> [String: Any] {
    let figure = Headline.figure(of: quantity, in: cell)
    var values = PageContent.values(of: figure, label: quantity.title)
    values["unit"] = figure.value == nil ? "" : quantity.unit
    return values
  }

  private var chartSummary: String {
    let presented = cell.frames.count { !$0.isSwallowed }
    let late = cell.frames.count { !$0.isSwallowed && !$0.isOnTime }
    return "Frame chart of \(cell.scenario), \(cell.profile), \(cell.refreshHertz) Hz: "
      + "\(presented) frames, \(late) of them late, \(cell.frames.count - presented) ticks "
      + "swallowed, \(cell.fallbacks.count) fallbacks."
  }

  private var metrics: Table {
    var table = Table([
      .init("metric"), .init("statistic"), .number("value"), .init("unit"), .init("interval"),
      .init("better"),
    ])
    for metric in cell.metrics {
      let better =
        switch metric.better {
        case .up: "higher"
        case .down: "lower"
        case .none: "neither"
        }
      var interval = ""
      if let low = metric.low, let high = metric.high {
        interval = "\(DecimalText.precise(low)) to \(DecimalText.precise(high))"
      }
      var value = Table.Cell(
        DecimalText.precise(metric.value),
        metric.value == nil ? .faint : .plain
      )
      value.detail = metric.note ?? ""
      let texts = [metric.unit.words, interval, better].map { Table.Cell($0) }
      table.add([Table.Cell(metric.metric), Table.Cell(metric.statistic.rawValue), value] + texts)
    }
    return table
  }

  private var budgets: Table {
    var table = Table([.init("budget"), .number("measured"), .init("limit"), .init("state")])
    for budget in cell.budgets {
      let unit = UnitWords.text(budget.unit)
      let (words, tone): (String, Table.Tone) =
        switch budget.state {
        case .kept: ("✓ kept", .good)
        case .missed: ("✗ missed", .bad)
        case .worse: ("✗ worse", .bad)
        case .model: ("model", .plain)
        case .invalid: ("✗ invalid", .bad)
        case .unexercised: ("not judged", .faint)
        }
      let value = DecimalText.short(budget.value, besides: budget.limit)
      let sign =
        budget.state == .worse ? "was\u{A0}" : budget.isUpperLimit ? "≤\u{A0}" : "≥\u{A0}"
      var title = Table.Cell(budget.title(isRecorded: cell.isRecording))
      title.note = budget.note ?? budget.name
      table.add([
        title, Table.Cell(budget.value == nil ? value : "\(value) \(unit)"),
        Table.Cell("\(sign)\(DecimalText.precise(budget.limit)) \(unit)"), Table.Cell(words, tone),
      ])
    }
    return table
  }

  private var text: [String: Any] {
    let isEqual = cell.textInSHA256 == cell.textOutSHA256
    let isKnown = !cell.textInSHA256.isEmpty && !cell.textOutSHA256.isEmpty
    return [
      "class": !isKnown ? "missing" : isEqual ? "kept" : "missed",
      "words": !isKnown
        ? "n/a: no text was hashed"
        : isEqual ? "✓ released exactly as it came" : "✗ differs from what came",
      "in": cell.textInSHA256.isEmpty ? "n/a" : cell.textInSHA256,
      "out": cell.textOutSHA256.isEmpty ? "n/a" : cell.textOutSHA256,
      "showsBoth": isKnown && !isEqual, "isKnown": isKnown,
    ]
  }

  private var ratios: [[String: Any]] {
    Phase.allCases.compactMap { phase in
      guard let ratio = cell.modelRatio?[phase] else { return nil }
      return ["phase": phase.name, "ratio": DecimalText.short(ratio)]
    }
  }
}
