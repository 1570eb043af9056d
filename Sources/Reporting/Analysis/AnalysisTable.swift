import FrameLogs
import FrameMetrics
import Records

/// The sessions of logs as plain text: a row each, then what is to be known of them.
package struct AnalysisTable: Sendable {
  typealias Field = TextGrid.Field

  private let record: AnalysisRecord
  /// The sessions that stand in the table.
  private let listed: ArraySlice<AnalysisRecord.Cell>
  private let isColoured: Bool
  private let width: Int?

  /// Makes a table.
  package init(_ record: AnalysisRecord, isColoured: Bool = false, width: Int? = nil) {
    self.record = record
    listed = record.worstFirst.prefix(AnalysisRecord.listed)
    self.isColoured = isColoured
    self.width = width
  }

  /// One column: a metric, and how its figure is written.
  struct Column {
    var title: String
    var unit: String
    var metric: String
    var statistic: Statistic = .value
    var places = 2
  }

  static let columns: [Column] = [
    Column(title: "frames", unit: "", metric: "active_ticks"),
    Column(title: "hitches", unit: "ms/s", metric: "hitch_ratio_animating_ms_per_s"),
    Column(title: "of record.", unit: "ms/s", metric: "hitch_ratio_recording_ms_per_s"),
    Column(title: "longest", unit: "ms", metric: "hitch_max_ms"),
    Column(title: "on time", unit: "%", metric: Metric.onTimeOfAnimating.id),
    Column(title: "interval", unit: "p99 ms", metric: "frame_interval_ms", statistic: .p99),
    Column(title: "work", unit: "p99 ms", metric: "frame_cost_ms", statistic: .p99),
  ]

  /// The columns in which any cell has a figure.
  static func columns(of record: AnalysisRecord) -> [Column] {
    columns.filter { column in
      record.cells.contains { figure(of: column, in: $0)?.value != nil }
    }
  }

  static func figure(of column: Column, in cell: AnalysisRecord.Cell) -> MetricValue? {
    cell.analysis.metrics.first {
      $0.metric == column.metric && $0.statistic == column.statistic
    }
  }

  /// A figure for people: `~` stands before an approximate one.
  static func text(_ value: MetricValue?, places: Int = 2) -> String {
    guard let value, let figure = value.value else { return "n/a" }
    let isRange = value.note?.hasPrefix(SessionAnalysis.rangeMark) ?? false
    let isApproximate = value.note?.contains("approximate") ?? false
    if isRange, let low = value.low, let high = value.high {
      let ends = [low, high].map {
        DecimalText.short($0, places: places).replacing("\u{202F}", with: " ")
      }
      if ends[0] != ends[1] { return (isApproximate ? "~" : "") + ends.joined(separator: "–") }
    }
    // Rounded down, so that 100 means every frame.
    let isShare = value.metric == Metric.onTimeOfAnimating.id
    let shown = isShare ? (figure * 100).rounded(.down) / 100 : figure
    return (isApproximate ? "~" : "")
      + DecimalText.short(shown, places: places)
      .replacing("\u{202F}", with: " ")
  }

  /// The table and its notes, lines ended by a line feed.
  package func text() -> String {
    let columns = Self.columns(of: record)
    var lines: [TextGrid.Line] = [
      .fields(
        [Field(text: "session", isRight: false, style: .faint)]
          + [Field(text: "Hz ", style: .faint)]
          + columns.map { Field(text: $0.title + " ", style: .faint) }
          + [Field(text: "verdict", isRight: false, style: .faint)]
      ),
      .fields(
        [Field(text: "", isRight: false), Field(text: "")]
          + columns.map { Field(text: $0.unit + " ", style: .faint) }
          + [Field(text: "", isRight: false)]
      ),
    ]
    // Files of figures alone have no column with a unit.
    if columns.isEmpty { lines.removeLast() }
    for (index, log) in shown {
      let file = log.path.split(separator: "/").last.map(String.init) ?? log.path
      lines.append(.heading("\(TextGrid.plain(file)): \(log.format.title)", .plain))
      for cell in listed where cell.log == index {
        lines.append(.fields(fields(of: cell, columns)))
      }
    }
    let grid = TextGrid(isColoured: isColoured, width: width, keyColumns: 1, lines: lines)
    let left = record.cells.count - listed.count
    return grid.text() + (left > 0 ? "... \(left) more sessions, in the report\n" : "") + notes()
  }

  /// The logs that have any of them, the first of them first.
  private var shown: [(index: Int, log: FrameLog)] {
    let isWhole = record.cells.count <= AnalysisRecord.listed
    var places: [Int] = isWhole ? Array(record.logs.indices) : []
    for cell in listed where !places.contains(cell.log) { places.append(cell.log) }
    return places.map { ($0, record.logs[$0]) }
  }

  private func fields(of cell: AnalysisRecord.Cell, _ columns: [Column]) -> [Field] {
    let name = cell.session.isEmpty ? "all frames" : TextGrid.plain(name: cell.session)
    var fields = [Field(text: "  " + TextGrid.shortened(name, to: 26), isRight: false)]
    fields.append(Field(text: (cell.hertz.map { DecimalText.short($0, places: 0) } ?? "n/a") + " "))
    for column in columns {
      let figure = Self.figure(of: column, in: cell)
      let isMissed = cell.budgets.contains { check in
        check.state == .missed && Self.metrics(judgedBy: check).contains(column.metric)
      }
      let style: TextGrid.Style =
        isMissed ? .bad : figure?.value == nil ? .faint : .plain
      let text = Self.text(figure, places: column.places)
      fields.append(Field(text: text + (isMissed ? "!" : " "), style: style))
    }
    let isGood = !cell.isMissed && !cell.isInvalid
    fields.append(Field(text: cell.word, isRight: false, style: isGood ? .good : .bad))
    return fields
  }

  static func metrics(judgedBy check: BudgetCheck) -> [String] {
    switch check.budget {
    case .hitchRatio:
      [Metric.hitchRatioAnimating.id, Metric.hitchRatioRecording.id]
    case .lateFrames, .adherence: [Metric.onTimeOfAnimating.id]
    case .longestHitch: [Metric.longestHitch.id]
    case .costShare: [Metric.frameCost.id]
    default: []
    }
  }

  // MARK: Notes

  private func notes() -> String {
    var lines = [""]
    for (index, log) in shown.prefix(4) {
      let file = log.path.split(separator: "/").last.map(String.init) ?? log.path
      lines.append("\(TextGrid.plain(file)):")
      for note in log.rows.sentences + log.notes { lines.append("  - \(TextGrid.plain(note))") }
      let cells = listed.filter { $0.log == index }
      for cell in cells.prefix(6) { lines += Self.lines(of: cell, isOnly: cells.count == 1) }
      if cells.count > 6 { lines.append("  ... \(cells.count - 6) more sessions, in the report") }
    }
    lines.append(
      "Hitches: up to 5 ms/s good, below 10 a warning: Apple's scale for scrolling (WWDC 2020); "
        + "its Organizer says 10, 25 and 50 for all animations. ~ approximate, ! budget missed; "
        + "n/a is not in the file, which is not 0."
    )
    return lines.flatMap { TextGrid.wrapped($0, width: width, indent: "    ") }
      .map { $0 + "\n" }.joined()
  }

  private static func lines(of cell: AnalysisRecord.Cell, isOnly: Bool) -> [String] {
    var lines: [String] = []
    let head = isOnly || cell.session.isEmpty ? "" : "\(TextGrid.plain(name: cell.session)): "
    if let why = cell.source.timeline.assumption { lines.append("  \(head)\(why)") }
    if let gaps = cell.gapText { lines.append("  \(head)\(gaps): \(gapList(of: cell))") }
    for note in cell.source.notes { lines.append("  \(head)\(TextGrid.plain(note))") }
    if let tool = toolText(of: cell) { lines.append("  \(head)\(tool)") }
    for line in cell.unjudged { lines.append("  \(head)not judged: \(line)") }
    let causes = cell.analysis.causes.prefix(4).map { cause in
      let time = cause.hitchMilliseconds.map { ", \(DecimalText.short($0, places: 1)) ms" } ?? ""
      return "\(TextGrid.plain(cause.name)) (\(cause.frames) frames\(time))"
    }
    if !causes.isEmpty { lines.append("  \(head)causes: " + causes.joined(separator: "; ")) }
    if let worst = cell.analysis.worst.first, worst.hitchMilliseconds.map({ $0 > 0 }) ?? true {
      lines.append("  \(head)worst: " + Self.text(of: worst))
    }
    return lines
  }

  /// What the format's own tool says, beside ours: what it counts as late, or all that there is.
  static func toolText(of cell: AnalysisRecord.Cell) -> String? {
    let words = [
      "jank", "late", "miss", "drop", "not displayed", "low", "hitch", "P1", "stutter", "worst",
    ]
    let all = cell.source.toolFigures
    let late = all.filter { figure in words.contains { figure.name.localizedStandardContains($0) } }
    let shown = (cell.source.timeline.frames.isEmpty ? all : late).prefix(8)
    guard !shown.isEmpty else { return nil }
    let figures = shown.map { figure in
      "\(TextGrid.plain(figure.name)) \(DecimalText.short(figure.value, places: 2))"
        + (figure.unit.isEmpty ? "" : " \(figure.unit)")
    }
    let why = cell.source.timeline.frames.isEmpty ? nil : cell.format.difference
    return "by its own tool: " + figures.joined(separator: "; ") + (why.map { ". \($0)" } ?? "")
  }

  /// The longest gaps with their place.
  static func gapList(of cell: AnalysisRecord.Cell, count: Int = 4) -> String {
    let gaps = cell.source.unknownGaps.sorted { $0.span.length > $1.span.length }
    let texts = gaps.prefix(count).map { gap in
      "\(DecimalText.short(gap.span.length.milliseconds, places: 0)) ms before "
        + "\(cell.source.labelName) \(gap.label)"
    }
    return texts.joined(separator: ", ") + (gaps.count > count ? ", ..." : "")
  }

  static func text(of frame: SessionAnalysis.WorstFrame) -> String {
    let at = frame.atMilliseconds.map { " at \(DecimalText.short($0, places: 1)) ms" } ?? ""
    var parts = [frame.label + at]
    if let hitch = frame.hitchMilliseconds {
      parts.append("hitch \(DecimalText.short(hitch, places: 2)) ms")
    }
    if let work = frame.workMilliseconds {
      parts.append("work \(DecimalText.short(work, places: 2)) ms")
    }
    if !frame.cause.isEmpty { parts.append(TextGrid.plain(frame.cause)) }
    return parts.joined(separator: ", ")
  }
}
