import Foundation
import Profiling
import Testing

@Suite struct SourceRevisionTests {
  private static let commit = String(repeating: "0123456789abcdef", count: 3).prefix(40)

  /// Makes a folder with `files` in it and removes it after `body`.
  private func withFolder(
    _ files: [String: String],
    _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-revision-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
    try body(folder.path)
  }

  @Test func aBranchIsFollowedToItsCommit() throws {
    let files = [
      ".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": "\(Self.commit)\n",
      "deep/down/file": "",
    ]
    try withFolder(files) { folder in
      #expect(SourceRevision.find(in: folder) == String(Self.commit))
      #expect(SourceRevision.find(in: folder + "/deep/down") == String(Self.commit))
    }
  }

  @Test func aDetachedHeadIsItsCommit() throws {
    try withFolder([".git/HEAD": "\(Self.commit)\n"]) { folder in
      #expect(SourceRevision.find(in: folder) == String(Self.commit))
    }
  }

  @Test func packedReferencesAreFound() throws {
    let packed = """
      # pack-refs with: peeled fully-peeled sorted
      \(String(repeating: "f", count: 40)) refs/heads/other
      \(Self.commit) refs/heads/main

      """
    let files = [".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": packed]
    try withFolder(files) { folder in
      #expect(SourceRevision.find(in: folder) == String(Self.commit))
    }
  }

  @Test func aLinkedWorkTreeIsFollowed() throws {
    let files = [
      "main/.git/refs/heads/side": "\(Self.commit)\n",
      "main/.git/worktrees/side/HEAD": "ref: refs/heads/side\n",
      "main/.git/worktrees/side/commondir": "../..\n",
      "side/.git": "gitdir: ../main/.git/worktrees/side\n",
    ]
    try withFolder(files) { folder in
      #expect(SourceRevision.find(in: folder + "/side") == String(Self.commit))
    }
  }

  @Test func whatIsNoRepositoryHasNoRevision() throws {
    try withFolder(["file": "", "broken/.git/HEAD": "nonsense\n"]) { folder in
      #expect(SourceRevision.find(in: folder + "/broken") == nil)
    }
  }
}
