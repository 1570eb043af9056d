import Files
import Fleets
import Records
import Reporting

/// The files of session rows that are named, one by one or by their folders.
struct FleetParts {
  /// Folders in folders are looked through so far.
  private static let depth = 4
  /// The most files.
  private static let most = 200_000

  private(set) var files: [FleetReader.Part] = []
  private(set) var problems: [FleetReader.Problem] = []
  private let isBefore: Bool
  private var parts: [(path: String, part: SessionsFolder.Part)] = []

  /// Finds them.
  ///
  /// - Throws: `InputError` for a place that is not there, and for too many files.
  init(_ paths: [String], isBefore: Bool) throws {
    self.isBefore = isBefore
    for path in paths {
      if Folder.isFolder(path) {
        let count = files.count + problems.count
        look(in: path, 0)
        if files.count + problems.count == count {
          complain(path, "there are no session rows in it")
        }
      } else if Folder.exists(path) {
        take(path)
      } else {
        throw InputError(
          path: path,
          problem: "no such file or folder",
          expected: "a sessions.csv, or a folder that has some",
          advice: "Check the path; it is taken from \(FileName.resolved("."))."
        )
      }
      guard files.count <= Self.most else {
        throw InputError(
          path: path,
          problem: "over \(Self.most) files of session rows",
          expected: "fewer and longer ones",
          advice: "Put rows of several files in one."
        )
      }
    }
    // One place that is named twice is read once.
    var seen: Set<String> = []
    files = files.filter { seen.insert(FileName.resolved($0.path)).inserted }
  }

  private mutating func complain(_ path: String, _ reason: String) {
    problems.append(.init(path: FileName.shown(path), reason: reason))
  }

  private mutating func take(_ path: String) {
    files.append(.init(path: path, isBefore: isBefore))
  }

  /// A folder with `sessions.csv` has that; any other has the tables in it, and folders.
  private mutating func look(in folder: String, _ depth: Int) {
    let names = (FileName.list(folder) ?? []).filter { !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if names.contains(SessionsFolder.rows) {
      take(FileName.joined(folder, SessionsFolder.rows))
      do {
        if let part = try SessionsFolder.Part(of: folder) { parts.append((folder, part)) }
      } catch {
        complain(error.path, error.problem)
      }
      return
    }
    var isEmpty = true
    for name in names {
      let path = FileName.joined(folder, name)
      if Folder.isFolder(path) {
        isEmpty = false
        if depth < Self.depth { look(in: path, depth + 1) }
      } else if name.hasSuffix(".csv") {
        isEmpty = false
        take(path)
      }
    }
    if isEmpty, depth > 0 { complain(folder, "there are no session rows in it") }
  }

  /// The shards that are not there, in words.
  ///
  /// - Throws: `RunMerge.Refusal` where shards are not of one command and program.
  func missing() throws(RunMerge.Refusal) -> [String] {
    let shards = parts.filter { $0.part.shard != nil }
    guard let count = shards.first?.part.shard?.count else { return [] }
    let missing = try SessionsFolder.Part.ordered(shards, plan: "the size of the recordings")
      .missing
    return missing.isEmpty ? [] : ["\(Shard.words(missing: missing)) of \(count)"]
  }
}
