import Files
import Foundation
import Gating
import Records

/// The folder of one run, written whole or not at all.
///
/// All files are made in a hidden folder beside the target and the folder is renamed, so that a run
/// that is killed leaves the last good report. Between the two renames that exchange an old report
/// for a new one the old one is `.NAME.previous`; reading and writing put it back. Files that a run
/// does not have by itself (`ReportFiles.names`) are kept when it is written anew.
package struct RunFolder: Sendable {
  /// A file beside those that the folder makes itself.
  package struct Attachment: Sendable {
    /// Its name, without a folder.
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

  /// Names a folder, which need not exist.
  package init(path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// The folder's absolute name, every link followed.
  private var target: String { FileName.resolved(path) }
  private var parent: String { FileName.folder(of: target) }
  var hiddenPath: String { FileName.joined(parent, "." + FileName.last(of: target)) }
  static let partialMark = ".partial-"
  private var previousPath: String { hiddenPath + ".previous" }

  /// Writes `run`.
  ///
  /// - Parameters:
  ///   - run: What to write.
  ///   - attachments: More files, such as a trace.
  ///   - hasFrameRows: Whether ``ReportFiles/frames`` is among the files; it is the largest.
  ///   - replaces: Whether it replaces a run that is there.
  ///   - environment: Says where the chart library is: `STILLPOINT_DYGRAPHS`.
  /// - Throws: ``OutputError`` when something that is no run stands at the path, or anything where it
  ///   replaces nothing, the system refuses, or the chart library is nowhere. The target is then what
  ///   it was before; a run that was made whole and could not be put there stays beside it, and the
  ///   error names it.
  package func write(
    _ run: RunRecord,
    attachments: [Attachment] = [],
    hasFrameRows: Bool = true,
    replaces: Bool = true,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(OutputError) {
    try recover()
    try checkTarget()
    let report = HTMLReport(run)
    let files =
      ReportFiles.linked.filter { hasFrameRows || $0 != ReportFiles.frames }
      + attachments.map(\.name)
    let page = try report.text(environment: environment, files: files)
    removeLeftovers()
    let partial = hiddenPath + Self.partialMark + "\(ProcessInfo.processInfo.processIdentifier)"
    let draft = try FolderDraft(partial)
    do {
      func put(_ name: String, _ bytes: [UInt8]) throws(OutputError) { try draft.put(name, bytes) }
      try put(
        ReportFiles.run,
        try RecordCoding.bytes(of: StoredRun(run), for: partial + "/" + ReportFiles.run)
      )
      try put(ReportFiles.metrics, MetricsCSV.bytes(of: run))
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
      try put(ReportFiles.tests, Array(JUnitXML.text(of: run).utf8))
      try put(ReportFiles.summary, Array(MarkdownSummary.text(of: run).utf8))
      for attachment in attachments { try put(attachment.name, attachment.bytes) }
    } catch {
      try draft.discard()
      throw error
    }
    guard !replaces else { return try place(partial) }
    // Of two that come at once the system lets one have the name.
    guard SystemCalls.rename(partial, to: target) == 0 else {
      let code = errno
      try Folder.remove(partial)
      throw OutputError(path: path, code: code == ENOTEMPTY ? EEXIST : code)
    }
  }

  /// Puts a whole folder in the target's place; where the system refuses that it stays beside it, under
  /// a name that is seen.
  func place(_ partial: String) throws(OutputError) {
    do {
      try exchange(with: partial)
    } catch {
      var kept = target + ".new"
      var number = 2
      while Folder.exists(kept) { (kept, number) = ("\(target).new-\(number)", number + 1) }
      guard Folder.exists(partial), (try? Folder.rename(partial, to: kept)) != nil else {
        if Folder.exists(partial) { try Folder.remove(partial) }
        throw error
      }
      throw OutputError(
        path: path,
        reason: error.reason,
        advice: [EBUSY, EXDEV].map(SystemCalls.words).contains(error.reason)
          ? "What was made is in \(kept). A folder that something is mounted at cannot be replaced: "
            + "name one in it." : "What was made is in \(kept)."
      )
    }
  }

  /// Writes `index.html`, and the replays beside it, anew from the run that is in the folder.
  ///
  /// - Throws: ``InputError`` when the run cannot be read, ``OutputError`` when the page cannot be
  ///   written; the old page then stays.
  package func rewritePage(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let run = try RunFile(path: path).read()
    let report = HTMLReport(run)
    let there = try Folder.names(in: target)
    let files = (ReportFiles.linked + [ReportFiles.trace]).filter(there.contains)
    let gate = there.contains(GateFile.name) ? try GateFile.read(path) : nil
    let page = try report.text(environment: environment, files: files, gate: gate)
    var written: Set<String> = []
    try report.replays { name, text throws(OutputError) in
      written.insert(name)
      try replace(name, with: text)
    }
    try replace(ReportFiles.page, with: page)
    for name in there where ReplayPage.isPage(name) && !written.contains(name) {
      try Folder.remove(target + "/" + name)
    }
  }

  /// Puts a file beside those of a run that is there.
  ///
  /// - Throws: ``OutputError`` when the system refuses.
  package func add(_ attachment: Attachment) throws(OutputError) {
    try replace(attachment.name, with: attachment.bytes)
  }

  /// Puts a row for each tick beside a run that was written without them.
  ///
  /// - Throws: ``OutputError`` when the system refuses.
  package func addFrameRows(of run: RunRecord) throws(OutputError) {
    try OutputPlace(FileName.joined(target, ReportFiles.frames))
      .write(parts: FramesCSV.parts(of: run))
  }

  /// Puts a round of the gate beside a run that is there; its page has it once it is written anew.
  ///
  /// - Throws: ``OutputError`` when the system refuses.
  package func add(_ round: GateRound) throws(OutputError) {
    try replace(GateFile.name, with: try GateFile.bytes(of: round))
  }

  private func replace(_ name: String, with text: String) throws(OutputError) {
    try replace(name, with: Array(text.utf8))
  }

  /// Writes a file of the folder under another name and renames it.
  private func replace(_ name: String, with bytes: [UInt8]) throws(OutputError) {
    try FolderPlace(target).write([(name, bytes)])
  }

  /// Puts back the last good report if writing a newer one was cut off between two renames, or what was
  /// to be kept of it if that was cut off after them. What no run left there is not touched.
  func recover() throws(OutputError) {
    guard isPreviousOurs else { return }
    let there = (try? Folder.names(in: target)) ?? []
    if there.isEmpty {
      // An empty folder gives way to the last good report.
      try Folder.rename(previousPath, to: target)
    } else if hasRun(target) {
      try dropPrevious()
    }
  }

  /// Whether the folder that an old report has while it is exchanged holds one, or what is left of one
  /// that was being removed.
  private var isPreviousOurs: Bool {
    guard Folder.isFolder(previousPath), let names = try? Folder.names(in: previousPath) else {
      return false
    }
    return names.allSatisfy(ReportFiles.isOwned) || hasRun(previousPath)
  }

  private func hasRun(_ folder: String) -> Bool {
    [ReportFiles.run, ReportFiles.analysis].contains {
      Self.isOurs(FileName.joined(folder, $0))
    }
  }

  /// Removes an old report, but for files that are none of its own.
  private func dropPrevious() throws(OutputError) {
    for name in try Folder.names(in: previousPath)
    where !ReportFiles.isOwned(name) && !Folder.exists(target + "/" + name) {
      try Folder.rename(previousPath + "/" + name, to: target + "/" + name)
    }
    try Folder.remove(previousPath)
  }

  /// Removes what processes that are no longer there left half-written, and this one's own: hidden
  /// folders beside this one, whatever run they were for, that hold a run's files only. One that cannot
  /// be removed, or that another process removes, is nothing that a run should fail for.
  func removeLeftovers() {
    guard let names = try? Folder.names(in: parent) else { return }
    for name in names where name.hasPrefix(".") {
      guard let mark = name.range(of: Self.partialMark, options: .backwards),
        let process = Int32(name[mark.upperBound...]), process > 0
      else { continue }
      let path = parent + "/" + name
      let isOwn = process == ProcessInfo.processInfo.processIdentifier
      guard isOwn || (kill(process, 0) == -1 && errno == ESRCH), Folder.isFolder(path),
        (try? Folder.names(in: path))?.allSatisfy(ReportFiles.isOwned) == true
      else { continue }
      try? Folder.remove(path)
    }
  }

  /// Looks whether `write` could write here, before the work whose result is to be written.
  ///
  /// - Parameters:
  ///   - inputs: What is read for the run; none of that may be replaced.
  ///   - environment: Says where the chart library is: `STILLPOINT_DYGRAPHS`.
  /// - Throws: What `write` would throw for the place and for the chart library.
  package func check(
    inputs: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(OutputError) {
    try recover()
    try checkTarget(inputs: inputs)
    _ = try ChartLibrary.load(environment: environment)
  }

  func checkTarget(inputs: [String] = []) throws(OutputError) {
    let folder = target
    if Folder.exists(previousPath), !isPreviousOurs {
      throw OutputError(
        path: path,
        reason: "\(previousPath) is in the way",
        advice: "Move it away: an old run has that name while it is replaced."
      )
    }
    try FolderPlace(path).check(inputs: inputs, isReplaced: true, isOwned: ReportFiles.isOwned) {
      names in
      [ReportFiles.run, ReportFiles.analysis].contains {
        names.contains($0) && Self.isOurs(FileName.joined(folder, $0))
      }
    }
  }

  /// Whether a file that is named as a run's own was written by this program: it begins with its
  /// schema's version.
  private static func isOurs(_ path: String) -> Bool {
    let descriptor = SystemCalls.open(path, O_RDONLY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 64)
    let count = head.withUnsafeMutableBytes { SystemCalls.read(descriptor, into: $0) }
    return String(decoding: head.prefix(count ?? 0), as: UTF8.self).filter { !$0.isWhitespace }
      .hasPrefix("{\"schema\":")
  }

  func exchange(with partial: String) throws(OutputError) {
    guard Folder.exists(target) else { return try Folder.rename(partial, to: target) }
    // An empty folder may be a place where something can be mounted, and is as good as none.
    if (try? Folder.names(in: target))?.isEmpty == true,
      SystemCalls.rename(partial, to: target) == 0
    {
      return
    }
    try Folder.rename(target, to: previousPath)
    do {
      try Folder.rename(partial, to: target)
    } catch {
      try Folder.rename(previousPath, to: target)
      throw error
    }
    try dropPrevious()
  }
}
