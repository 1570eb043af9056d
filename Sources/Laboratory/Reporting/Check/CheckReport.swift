import Checking
import Comparing
import Files
import Foundation

/// All that is written of a check.
package struct CheckReport: Sendable {
  /// The version of `check.json`.
  package static let schema = 1

  /// What the check came to.
  package var verdict: CheckVerdict
  /// What was measured.
  package var measured: [MeasuredSubject]
  /// What it was compared with; nil for nothing.
  package var baseline: CheckBaseline?
  /// The changes that were kept.
  package var history: CheckHistory
  /// What changes of the check's name tell apart: a repository may have several.
  package var name: String
  /// When it was made, as ISO 8601 in UTC.
  package var date: String
  /// The program's version.
  package var version: String
  /// Rows of the sessions that were measured: `sessions.csv`, for a fleet.
  package var rows = SessionsCSV.header
  /// Which part of a check it is: `part.json`; nil for a whole one.
  package var part: [UInt8]?

  /// Gathers a report.
  package init(
    verdict: CheckVerdict,
    measured: [MeasuredSubject],
    baseline: CheckBaseline?,
    history: CheckHistory,
    name: String,
    date: String,
    version: String
  ) {
    self.verdict = verdict
    self.measured = measured
    self.baseline = baseline
    self.history = history
    self.name = name
    self.date = date
    self.version = version
  }

  /// The findings as sentences, the worst first.
  package var sentences: [String] {
    verdict.findings.map { finding in
      CheckWords.sentence(finding, among: measured.count) + moment(of: finding)
    }
  }

  /// The moment that shows what became worse, as the end of a sentence; empty where none is known, and for limits,
  /// whose sentences have theirs.
  func moment(of finding: CheckFinding) -> String {
    guard case .worse(let figures) = finding.kind,
      let one = measured.first(where: { $0.subject.name == finding.subject }),
      let moment = one.moments.first(where: { moment in
        figures.contains { moment.isOf($0.after.metric) }
      })
    else { return "" }
    return "; worst \(moment.words)"
  }

  /// The command that shows the worst of what was found again; nil where there is none.
  package var command: String? {
    verdict.findings.lazy.compactMap { finding in
      measured.first { $0.subject.name == finding.subject }?.command
    }.first
  }

  /// What was measured: `app, 12 recordings; web-chat, idle at 60 Hz`.
  package var measuredWords: String {
    let words = measured.map { one -> String in
      let count = one.subject.recordings
      return one.subject.kind == .exact
        ? one.subject.name
        : "\(one.subject.name), \(count) recording\(count == 1 ? "" : "s")"
    }
    return words.isEmpty ? "Nothing was measured." : "Measured: \(words.joined(separator: "; "))."
  }

  /// What the check was compared with, as a sentence.
  package var comparison: String {
    guard let baseline else {
      return
        "Compared with nothing: accept a baseline with stillpoint check --accept --reason TEXT."
    }
    return "Compared with the baseline of \(baseline.date): \(baseline.reason)."
  }

  /// The names of the files of a report.
  package enum File {
    package static let page = "index.html"
    package static let comment = "comment.md"
    package static let tests = "junit.xml"
    package static let verdict = "check.json"
    package static let badge = "badge.json"
    package static let benchmarkAction = "github-action-benchmark.json"
    package static let bencher = "bencher.json"
    static let names = [
      page, comment, tests, verdict, badge, benchmarkAction, bencher, SessionsFolder.rows,
      WorkPartFile.name,
    ]
  }

  /// Looks whether the files could be written into a folder: an older check's may be written anew, or an
  /// empty one.
  ///
  /// - Parameter inputs: What the check reads; none of that may be replaced.
  /// - Throws: ``OutputError``.
  package static func check(_ folder: String, inputs: [String]) throws(OutputError) {
    let verdict = FileName.joined(folder, File.verdict)
    try FolderPlace(folder).check(inputs: inputs, isOwned: File.names.contains) { names in
      names.contains(File.verdict)
        && OutputKind.marked(Stored.kind, "a check's verdict").allows(verdict)
    }
  }

  /// The files for a folder, which is made where there is none; what the folder is known by first.
  ///
  /// - Throws: ``OutputError``.
  package func files(for folder: String) throws -> [(
    place: OutputPlace, content: OutputPlace.Content
  )] {
    let export = FigureExport(measured.map(\.subject))
    return try FolderPlace(folder).places(
      of: [
        (File.verdict, .bytes(try json())),
        (File.page, .bytes(Array(try CheckPage(self).text().utf8))),
        (File.comment, .bytes(Array(CheckComment(self).text.utf8))),
        (File.tests, .bytes(Array(CheckJUnit.text(of: self).utf8))),
        (File.badge, .bytes(try badge())),
        (File.benchmarkAction, .bytes(try export.benchmarkAction())),
        (File.bencher, .bytes(try export.bencher())),
        (SessionsFolder.rows, .bytes(rows)),
      ] + (part.map { [(WorkPartFile.name, .bytes($0))] } ?? [])
    )
  }

  // MARK: For programs

  private struct Badge: Encodable {
    var schemaVersion = 1
    var label = "stillpoint"
    var message: String
    var color: String
  }

  /// What shields.io takes as an endpoint.
  private func badge() throws -> [UInt8] {
    let colours = ["pass": "brightgreen", "missed": "red", "worse": "red", "invalid": "lightgrey"]
    let badge = Badge(message: verdict.word, color: colours[verdict.word] ?? "lightgrey")
    return try FigureExport.bytes(of: badge)
  }

  private struct Stored: Encodable {
    struct Figure: Encodable {
      var subject: String
      var figure: String
      var verdict: String
      var before: Double
      var after: Double
      var unit: String
      var low: Double?
      var high: Double?
      var detectable: Double?
      var note: String?
    }

    static let kind = "stillpoint-check"
    var kind = Stored.kind
    var schema = CheckReport.schema
    var verdict: String
    var findings: [String]
    var comparison: String
    var date: String
    var figures: [Figure]
  }

  /// The verdict for programs.
  package func json() throws -> [UInt8] {
    let figures = verdict.compared.flatMap { subject in
      subject.figures.map { figure in
        Stored.Figure(
          subject: subject.subject,
          figure: figure.before.name,
          verdict: figure.verdict.rawValue,
          before: figure.first,
          after: figure.second,
          unit: figure.before.unit.rawValue,
          low: figure.interval?.lowerBound,
          high: figure.interval?.upperBound,
          detectable: figure.detectable,
          note: figure.note
        )
      }
    }
    return try FigureExport.bytes(
      of: Stored(
        verdict: verdict.word,
        findings: sentences,
        comparison: comparison,
        date: date,
        figures: figures
      )
    )
  }
}

extension CheckVerdict.Compared {
  /// The subject and how many recordings each side has; the subject alone where figures repeat.
  package var title: String {
    recordings == (1, 1)
      ? subject : "\(subject) (\(recordings.before) and \(recordings.after) recordings)"
  }
}

extension CheckFinding {
  /// The finding as a sentence without its end.
  package var words: String { CheckWords.sentence(self) }
}

extension FigureComparison {
  /// The figure, both sides and what can be said, as a line of a terminal.
  package var line: String {
    let change = first == second ? "=" : CheckWords.share(change)
    let detectable = CheckWords.detectable(self)
    return "\(verdict.rawValue)  \(CheckWords.title(of: before))  "
      + "\(CheckWords.sides(of: self)), \(change)"
      + (detectable.isEmpty ? "" : "; seen \(detectable)")
  }
}
