import Files
import Foundation
import Gating
import Profiling
import Reporting
import Simulation
import ArgumentParser

/// Makes what was measured the new baseline, with a reason that is written down beside it.
struct GateAcceptance {
  /// A tree with changes that no commit has: what was measured could not be found again.
  struct DirtyTree: Error, CustomStringConvertible {
    var changes: [String]

    var description: String {
      let shown = changes.prefix(8).joined(separator: "\n")
      return "nothing was accepted: the tree has changes that are not committed:\n\(shown)"
        + (changes.count > 8 ? "\n... \(changes.count - 8) more" : "")
        + "\nCommit or stash them, build, and accept then."
    }
  }

  /// A repository of which git says nothing.
  struct SilentGit: Error, CustomStringConvertible {
    var repository: String

    var description: String {
      "nothing was accepted: git does not say whether \(repository) has changes that are not committed.\n"
        + "Run git status there, mend what it says (ownership, GIT_DIR, no git on the PATH), and accept then."
    }
  }

  /// The folder of the repository that holds `folder`, by its files alone; nil where there is none.
  private static func repository(above folder: URL) -> String? {
    var folder = folder.resolvingSymlinksInPath()
    while true {
      if Folder.exists(folder.appendingPathComponent(".git").path) { return folder.path }
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
  }

  /// The file of reasons, in the folder of the baselines.
  static let record = "ACCEPTED.md"

  let gate: Gate
  let console: Console

  /// Refuses a tree with changes outside of the folder of baselines; where that is in no repository
  /// there is none to be dirty.
  static func checkTree(around folder: String) throws {
    var start = URL(fileURLWithPath: folder)
    while !FileManager.default.fileExists(atPath: start.path), start.path != "/" {
      start.deleteLastPathComponent()
    }
    guard let root = try git(["rev-parse", "--show-toplevel"], in: start.path) else {
      guard let repository = repository(above: start) else { return }
      throw SilentGit(repository: repository)
    }
    let top = root.trimmingCharacters(in: .newlines)
    let full = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    var arguments = ["status", "--porcelain", "--", "."]
    if full.hasPrefix(top + "/") {
      arguments.append(":(exclude,top)\(full.dropFirst(top.count + 1))")
    }
    guard let answer = try git(arguments, in: top) else { throw SilentGit(repository: top) }
    let changes = answer.split(whereSeparator: \.isNewline)
    guard changes.isEmpty else { throw DirtyTree(changes: changes.map(String.init)) }
  }

  /// Accepts all cells, or none: one whose text was lost, that broke or that is invalid is refused.
  ///
  /// - Throws: `ExitCode` 2 or 3 when a cell is refused.
  func accept(_ records: [CellRecord], because reason: String) throws {
    var isEnd = false
    var isRefused = false
    for record in records {
      guard let problem = record.problemForGate else { continue }
      isRefused = true
      if case .ended(let end) = record.verdict, !end.isByLimit { isEnd = true }
      console.complain("error: \(RunVerdict.name(of: record)): \(problem)")
    }
    guard !isRefused else {
      console.complain("Nothing was accepted: mend what is named above, and accept then.")
      throw ExitCode(isEnd ? 2 : 3)
    }
    let accepted = try gate.accept(records.map { CellCounts.all(of: $0, byPhase: false) })
      .filter(\.isChanged)
    for cell in accepted {
      console.say("accepted \(cell.path)")
      for line in cell.difference { console.say("  \(line)") }
    }
    guard !accepted.isEmpty else {
      console.say("All \(records.count) baselines say this already; nothing was written.")
      return
    }
    try note(reason, accepted.count)
  }

  /// Adds a line to the file of reasons.
  private func note(_ reason: String, _ count: Int) throws {
    let path = "\(gate.folder)/\(Self.record)"
    let older =
      Folder.exists(path)
      ? String(decoding: try InputFile.read(path, as: .document).bytes, as: UTF8.self)
      : "# Accepted baselines\n\n"
    let day = Date().formatted(.iso8601.year().month().day())
    let revision = (SourceRevision.find(in: gate.folder) ?? "no commit").prefix(12)
    let words = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
    let files = count == 1 ? "1 file" : "\(count) files"
    let text = "\(older)- \(day), \(revision), \(files): \(words)\n"
    try OutputPlace(path).write(Array(text.utf8))
  }

  /// What git says; nil where it says no, as outside of a repository.
  private static func git(_ arguments: [String], in folder: String) throws -> String? {
    guard let path = ExternalTool.find("git") else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}
