import Foundation
import Testing

/// A base that is a commit, in a repository of its own: hostile ones end with a word and an exit code,
/// and leave nothing behind.
@Suite(.serialized) struct GateBaseTests {
  /// A repository with one small scenario and a package whose commits are bases.
  private struct Repository {
    let program: ShippedProgram
    let folder: String

    init() throws {
      program = try ShippedProgram()
      folder = program.path("repository")
      for name in ["Scenarios", "Sources/stillpoint", "Reports/baselines"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(name)",
          withIntermediateDirectories: true
        )
      }
      try write("Scenarios/small.yaml", Self.scenario)
      let limits = try String(
        contentsOf: ShippedProgram.package.appendingPathComponent("Gate.yaml"),
        encoding: .utf8
      )
      try write("Gate.yaml", limits)
      try write(".gitignore", ".build/\n.build-gate/\nPackage.resolved\n")
      try git(["init", "--quiet", "--initial-branch", "main"])
    }

    static let scenario = """
      name: small
      seed: 1
      history: {messages: 100, lengths: oasst}
      parts:
        - reply: {at_ms: 500, preset: local-8b-42tps, duration_ms: 2000}
      """

    /// A package whose program knows no question of the gate.
    static let old = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "old",
        products: [.executable(name: "stillpoint", targets: ["stillpoint"])],
        targets: [.executableTarget(name: "stillpoint")]
      )
      """

    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    @discardableResult
    func git(_ arguments: [String]) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["git", "-c", "user.name=Test", "-c", "user.email=test@example.org"] + arguments
      process.currentDirectoryURL = URL(fileURLWithPath: folder)
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "git \(arguments)")
      return String(decoding: data, as: UTF8.self)
    }

    func commit() throws {
      try git(["add", "--all"])
      try git(["commit", "--quiet", "--message", "a commit"])
    }

    func gate(_ arguments: [String]) throws -> ShippedProgram.Ending {
      try program.run(
        ["gate"] + arguments,
        environment: ["STILLPOINT_SCENARIOS": "\(folder)/Scenarios"]
      )
    }

    /// Sends a signal to a gate while it builds its base.
    ///
    /// - Returns: How it ended, and whether what built, here a `swift` that sleeps, goes on.
    func gateEnded(by signal: Int32) throws -> (ending: ShippedProgram.Ending, builds: Bool) {
      let bin = program.path("bin")
      let mark = program.path("builder")
      try? FileManager.default.removeItem(atPath: mark)
      try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
      let script = "#!/bin/sh\necho $$ >'\(mark).new'\nmv '\(mark).new' '\(mark)'\nexec sleep 60\n"
      try Data(script.utf8).write(to: URL(fileURLWithPath: "\(bin)/swift"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755],
        ofItemAtPath: "\(bin)/swift"
      )
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let ending = try program.run(
        ["gate", "small", "--base", "HEAD"],
        environment: ["STILLPOINT_SCENARIOS": "\(folder)/Scenarios", "PATH": "\(bin):\(path)"],
        ending: (signal, mark)
      )
      let text = try String(contentsOfFile: mark, encoding: .utf8)
      let builder = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      // One that has ended may wait for long until somebody takes note of it.
      let deadline = Date() + 5
      while Self.isRunning(builder), Date() < deadline { usleep(10_000) }
      return (ending, Self.isRunning(builder))
    }

    private static func isRunning(_ process: pid_t) -> Bool {
      let file = "/proc/\(process)/stat"
      guard let status = try? String(contentsOfFile: file, encoding: .utf8) else { return false }
      return !(status.split(separator: ")").last ?? "").hasPrefix(" Z")
    }

    /// What the gate's folder holds of a kind.
    func kept(_ name: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "\(folder)/.build-gate/\(name)")
    }

    /// Holds that no base is checked out any more.
    func expectNoWorktree() throws {
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/.build-gate/worktree"))
      let trees = try git(["worktree", "list", "--porcelain"])
      #expect(trees.components(separatedBy: "worktree ").count == 2, "\(trees)")
    }
  }

  @Test func anUnknownRefIsAnErrorThatNamesItAndWritesNothing() throws {
    let repository = try Repository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", Repository.old)
    try repository.commit()
    for name in ["no-such-ref", "-c", "HEAD~99"] {
      let ending = try repository.gate([
        "small", "--base=\(name)", "--output", "\(repository.folder)/out",
      ])
      #expect(ending.code == 1, "\(ending.output)\(ending.errors)")
      #expect(ending.errors.contains("`\(name)`"), "\(ending.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: "\(repository.folder)/out"))
    try repository.expectNoWorktree()
  }

  @Test func aBaseThatDoesNotBuildIsAnErrorAndNothingOfItIsKept() throws {
    let repository = try Repository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", Repository.old)
    try repository.write("Sources/stillpoint/main.swift", "this is no Swift\n")
    try repository.commit()
    for _ in 0..<2 {
      let ending = try repository.gate(["small", "--base", "HEAD"])
      #expect(ending.code == 1, "\(ending.output)\(ending.errors)")
      #expect(ending.errors.contains("does not build"), "\(ending.errors)")
      #expect(ending.errors.contains("main.swift"), "\(ending.errors)")
      #expect(try repository.kept("bases").isEmpty)
      try repository.expectNoWorktree()
    }
  }

  #if os(Linux)
    @Test func aGateThatIsInterruptedLeavesNoBuildAndNoWorktree() throws {
      let repository = try Repository()
      defer { #expect(throws: Never.self) { try repository.program.remove() } }
      try repository.write("Package.swift", Repository.old)
      try repository.commit()
      let (ending, builds) = try repository.gateEnded(by: SIGTERM)
      #expect(ending.code == 128 + SIGTERM, "\(ending.output)\(ending.errors)")
      #expect(!builds)
      try repository.expectNoWorktree()
      #expect(try repository.git(["status", "--porcelain"]).isEmpty)
    }

    @Test func aGateThatIsKilledLeavesNoBuildAndTheNextOneNoWorktree() throws {
      let repository = try Repository()
      defer { #expect(throws: Never.self) { try repository.program.remove() } }
      try repository.write("Package.swift", Repository.old)
      try repository.commit()
      let (_, builds) = try repository.gateEnded(by: SIGKILL)
      #expect(!builds)
      #expect(try repository.git(["worktree", "list"]).contains("worktree"))
      #expect(try repository.git(["status", "--porcelain"]).isEmpty)
      #expect(try repository.gate(["small", "--base", "no-such-ref"]).code == 1)
      try repository.expectNoWorktree()
    }
  #endif

  @Test func aBaseThatIsTooOldIsNotComparableAndItsBuildIsKept() throws {
    let repository = try Repository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", Repository.old)
    try repository.write(
      "Sources/stillpoint/main.swift",
      "import Foundation\nprint(\"Error: Unknown option\")\nexit(64)\n"
    )
    try repository.commit()
    // What a gate that was killed leaves behind.
    try repository.git(["worktree", "add", "--quiet", "--detach", ".build-gate/worktree", "HEAD"])
    try FileManager.default.createDirectory(
      atPath: "\(repository.folder)/.build-gate/bases",
      withIntermediateDirectories: true
    )
    try repository.write(".build-gate/bases/.part-half", "half a program")
    let ending = try repository.gate(["small", "--base", "main"])
    #expect(ending.code == 3, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("not comparable"), "\(ending.output)")
    #expect(ending.errors.contains("building the base"), "\(ending.errors)")
    #expect(try repository.kept("bases").count == 1)
    try repository.expectNoWorktree()
    let again = try repository.gate(["small", "--base", "main"])
    #expect(again.code == 3)
    #expect(!again.errors.contains("building the base"), "\(again.errors)")
  }

  /// A base whose program is this one, so that a round really runs: both are asked for the design of a
  /// file, which lies in no tree.
  @Test func aRoundAgainstACommitRunsADesignOfItsFile() throws {
    let repository = try Repository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", Repository.old)
    let executable = try ShippedProgram.executable().path
    try repository.write(
      "Sources/stillpoint/main.swift",
      """
      import Foundation
      // The program of the tests, by its own name.
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv("\(executable)", &arguments)
      exit(127)
      """
    )
    try repository.commit()
    let design = try repository.program.file(
      "mine.yaml",
      "name: mine\nbase: reference\npool: wait\nnear_end_pt: 120\n"
    )
    func gate(_ more: [String]) throws -> ShippedProgram.Ending {
      try repository.gate(["small", "--base", "main", "--only", "exact", "allocations"] + more)
    }
    let same = try gate(["--profile", design])
    #expect(same.code == 0, "\(same.output)\(same.errors)")
    #expect(same.output.contains("small.mine.iphone-15-pro.60"), "\(same.output)")
    #expect(!same.output.contains("small.reference"), "\(same.output)")
    let wrong = try repository.program.file("wrong.yaml", "name: a\nbase: reference\npool: wiat\n")
    let refused = try gate(["--profile", wrong])
    #expect(refused.code == 1, "\(refused.output)\(refused.errors)")
    #expect(refused.errors.contains("wrong.yaml:3:7:"), "\(refused.errors)")
    for profiles in [[design, "reference"], ["all"], ["-"]] {
      let ending = try gate(["--profile"] + profiles)
      #expect(ending.code == 64, "\(profiles): \(ending.output)\(ending.errors)")
    }
  }

  @Test func aTruncatedBaselineIsAnErrorThatNamesItsLine() throws {
    let repository = try Repository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    let folder = repository.program.path("baselines")
    let accepted = try repository.gate([
      "small", "--refresh", "60", "--baselines", folder, "--accept", "--reason", "a test",
    ])
    #expect(accepted.code == 0, "\(accepted.errors)")
    let notes = try String(contentsOfFile: "\(folder)/ACCEPTED.md", encoding: .utf8)
    #expect(notes.contains("1 file: a test"))
    let file = "\(folder)/small.reference.iphone-15-pro.60.json"
    #expect(try repository.gate(["--base", file]).code == 0)
    let whole = try String(contentsOfFile: file, encoding: .utf8)
    try Data(whole.utf8.prefix(whole.utf8.count / 2)).write(to: URL(fileURLWithPath: file))
    for arguments in [["--base", file], ["small", "--refresh", "60", "--base", folder]] {
      let ending = try repository.gate(arguments)
      #expect(ending.code == 1, "\(ending.output)\(ending.errors)")
      #expect(ending.errors.contains("\(file):"), "\(ending.errors)")
    }
  }

  @Test func aDirtyTreeAcceptsNothingAndAReasonIsNeeded() throws {
    let repository = try Repository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.commit()
    let arguments = ["small", "--refresh", "60", "--accept"]
    #expect(try repository.gate(arguments).code == 64)
    try repository.write("new.txt", "not committed")
    let ending = try repository.gate(arguments + ["--reason", "a test"])
    #expect(ending.code == 1, "\(ending.output)\(ending.errors)")
    #expect(ending.errors.contains("new.txt"), "\(ending.errors)")
    let baselines = "\(repository.folder)/Reports/baselines"
    #expect(try FileManager.default.contentsOfDirectory(atPath: baselines).isEmpty)
    try FileManager.default.removeItem(atPath: "\(repository.folder)/new.txt")
    let clean = try repository.gate(arguments + ["--reason", "a test"])
    #expect(clean.code == 0, "\(clean.output)\(clean.errors)")
    // What was accepted is no reason to refuse the next.
    #expect(try repository.gate(arguments + ["--reason", "again"]).code == 0)
  }
}
