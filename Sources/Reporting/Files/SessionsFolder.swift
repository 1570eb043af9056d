import Files
import Fleets
import Foundation
import Records

/// A folder of session rows: whole or absent.
package struct SessionsFolder: Sendable {
  /// The rows.
  package static let rows = "sessions.csv"
  /// Recordings that could not be read, and why.
  package static let unread = "unread.csv"
  /// Which part of all recordings it has.
  package static let part = "part.json"

  /// What `part.json` says.
  package struct Part: Codable, Hashable, Sendable {
    package var schema = 1
    /// Which part it is; nil for all.
    package var shard: Shard?
    /// The program that wrote it; `n/a` where that is not known.
    package var revision: String
    /// The command, without what may differ from part to part.
    package var command: [String]

    package init(shard: Shard?, revision: String, command: [String]) {
      (self.shard, self.revision, self.command) = (shard, revision, command)
    }
  }

  private let path: String

  /// Names a folder, which need not exist.
  package init(path: String) { self.path = path }

  /// Looks whether it could be written.
  ///
  /// - Parameter inputs: What is read for it; none of that may be replaced.
  package func check(inputs: [String] = []) throws(OutputError) {
    let names = [Self.rows, Self.unread, Self.part]
    try FolderPlace(path).check(inputs: inputs, isReplaced: true, isOwned: names.contains) {
      found in
      found.contains(Self.rows) && Set(found).isSubset(of: names)
    }
  }

  /// Writes the folder under another name, which it keeps until it is whole.
  ///
  /// - Parameters:
  ///   - rows: The bytes of `sessions.csv`, made while they are written.
  ///   - rest: The recordings that could not be read, when all rows are made.
  package func write(
    _ part: Part,
    rows: some Sequence<[UInt8]>,
    unread rest: () -> [(path: String, reason: String)]
  ) throws(OutputError) {
    let target = FileName.resolved(path)
    let draft = try FolderDraft(for: target)
    do {
      try draft.put(Self.rows, rows)
      var text = CSVText()
      for name in ["schema", "recording", "reason"] { text.add(name) }
      text.endRow()
      for one in rest() {
        text.add(SessionColumn.formatVersion)
        text.add(one.path)
        text.add(one.reason)
        text.endRow()
      }
      try draft.put(Self.unread, text.bytes)
      try draft.put(Self.part, try Self.bytes(of: part, at: path))
      if Folder.exists(target) { try Folder.remove(target) }
      try Folder.rename(draft.path, to: target)
    } catch {
      try draft.discard()
      throw OutputError(path: path, reason: error.reason, advice: error.advice)
    }
  }

  private static func bytes(of part: Part, at path: String) throws(OutputError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(part)) + [0x0A]
    } catch {
      throw OutputError(path: path, reason: "\(error)")
    }
  }

  /// Reads which part a folder has; nil where it does not say.
  ///
  /// - Throws: ``InputError`` for a file that says what cannot be.
  package static func part(of folder: String) throws(InputError) -> Part? {
    let file = FileName.joined(folder, part)
    guard Folder.exists(file) else { return nil }
    let bytes = try InputFile.read(file, as: .bytes(1 << 20)).bytes
    guard let found = try? JSONDecoder().decode(Part.self, from: Data(bytes)), found.schema == 1
    else {
      throw InputError(
        path: file,
        problem: "it does not say which part it is",
        expected: "what `analyze --sessions` wrote",
        advice: "Make the part again."
      )
    }
    return found
  }
}
