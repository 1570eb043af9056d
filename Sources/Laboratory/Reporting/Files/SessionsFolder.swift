import Files
import Fleets

/// A folder of session rows: whole or absent.
package struct SessionsFolder: Sendable {
  /// The rows.
  package static let rows = "sessions.csv"
  /// Recordings that could not be read, and why.
  package static let unread = "unread.csv"
  /// Which part of all recordings it has.
  package typealias Part = WorkPart<Never>

  private let path: String

  /// Names a folder, which need not exist.
  package init(path: String) { self.path = path }

  /// Looks whether it could be written.
  ///
  /// - Parameter inputs: What is read for it; none of that may be replaced.
  package func check(inputs: [String] = []) throws(OutputError) {
    let names = [Self.rows, Self.unread, WorkPartFile.name]
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
      try draft.put(WorkPartFile.name, try part.bytes())
      if Folder.exists(target) { try Folder.remove(target) }
      try Folder.rename(draft.path, to: target)
    } catch {
      try draft.discard()
      throw OutputError(path: path, reason: error.reason, advice: error.advice)
    }
  }
}
