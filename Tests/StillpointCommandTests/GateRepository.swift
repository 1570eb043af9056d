import Foundation
import Testing

/// A repository with one small scenario and a package whose commits are bases.
struct GateRepository {
  let program: ShippedProgram
  let folder: String

  init() throws {
    program = try ShippedProgram()
    folder = program.path("repository")
    for name in ["Scenarios", "Sources/stillpoint", "Reports"] {
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

  /// The main file of a program that is this one.
  ///
  /// - Parameter first: What it does before: `arguments` are its own.
  static func thisProgram(first: String = "") throws -> String {
    """
    import Foundation
    let arguments = CommandLine.arguments
    \(first)
    var all = arguments.map { strdup($0) } + [nil]
    execv("\(try ShippedProgram.executable("stillpoint-maintain").path)", &all)
    exit(127)
    """
  }

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

  /// The gate against a commit.
  func gate(
    _ arguments: [String],
    environment: [String: String] = [:]
  ) throws -> ShippedProgram.Ending {
    try gate(of: "stillpoint-maintain", arguments, environment)
  }

  /// The gate against baselines.
  func baselineGate(
    _ arguments: [String],
    environment: [String: String] = [:]
  ) throws -> ShippedProgram.Ending {
    try gate(of: "stillpoint", arguments, environment)
  }

  private func gate(
    of name: String,
    _ arguments: [String],
    _ environment: [String: String]
  ) throws -> ShippedProgram.Ending {
    try program.run(
      ["gate"] + arguments,
      of: name,
      environment: environment.merging(["STILLPOINT_SCENARIOS": "\(folder)/Scenarios"]) { $1 }
    )
  }

  /// The search path with a program before all others: a script of the shell.
  func path(with name: String, _ script: String) throws -> String {
    let bin = program.path("bin")
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try Data("#!/bin/sh\n\(script)".utf8).write(to: URL(fileURLWithPath: "\(bin)/\(name)"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: "\(bin)/\(name)"
    )
    return "\(bin):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
  }

  /// Sends a signal to a gate while it builds its base.
  ///
  /// - Returns: How it ended, and whether what built, here a `swift` that sleeps, goes on.
  func gateEnded(by signal: Int32) throws -> (ending: ShippedProgram.Ending, builds: Bool) {
    let mark = program.path("builder")
    try? FileManager.default.removeItem(atPath: mark)
    let path = try path(
      with: "swift",
      "echo $$ >'\(mark).new'\nmv '\(mark).new' '\(mark)'\nexec sleep 60\n"
    )
    let ending = try program.run(
      ["gate", "small", "--base", "HEAD"],
      of: "stillpoint-maintain",
      environment: ["STILLPOINT_SCENARIOS": "\(folder)/Scenarios", "PATH": path],
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
