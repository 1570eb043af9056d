import Files
import Foundation
import Gating
import Judging
import Records

/// The folder of one run, written whole or not at all.
///
/// All files are made in a draft beside the target, which is renamed, so that a run that is killed leaves
/// the last good report. Between the two renames that exchange an old report
/// for a new one the old one is `.NAME.previous`; reading and writing put it back. Files that a run
/// does not have by itself (`ReportFiles.names`) are kept when it is written anew.
package struct RunFolder: Sendable {
  /// A file beside those that the folder makes itself.
  package struct Attachment: Sendable {
    /// Its name; it may lie in ``ReportFiles/pictures`` or ``ReportFiles/traces``.
    package var name: String
    /// What is in it.
    package var bytes: [UInt8]

    /// Makes an attachment.
    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Where the run is, or will be.
  package let path: String
  /// The folder's absolute name, every link followed.
  let target: String

  /// Names a folder, which need not exist.
  package init(path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
    target = FileName.resolved(path)
  }

  /// The pictures and traces that stand beside a run's own files.
  package static func attachments(of path: String) throws -> [Attachment] {
    var all: [Attachment] = []
    for folder in [ReportFiles.pictures, ReportFiles.traces] {
      let place = FileName.joined(path, folder)
      guard Folder.isFolder(place) else { continue }
      for name in try Folder.names(in: place) where !name.hasPrefix(".") {
        let bytes = try InputFile.read(FileName.joined(place, name), as: .bytes(1 << 31)).bytes
        all.append(Attachment(name: "\(folder)/\(name)", bytes: bytes))
      }
    }
    return all
  }

  /// Writes `run`.
  ///
  /// - Parameters:
  ///   - run: What to write.
  ///   - attachments: More files, such as a trace.
  ///   - hasFrameRows: Whether ``ReportFiles/frames`` is among the files; it is the largest.
  ///   - replaces: Whether it replaces a run that is there.
  ///   - environment: Says where the chart library is: `STILLPOINT_DYGRAPHS`.
  ///   - condition: What has to be done before the run takes its place, and may fail.
  /// - Throws: ``OutputError`` when something that is no run stands at the path, or anything where it
  ///   replaces nothing, the system refuses, or the chart library is nowhere. The target is then what
  ///   it was before; a run that was made whole and could not be put there stays beside it, and the
  ///   error names it.
  package func write(
    _ run: RunRecord,
    attachments: [Attachment] = [],
    hasFrameRows: Bool = true,
    replaces: Bool = true,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    once condition: () throws(OutputError) -> Void = {}
  ) throws(OutputError) {
    try recover()
    try checkTarget()
    let report = HTMLReport(run)
    let files =
      ReportFiles.linked.filter { hasFrameRows || $0 != ReportFiles.frames }
      + attachments.map(\.name).filter { !$0.contains("/") }
    let page = try report.text(environment: environment, files: files)
    try write(replaces: replaces, once: condition) { draft throws(OutputError) in
      func put(_ name: String, _ bytes: [UInt8]) throws(OutputError) { try draft.put(name, bytes) }
      try put(
        ReportFiles.run,
        try RecordCoding.bytes(of: StoredRun(run), for: path + "/" + ReportFiles.run)
      )
      try put(ReportFiles.metrics, MetricsCSV.bytes(of: run))
      try put(SessionsFolder.rows, SessionsCSV.bytes(of: run))
      let frames = run.cells.map(\.frames.bytes)
      try put(ReportFiles.storedFrames, FramesFile.bytes(FramesFile.frameHeader, frames))
      let screens = run.cells.map(\.screen.bytes)
      try put(ReportFiles.storedScreen, FramesFile.bytes(FramesFile.screenHeader, screens))
      if run.cells.contains(where: { !$0.pictures.isEmpty }) {
        let pictures = run.cells.map { PictureFile.bytes(of: $0.pictures) }
        try put(ReportFiles.storedPictures, FramesFile.bytes(PictureFile.header, pictures))
      }
      if hasFrameRows {
        try draft.put(ReportFiles.frames, FramesCSV.parts(of: run))
      }
      try put(ReportFiles.page, Array(page.utf8))
      try report.replays { name, text throws(OutputError) in try put(name, Array(text.utf8)) }
      try put(ReportFiles.tests, Array(RunJUnit.text(of: run).utf8))
      try put(ReportFiles.summary, Array(MarkdownSummary.text(of: run).utf8))
      for attachment in attachments { try put(attachment.name, attachment.bytes) }
    }
  }

  /// Writes `index.html`, and the replays beside it, anew from the run that is in the folder.
  ///
  /// - Parameters:
  ///   - hasTrace: Whether a trace is put beside it.
  ///   - hasFrameRows: Whether a row for each tick is.
  ///   - round: A round of the gate that is put beside it, and shown; nil for the one that is there.
  /// - Returns: The run.
  /// - Throws: ``InputError`` when the run cannot be read, ``OutputError`` when something cannot be
  ///   written; then all stays as it was.
  @discardableResult
  package func rewritePage(
    hasTrace: Bool = false,
    hasFrameRows: Bool = false,
    round: GateRound? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> RunRecord {
    let run = try RunFile(path: path).read()
    guard !run.hasRecordings else {
      throw InputError(
        path: path,
        problem: "a run of recordings, whose frames are in these alone",
        expected: "what `stillpoint run` or `stillpoint drive` wrote",
        advice: "Analyze the recordings again to make its page: stillpoint analyze FILE..."
      )
    }
    let report = HTMLReport(run)
    let there = try Folder.names(in: target)
    var (files, written) = ([(place: OutputPlace, content: OutputPlace.Content)](), Set<String>())
    defer { for file in files { file.place.discard() } }
    /// One after the other: together they may be larger than memory.
    func prepare(_ name: String, _ content: OutputPlace.Content) throws(OutputError) {
      written.insert(name)
      files += try FolderPlace(target).places(of: [(name, .gathered)])
      try files.last?.place.gather(content)
    }
    if hasTrace { try prepare(ReportFiles.trace, .bytes(PerfettoTrace.bytes(of: run))) }
    if hasFrameRows { try prepare(ReportFiles.frames, .parts(FramesCSV.parts(of: run))) }
    if let round { try prepare(GateFile.name, .bytes(try GateFile.bytes(of: round))) }
    try report.replays { name, text throws(OutputError) in
      try prepare(name, .bytes(Array(text.utf8)))
    }
    let linked = (ReportFiles.linked + [ReportFiles.trace]).filter {
      there.contains($0) || written.contains($0)
    }
    let gate = try round ?? (there.contains(GateFile.name) ? GateFile.read(path) : nil)
    let page = try report.text(environment: environment, files: linked, gate: gate)
    try prepare(ReportFiles.page, .bytes(Array(page.utf8)))
    try OutputPlace.write(files)
    for name in there where ReplayPage.isPage(name) && !written.contains(name) {
      try Folder.remove(target + "/" + name)
    }
    return run
  }

  /// Looks whether `write` could write here, before the work whose result is to be written.
  ///
  /// - Parameters:
  ///   - inputs: What is read for the run; none of that may be replaced.
  ///   - hasCharts: Whether the page will have charts of frames, as that of recordings alone has not.
  ///   - environment: Says where the chart library is: `STILLPOINT_DYGRAPHS`.
  /// - Throws: What `write` would throw for the place and for the chart library.
  package func check(
    inputs: [String] = [],
    hasCharts: Bool = true,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(OutputError) {
    try recover()
    try checkTarget(inputs: inputs)
    if hasCharts { _ = try ChartLibrary.load(environment: environment) }
  }

  func checkTarget(inputs: [String] = []) throws(OutputError) {
    let folder = target
    try checkPrevious()
    try FolderPlace(path).check(inputs: inputs, isReplaced: true, isOwned: ReportFiles.isOwned) {
      names in
      [ReportFiles.run, ReportFiles.analysis].contains {
        names.contains($0) && Self.isOurs(FileName.joined(folder, $0))
      }
    }
  }

  /// Whether there is a run of this program in the folder.
  package var isOurs: Bool { Self.isOurs(FileName.joined(target, ReportFiles.run)) }

  /// Whether a file that is named as a run's own was written by this program: it begins with its
  /// schema's version.
  static func isOurs(_ path: String) -> Bool {
    let descriptor = SystemCalls.open(path, O_RDONLY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 64)
    let count = head.withUnsafeMutableBytes { SystemCalls.read(descriptor, into: $0) }
    return String(decoding: head.prefix(count ?? 0), as: UTF8.self).filter { !$0.isWhitespace }
      .hasPrefix("{\"schema\":")
  }
}
