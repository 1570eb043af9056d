import Foundation
import Profiling
import StillpointCommand

/// Builds the program of a commit, with the flags that this one was built with, and keeps it.
struct BaseBuild {
  /// Why there is no program of a base.
  enum Failure: Error, CustomStringConvertible {
    /// Git does not know it.
    case unknown(name: String, advice: String)
    /// It does not build.
    case broken(commit: String, words: String)

    var description: String {
      switch self {
      case .unknown(let name, let advice):
        "the base \(name) is neither a file, a run folder nor a commit. \(advice)"
      case .broken(let commit, let words):
        "the base \(commit.prefix(12)) does not build; its last words:\n\(words)\n"
          + "Name another base, or mend that one."
      }
    }
  }

  let workspace: GateWorkspace
  let tool: ExternalTool
  let console: Console

  /// The commit that `name` means, and the path of its program, built now unless it is kept from an
  /// earlier gate. No worktree is left, whatever happens, nor one of a gate that was killed.
  ///
  /// - Throws: ``Failure``; nothing is kept then.
  func program(named name: String) throws -> (commit: String, path: String) {
    defer {
      // The next gate prunes what cannot be removed now.
      try? prune()
    }
    let commit = try commit(named: name)
    return (commit, try program(of: commit))
  }

  private func commit(named name: String) throws -> String {
    // What begins with a dash would be an option, and `name^{commit}` takes tags and branches.
    let ending = try tool.run(
      "git",
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"],
      in: workspace.root
    )
    let commit = ending.output.trimmingCharacters(in: .whitespacesAndNewlines)
    guard ending.code == 0, commit.count >= 40, commit.allSatisfy(\.isHexDigit) else {
      let isShallow = FileManager.default.fileExists(atPath: "\(workspace.root)/.git/shallow")
      throw Failure.unknown(
        name: "`\(name)`",
        advice: isShallow
          ? "This clone is shallow: fetch the base first (git fetch --unshallow)."
          : "See git branch --all and git tag, or fetch it first."
      )
    }
    return commit
  }

  private func program(of commit: String) throws -> String {
    let flags = Self.flags()
    // Without valgrind's headers a program cannot say where its phases begin.
    let collection = CallgrindCollection.isBuiltIn ? "" : "-plain"
    let key = "\(commit)-\(Toolchain.swift)-\(flags.joined())\(collection)".filter {
      $0.isLetter || $0.isNumber || $0 == "-" || $0 == "."
    }
    let kept = "\(workspace.folder)/bases/\(key)"
    if FileManager.default.isExecutableFile(atPath: kept) { return kept }
    console.note("building the base \(commit.prefix(12)); the next gate finds it built")
    if try !isCheckedOut(commit) {
      try prune()
      let added = try tool.run(
        "git",
        ["worktree", "add", "--force", "--detach", workspace.worktree, commit],
        in: workspace.root
      )
      guard added.code == 0 else {
        throw Failure.broken(commit: commit, words: added.lastWords())
      }
    }
    let place = ["--package-path", workspace.worktree, "--scratch-path", workspace.scratch]
    let resolved = "\(workspace.root)/Package.resolved"
    if FileManager.default.fileExists(atPath: resolved),
      !FileManager.default.fileExists(atPath: "\(workspace.worktree)/Package.resolved")
    {
      try FileManager.default.copyItem(
        atPath: resolved,
        toPath: "\(workspace.worktree)/Package.resolved"
      )
    }
    let product = try Self.product(in: workspace.worktree)
    let build = try tool.run(
      "swift",
      ["build"] + place + flags + ["--product", product],
      in: workspace.worktree,
      environment: Self.environment
    )
    guard build.code == 0 else {
      throw Failure.broken(
        commit: commit,
        words: build.output.isEmpty ? build.lastWords() : build.problems
      )
    }
    let bin = try tool.run(
      "swift",
      ["build"] + place + flags + ["--show-bin-path"],
      environment: Self.environment
    )
    let made = bin.output.trimmingCharacters(in: .whitespacesAndNewlines) + "/\(product)"
    guard bin.code == 0, FileManager.default.isExecutableFile(atPath: made) else {
      throw Failure.broken(commit: commit, words: "it has no program \(product)")
    }
    let temporary = "\(workspace.folder)/bases/.part-\(key)"
    try FileManager.default.copyItem(atPath: made, toPath: temporary)
    guard rename(temporary, kept) == 0 else {
      throw GateWorkspace.Failure(path: kept, reason: String(cString: strerror(errno)))
    }
    return kept
  }

  /// The program of a base that answers probes: that of users, in commits before there were two.
  private static func product(in tree: String) throws -> String {
    let manifest = try String(contentsOfFile: "\(tree)/Package.swift", encoding: .utf8)
    return manifest.contains("\"stillpoint-maintain\"") ? "stillpoint-maintain" : "stillpoint"
  }

  /// Whether the worktree is that of `commit` and holds just its files: `scripts/gate` builds a base there
  /// while it builds its own tree. What was built there stays so, as no file is written anew.
  private func isCheckedOut(_ commit: String) throws -> Bool {
    guard FileManager.default.fileExists(atPath: "\(workspace.worktree)/.git") else { return false }
    func git(_ arguments: [String]) throws -> String? {
      let ending = try tool.run("git", ["-C", workspace.worktree] + arguments, in: workspace.root)
      return ending.code == 0
        ? ending.output.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }
    // In half a worktree git would speak of the tree around it.
    let top = try git(["rev-parse", "--show-toplevel"])
    let real = URL(fileURLWithPath: workspace.worktree).resolvingSymlinksInPath().path
    return try top == real && git(["rev-parse", "HEAD"]) == commit
      && git(["status", "--porcelain"])?.isEmpty == true
  }

  /// Removes the worktree of a base, also one that a gate which was killed has left, and also while
  /// the program is being interrupted.
  private func prune() throws {
    // Git locks a worktree while it makes it, and keeps what it knows of one that is locked.
    try tidy(["unlock", workspace.worktree])
    try tidy(["remove", "--force", workspace.worktree])
    guard FileManager.default.fileExists(atPath: workspace.worktree) else { return }
    // Git leaves alone what it does not know, or has only begun to make; it forgets what is gone. What
    // the user's own worktrees are, on a disk that is away, is not this program's to prune.
    try FileManager.default.removeItem(atPath: workspace.worktree)
    try tidy(["remove", "--force", workspace.worktree])
  }

  /// Has git do something to the worktrees, whether or not there is anything to do.
  private func tidy(_ arguments: [String]) throws {
    _ = try tool.run("git", ["worktree"] + arguments, in: workspace.root, runsToItsEnd: true)
  }

  /// SwiftPM gives the traits of a package to the compiler in the order of a set: with another hash seed
  /// than `scripts/gate` had it would build anew what that has built.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
  }

  /// The flags that decide what code there is: those of this program.
  static func flags() -> [String] {
    var flags = ["-c", Toolchain.configuration, "-debug-info-format", "none"]
    #if !Jemalloc
      flags += ["--traits", "Laboratory"]
    #endif
    return flags
  }
}

extension ExternalTool.Ending {
  /// The lines that say what is wrong, of a build that says much.
  var problems: String {
    let lines = (output + "\n" + errors).split(whereSeparator: \.isNewline)
    let wrong = lines.filter { $0.contains("error:") }.prefix(12)
    return wrong.isEmpty ? lastWords() : wrong.joined(separator: "\n")
  }
}
