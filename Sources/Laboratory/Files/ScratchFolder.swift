#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder for files of this process alone, which goes with it.
///
/// It is locked while its process is there. What a process that was killed has left is removed by the next
/// one: whoever gets the lock of a folder knows that nobody has it.
package final class ScratchFolder: Sendable {
  private static let mark = "stillpoint-scratch-"
  /// One that was made this moment may not be locked yet, in seconds.
  private static let grace = 60

  /// What is written into it.
  package let draft: FolderDraft
  private let lock: Int32

  /// Where it is.
  package var path: String { draft.path }

  /// Makes one in the folder that `TMPDIR` names, or in `/tmp`.
  ///
  /// - Throws: ``OutputError`` when the system refuses.
  package init() throws(OutputError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    Self.sweep(parent)
    var template = FileName.bytes(of: FileName.joined(parent, Self.mark + "XXXXXX")) + [0]
    let made = template.withUnsafeMutableBytes { bytes in
      bytes.assumingMemoryBound(to: CChar.self).baseAddress.flatMap { mkdtemp($0) } != nil
    }
    guard made else {
      throw OutputError(
        path: parent,
        reason:
          "\(SystemCalls.words(errno)): no folder can be made there for files of this process",
        advice: "Free space there, or name another folder in TMPDIR."
      )
    }
    draft = FolderDraft(made: FileName.text(of: Array(template.dropLast())))
    lock = SystemCalls.open(draft.path, O_RDONLY | O_DIRECTORY)
    if lock >= 0 { _ = flock(lock, LOCK_SH | LOCK_NB) }
  }

  /// Removes folders that no process has any more.
  private static func sweep(_ parent: String) {
    for name in FileName.list(parent) ?? [] where name.hasPrefix(mark) {
      let path = FileName.joined(parent, name)
      guard let status = SystemCalls.status(of: path, isFollowing: false), status.isFolder,
        status.st_uid == geteuid(), time(nil) - status.seconds > grace
      else { continue }
      let descriptor = SystemCalls.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? Folder.remove(path) }
    }
  }

  deinit {
    try? draft.discard()
    if lock >= 0 { close(lock) }
  }
}

extension stat {
  /// When the file was changed, in seconds.
  fileprivate var seconds: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
