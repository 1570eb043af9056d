import Foundation
import Testing

@Suite struct AblateTests {
  private static let scenario = """
    name: short
    summary: A short answer.
    history: {messages: 20}
    parts:
      - reply: {at_ms: 100, preset: cloud-burst-200tps-stalls, duration_ms: 1000}
    """

  @Test func anAblationSwitchesOneConcernAtATime() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file("short.yaml", Self.scenario)
    let out = program.path("out")
    let ending = try program.run([
      "run", file, "--ablate", "--cost", "modelled", "--measurer", "fixed", "--output", out,
    ])
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(ending.output.contains("maintained-array (vercel-v0)"))
    #expect(ending.output.contains("on-demand-by-2 (swiftui-tips)  n/a: a pool that compresses"))
    let metrics = try String(contentsOfFile: out + "/metrics.csv", encoding: .utf8)
    #expect(metrics.contains("reference+measuring=eagerly,iphone-15-pro,60,1,hitch_ratio_ms_per_s"))
    #expect(!metrics.contains(",120,"))
    let page = try Data(contentsOf: URL(fileURLWithPath: out + "/index.html"))
    #expect(String(decoding: page, as: UTF8.self).contains("id=\"ablation\""))
    let again = try program.run(["report", out])
    #expect(again.code == 0, "\(again.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: out + "/index.html")) == page)
  }

  @Test func anAblationStartsFromOneProfile() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let ending = try program.run(["run", "--ablate", "--profile", "all"])
    #expect(ending.code == 64)
    #expect(ending.errors.contains("--ablate starts from one profile"))
  }

  @Test func standardScenariosThatAreMissingAreNamed() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    _ = try program.file("short.yaml", Self.scenario)
    let ending = try program.run(
      ["run", "--ablate", "--output", program.path("out")],
      environment: ["STILLPOINT_SCENARIOS": program.folder.path]
    )
    #expect(ending.code == 64)
    #expect(ending.errors.contains("note: keyboard-mid-stream is not in"))
    #expect(ending.errors.contains("None of the standard scenarios of an ablation is there"))
  }

  @Test func aReplayInAllProfilesSaysHowEachShowsTheText() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let lines = (0..<40).map { "{\"t_ms\": \($0 * 20), \"text\": \"word\($0) \"}\n" }
    let file = try program.file("stream.ndjson", lines.joined())
    let ending = try program.run([
      "replay", file, "--report-only", "--profile", "all", "--cost", "modelled", "--measurer",
      "fixed",
      "--output", program.path("out"),
    ])
    #expect(ending.code == 0, "\(ending.errors)")
    let table = try #require(ending.output.components(separatedBy: "words/s").last)
    for name in ["reference", "vercel-v0", "swiftui-tips", "conversation-kit"] {
      #expect(table.contains("\n\(name)"))
    }
    #expect(ending.output.contains("messaging-ui, streamed text: each token is shown whole"))
    let one = try program.run([
      "replay", file, "--cost", "modelled", "--measurer", "fixed", "--output", program.path("one"),
    ])
    #expect(!one.output.contains("words/s"))
  }
}
