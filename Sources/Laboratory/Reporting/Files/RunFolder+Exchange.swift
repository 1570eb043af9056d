import Files
import Foundation
import Gating

extension RunFolder {
  private var previousPath: String {
    FileName.joined(FileName.folder(of: target), ".\(FileName.last(of: target)).previous")
  }

  /// Makes a folder of files, and puts it in the target's place.
  ///
  /// - Parameters:
  ///   - replaces: Whether it replaces a run that is there.
  ///   - condition: What has to be done before it takes its place, and may fail.
  ///   - fill: Writes the files.
  func write(
    replaces: Bool,
    once condition: () throws(OutputError) -> Void,
    _ fill: (FolderDraft) throws(OutputError) -> Void
  ) throws(OutputError) {
    let draft = try FolderDraft(for: target)
    do {
      try fill(draft)
      try condition()
    } catch {
      try draft.discard()
      throw OutputError(
        path: error.path.hasPrefix(draft.path) ? path : error.path,
        reason: error.reason,
        advice: error.advice
      )
    }
    if replaces { return try place(draft) }
    // Of two that come at once the system lets one have the name.
    guard SystemCalls.rename(draft.path, to: target) == 0 else {
      let code = errno
      try draft.discard()
      throw OutputError(path: path, code: code == ENOTEMPTY ? EEXIST : code)
    }
  }

  /// Puts a whole folder in the target's place; where the system refuses that it stays beside it, under
  /// a name that is seen.
  private func place(_ draft: FolderDraft) throws(OutputError) {
    do {
      try exchange(with: draft.path)
    } catch {
      guard Folder.exists(draft.path) else { throw error }
      var kept = target + ".new"
      var number = 2
      while Folder.exists(kept) { (kept, number) = ("\(target).new-\(number)", number + 1) }
      try Folder.rename(draft.path, to: kept)
      throw OutputError(
        path: path,
        reason: error.reason,
        advice: [EBUSY, EXDEV].map(SystemCalls.words).contains(error.reason)
          ? "What was made is in \(kept). A folder that something is mounted at cannot be replaced: "
            + "name one in it." : "What was made is in \(kept)."
      )
    }
  }

  /// Of two that come at once the later one has the name: it replaces what the other has just put there.
  private func exchange(with partial: String) throws(OutputError) {
    let meetings = [ENOTEMPTY, EEXIST, ENOENT]
    var code = EEXIST
    // Each turn but the second is one that another process was ahead in.
    for _ in 0..<100 {
      if SystemCalls.rename(partial, to: target) == 0 { return try recover() }
      code = errno
      guard [ENOTEMPTY, EEXIST].contains(code) else { break }
      try recover()
      if SystemCalls.rename(target, to: previousPath) == 0 {
        // What is there by now may be of others.
        if !hasRun(previousPath), SystemCalls.rename(previousPath, to: target) == 0 {
          try checkTarget()
        }
        continue
      }
      code = errno
      guard meetings.contains(code) else { break }
    }
    try recover()
    throw OutputError(path: path, code: code)
  }

  /// Puts back the last good report if writing a newer one was cut off between two renames, or what was
  /// to be kept of it if that was cut off after them. What no run left there is not touched.
  func recover() throws(OutputError) {
    guard isPreviousOurs else { return }
    let there = (try? Folder.names(in: target)) ?? []
    if there.isEmpty {
      // An empty folder gives way to the last good report; another process may be first.
      guard SystemCalls.rename(previousPath, to: target) != 0 else { return }
      let code = errno
      guard [ENOENT, ENOTEMPTY, EEXIST].contains(code) else {
        throw OutputError(path: target, code: code)
      }
    } else if hasRun(target) {
      let names = (try? Folder.names(in: previousPath)) ?? []
      for name in names where !ReportFiles.isOwned(name) {
        try carry(FileName.joined(previousPath, name), to: FileName.joined(target, name))
      }
      for name in names where ReportFiles.isOwned(name) {
        try Folder.remove(FileName.joined(previousPath, name))
      }
      // What has come meanwhile is another's.
      _ = SystemCalls.named(previousPath) { rmdir($0) }
    }
  }

  /// Lets what is none of a run's files stay; a picture or a trace that has a newer one by its name goes.
  private func carry(_ old: String, to new: String) throws(OutputError) {
    if !Folder.exists(new) {
      if SystemCalls.rename(old, to: new) == 0 { return }
      let code = errno
      // Another process may have taken it.
      if Folder.exists(old) { throw OutputError(path: old, code: code) }
    } else if Folder.isFolder(old) || Folder.isFolder(new) {
      // What a link leads to stays where it is.
      for path in [old, new] where FileName.linkTarget(of: path) != nil || !Folder.isFolder(path) {
        guard Folder.exists(old) else { return }
        throw OutputError(path: new, reason: "\(old) has that name, too", advice: "Move that away.")
      }
      for name in (try? Folder.names(in: old)) ?? [] {
        try carry(FileName.joined(old, name), to: FileName.joined(new, name))
      }
    }
    try Folder.remove(old)
  }

  /// Refuses what has the name that an old run gets while it is replaced, and is none.
  func checkPrevious() throws(OutputError) {
    guard Folder.exists(previousPath), !isPreviousOurs else { return }
    // It may have gone meanwhile.
    guard Folder.exists(previousPath) else { return }
    throw OutputError(
      path: path,
      reason: "\(previousPath) is in the way",
      advice: "Move it away: an old run has that name while it is replaced."
    )
  }

  /// Whether the folder that an old report has while it is exchanged holds one, or what is left of one
  /// that was being removed.
  private var isPreviousOurs: Bool {
    guard SystemCalls.status(of: previousPath, isFollowing: false)?.isFolder == true,
      let names = try? Folder.names(in: previousPath)
    else { return false }
    return names.allSatisfy(ReportFiles.isOwned) || hasRun(previousPath)
  }

  private func hasRun(_ folder: String) -> Bool {
    [ReportFiles.run, ReportFiles.analysis].contains {
      Self.isOurs(FileName.joined(folder, $0))
    }
  }
}
