import Foundation
import Gating
import Simulation

/// The folder of one run, written whole or not at all.
///
/// All files are made in a hidden folder beside the target and the folder is renamed, so that a run
/// that is killed leaves the last good report. Between the two renames that exchange an old report
/// for a new one the old one is `.NAME.previous`; reading and writing put it back. Files that a run
/// does not have by itself (`ReportFiles.names`) are kept when it is written anew.
public struct RunFolder: Sendable {
  /// A file beside those that the folder makes itself.
  public struct Attachment: Sendable {
    /// Its name, without a folder.
    public var name: String
    /// What is in it.
    public var bytes: [UInt8]

    /// Makes an attachment.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Where the run is, or will be.
  public let path: String

  /// Names a folder, which need not exist.
  public init(path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  private var url: URL { URL(fileURLWithPath: path).standardizedFileURL }
  var hiddenPath: String {
    url.deletingLastPathComponent().path + "/." + url.lastPathComponent
  }
  static let partialMark = ".partial-"
  private var previousPath: String { hiddenPath + ".previous" }

  /// Writes `run`.
  ///
  /// - Parameters:
  ///   - run: What to write.
  ///   - attachments: More files, such as a trace.
  ///   - environment: Says where the chart library is: `STILLPOINT_DYGRAPHS`.
  /// - Throws: `ReportError.inTheWay` when something that is no run stands at the path, `.system`
  ///   when the system refuses, `.chartLibraryMissing`. The target is then what it was before.
  public func write(
    _ run: RunRecord,
    attachments: [Attachment] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ReportError) {
    try recover()
    try checkTarget()
    let report = HTMLReport(run)
    let files = ReportFiles.linked + attachments.map(\.name)
    let page = try report.text(environment: environment, files: files)
    try removeLeftovers()
    let partial = hiddenPath + Self.partialMark + "\(ProcessInfo.processInfo.processIdentifier)"
    try FileAccess.makeFolder(partial)
    do {
      func put(_ name: String, _ bytes: [UInt8]) throws(ReportError) {
        try FileAccess.write(bytes, to: partial + "/" + name)
      }
      try put(ReportFiles.run, Array(RunJSON.text(of: run).utf8))
      try put(ReportFiles.metrics, MetricsCSV.bytes(of: run))
      let frames = run.cells.map(\.frames.bytes)
      try put(ReportFiles.storedFrames, FramesFile.bytes(FramesFile.frameHeader, frames))
      let screens = run.cells.map(\.screen.bytes)
      try put(ReportFiles.storedScreen, FramesFile.bytes(FramesFile.screenHeader, screens))
      try FileAccess.write(FramesCSV.parts(of: run), to: partial + "/" + ReportFiles.frames)
      try put(ReportFiles.page, Array(page.utf8))
      try report.replays { name, text throws(ReportError) in try put(name, Array(text.utf8)) }
      try put(ReportFiles.tests, Array(JUnitXML.text(of: run).utf8))
      try put(ReportFiles.summary, Array(MarkdownSummary.text(of: run).utf8))
      for attachment in attachments { try put(attachment.name, attachment.bytes) }
      try exchange(with: partial)
    } catch {
      if FileAccess.exists(partial) { try FileAccess.remove(partial) }
      throw error
    }
  }

  /// Writes `index.html`, and the replays beside it, anew from the run that is in the folder.
  ///
  /// - Throws: `ReportError` when the run cannot be read or the page not be written; the old page
  ///   then stays.
  public func rewritePage(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ReportError) {
    let run = try RunFile(path: path).read()
    let report = HTMLReport(run)
    let there = try FileAccess.names(in: path)
    let files = ReportFiles.linked + [ReportFiles.trace, ReportFiles.flame].filter(there.contains)
    let gate = there.contains(GateFile.name) ? try GateFile.read(path) : nil
    let page = try report.text(environment: environment, files: files, gate: gate)
    var written: Set<String> = []
    try report.replays { name, text throws(ReportError) in
      written.insert(name)
      try replace(name, with: text)
    }
    try replace(ReportFiles.page, with: page)
    for name in there where ReplayPage.isPage(name) && !written.contains(name) {
      try FileAccess.remove(path + "/" + name)
    }
  }

  /// Puts a file beside those of a run that is there.
  ///
  /// - Throws: `ReportError.system` when the system refuses.
  public func add(_ attachment: Attachment) throws(ReportError) {
    try replace(attachment.name, with: attachment.bytes)
  }

  /// Puts a round of the gate beside a run that is there; its page has it once it is written anew.
  ///
  /// - Throws: `ReportError.system` when the system refuses.
  public func add(_ round: GateRound) throws {
    try replace(GateFile.name, with: try GateFiles.json(of: round))
  }

  private func replace(_ name: String, with text: String) throws(ReportError) {
    try replace(name, with: Array(text.utf8))
  }

  /// Writes a file of the folder under another name and renames it.
  private func replace(_ name: String, with bytes: [UInt8]) throws(ReportError) {
    let partial = path + "/.\(name).partial-\(ProcessInfo.processInfo.processIdentifier)"
    do {
      try FileAccess.write(bytes, to: partial)
      try FileAccess.rename(partial, to: path + "/" + name)
    } catch {
      if FileAccess.exists(partial) { try FileAccess.remove(partial) }
      throw error
    }
  }

  /// Puts back the last good report if writing a newer one was cut off between two renames.
  func recover() throws(ReportError) {
    guard FileAccess.exists(previousPath) else { return }
    if FileAccess.exists(path) {
      try FileAccess.remove(previousPath)
    } else {
      try FileAccess.rename(previousPath, to: path)
    }
  }

  /// Removes what processes that are no longer there left half-written, and this one's own: hidden
  /// folders beside this one, whatever run they were for, that hold a run's files only.
  func removeLeftovers() throws(ReportError) {
    let parent = url.deletingLastPathComponent().path
    guard FileAccess.isFolder(parent) else { return }
    for name in try FileAccess.names(in: parent) where name.hasPrefix(".") {
      guard let mark = name.range(of: Self.partialMark, options: .backwards),
        let process = Int32(name[mark.upperBound...]), process > 0
      else { continue }
      let path = parent + "/" + name
      let isOwn = process == ProcessInfo.processInfo.processIdentifier
      guard isOwn || (kill(process, 0) == -1 && errno == ESRCH), FileAccess.isFolder(path),
        try FileAccess.names(in: path).allSatisfy(ReportFiles.isOwned)
      else { continue }
      try FileAccess.remove(path)
    }
  }

  /// Looks whether `write` could write here, before the work whose result is to be written.
  ///
  /// - Parameter environment: Says where the chart library is: `STILLPOINT_DYGRAPHS`.
  /// - Throws: What `write` would throw for the place and for the chart library.
  public func check(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ReportError) {
    try checkTarget()
    _ = try ChartLibrary.load(environment: environment)
  }

  func checkTarget() throws(ReportError) {
    guard FileAccess.exists(path) else { return }
    guard FileAccess.isFolder(path) else { throw .inTheWay(path: path, what: "a file") }
    let names = try FileAccess.names(in: path)
    let isRun = names.contains(ReportFiles.run) || names.contains(ReportFiles.analysis)
    guard names.isEmpty || isRun else {
      throw .inTheWay(path: path, what: "a folder that is no run (it has \(names[0]))")
    }
  }

  func exchange(with partial: String) throws(ReportError) {
    guard FileAccess.exists(path) else { return try FileAccess.rename(partial, to: path) }
    try FileAccess.rename(path, to: previousPath)
    do {
      try FileAccess.rename(partial, to: path)
    } catch {
      try FileAccess.rename(previousPath, to: path)
      throw error
    }
    for name in try FileAccess.names(in: previousPath)
    where !ReportFiles.isOwned(name) && !FileAccess.exists(path + "/" + name) {
      try FileAccess.rename(previousPath + "/" + name, to: path + "/" + name)
    }
    try FileAccess.remove(previousPath)
  }
}
