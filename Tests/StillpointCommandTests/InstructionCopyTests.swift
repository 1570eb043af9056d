import Foundation
import Testing

/// What callgrind counts of a cell does not depend on which cells its process counts beside it.
@Suite struct InstructionCopyTests {
  private static let tools = ["valgrind", "strip", "setarch"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  @Test(.enabled(if: tools, "needs valgrind, strip and setarch"))
  func aCellCountsTheSameAloneAndBesideAnother() throws {
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write(
      "Scenarios/other.yaml",
      GateRepository.scenario.replacing("name: small", with: "name: other")
        .replacing("messages: 100", with: "messages: 300")
    )
    let program = repository.program.path("stripped")
    try Self.run("strip", ["-g", "-o", program, try ShippedProgram.executable().path], repository)
    func totals(_ scenarios: [String]) throws -> [String] {
      let file = repository.program.path("counted-\(scenarios.count)")
      let output = try Self.run(
        "setarch",
        [
          "-R", "valgrind", "--tool=callgrind", "--instr-atstart=no", "--quiet",
          "--callgrind-out-file=\(file).%p", program, "probe", "instructions",
        ] + scenarios + ["--apart"],
        repository
      )
      return try output.matches(of: /"process":(\d+)/).map { match in
        let text = try String(contentsOfFile: "\(file).\(match.1)", encoding: .utf8)
        return try #require(text.firstMatch(of: /(?m)^totals: (\d+)/)).1.description
      }
    }
    let both = try totals(["other", "small"])
    let alone = try totals(["small"])
    #expect(both.count == 2)
    #expect(both.last == alone.first)
    #expect((alone.first.flatMap { Int($0) } ?? 0) > 1_000_000, "\(alone)")
  }

  @discardableResult
  private static func run(
    _ name: String,
    _ arguments: [String],
    _ repository: GateRepository
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment["STILLPOINT_SCENARIOS"] = "\(repository.folder)/Scenarios"
    environment["MALLOC_CONF"] = "dirty_decay_ms:-1,muzzy_decay_ms:-1"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(name) \(arguments)")
    return String(decoding: data, as: UTF8.self)
  }
}
