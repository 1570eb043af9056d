import Checking
import Files
import Foundation
import Reporting

/// All that a check writes; every place is looked at before anything is measured.
struct CheckPlaces {
  /// The report's folder where no other is named.
  static let standardReport = "stillpoint-report"

  /// The report's folder.
  let report: String
  private let inputs: [String]
  private(set) var baseline: OutputPlace?
  private(set) var history: OutputPlace?
  /// What the check's file says once there is a baseline; nil where it names one.
  private(set) var named: (place: OutputPlace, text: String)?

  /// Looks at them.
  ///
  /// - Parameters:
  ///   - output: The report's folder, as it was named; nil for the standard one.
  ///   - accepts: Whether a baseline is written, and a line of the history.
  ///   - keeps: Whether a line of the history is written.
  /// - Throws: `OutputError`, and `InputError` for a file that cannot be edited.
  init(_ check: CheckFile, output: String?, accepts: Bool, keeps: Bool) throws {
    report = output ?? Self.standardReport
    // A branch can bring a link under this name.
    if output == nil,
      !FileName.resolved(report).hasPrefix(FileName.joined(FileName.resolved("."), ""))
    {
      throw OutputError(
        path: report,
        reason: "it is a link that leads out of this folder",
        advice: "Remove it, or name a folder with --output."
      )
    }
    let inputs = check.inputs
    self.inputs = inputs
    try CheckReport.check(report, inputs: inputs)
    if accepts {
      let place = check.baseline ?? check.resolved(CheckFile.standardBaseline)
      baseline = try CheckBaseline.place(place, inputs: inputs)
      if check.baseline == nil {
        let text = try check.text(naming: CheckFile.standardBaseline)
        named = (try OutputPlace(check.path), text)
      }
    }
    if accepts || keeps {
      history = try check.history.map { try CheckHistory.place($0, inputs: inputs) }
    }
    try OutputPlace.check(areApart: [baseline, history].compactMap { $0 })
  }

  /// Writes the runs that the report leads to, and takes those of an older check away.
  func write(_ runs: [CheckedRun]) throws {
    let folder = FileName.joined(report, CheckedRun.folder)
    for name in (try? Folder.names(in: folder)) ?? []
    where !runs.contains(where: { $0.name == name }) {
      let old = RunFolder(path: FileName.joined(folder, name))
      if old.isOurs { try FileManager.default.removeItem(atPath: old.path) }
    }
    for run in runs {
      try RunFolder(path: FileName.joined(folder, run.name)).write(
        run.record,
        attachments: run.attachments
      )
    }
  }

  /// Writes a report with the baseline that is accepted, its name in the check's file, and the line of the
  /// history: all or nothing.
  func write(
    _ report: CheckReport,
    accepting new: CheckBaseline?,
    _ entry: CheckHistory.Entry?
  ) throws {
    // A command of the check may have put something else there.
    try CheckReport.check(self.report, inputs: inputs)
    var files = try report.files(for: self.report)
    if report.part == nil {
      try Folder.remove(FileName.joined(FileName.resolved(self.report), WorkPartFile.name))
    }
    if let baseline, let new { files.append((baseline, .bytes(try new.bytes()))) }
    if let named { files.append((named.place, .bytes(Array(named.text.utf8)))) }
    let line = try entry?.line()
    try OutputPlace.write(files) { () throws(OutputError) in
      if let history, let line { try history.append(line: line) }
    }
  }
}
