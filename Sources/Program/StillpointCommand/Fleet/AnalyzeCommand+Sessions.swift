import ArgumentParser
import Checking
import Files
import Fleets
import FrameLogs
import FrameMetrics
import Judging
import Records
import Reporting
import Running
import Scenarios

extension AnalyzeCommand {
  func validateSessions() throws {
    guard sessions != nil else {
      if !tag.isEmpty {
        throw ValidationError("--tag is for rows of sessions; add --sessions FOLDER.")
      }
      if sharing.shard != nil {
        throw ValidationError("--shard is for rows of sessions; add --sessions FOLDER.")
      }
      return
    }
    for (name, isThere) in [
      ("--output", output != nil), ("--beside", beside != nil), ("--stalls", stalls != nil),
      ("--json", json), ("--frame-rows", frameRows), ("--shard-costs", sharing.shardCosts != nil),
    ] where isThere {
      throw ValidationError("--sessions writes rows and nothing else; leave out \(name).")
    }
    _ = try tags()
  }

  private func tags() throws -> [SessionKey: String] {
    var tags: [SessionKey: String] = [:]
    for text in tag {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let key = SessionKey(rawValue: String(parts[0])) else {
        let known = SessionKey.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--tag \(text) is no KEY=VALUE with one of \(known).")
      }
      if key == .rate, UInt32(parts[1]) == nil {
        throw ValidationError("--tag \(text): a rate is a whole number of Hz; try rate=60.")
      }
      tags[key] = String(parts[1])
    }
    return tags
  }

  /// Writes the rows of the recordings, one file after the other: memory follows the longest, and not all.
  func writeRows(_ place: String, _ console: Console) throws {
    let budgets = try self.budgets.map {
      try ScenarioFile.readBudgets($0, gaps: GapReading.allCases.map(\.rawValue))
    }
    let folder = SessionsFolder(path: place)
    try folder.check(inputs: files + [self.budgets].compactMap { $0 })
    var paths = try recordings()
    var shard = try sharing.shard?.resolved()
    if shard != nil {
      paths =
        shard?.part(of: paths) { path in
          SystemCalls.status(of: path).map { Int($0.st_size) } ?? 0
        } ?? paths
      // Which ones they are is written row by row.
      shard?.dropPlaces()
    }
    let rows = RecordingRows(
      paths: paths,
      options: options(budgets),
      budgets: budgets?.budgets ?? .standard,
      tags: try tags()
    ) { console.reading($0, of: $1, $2) }
    let part = SessionsFolder.Part(
      shard: shard,
      revision: RunEnvironment.revision,
      command: RunMerge.command(of: StandardStreams.arguments.dropFirst().map(FileName.shown))
        .filter { !files.contains($0) }
    )
    try folder.write(part, rows: rows) { rows.unread }
    console.say(
      "\(sentence: "\(rows.count) sessions of \(paths.count) recordings, \(paths.count - rows.unread.count) of them read")"
    )
    for one in rows.unread.prefix(5) { console.say("  \(sentence: "\(one.path): \(one.reason)")") }
    if rows.unread.count > 5 { console.say("  and \(rows.unread.count - 5) more, in unread.csv") }
    console.say("Rows     \(FileName.joined(FileName.resolved(place), SessionsFolder.rows))")
    if !rows.unread.isEmpty { throw ExitCode(3) }
  }

  /// The files that are named, those of folders and patterns too, each once.
  private func recordings() throws -> [String] {
    var (paths, seen) = ([String](), Set<String>())
    for name in files {
      guard name != InputFile.standardInput else {
        throw ValidationError("--sessions reads files; write standard input to one first.")
      }
      var found = [name]
      if Folder.isFolder(name) {
        found = try Folder.names(in: name).filter { !$0.hasPrefix(".") }
          .map { FileName.joined(name, $0) }.filter { !Folder.isFolder($0) }
      } else if !Folder.exists(name) {
        found = FilePattern.files(name)
        if found.isEmpty { found = [name] }
      }
      for path in found where seen.insert(path).inserted { paths.append(path) }
    }
    return paths
  }
}

/// The bytes of `sessions.csv`, made of recordings one by one.
final class RecordingRows: Sequence, IteratorProtocol {
  /// Recordings that could not be read, and why.
  private(set) var unread: [(path: String, reason: String)] = []
  /// How many rows there are of those that could.
  private(set) var count = 0
  private let paths: [String]
  private let options: LogOptions
  private let budgets: Budgets
  private let tags: [SessionKey: String]
  private let onFile: (Int, Int, String) -> Void
  /// How many files are done; nil before the header.
  private var done: Int?

  init(
    paths: [String],
    options: LogOptions,
    budgets: Budgets,
    tags: [SessionKey: String],
    onFile: @escaping (Int, Int, String) -> Void
  ) {
    (self.paths, self.options, self.budgets) = (paths, options, budgets)
    (self.tags, self.onFile) = (tags, onFile)
  }

  func next() -> [UInt8]? {
    guard let index = done else {
      done = 0
      return SessionsCSV.header
    }
    guard index < paths.count else { return nil }
    done = index + 1
    let path = paths[index]
    onFile(index, paths.count, FileName.last(of: path))
    do {
      var rows = PartRows()
      try FrameLogReader.readParts(of: path, options) { log in
        rows.add(zip(log.sessions, self.rows(of: log, path)).map { ($0.name, $1, $0.firstWait) })
      }
      count += rows.all.count
      return rows.all.reduce(into: []) { $0 += SessionsCSV.bytes(of: $1) }
    } catch {
      let words = "\(error)".split(separator: "\n").first.map(String.init) ?? "it cannot be read"
      let start = "\(path): "
      let reason = words.hasPrefix(start) ? String(words.dropFirst(start.count)) : words
      unread.append((FileName.shown(path), reason))
      let row = SessionRow(
        unread: FileName.shown(path),
        digest: try? FrameLogReader.digest(of: path),
        tags: tags
      )
      return SessionsCSV.bytes(of: row)
    }
  }

  private func rows(of log: FrameLog, _ path: String) -> [SessionRow] {
    var run = RunRecord(recordings: [log], only: SessionRow.metrics)
    run.judgeRecordings(by: budgets)
    return zip(log.sessions, SessionsCSV.rows(of: run, tags: tags)).map { session, row in
      var row = row
      row.session = FileName.shown(path) + (session.name.isEmpty ? "" : ", \(session.name)")
      return row
    }
  }
}
