import Files
import Foundation
import FrameLogs
import FrameMetrics
import Simulation

/// The folder of an analysis: page, figures, frames, and the same for programs.
public struct AnalysisFolder: Sendable {
  private let folder: RunFolder

  /// Names a folder, which need not exist.
  public init(path: String) { folder = RunFolder(path: path) }

  /// Looks whether it could be written.
  ///
  /// - Parameter inputs: What is read for it; none of that may be replaced.
  public func check(inputs: [String] = []) throws(OutputError) {
    try folder.checkTarget(inputs: inputs)
  }

  /// Writes the analysis, whole or not at all, as a run's folder is.
  ///
  /// - Parameter beside: A simulated run that is shown beside it; nil for none.
  /// - Throws: ``OutputError`` as `RunFolder.write` does.
  public func write(_ record: AnalysisRecord, beside: RunRecord? = nil) throws(OutputError) {
    try folder.recover()
    try folder.checkTarget()
    let page = try AnalysisPage(record, beside: beside).text()
    try folder.removeLeftovers()
    let process = ProcessInfo.processInfo.processIdentifier
    let partial = folder.hiddenPath + RunFolder.partialMark + "\(process)"
    try Folder.make(partial)
    do {
      func put(_ name: String, _ bytes: [UInt8]) throws(OutputError) {
        try WholeFile.put(CollectionOfOne(bytes), to: partial + "/" + name)
      }
      try put(ReportFiles.analysis, Array(AnalysisFiles.json(of: record).utf8))
      try put(ReportFiles.metrics, AnalysisFiles.metrics(of: record))
      try WholeFile.put(AnalysisFiles.frames(of: record), to: partial + "/" + ReportFiles.frames)
      try put(ReportFiles.page, Array(page.utf8))
      try put(ReportFiles.tests, Array(AnalysisFiles.tests(of: record).utf8))
      try put(ReportFiles.summary, Array(AnalysisFiles.summary(of: record).utf8))
      try folder.exchange(with: partial)
    } catch {
      if Folder.exists(partial) { try Folder.remove(partial) }
      throw error
    }
  }
}

/// The files of an analysis but for the page.
enum AnalysisFiles {
  /// `metrics.csv` with a run's columns: the file stands for the scenario, the session for the
  /// profile, the format for the device. Figures of the format's own tool come last, under
  /// `tool:` and their name.
  static func metrics(of record: AnalysisRecord) -> [UInt8] {
    var text = CSVText()
    for column in MetricsCSV.columns { text.add(column) }
    text.endRow()
    for cell in record.cells {
      func begin() {
        text.add(AnalysisRecord.schema)
        text.add(record.name)
        text.add(cell.file)
        text.add(cell.session)
        text.add(cell.format.rawValue)
        text.add(cell.hertz.flatMap { DecimalText.shortest(($0 * 1000).rounded() / 1000) })
      }
      for metric in cell.analysis.metrics {
        begin()
        text.add(metric.metric)
        text.add(metric.statistic.rawValue)
        text.add(metric.value.flatMap(DecimalText.shortest))
        text.add(metric.unit.rawValue)
        text.add(metric.low.flatMap(DecimalText.shortest))
        text.add(metric.high.flatMap(DecimalText.shortest))
        text.add(metric.note)
        text.endRow()
      }
      for figure in cell.source.toolFigures {
        begin()
        text.add("tool:\(figure.name)")
        text.add("value")
        text.add(DecimalText.shortest(figure.value))
        text.add(figure.unit.isEmpty ? "count" : figure.unit)
        text.add(nil as String?)
        text.add(nil as String?)
        text.add("as the format's own tool defines it")
        text.endRow()
      }
    }
    return text.bytes
  }

  /// `frames.csv`: a row for each frame, made part by part.
  static func frames(of record: AnalysisRecord) -> some Sequence<[UInt8]> {
    var header = CSVText()
    for column in [
      "schema", "file", "session", "label", "wanted_ms", "promised_ms", "presented_ms", "fate",
      "work_start_ms", "work_end_ms", "hitch_ms", "on_time", "cause",
    ] { header.add(column) }
    header.endRow()
    let head = CollectionOfOne(header.bytes)
    return AnySequence(
      [AnySequence(head), AnySequence(record.cells.lazy.flatMap { AnalysisFrameRows(cell: $0) })]
        .lazy.joined()
    )
  }

  // MARK: For programs

  static func json(of record: AnalysisRecord) -> String {
    JSONValue.object([
      ("schema", .number(AnalysisRecord.schema)), ("kind", .string("stillpoint-analysis")),
      ("name", .string(record.name)), ("date", .string(record.date)),
      ("command", .array(record.command.map { .string($0) })),
      (
        "verdict",
        .object([
          ("pass", .bool(record.isPass)), ("word", .string(record.word)),
          ("reasons", .array(record.reasons.map { .string($0) })),
        ])
      ),
      ("logs", .array(record.logs.map(value(of:)))),
      ("cells", .array(record.cells.map(value(of:)))),
    ]).text()
  }

  private static func value(of log: FrameLog) -> JSONValue {
    .object([
      ("file", .string(log.path)), ("format", .string(log.format.rawValue)),
      ("format_title", .string(log.format.title)), ("variant", .string(log.variant)),
      ("rows", .number(log.rows.read)), ("refused_rows", .number(log.rows.refused)),
      ("unfinished_rows", .number(log.rows.unfinished)),
      (
        "refusals",
        .array(
          log.rows.refusals.map {
            .object([("line", .number($0.line)), ("reason", .string($0.reason))])
          }
        )
      ),
      ("notes", .array((log.rows.sentences + log.notes).map { .string($0) })),
    ])
  }

  private static func value(of cell: AnalysisRecord.Cell) -> JSONValue {
    .object([
      ("file", .string(cell.file)), ("session", .string(cell.session)),
      ("format", .string(cell.format.rawValue)), ("refresh_hz", .number(cell.hertz)),
      ("verdict", .string(cell.word)),
      ("assumption", .string(cell.source.timeline.assumption)),
      ("metrics", .array(cell.analysis.metrics.map(value(of:)))),
      (
        "tool_figures",
        .array(
          cell.source.toolFigures.map {
            .object([
              ("name", .string($0.name)), ("value", .number($0.value)), ("unit", .string($0.unit)),
            ])
          }
        )
      ),
      ("budgets", .array(cell.budgets.map(value(of:)))),
      ("not_judged", .array(cell.unjudged.map { .string($0) })),
      (
        "causes",
        .array(
          cell.analysis.causes.map {
            .object([
              ("layer", .string($0.layer)), ("cause", .string($0.name)),
              ("frames", .number($0.frames)), ("hitch_ms", .number($0.hitchMilliseconds)),
            ])
          }
        )
      ),
      ("worst_frames", .array(cell.analysis.worst.map(value(of:)))),
      (
        "idle_or_blocked",
        .array(
          cell.source.unknownGaps.prefix(1_000).map {
            .object([
              ("start_ms", .number(decimal: DecimalText.milliseconds($0.start))),
              ("length_ms", .number(decimal: DecimalText.milliseconds($0.length))),
            ])
          }
        )
      ),
    ])
  }

  private static func value(of metric: MetricValue) -> JSONValue {
    .object([
      ("metric", .string(metric.metric)), ("stat", .string(metric.statistic.rawValue)),
      ("value", .number(metric.value)), ("unit", .string(metric.unit.rawValue)),
      ("better", .string(metric.better.rawValue)),
      ("absence", .string(metric.absence?.rawValue)), ("note", .string(metric.note)),
    ])
  }

  private static func value(of check: BudgetCheck) -> JSONValue {
    .object([
      ("name", .string(check.name)), ("limit", .number(check.limit)),
      ("value", .number(check.value)), ("unit", .string(check.unit)),
      ("state", .string(check.state.rawValue)), ("note", .string(check.note)),
    ])
  }

  private static func value(of frame: SessionAnalysis.WorstFrame) -> JSONValue {
    .object([
      ("label", .string(frame.label)), ("at_ms", .number(frame.atMilliseconds)),
      ("hitch_ms", .number(frame.hitchMilliseconds)), ("work_ms", .number(frame.workMilliseconds)),
      ("cause", .string(frame.cause)),
      (
        "phases",
        .array(
          frame.phases.map {
            .object([("name", .string($0.name)), ("ms", .number($0.milliseconds))])
          }
        )
      ),
    ])
  }

  // MARK: For people and for CI

  static func summary(of record: AnalysisRecord) -> String {
    let columns = AnalysisTable.columns(of: record)
    var lines = ["**\(record.word)**", ""]
    lines += record.reasons.prefix(40).map { "- \(escaped($0))" }
    lines += [
      "", "| file | Hz |" + columns.map { " \($0.title) \($0.unit) |" }.joined() + " verdict |",
      "| --- | ---: |" + columns.map { _ in " ---: |" }.joined() + " --- |",
    ]
    for cell in record.cells.prefix(200) {
      let figures = columns.map { column in
        " \(AnalysisTable.text(AnalysisTable.figure(of: column, in: cell))) |"
      }
      let hertz = cell.hertz.map { DecimalText.short($0, places: 0) } ?? "n/a"
      lines.append("| \(escaped(cell.name)) | \(hertz) |" + figures.joined() + " \(cell.word) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    TextGrid.plain(text).replacing("|", with: "\\|").replacing("<", with: "&lt;")
  }

  static func tests(of record: AnalysisRecord) -> String {
    let failures = record.cells.count { $0.isMissed }
    let errors = record.cells.count { $0.isInvalid }
    let skipped = record.cells.count { $0.budgets.isEmpty }
    let counts =
      "tests=\"\(record.cells.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"\(skipped)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
    text += "  <testsuite name=\"\(JUnitXML.escape(record.name))\" \(counts)>\n"
    for cell in record.cells {
      let head =
        "    <testcase classname=\"\(JUnitXML.escape(cell.file))\" "
        + "name=\"\(JUnitXML.escape(cell.session.isEmpty ? cell.file : cell.session))\""
      let failed = cell.budgets.filter { $0.state != .kept }
        .map(RunVerdict.words(for:)).joined(separator: "; ")
      if cell.isMissed {
        text += head + "><failure message=\"\(JUnitXML.escape(failed))\"/></testcase>\n"
      } else if cell.isInvalid {
        text += head + "><error message=\"\(JUnitXML.escape(failed))\"/></testcase>\n"
      } else if cell.budgets.isEmpty {
        text += head + "><skipped message=\"nothing could be judged\"/></testcase>\n"
      } else {
        text += head + "/>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }
}
