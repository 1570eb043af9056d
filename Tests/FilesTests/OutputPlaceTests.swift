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
    try Data([4, 5]).write(to: URL(fileURLWithPath: partial))
    try OutputPlace.write([(place, .gathered)])
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
      let (path, other) = (folder + "/target", folder + "/other")
      try Data("old".utf8).write(to: URL(fileURLWithPath: other))
      let places = [try OutputPlace(other), try OutputPlace(path)]
      try FileManager.default.createDirectory(
        atPath: path + "/inside",
        withIntermediateDirectories: true
      )
      #expect(throws: OutputError.self) { try places[1].write([1]) }
      #expect(throws: OutputError.self) {
        try OutputPlace.write([(places[1], .parts([[1], [2]]))])
      }
      // What belongs together waits for what may fail.
      let failure = OutputError(path: "", reason: "full")
      #expect(throws: failure) {
        try OutputPlace.write([(places[0], .bytes([1]))]) { () throws(OutputError) in throw failure
        }
      }
      #expect(try TemporaryFolder.text(other) == "old")
      #expect(try TemporaryFolder.names(folder) == ["other", "target"])
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

  @Test func aPlaceThatNoPersonNamedIsReplacedOnlyByItsKind() throws {
    try TemporaryFolder.with { folder in
      let kind = OutputKind.marked("stillpoint-x", "an x")
      for (name, text) in [
        ("ours", "{\"kind\": \"stillpoint-x\"}"), ("empty", ""), ("theirs", "{\"kind\": \"y\"}"),
      ] { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
      func check(_ path: String) -> String {
        reason { () throws(OutputError) in
          _ = try OutputPlace(path, replacing: kind, makesFolder: true)
        }
      }
      for name in ["ours", "empty", "new", "deep/new"] {
        #expect(check("\(folder)/\(name)") == "no error", "\(name)")
      }
      #expect(check("\(folder)/theirs").contains("not an x"))
      #expect(check("/dev/null").contains("a device"))
      #expect(check("/dev/stdout") != "no error")
      #expect(check("-") == "no error")
      #expect(try TemporaryFolder.names(folder) == ["empty", "ours", "theirs"])
      let deep = try OutputPlace("\(folder)/deep/new", replacing: kind, makesFolder: true)
      try deep.write([1])
      #expect(try TemporaryFolder.names(folder + "/deep") == ["new"])
      #expect(throws: OutputError.self) { try OutputPlace.check(areApart: [deep, deep]) }
    }
  }

  @Test func linesThatComeAtOnceAreAllThere() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-lines-\(UUID().uuidString)").path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    try Folder.make(folder)
    let file = folder + "/lines"
    try Data("half a line".utf8).write(to: URL(fileURLWithPath: file))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          #expect(throws: Never.self) {
            let place = try OutputPlace(file)
            // Another file at the same place takes no line with it.
            if number == 20 {
              try place.write(Array("kept\n".utf8))
            } else if number > 20 {
              try place.append(line: Array("line \(number)".utf8))
            }
          }
        }
      }
    }
    let lines = try TemporaryFolder.text(file).split(separator: "\n")
    #expect(Set(lines).isSubset(of: Set(["half a line", "kept"] + (21..<40).map { "line \($0)" })))
    try OutputPlace(file).append(line: Array("last".utf8))
    #expect(try TemporaryFolder.text(file).hasSuffix("\nlast\n"))
    #expect(try TemporaryFolder.names(folder) == ["lines"])
  }

  @Test func whatAKilledProcessLeftUnfinishedIsSwept() throws {
    try TemporaryFolder.with { folder in
      for name in [".stillpoint-partial-999999999-x", ".stillpoint-partial-\(getpid())-y", "z"] {
        try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      // Of an earlier process that had this one's number.
      try Folder.make("\(folder)/.stillpoint-partial-\(getpid())-other-1/inside")
      try OutputPlace(folder + "/new").write([1])
      let names = try TemporaryFolder.names(folder)
      #expect(names == [".stillpoint-partial-\(getpid())-y", "new", "z"])
    }
  }

  /// A killed process may leave what it looked with, and the files of the result may go to another folder.
  @Test(arguments: [true, false])
  func aLookSweepsWhereItLooks(isThere: Bool) throws {
    try TemporaryFolder.with { folder in
      let left = folder + "/.stillpoint-partial-999999999-x-1"
      try Folder.make(left)
      if isThere { try Folder.make(folder + "/out") }
      try FolderPlace(folder + "/out").check(isOwned: { _ in false }, isOurs: { _ in true })
      #expect(!Folder.exists(left))
      try Data().write(to: URL(fileURLWithPath: left))
      _ = try OutputPlace(folder + "/file")
      #expect(try TemporaryFolder.names(folder) == (isThere ? ["out"] : []))
    }
  }

  @Test func aLinkInAFolderThatIsWrittenAnewIsRefused() throws {
    try TemporaryFolder.with { folder in
      try Folder.make(folder + "/out")
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: folder + "/theirs"))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/out/ours",
        withDestinationPath: "../theirs"
      )
      let place = FolderPlace(folder + "/out")
      #expect(throws: OutputError.self) {
        try place.check(isOwned: { $0 == "ours" }, isOurs: { _ in true })
      }
      #expect(throws: OutputError.self) {
        try place.write([("other", .bytes([1])), ("ours", .bytes([2]))])
      }
      #expect(try TemporaryFolder.text(folder + "/theirs") == "theirs")
      #expect(try TemporaryFolder.names(folder + "/out") == ["ours"])
    }
  }

  @Test func aScratchFolderGoesWithWhatHoldsIt() throws {
    var scratch: ScratchFolder? = try ScratchFolder()
    let path = try #require(scratch?.path)
    let file = try #require(try scratch?.draft.put("file", [1, 2]))
    #expect(file == path + "/file" && Folder.exists(file))
    scratch = nil
    #expect(!Folder.exists(path))
  }

  @Test(.enabled(if: Folder.exists("/dev/full"), "this system has no /dev/full"))
  func aDeviceThatFailsReplacesNoneOfTheFilesBesideIt() throws {
    try TemporaryFolder.with { folder in
      // Names that begin alike are two files.
      let long = folder + "/" + String(repeating: "n", count: 100)
      let places = try ["a", "b"].map { try OutputPlace(long + $0) }
      let device = try OutputPlace("/dev/full")
      try OutputPlace.write(places.map { ($0, .bytes(Array($0.path.utf8))) })
      #expect(throws: OutputError.self) {
        try OutputPlace.write([(places[0], .bytes([1])), (device, .bytes([2]))])
      }
      for place in places { #expect(try TemporaryFolder.text(place.path) == place.path) }
      #expect(try TemporaryFolder.names(folder).count == 2)
    }
  }

  @Test func aDraftIsNoFolderThatOthersMade() throws {
    try TemporaryFolder.with { folder in
      let drafts = try (0..<2).map { _ in try FolderDraft(for: folder + "/out") }
      #expect(drafts[0].path != drafts[1].path)
      let file = try drafts[0].put("pictures/one", [1])
      // A file that somebody put there first is not written to.
      #expect(throws: OutputError.self) { try drafts[0].put("pictures/one", [2]) }
      #expect(try TemporaryFolder.text(file) == "\u{1}")
      for draft in drafts { try draft.discard() }
      #expect(try TemporaryFolder.names(folder).isEmpty)
    }
  }
}
