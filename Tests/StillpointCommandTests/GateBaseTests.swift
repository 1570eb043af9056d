import Foundation
import Testing

/// A base that is a commit, in a repository of its own: hostile ones end with a word and an exit code,
/// and leave nothing behind.
@Suite(.serialized) struct GateBaseTests {
  @Test func anUnknownRefIsAnErrorThatNamesItAndWritesNothing() throws {
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", GateRepository.old)
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
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", GateRepository.old)
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
      let repository = try GateRepository()
      defer { #expect(throws: Never.self) { try repository.program.remove() } }
      try repository.write("Package.swift", GateRepository.old)
      try repository.commit()
      let (ending, builds) = try repository.gateEnded(by: SIGTERM)
      #expect(ending.code == 128 + SIGTERM, "\(ending.output)\(ending.errors)")
      #expect(!builds)
      try repository.expectNoWorktree()
      #expect(try repository.git(["status", "--porcelain"]).isEmpty)
    }

    @Test func aGateThatIsKilledLeavesNoBuildAndTheNextOneNoWorktree() throws {
      let repository = try GateRepository()
      defer { #expect(throws: Never.self) { try repository.program.remove() } }
      try repository.write("Package.swift", GateRepository.old)
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
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", GateRepository.old)
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
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", GateRepository.old)
    try repository.write("Sources/stillpoint/main.swift", try GateRepository.thisProgram())
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

  @Test func aHeadThatTrapsAgainstACommitIsARegressionWithItsLastWords() throws {
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write("Package.swift", GateRepository.old)
    try repository.write(
      "Sources/stillpoint/main.swift",
      try GateRepository.thisProgram(first: "unsetenv(\"STILLPOINT_PLANTED_END\")")
    )
    try repository.commit()
    for checks in [["exact"], ["cpu"]] {
      let ending = try repository.gate(
        ["small", "--base", "main", "--only"] + checks,
        environment: ["STILLPOINT_PLANTED_END": "trap:reference"]
      )
      #expect(ending.code == 2, "\(checks): \(ending.output)\(ending.errors)")
      #expect(ending.output.contains("regression"), "\(checks): \(ending.output)")
      #expect(ending.output.contains("a planted trap"), "\(checks): \(ending.output)")
    }
  }

  @Test func aTruncatedFileOfBaselinesIsAnErrorThatNamesItsLine() throws {
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    let file = repository.program.path("baselines.csv")
    let arguments = ["small", "--refresh", "60", "--baselines", file]
    let adopted = try repository.baselineGate(arguments + ["--adopt"])
    #expect(adopted.code == 0, "\(adopted.errors)")
    #expect(adopted.output.contains("commit it with the change"), "\(adopted.output)")
    #expect(try repository.baselineGate(arguments).code == 0)
    let again = try repository.baselineGate(arguments + ["--adopt"])
    #expect(again.output.contains("nothing was written"), "\(again.output)")
    let whole = try String(contentsOfFile: file, encoding: .utf8)
    let end = try #require(whole.lastIndex(of: ","))
    try Data(whole[..<end].utf8).write(to: URL(fileURLWithPath: file))
    for more in [[], ["--adopt"]] {
      let ending = try repository.baselineGate(arguments + more)
      #expect(ending.code == 1, "\(ending.output)\(ending.errors)")
      #expect(ending.errors.contains("\(file):"), "\(ending.errors)")
    }
  }

  @Test func baselinesOfAScenarioThatIsGoneAreNamed() throws {
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.commit()
    let adopted = try repository.baselineGate([
      "small", "--refresh", "60", "--adopt",
    ])
    #expect(adopted.code == 0, "\(adopted.output)\(adopted.errors)")
    try FileManager.default.removeItem(atPath: "\(repository.folder)/Scenarios/small.yaml")
    try repository.write(
      "Scenarios/other.yaml",
      GateRepository.scenario.replacing("name: small", with: "name: other")
    )
    let ending = try repository.baselineGate(["--refresh", "60"])
    // Of the new one there is no baseline.
    #expect(ending.code == 3, "\(ending.output)\(ending.errors)")
    #expect(ending.errors.contains("small: there are baselines of it"), "\(ending.errors)")
    #expect(ending.output.contains("no baseline for other."), "\(ending.output)")
  }
}
