import Foundation
import Testing

/// What programs read from `--json`.
@Suite struct JSONTests {
  @Test func verdictLimitsAndEveryFigureAreInTheJSON() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let out = program.path("out")
    let ending = try program.run([
      "replay", "Scenarios/streams/f4-anthropic-sonnet4.6-steady.ndjson", "--profile", "reference",
      "swiftui-tips", "--measurer", "fixed", "--cost", "modelled", "--json", "--output", out,
    ])
    #expect(ending.code == 0, "\(ending.errors)")
    let answer = try object(Data(ending.output.utf8))
    #expect(answer["schema"] as? Int == 1)
    #expect(answer["verdict"] as? String == "pass")
    let cells = try #require(answer["cells"] as? [[String: Any]])
    #expect(cells.map { $0["profile"] as? String } == ["reference", "swiftui-tips"])
    #expect(cells.map { $0["decides"] as? Bool } == [true, false])
    let stored = try object(Data(contentsOf: URL(fileURLWithPath: out + "/run.json")))
    let records = try #require(stored["cells"] as? [[String: Any]])
    for (cell, record) in zip(cells, records) {
      let figures = try #require(cell["figures"] as? [[String: Any]])
      let metrics = try #require(record["metrics"] as? [[String: Any]])
      #expect(figures.map { $0["metric"] as? String } == metrics.map { $0["metric"] as? String })
      #expect(figures.map { $0["value"] as? Double } == metrics.map { $0["value"] as? Double })
      #expect((cell["budgets"] as? [Any])?.isEmpty == false)
    }
  }

  @Test func theListOfScenariosIsJSONToo() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let ending = try program.run(["list", "--json"])
    #expect(ending.code == 0, "\(ending.errors)")
    let kinds = try #require(
      try object(Data(ending.output.utf8))["kinds"] as? [String: [[String: String]]]
    )
    let names = try #require(kinds["Scenarios"]).compactMap { $0["name"] }
    #expect(names.contains("stream-steady"))
    #expect(try #require(kinds["Profiles"]).count == 6)
  }

  @Test func aFilterRunsTheCellsThatItFinds() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let ending = try program.run([
      "run", "while-flinging", "--profile", "reference", "vercel-v0", "--measurer", "fixed",
      "--cost", "modelled", "--json", "--filter", "vercel.*[.]120$", "--output",
      program.path("out"),
    ])
    let cells = try #require(
      try object(Data(ending.output.utf8))["cells"] as? [[String: Any]],
      "\(ending.errors)"
    )
    #expect(cells.map { $0["profile"] as? String } == ["vercel-v0"])
    #expect(cells.map { $0["refresh_hz"] as? Int } == [120])
  }

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}
