import Foundation
import Testing

/// What callgrind counts of cells in copies of one process repeats, and hardly depends on their neighbours.
@Suite struct InstructionCopyTests {
  private static let tools = ["valgrind", "strip", "setarch"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  @Test(.enabled(if: tools, "needs valgrind, strip and setarch"))
  func aListCountsAlikeTwiceAndACellAlone() throws {
    let repository = try GateRepository()
    defer { #expect(throws: Never.self) { try repository.program.remove() } }
    try repository.write(
      "Scenarios/other.yaml",
      GateRepository.scenario.replacing("name: small", with: "name: other")
        .replacing("messages: 100", with: "messages: 300")
    )
    let program = repository.program.path("stripped")
    try Self.run(
      "strip",
      ["-g", "-o", program, try ShippedProgram.executable("stillpoint-maintain").path],
      repository
    )
    func totals(_ scenarios: [String]) throws -> [Int] {
      let file = repository.program.path("counted")
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
        return try #require(text.firstMatch(of: /(?m)^totals: (\d+)/).flatMap { Int($0.1) })
      }
    }
    let both = try totals(["other", "small"])
    let alone = try totals(["small"])
    #expect(both.count == 2 && alone.count == 1)
    let again = try totals(["other", "small"])
    // What the gate tolerates.
    func isAlike(_ count: Int, _ other: Int) -> Bool { abs(count - other) * 100 < other }
    #expect(again.count == 2 && zip(again, both).allSatisfy(isAlike), "\(both), \(again)")
    #expect(alone[0] > 1_000_000, "\(alone)")
    #expect(isAlike(both[1], alone[0]), "\(both), \(alone)")
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
