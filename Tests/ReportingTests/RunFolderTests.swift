import Files
import Foundation
import Records
import Reporting
import Running
import Scenarios
import Testing

@Suite struct RunFolderTests {
  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func aRunHasItsFilesAndNothingElse() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let attachment = RunFolder.Attachment(name: ReportFiles.trace, bytes: [1, 2])
      try RunFolder(path: folder + "/runs/one/").write(
        SyntheticRun.make(ticks: 20),
        attachments: [attachment],
        environment: environment
      )
      #expect(try names(folder + "/runs") == ["one"])
      #expect(try names(folder + "/runs/one") == ReportFiles.names.sorted())
    }
  }

  @Test func writingAnewReplacesTheRunAndKeepsForeignFiles() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let run = RunFolder(path: folder + "/run")
      let attachment = RunFolder.Attachment(name: ReportFiles.trace, bytes: [1, 2])
      try run.write(
        SyntheticRun.make(name: "old", ticks: 20),
        attachments: [attachment],
        environment: environment
      )
      try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/run/notes.txt"))
      try run.write(SyntheticRun.make(name: "new", ticks: 20), environment: environment)
      #expect(try RunFile(path: folder + "/run").read().name == "new")
      #expect(try bytes(folder + "/run/notes.txt") == Array("mine".utf8))
      let kept = try names(folder + "/run")
      #expect(!kept.contains(ReportFiles.trace), "an old trace is not of this run")
      #expect(try names(folder) == ["charts", "run"])
    }
  }

  @Test func whatIsNoRunStaysWhereItIs() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
      try FileManager.default.createDirectory(
        atPath: folder + "/photos",
        withIntermediateDirectories: true
      )
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/photos/a.jpg"))
      let file = try #require(throws: OutputError.self) {
        try RunFolder(path: folder + "/file").write(
          SyntheticRun.make(ticks: 5),
          environment: environment
        )
      }
      #expect(file.description.hasPrefix("\(folder)/file: cannot be written: a file is in the way"))
      let photos = try #require(throws: OutputError.self) {
        try RunFolder(path: folder + "/photos").write(
          SyntheticRun.make(ticks: 5),
          environment: environment
        )
      }
      #expect(photos.description.contains("no run (it has a.jpg)"))
      let below = try #require(throws: OutputError.self) {
        try RunFolder(path: folder + "/file/run").write(
          SyntheticRun.make(ticks: 5),
          environment: environment
        )
      }
      #expect(below.description.contains(folder + "/file"))
      #expect(try names(folder) == ["charts", "file", "photos"])
    }
  }

  @Test(.enabled(if: getuid() != 0, "the administrator may write everywhere"))
  func aFolderThatMayNotBeWrittenIsNamed() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let locked = folder + "/locked"
      try FileManager.default.createDirectory(
        atPath: locked,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o500]
      )
      let error = try #require(throws: OutputError.self) {
        try RunFolder(path: locked + "/run").write(
          SyntheticRun.make(ticks: 5),
          environment: environment
        )
      }
      #expect(error.description.contains(locked))
      #expect(error.description.contains("ermission"))
      #expect(try names(locked).isEmpty)
    }
  }

  @Test func withoutTheChartLibraryTheErrorNamesThePackageAndTheOldRunStays() throws {
    try withTemporaryFolder { folder in
      let run = RunFolder(path: folder + "/run")
      try run.write(
        SyntheticRun.make(name: "old", ticks: 5),
        environment: ChartStub.environment(in: folder)
      )
      let error = try #require(throws: OutputError.self) {
        try run.write(
          SyntheticRun.make(name: "new", ticks: 5),
          environment: ["STILLPOINT_DYGRAPHS": folder + "/nowhere"]
        )
      }
      #expect(error.description.contains("libjs-dygraphs"))
      #expect(error.description.contains(folder + "/nowhere"))
      #expect(try RunFile(path: folder + "/run").read().name == "old")
      #expect(try names(folder) == ["charts", "run"])
    }
  }

  @Test func aRunThatWasKilledLeavesTheLastGoodReport() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let run = RunFolder(path: folder + "/run")
      try run.write(SyntheticRun.make(name: "old", ticks: 5), environment: environment)
      // Killed while it wrote: a half-written folder of a process that is gone.
      let partial = folder + "/.stillpoint-partial-2147483646-a-b"
      try FileManager.default.createDirectory(
        atPath: partial,
        withIntermediateDirectories: true
      )
      #expect(try RunFile(path: folder + "/run").read().name == "old")
      // Killed between the two renames: only the previous report is there.
      try FileManager.default.moveItem(atPath: folder + "/run", toPath: folder + "/.run.previous")
      #expect(try RunFile(path: folder + "/run").read().name == "old")
      // Half-written runs of other names go too; what is no run's does not.
      let kept = ".notes.partial-2147483646"
      for name in [".stillpoint-partial-2147483646-c-d/pictures", kept] {
        try FileManager.default.createDirectory(
          atPath: folder + "/" + name,
          withIntermediateDirectories: true
        )
      }
      try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/\(kept)/notes.txt"))
      try run.write(SyntheticRun.make(name: "new", ticks: 5), environment: environment)
      #expect(try RunFile(path: folder + "/run").read().name == "new")
      #expect(try names(folder) == [kept, "charts", "run"])
    }
  }

  /// Killed after both renames: what is none of the run's files was still to be carried over.
  @Test func foreignFilesOfAReplacedRunAreCarriedOverLater() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let run = RunFolder(path: folder + "/run")
      try run.write(SyntheticRun.make(name: "old", ticks: 5), environment: environment)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/run/notes.txt"))
      try FileManager.default.moveItem(atPath: folder + "/run", toPath: folder + "/.run.previous")
      try RunFolder(path: folder + "/other").write(
        SyntheticRun.make(name: "new", ticks: 5),
        environment: environment
      )
      try FileManager.default.moveItem(atPath: folder + "/other", toPath: folder + "/run")
      try run.check(environment: environment)
      #expect(try bytes(folder + "/run/notes.txt") == Array("mine".utf8))
      #expect(try RunFile(path: folder + "/run").read().name == "new")
      #expect(try names(folder) == ["charts", "run"])
    }
  }

  /// Killed while the replaced run was being removed, or before the new one was there.
  @Test func whatIsLeftOfAReplacedRunGoesAndTheLastGoodOneComesBack() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let run = RunFolder(path: folder + "/run")
      try run.write(SyntheticRun.make(name: "good", ticks: 5), environment: environment)
      let previous = folder + "/.run.previous"
      try FileManager.default.createDirectory(atPath: previous, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: previous + "/summary.md"))
      try run.check(environment: environment)
      #expect(try names(folder) == ["charts", "run"])
      try FileManager.default.moveItem(atPath: folder + "/run", toPath: previous)
      try FileManager.default.createDirectory(
        atPath: folder + "/run",
        withIntermediateDirectories: true
      )
      try run.check(environment: environment)
      #expect(try RunFile(path: folder + "/run").read().name == "good")
      #expect(try names(folder) == ["charts", "run"])
    }
  }

  #if os(Linux)
    /// A folder that something is mounted at cannot be renamed: that is said before the work.
    @Test func aMountPointIsRefused() throws {
      try withTemporaryFolder { folder in
        let error = try #require(throws: OutputError.self) {
          try RunFolder(path: "/proc").check(environment: ChartStub.environment(in: folder))
        }
        #expect(error.reason.contains("mounted"), "\(error)")
        #expect(error.advice == "Name a folder in it.")
      }
    }
  #endif

  /// What no run left under the name of a replaced one stays, and is said before the work.
  @Test func aForeignFolderUnderTheNameOfAReplacedRunIsInTheWay() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let previous = folder + "/.run.previous"
      try FileManager.default.createDirectory(atPath: previous, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: previous + "/notes.txt"))
      let error = try #require(throws: OutputError.self) {
        try RunFolder(path: folder + "/run").check(environment: environment)
      }
      #expect(error.reason.contains(".run.previous is in the way"))
      #expect(try names(previous) == ["notes.txt"])
    }
  }

  /// Of two runs that began in one second the second takes another name.
  @Test func aRunThatIsToReplaceNoneDoesNot() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let run = RunFolder(path: folder + "/run")
      try run.write(SyntheticRun.make(name: "one", ticks: 5), environment: environment)
      #expect(throws: OutputError.self) {
        try run.write(
          SyntheticRun.make(name: "two", ticks: 5),
          replaces: false,
          environment: environment
        )
      }
      #expect(try RunFile(path: folder + "/run").read().name == "one")
      #expect(try names(folder) == ["charts", "run"])
    }
  }

  /// What a run waits for may fail; then the older one stays.
  @Test func aRunTakesItsPlaceOnceAllElseIsDone() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let run = RunFolder(path: folder + "/run")
      try run.write(SyntheticRun.make(name: "old", ticks: 5), environment: environment)
      let failure = OutputError(path: "", reason: "full")
      #expect(throws: failure) {
        try run.write(SyntheticRun.make(name: "new", ticks: 5), environment: environment) {
          () throws(OutputError) in throw failure
        }
      }
      #expect(try RunFile(path: folder + "/run").read().name == "old")
      #expect(try names(folder) == ["charts", "run"])
    }
  }

  /// What a link of others leads to is not taken for a folder of the run.
  @Test func aLinkThatHasTheNameOfAFolderOfTheRunIsNotLost() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      let run = RunFolder(path: folder + "/run")
      try run.write(SyntheticRun.make(ticks: 5), environment: environment)
      try Folder.make(folder + "/photos")
      try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/photos/one.png"))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/run/pictures",
        withDestinationPath: "../photos"
      )
      let picture = RunFolder.Attachment(name: "\(ReportFiles.pictures)/a.png", bytes: [1])
      let error = try #require(throws: OutputError.self) {
        try run.write(
          SyntheticRun.make(ticks: 5),
          attachments: [picture],
          environment: environment
        )
      }
      #expect(error.reason.contains(".run.previous/pictures has that name, too"))
      #expect(try names(folder + "/photos") == ["one.png"])
      #expect(try names(folder + "/run/pictures") == ["a.png"])
      #expect(FileName.linkTarget(of: folder + "/.run.previous/pictures") == "../photos")
    }
  }

  /// The later one has the name; nothing of either is left beside it, and nothing of others is lost.
  @Test func runsThatComeAtOnceReplaceOneAnother() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stillpoint-at-once-\(UUID().uuidString)").path
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
    try Folder.make(folder)
    let environment = ChartStub.environment(in: folder)
    let run = RunFolder(path: folder + "/run")
    try run.write(SyntheticRun.make(name: "first", ticks: 5), environment: environment)
    for name in ["notes.txt", "photos/one.jpg"] {
      try Folder.make(FileName.folder(of: "\(folder)/run/\(name)"))
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/run/\(name)"))
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          #expect(throws: Never.self) {
            for turn in 0..<5 {
              let record = SyntheticRun.make(name: "\(number) \(turn)", ticks: 5)
              let picture = RunFolder.Attachment(
                name: "\(ReportFiles.pictures)/\(turn).png",
                bytes: [UInt8(number)]
              )
              try run.write(record, attachments: [picture], environment: environment)
            }
          }
        }
      }
    }
    #expect(try RunFile(path: folder + "/run").read().name.hasSuffix(" 4"))
    #expect(try bytes(folder + "/run/notes.txt") == Array("mine".utf8))
    #expect(try names(folder + "/run/photos") == ["one.jpg"])
    #expect(try names(folder + "/run/pictures").count == 5)
    try run.check(environment: environment)
    #expect(try names(folder) == ["charts", "run"])
  }

  @Test func theSameRunGivesTheSameBytes() throws {
    try withTemporaryFolder { folder in
      let environment = ChartStub.environment(in: folder)
      for name in ["one", "two"] {
        try RunFolder(path: folder + "/" + name).write(
          SyntheticRun.make(ticks: 60),
          environment: environment
        )
      }
      for name in try names(folder + "/one") {
        let first = try bytes(folder + "/one/" + name)
        let second = try bytes(folder + "/two/" + name)
        #expect(first == second, "\(name)")
      }
    }
  }
}
