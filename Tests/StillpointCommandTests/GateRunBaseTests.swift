import Foundation
import Testing

/// A base that is a saved run.
@Suite struct GateRunBaseTests {
  private static let scenario = """
    name: small
    seed: 1
    history: {messages: 100, lengths: oasst}
    parts:
      - reply: {at_ms: 500, preset: local-8b-42tps, duration_ms: 2000}
    """

  /// A saved run of one small scenario at 60 and 120 Hz, with modelled cost.
  private func withRun(
    _ body: (ShippedProgram, _ folder: String, _ environment: [String: String]) throws -> Void
  ) throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let scenarios = program.path("Scenarios")
    try FileManager.default.createDirectory(
      atPath: scenarios,
      withIntermediateDirectories: true
    )
    _ = try program.file("Scenarios/small.yaml", Self.scenario)
    let environment = ["STILLPOINT_SCENARIOS": scenarios]
    let folder = program.path("run")
    let ending = try program.run(
      ["run", "small", "--cost", "modelled", "--output", folder, "--quiet"],
      environment: environment
    )
    #expect(ending.code == 0, "\(ending.errors)")
    try body(program, folder, environment)
  }

  @Test func aBuildPassesAgainstItsOwnRunAndACountThatChangedDoesNot() throws {
    try withRun { program, folder, environment in
      let same = try program.run(["gate", "--base", folder], environment: environment)
      #expect(same.code == 0, "\(same.output)\(same.errors)")
      #expect(same.output.contains("exact"), "\(same.output)")
      let file = "\(folder)/run.json"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let changed = text.replacing(/"entryWritten" ?: ?(\d+)/, maxReplacements: 1) { match in
        "\"entryWritten\": \((Int(match.1) ?? 0) * 4 / 5)"
      }
      #expect(changed != text)
      try Data(changed.utf8).write(to: URL(fileURLWithPath: file))
      let worse = try program.run(["gate", "--base", folder], environment: environment)
      #expect(worse.code == 2, "\(worse.output)\(worse.errors)")
      #expect(worse.output.contains("commit, entryWritten"), "\(worse.output)")
    }
  }

  /// A cell that ends where it did not before is a regression, the other way round nothing can be said.
  @Test func aCellWhoseProcessEndedIsNamed() throws {
    try withRun { program, folder, environment in
      var planted = environment
      planted["STILLPOINT_PLANTED_END"] = "trap:reference"
      let head = try program.run(["gate", "--base", folder], environment: planted)
      #expect(head.code == 2 && head.output.contains("a planted trap"), "\(head.output)")
      let ended = program.path("ended")
      _ = try program.run(
        ["run", "small", "--cost", "modelled", "--output", ended, "--quiet"],
        environment: planted
      )
      let base = try program.run(["gate", "--base", ended], environment: environment)
      #expect(base.code == 3 && base.output.contains("in the first run"), "\(base.output)")
    }
  }

  /// What another machine measured is held against nothing, whatever it comes to.
  @Test func aRunOfAnotherMachineIsNotComparable() throws {
    try withRun { program, _, environment in
      let folder = program.path("measured")
      let ending = try program.run(
        ["run", "small", "--refresh", "60", "--output", folder, "--quiet"],
        environment: environment
      )
      #expect(ending.code == 0, "\(ending.errors)")
      let file = "\(folder)/run.json"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let changed = text.replacing(/("key" ?: ?"cpu_count",\s*"value" ?: ?)"\d+"/) { match in
        "\(match.1)\"1000\""
      }
      #expect(changed != text)
      try Data(changed.utf8).write(to: URL(fileURLWithPath: file))
      let gate = try program.run(["gate", "--base", folder], environment: environment)
      #expect(
        gate.code == 3 && gate.output.contains("cpu_count is"),
        "\(gate.output)\(gate.errors)"
      )
    }
  }

  @Test(arguments: [
    ("stillpoint", ["--base", "no-such-folder"]),
    ("stillpoint", ["--adopt", "--output", "x"]),
    ("stillpoint", ["--release"]),
    ("stillpoint", ["--base", "Reports/baselines.csv"]),
    ("stillpoint-maintain", ["--only", "cpu"]),
    ("stillpoint-maintain", ["--base", "main", "--only", "run"]),
    ("stillpoint-maintain", ["--base", "main", "--only", "controls"]),
    ("stillpoint-maintain", ["--base", "main", "--profile", "all"]),
    ("stillpoint-maintain", ["--base", "main", "--planted", "5"]),
    ("stillpoint-maintain", ["--base", "main", "--calibrate", "1"]),
    ("stillpoint-maintain", ["--calibrate", "1", "--output", "x"]),
    ("stillpoint-maintain", ["--calibrate", "1", "--only", "cpu"]),
  ])
  func optionsThatWouldBeIgnoredAreRefused(name: String, options: [String]) throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let ending = try program.run(["gate"] + options, of: name)
    #expect(ending.code == 64, "\(ending.output)\(ending.errors)")
  }

  /// A text engine of another version counts otherwise: that is no regression, and no pass.
  @Test func aRunOfAnotherTextEngineIsNotComparable() throws {
    try withRun { program, folder, environment in
      let file = "\(folder)/run.json"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let changed = text.replacing("\"pango-", with: "\"pango-older-")
      #expect(changed != text)
      try Data(changed.utf8).write(to: URL(fileURLWithPath: file))
      let ending = try program.run(["gate", "--base", folder], environment: environment)
      #expect(ending.code == 3, "\(ending.output)\(ending.errors)")
      #expect(ending.output.contains("the base's pango-older-"), "\(ending.output)")
    }
  }

  /// Only what is named is held against the run, and what it does not have is an error.
  @Test func whatIsNamedMustBeInTheRun() throws {
    try withRun { program, folder, environment in
      let one = try program.run(
        ["gate", "small", "--refresh", "60", "--base", folder],
        environment: environment
      )
      #expect(one.code == 0, "\(one.output)\(one.errors)")
      #expect(one.output.contains("small.reference.iphone-15-pro.60"))
      #expect(!one.output.contains("small.reference.iphone-15-pro.120"))
      for (arguments, word) in [
        (["smal"], "small"), (["small", "--refresh", "90"], "90 Hz"),
        (["small", "--profile", "vercel-v0"], "vercel-v0"),
      ] {
        let ending = try program.run(
          ["gate"] + arguments + ["--base", folder],
          environment: environment
        )
        #expect(ending.code == 64, "\(ending.output)\(ending.errors)")
        #expect(ending.errors.contains(word), "\(ending.errors)")
      }
    }
  }
}
