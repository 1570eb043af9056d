import Files
import Foundation
import Testing

@Suite struct OutputPlaceTests {
  private func reason(_ body: () throws(OutputError) -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return error.reason
    }
  }

  @Test func aFileIsReplacedWholeAndKeepsItsPermissions() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/file"
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      try OutputPlace(path).write(Array("new".utf8))
      #expect(try TemporaryFolder.text(path) == "new")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o640)
      #expect(try TemporaryFolder.names(folder) == ["file"])
    }
  }

  @Test func aLinkIsFollowedAndStays() throws {
    try TemporaryFolder.with { folder in
      for (link, end) in [("there", "old"), ("not-there", "new")] {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(link)",
          withDestinationPath: end
        )
      }
      try Data("old".utf8).write(to: URL(fileURLWithPath: folder + "/old"))
      for link in ["there", "not-there"] {
        try OutputPlace("\(folder)/\(link)").write(Array("written".utf8))
        #expect(FileName.linkTarget(of: "\(folder)/\(link)") != nil)
      }
      #expect(try TemporaryFolder.text(folder + "/old") == "written")
      #expect(try TemporaryFolder.text(folder + "/new") == "written")
    }
  }

  @Test func aDeviceIsWrittenThrough() throws {
    let before = try #require(SystemCalls.status(of: "/dev/null", isFollowing: false))
    let place = try OutputPlace("/dev/null")
    try place.write([1, 2, 3])
    let partial = place.partial
    try WholeFile.put(CollectionOfOne([4, 5]), to: partial)
    try place.finish(partial)
    #expect(!Folder.exists(partial))
    let after = try #require(SystemCalls.status(of: "/dev/null", isFollowing: false))
    #expect(after.isSame(as: before) && after.kind == before.kind)
  }

  @Test(.enabled(if: Folder.exists("/dev/full"), "this system has no /dev/full"))
  func aFullDeviceIsAnError() throws {
    let place = try OutputPlace("/dev/full")
    #expect(reason { () throws(OutputError) in try place.write([1]) }.contains("space"))
  }

  @Test func whatCannotBeAPlaceIsRefusedBeforeTheWork() throws {
    try TemporaryFolder.with { folder in
      let file = folder + "/file"
      try Data("input".utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/alias",
        withDestinationPath: "file"
      )
      for (path, inputs, words) in [
        ("", [], "empty name"), (folder, [], "a folder"),
        (folder + "/new/", [], "name of a folder"),
        (file + "/x", [], "Not a directory"), (folder + "/no/x", [], "no folder"),
        (file, [file], "the input"), (folder + "/alias", [file], "the input"),
        (file, [folder + "/alias"], "the input"),
        (folder + "/" + String(repeating: "n", count: 300), [], "too long"),
      ] {
        let reason = reason { () throws(OutputError) in _ = try OutputPlace(path, inputs: inputs) }
        #expect(reason.contains(words), "\(path): \(reason)")
      }
      let inside = reason { () throws(OutputError) in
        _ = try OutputPlace(folder + "/x", outside: folder)
      }
      #expect(inside.contains("lies in"))
      #expect(try TemporaryFolder.names(folder) == ["alias", "file"])
      #expect(try TemporaryFolder.text(file) == "input")
    }
  }

  @Test func aWriterThatFailsLeavesTheOldFileAndNothingElse() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/target"
      try FileManager.default.createDirectory(
        atPath: path + "/inside",
        withIntermediateDirectories: true
      )
      #expect(throws: OutputError.self) { try WholeFile.write([1], to: path) }
      #expect(try TemporaryFolder.names(folder) == ["target"])
    }
  }

  @Test func aFolderIsReplacedOnlyWhenItIsOurs() throws {
    try TemporaryFolder.with { folder in
      func check(_ name: String, inputs: [String] = []) -> String {
        reason { () throws(OutputError) in
          try FolderPlace(name).check(inputs: inputs, isOwned: { $0 == "ours" }) {
            $0.contains("ours")
          }
        }
      }
      for name in ["mine", "theirs", "empty"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)",
          withIntermediateDirectories: true
        )
      }
      try Data().write(to: URL(fileURLWithPath: folder + "/mine/ours"))
      try Data().write(to: URL(fileURLWithPath: folder + "/mine/notes"))
      try Data().write(to: URL(fileURLWithPath: folder + "/theirs/photo"))
      #expect(check(folder + "/mine") == "no error")
      #expect(check(folder + "/empty") == "no error")
      #expect(check(folder + "/new/deep") == "no error")
      #expect(check(folder + "/mine", inputs: [folder + "/mine/notes"]) == "no error")
      #expect(check(folder + "/mine", inputs: [folder + "/mine/ours"]).contains("lies in it"))
      #expect(check(folder + "/mine", inputs: [folder + "/mine"]).contains("is the input"))
      #expect(check(folder, inputs: [folder + "/mine"]).contains("lies in it"))
      #expect(check(folder + "/theirs").contains("it has photo"))
      #expect(check(folder + "/theirs/photo/x").contains("no folder"))
      #expect(check("").contains("empty name"))
      #expect(check("-").contains("standard output"))
      #expect(try TemporaryFolder.names(folder) == ["empty", "mine", "theirs"])
    }
  }
}
