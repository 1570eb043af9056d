import Foundation
import Testing

@Suite struct CapacityTests {
  private static let fast = ["--measurer", "fixed", "--refresh", "60", "--doubling"]

  private static let scenario = """
    name: short
    history: {messages: 50}
    parts:
      - reply: {at_ms: 100, preset: local-8b-42tps, duration_ms: 700}
    """

  private func contents(_ folder: String) throws -> [Data] {
    try ["capacity.csv", "capacity.json", "capacity.md", "index.html"].map {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))
    }
  }

  @Test func theSameCommandWritesTheSameBytes() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let command =
      ["capacity", "--dimension", "page-messages", "--profile", "reference", "swiftui-tips"]
      + Self.fast
    let places = [program.path("one"), program.path("two")]
    for place in places {
      let ending = try program.run(command + ["--output", place])
      #expect(ending.code == 0, "\(ending.errors)")
      #expect(ending.output.contains("messages of a page while reading"))
    }
    #expect(try contents(places[0]) == contents(places[1]))
  }

  @Test func aSlowerCoreBreaksSooner() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let ending = try program.run(
      ["capacity", "--dimension", "history-messages", "--profile", "swiftui-tips", "--json"]
        + ["--scale", "100", "1000", "--output", program.path("out")] + Self.fast
    )
    #expect(ending.code == 0, "\(ending.errors)")
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    )
    let answers = try #require(root["answers"] as? [[String: Any]])
    let broken = answers.map { answer in
      let judges = answer["judges"] as? [String: [String: Any]]
      return judges?["frames"]?["broken"] as? Double ?? .infinity
    }
    #expect(broken.count == 2)
    #expect(broken[0] > broken[1], "\(broken)")
  }

  @Test func aScenarioThatFailsAtItsOwnLoadIsBrokenAtTheStart() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file(
      "short.yaml",
      Self.scenario + "\nbudgets: {token_visible_max_ms: 0}\n"
    )
    let ending = try program.run(
      ["capacity", file, "--raise", "history.messages", "--profile", "reference"]
        + ["--output", program.path("out")] + Self.fast
    )
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(ending.output.contains("broken at the start: token_visible_max_ms"))
  }

  @Test func aKeyThatIsNoNumberIsWrongUsageWithTheNearest() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file("short.yaml", Self.scenario)
    let ending = try program.run(["capacity", file, "--raise", "history.mesages"])
    #expect(ending.code == 64)
    #expect(ending.errors.contains("Did you mean history.messages?"))
  }

  @Test func aFolderOfAPageIsTakenAsDriveTakesIt() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let folder = program.path("dist")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let empty = try program.run(["capacity", folder])
    #expect(empty.code != 0)
    #expect(empty.errors.contains("neither APP.yaml nor index.html"), "\(empty.errors)")
    _ = try program.file("dist/index.html", "<!doctype html><p>Hello</p>")
    for source in [folder, folder + "/index.html"] {
      let ending = try program.run(["capacity", source])
      #expect(ending.code == 64)
      #expect(ending.errors.contains("stream-steady is raised: tokens_per_s"), "\(ending.errors)")
    }
  }
}
