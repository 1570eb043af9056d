import Files
import Foundation
import FrameLogs
import FrameMetrics
import Records

/// The folder of an analysis: page, figures, frames, and the same for programs.
package struct AnalysisFolder: Sendable {
  private let folder: RunFolder

  /// Names a folder, which need not exist.
  package init(path: String) { folder = RunFolder(path: path) }

  /// Looks whether it could be written.
  ///
  /// - Parameter inputs: What is read for it; none of that may be replaced.
  package func check(inputs: [String] = []) throws(OutputError) {
    try folder.checkTarget(inputs: inputs)
  }

  /// Writes the analysis, whole or not at all, as a run's folder is.
  ///
  /// - Parameter beside: A simulated run that is shown beside it; nil for none.
  /// - Throws: ``OutputError`` as `RunFolder.write` does.
  package func write(_ record: AnalysisRecord, beside: RunRecord? = nil) throws(OutputError) {
    try folder.recover()
    try folder.checkTarget()
    let page = try AnalysisPage(record, beside: beside).text()
    try folder.write(replaces: true, once: {}) { draft throws(OutputError) in
      func put(_ name: String, _ bytes: [UInt8]) throws(OutputError) { try draft.put(name, bytes) }
      try put(
        ReportFiles.analysis,
        try RecordCoding.bytes(
          of: StoredAnalysis(record),
          for: folder.path + "/" + ReportFiles.analysis
        )
      )
      try put(ReportFiles.metrics, AnalysisFiles.metrics(of: record))
      try draft.put(ReportFiles.frames, AnalysisFiles.frames(of: record))
      try put(ReportFiles.page, Array(page.utf8))
      try put(ReportFiles.tests, Array(AnalysisFiles.tests(of: record).utf8))
      try put(ReportFiles.summary, Array(AnalysisFiles.summary(of: record).utf8))
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

  // MARK: For people and for CI

  static func summary(of record: AnalysisRecord) -> String {
    let columns = AnalysisTable.columns(of: record)
    var lines = ["**\(record.verdictText)**", ""]
    lines += record.reasons.prefix(40).map { "- \(Markdown.escape($0))" }
    for cell in record.cells.prefix(40) {
      guard let gaps = cell.gapText else { continue }
      lines.append(
        "- \(Markdown.escape("\(cell.name): \(gaps): \(AnalysisTable.gapList(of: cell))"))"
      )
    }
    lines += [
      "", "| file | Hz |" + columns.map { " \($0.title) \($0.unit) |" }.joined() + " verdict |",
      "| --- | ---: |" + columns.map { _ in " ---: |" }.joined() + " --- |",
    ]
    for cell in record.cells.prefix(200) {
      let figures = columns.map { column in
        " \(AnalysisTable.text(AnalysisTable.figure(of: column, in: cell))) |"
      }
      let hertz = cell.hertz.map { DecimalText.short($0, places: 0) } ?? "n/a"
      lines.append(
        "| \(Markdown.escape(cell.name)) | \(hertz) |" + figures.joined() + " \(cell.word) |"
      )
    }
    return lines.joined(separator: "\n") + "\n"
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
        .map(AnalysisRecord.words(for:)).joined(separator: "; ")
      let gaps = cell.gapText.map { text in
        "<system-out>\(JUnitXML.escape("\(text): \(AnalysisTable.gapList(of: cell))"))</system-out>"
      }
      if cell.isMissed {
        text +=
          head + "><failure message=\"\(JUnitXML.escape(failed))\"/>\(gaps ?? "")</testcase>\n"
      } else if cell.isInvalid {
        text += head + "><error message=\"\(JUnitXML.escape(failed))\"/>\(gaps ?? "")</testcase>\n"
      } else if cell.budgets.isEmpty {
        let why = cell.unjudged.first ?? "nothing could be judged"
        text += head + "><skipped message=\"\(JUnitXML.escape(why))\"/>\(gaps ?? "")</testcase>\n"
      } else {
        text += gaps.map { head + ">\($0)</testcase>\n" } ?? head + "/>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }
}
