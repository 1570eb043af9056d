import Foundation
import Testing

/// Cells are processes: what becomes of a run when they come to an end of their own, and that it does
/// not matter how many run side by side.
@Suite struct CellProcessTests {
  private static let fixed = ["--cost", "modelled", "--measurer", "fixed", "--quiet"]

  /// Rows of metrics.csv without what belongs to a process.
  private func rows(_ folder: String) throws -> [String] {
    let text = try String(contentsOfFile: folder + "/metrics.csv", encoding: .utf8)
    return text.split(whereSeparator: \.isNewline)
      .filter { !$0.contains(",resident_peak_bytes,") }
      .map(String.init)
  }

  private func cells(_ folder: String) throws -> [[String: Any]] {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/run.json"))
    let whole = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(whole["cells"] as? [[String: Any]])
  }

  @Test func twoJobsGiveTheRowsOfOne() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    for jobs in ["1", "2"] {
      let ending = try program.run(
        ["run", "first-message", "drop-100", "--output", program.path(jobs), "--jobs", jobs]
          + Self.fixed
      )
      #expect(ending.code == 0, "\(ending.errors)")
    }
    #expect(try rows(program.path("1")) == rows(program.path("2")))
    let frames = try ["1", "2"].map {
      try Data(contentsOf: URL(fileURLWithPath: program.path($0) + "/frames.bin"))
    }
    #expect(frames[0] == frames[1])
  }

  @Test func fourShardsMergedAreTheWholeRun() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let command = ["run", "first-message", "drop-100", "stop-mid-stream"] + Self.fixed
    let whole = try program.run(command + ["--output", program.path("whole")])
    #expect(whole.code == 0, "\(whole.errors)")
    for number in 1...4 {
      let shard = try program.run(
        command + ["--shard", "\(number)/4", "--output", program.path("part\(number)")]
      )
      #expect(shard.code == 0, "\(shard.errors)")
    }
    let parts = (1...4).map { program.path("part\($0)") }
    let merged = try program.run(
      ["merge"] + parts.reversed() + ["--quiet", "--output", program.path("merged")]
    )
    #expect(merged.code == 0, "\(merged.errors)")
    #expect(try rows(program.path("merged")) == rows(program.path("whole")))
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: program.path("merged") + "/frames.bin"))
        == Data(contentsOf: URL(fileURLWithPath: program.path("whole") + "/frames.bin"))
    )
    let missing = try program.run(
      ["merge"] + parts.dropLast() + ["--output", program.path("x")]
    )
    #expect(missing.code == 3 && missing.output.contains("missing: shard 4"))
    let notShard = try program.run(["merge", program.path("whole"), "--output", program.path("x")])
    #expect(notShard.code == 1 && notShard.errors.contains("is a whole run"))
  }

  /// A cell that ends in place of its work: the rest goes on, the report names it, and the exit code
  /// says whose it was.
  @Test(
    arguments: [
      ("trap", "trapped", "reference", 2), ("kill", "killed", "reference", 2),
      ("allocate", "out-of-memory", "reference", 3), ("spin", "timed-out", "reference", 3),
      ("trap", "trapped", "messaging-ui", 0), ("spin", "timed-out", "messaging-ui", 0),
    ] as [(String, String, String, Int32)]
  )
  func endsOfACellAreNamed(planted: String, name: String, profile: String, code: Int32) throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let ending = try program.run(
      [
        "run", "first-message", "--profile", "reference", "messaging-ui", "--refresh", "60",
        "--memory-each", "512M", "--time-limit", "5", "--output", program.path("run"),
        "--cost", "modelled", "--measurer", "fixed",
      ],
      environment: ["STILLPOINT_PLANTED_END": "\(planted):\(profile)"]
    )
    #expect(ending.code == code, "\(ending.output) \(ending.errors)")
    let cells = try cells(program.path("run"))
    #expect(cells.count == 2)
    for cell in cells {
      let verdict = try #require(cell["verdict"] as? [String: Any])
      if cell["profile"] as? String == profile {
        #expect(verdict["kind"] as? String == "ended" && verdict["by"] as? String == name)
      } else {
        #expect(verdict["kind"] as? String != "ended")
        #expect(try #require(cell["active_ticks"] as? Int) > 100)
      }
    }
    let summary = try String(contentsOfFile: program.path("run") + "/summary.md", encoding: .utf8)
    #expect(summary.contains("its process came to an end"))
    if planted == "trap" { #expect(summary.contains("a planted trap")) }
  }

  /// A cell that did not come to its end leaves the frame log that was there.
  @Test func theFrameLogOfACellThatEndedReplacesNone() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let log = program.path("frames.ndjson")
    let stream = try program.file("a.ndjson", #"{"t_ms":0,"text":"Hello there"}"# + "\n")
    let command =
      ["replay", stream, "--report-only", "--frames", log, "--output", program.path("run")]
      + Self.fixed
    #expect(try program.run(command).code == 0)
    let good = try Data(contentsOf: URL(fileURLWithPath: log))
    #expect(good.count > 1_000)
    let ending = try program.run(
      command,
      environment: ["STILLPOINT_PLANTED_END": "kill:reference"]
    )
    #expect(ending.code != 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == good)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: (log as NSString).deletingLastPathComponent
    )
    #expect(!names.contains { $0.contains("partial") }, "\(names)")
  }

  /// A scenario's streams are part of what it is.
  @Test func shardsOfAnotherRecordingAreRefused() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let scenario = try program.file(
      "s.yaml",
      "name: mine\nparts:\n  - replay: {at_ms: 500, stream: ./a.ndjson}\n"
    )
    for number in 1...2 {
      _ = try program.file("a.ndjson", #"{"t_ms":0,"text":"Hello \#(number)"}"# + "\n")
      let ending = try program.run(
        ["run", scenario, "--shard", "\(number)/2", "--output", program.path("part\(number)")]
          + Self.fixed
      )
      #expect(ending.code == 0, "\(ending.errors)")
    }
    let merged = try program.run(
      ["merge", program.path("part1"), program.path("part2"), "--output", program.path("whole")]
    )
    #expect(
      merged.code == 1 && merged.errors.contains("the file of mine differs"),
      "\(merged.errors)"
    )
  }

  @Test func aRunOfWhichNoCellIsLeftIsRefused() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let soak = try program.run(["run", "soak", "--ablate", "--output", program.path("x")])
    #expect(
      soak.code == 1 && soak.errors.contains("nothing is left to run of soak"),
      "\(soak.errors)"
    )
    let scenario = try program.file(
      "s.yaml",
      "name: mine\nmatrix: {rates_hz: [120]}\nparts:\n  - reply: {at_ms: 500, preset: local-8b-42tps, duration_ms: 500}\n"
    )
    let rate = try program.run(
      ["run", scenario, "--device", "iphone-se", "--output", program.path("x")]
    )
    #expect(rate.code == 1 && rate.errors.contains("mine asks for 120 Hz"), "\(rate.errors)")
    #expect(!FileManager.default.fileExists(atPath: program.path("x")))
  }

  @Test func anInterruptionLeavesTheLastReportAndNothingElse() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let report = program.path("report/run")
    let command = ["run", "first-message", "--refresh", "60", "--output", report] + Self.fixed
    #expect(try program.run(command).code == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: report + "/run.json"))
    let ending = try program.run(
      command + ["--time-limit", "600"],
      environment: ["STILLPOINT_PLANTED_END": "spin:reference"],
      interruptedAfter: 0.7
    )
    #expect(ending.code == 130, "\(ending.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: report + "/run.json")) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.path("report"))
    #expect(names == ["run"])
  }

  @Test func theCellCommandIsNotListedAndRefusesOthers() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let help = try program.run(["--help"])
    #expect(!help.output.contains("  cell "))
    let alone = try program.run(["cell"])
    #expect(alone.code != 0 && alone.errors.contains("STILLPOINT_CHILD"))
  }

  /// A process of its own has a peak of its own, wherever its cell stands in the run.
  @Test func theLastCellOfARunHasThePeakItHasAlone() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    for (name, scenarios) in [
      ("alone", ["first-message"]), ("last", ["open-long-history", "drop-100", "first-message"]),
    ] {
      let ending = try program.run(
        ["run"] + scenarios + ["--refresh", "60", "--jobs", "1", "--output", program.path(name)]
          + Self.fixed
      )
      #expect(ending.code == 0, "\(ending.errors)")
    }
    let peaks = try ["alone", "last"].map { name in
      let metrics = try #require(try cells(program.path(name)).last?["metrics"] as? [[String: Any]])
      let peak = metrics.first { $0["metric"] as? String == "resident_peak_bytes" }
      return try #require(peak?["value"] as? Double)
    }
    #expect(abs(peaks[0] / peaks[1] - 1) < 0.05, "\(peaks)")
  }
}
