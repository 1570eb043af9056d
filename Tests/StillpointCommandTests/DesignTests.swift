import Foundation
import Testing

/// Designs and devices of one's own, through the program.
@Suite struct DesignTests {
  private static let scenario = """
    name: short
    summary: A short answer.
    history: {messages: 20}
    budgets: {chunk_visible_p99_ms: null, token_visible_max_ms: null, token_legible_p99_ms: null}
    parts:
      - reply: {at_ms: 100, preset: cloud-burst-200tps-stalls, duration_ms: 1000}
    """

  private static let exact = ["--cost", "modelled", "--measurer", "fixed", "--refresh", "60"]

  private static func example(_ name: String) -> String {
    ShippedProgram.package.appendingPathComponent("Profiles/examples/\(name).yaml").path
  }

  @Test(arguments: ["by-character", "my-app"])
  func anExampleGoesThroughEveryCommand(name: String) throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file("short.yaml", Self.scenario)
    let design = Self.example(name)
    let out = program.path("out")
    let run = try program.run(
      ["run", file, "--profile", design, "reference", "--output", out] + Self.exact
    )
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("* best of its scenario") == run.output.contains("*"))
    let record = try String(contentsOfFile: out + "/run.json", encoding: .utf8)
    #expect(record.contains("\"profile\" : \"\(name)\""))
    #expect(record.contains("profile_sha256"))
    #expect(record.contains("name: \(name)"), "the design itself is in the record")
    let page = try Data(contentsOf: URL(fileURLWithPath: out + "/index.html"))
    #expect(try program.run(["report", out]).code == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: out + "/index.html")) == page)

    let ablation = try program.run(
      ["run", file, "--ablate", "--profile", design, "--output", program.path("ablation")]
        + Self.exact
    )
    #expect(ablation.code == 0, "\(ablation.errors)")
    let metrics = try String(
      contentsOfFile: program.path("ablation") + "/metrics.csv",
      encoding: .utf8
    )
    #expect(metrics.contains(",\(name)+layout=unsized-array,"))
    #expect(!metrics.contains(",reference+"))

    let gate = [
      "gate", file, "--profile", design, "--refresh", "60", "--baselines", program.path("base.csv"),
    ]
    #expect(try program.run(gate).code == 3, "there is no baseline yet")
    let adopted = try program.run(gate + ["--adopt"])
    #expect(adopted.code == 0, "\(adopted.errors)")
    let again = try program.run(gate)
    #expect(again.code == 0, "\(again.output)\(again.errors)")

    let other = try String(contentsOfFile: design, encoding: .utf8) + "spacing_pt: 20\n"
    let changed = try program.file("changed.yaml", other)
    let difference = try program.run(
      [
        "gate", file, "--profile", changed, "--refresh", "60", "--baselines",
        program.path("base.csv"),
      ]
    )
    #expect(difference.code != 0, "another choice is another frame log")
    let compared = try program.run(["compare", out, out])
    #expect(compared.code == 0, "\(compared.errors)")
  }

  @Test func aDesignIsReplayedAndItsFrameLogIsThatOfTheChoices() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let lines = (0..<40).map { "{\"t_ms\": \($0 * 20), \"text\": \"word\($0) \"}\n" }
    let file = try program.file("stream.ndjson", lines.joined())
    let same = try program.file("same.yaml", "name: same\nbase: reference\n")
    var logs: [Data] = []
    for (index, profile) in ["reference", same].enumerated() {
      let log = program.path("log-\(index)")
      let ending = try program.run(
        [
          "replay", file, "--report-only", "--profile", profile, "--frames", log, "--output",
          program.path("out-\(index)"),
        ] + Self.exact
      )
      #expect(ending.code == 0, "\(ending.errors)")
      logs.append(try Data(contentsOf: URL(fileURLWithPath: log)))
    }
    #expect(logs[0] == logs[1] && !logs[0].isEmpty)
  }

  /// A design that misses a limit leads to the command that says why; one that keeps all does not.
  @Test func aMissLeadsToTheAblation() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    func run(_ profile: String) throws -> ShippedProgram.Ending {
      try program.run(
        ["run", "stream-burst-stall", "--profile", profile]
          + ["--output", program.path(profile)] + Self.exact
      )
    }
    let missed = try run("vercel-v0")
    #expect(missed.code == 2, "\(missed.errors)")
    #expect(
      missed.output.contains(
        "Why      stillpoint run stream-burst-stall --ablate --profile vercel-v0 --cost modelled\n"
      )
    )
    let kept = try run("messaging-ui")
    #expect(kept.code == 0 && !kept.output.contains("--ablate"), "\(kept.output)")
  }

  /// A design that changed between two runs is said to be another one, and compared.
  @Test func compareNamesWhatADesignChose() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file("short.yaml", Self.scenario)
    for (pool, folder) in [("wait", "before"), ("evict", "after")] {
      let design = try program.file("mine.yaml", "name: mine\nbase: reference\npool: \(pool)\n")
      let ending = try program.run(
        ["run", file, "--profile", design, "--output", program.path(folder)] + Self.exact
      )
      #expect([0, 2].contains(ending.code), "\(ending.errors)")
    }
    let runs = [program.path("before"), program.path("after")]
    let compared = try program.run(["compare"] + runs + ["--html", program.path("page.html")])
    #expect([0, 2].contains(compared.code), "\(compared.output)\(compared.errors)")
    let sentence = "mine is another design: pool: wait -> evict"
    #expect(compared.output.contains(sentence), "\(compared.output)")
    let markdown = try program.run(["compare"] + runs + ["--markdown"])
    #expect(markdown.output.contains("mine is another design"), "\(markdown.output)")
    let page = try String(contentsOfFile: program.path("page.html"), encoding: .utf8)
    #expect(page.contains("mine is another design: pool: wait"))
    let same = try program.run(["compare", runs[0], runs[0]])
    #expect(!same.output.contains("another design"), "\(same.output)")
  }

  /// What a scenario asks for itself is run, and the command takes its place.
  @Test func aScenarioNamesADesignAndADeviceBesideIt() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    _ = try program.file("mine.yaml", "name: mine\nbase: reference\nspacing_pt: 20\n")
    _ = try program.file("phone.yaml", "name: phone\nbase: iphone-se\nrate_hz: [30, 90]\n")
    let file = try program.file(
      "own.yaml",
      Self.scenario + "\nprofile: mine.yaml\ndevice: phone.yaml\n"
    )
    let modelled = ["--cost", "modelled", "--measurer", "fixed"]
    let own = try program.run(["run", file, "--output", program.path("own")] + modelled)
    #expect([0, 2].contains(own.code), "\(own.errors)")
    let rows = try String(contentsOfFile: program.path("own") + "/metrics.csv", encoding: .utf8)
    for cell in ["short,mine,phone,30,", "short,mine,phone,90,"] {
      #expect(rows.contains(cell), "\(cell)")
    }
    #expect(!rows.contains("reference") && !rows.contains("phone,60,"))
    let other = try program.run(
      [
        "run", file, "--profile", "reference", "--refresh", "30", "--output", program.path("other"),
      ] + modelled
    )
    #expect([0, 2].contains(other.code), "\(other.errors)")
    let named = try String(
      contentsOfFile: program.path("other") + "/metrics.csv",
      encoding: .utf8
    )
    #expect(named.contains("short,reference,phone,30,") && !named.contains("mine"))
    let refused = try program.run(["run", file, "--refresh", "60"] + modelled)
    #expect(refused.code == 64)
    #expect(refused.errors.contains("phone shows 30, 90 Hz"), "\(refused.errors)")
  }

  @Test func aDeviceOfOnesOwnIsShownAndItsScaleIsCalledAnEstimate() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file("short.yaml", Self.scenario)
    let device = try program.file(
      "phone.yaml",
      "name: my-phone\nbase: iphone-se\nheight_pt: 780\ncpu_scale: 1.8\n"
    )
    let out = program.path("out")
    let ending = try program.run(["run", file, "--device", device, "--output", out] + Self.exact)
    #expect(ending.code == 0, "\(ending.errors)")
    let record = try String(contentsOfFile: out + "/run.json", encoding: .utf8)
    #expect(record.contains("my-phone: costs x 1.8, an estimate"))
    #expect(record.contains("height_pt: 780"))
    let page = try String(contentsOfFile: out + "/index.html", encoding: .utf8)
    #expect(page.contains("an estimate"))
    #expect(page.contains("\"height\": 780"))
    let fast = try program.run([
      "run", file, "--device", device, "--refresh", "120", "--output", program.path("fast"),
    ])
    #expect(fast.code == 64, "a display of 60 Hz shows no 120")
  }

  @Test func faultsAndNamesAreToldWithTheirPlaces() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file("short.yaml", Self.scenario)
    let wrong = try program.file("wrong.yaml", "name: a\nbase: reference\npool: wiat\n")
    let ending = try program.run(["run", file, "--profile", wrong, "--output", program.path("out")])
    #expect(ending.code == 1)
    #expect(ending.errors.contains("wrong.yaml:3:7: wrong value for pool"))
    #expect(ending.errors.contains("Did you mean wait?"))
    #expect(!FileManager.default.fileExists(atPath: program.path("out")))
    let taken = try program.file("taken.yaml", "name: reference\nbase: vercel-v0\n")
    let refused = try program.run(["run", file, "--profile", taken])
    #expect(refused.code == 1)
    #expect(refused.errors.contains("the name is that of a built-in profile"))
    let unknown = try program.run(["run", file, "--profile", "mine"])
    #expect(unknown.code == 64)
    #expect(unknown.errors.contains("the path of its file, such as ./mine.yaml"))
    let first = try program.file("one.yaml", "name: a\nbase: reference\n")
    let second = try program.file("two.yaml", "name: a\nbase: vercel-v0\n")
    let twice = try program.run(["run", file, "--profile", first, second])
    #expect(twice.code == 1)
    #expect(twice.errors.contains("another profile of this command has its name"))
    let many = try program.run(["run", "--ablate", "--profile", first, "reference"])
    #expect(many.code == 64)
    #expect(many.errors.contains("--ablate starts from one profile"))
  }

  @Test func aMatrixIsRunAndTheCommandTakesItsPlace() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    _ = try program.file("mine.yaml", "name: mine\nbase: reference\nspacing_pt: 20\n")
    let file = try program.file(
      "many.yaml",
      Self.scenario + """

        matrix:
          profiles: [reference, mine.yaml]
          devices: [iphone-se, iphone-15-pro]
          rates_hz: [60, 120]
        """
    )
    let out = program.path("out")
    let whole = try program.run(
      ["run", file, "--cost", "modelled", "--measurer", "fixed", "--output", out]
    )
    #expect(whole.code == 0, "\(whole.errors)")
    let metrics = try String(contentsOfFile: out + "/metrics.csv", encoding: .utf8)
    let cells = Set(
      metrics.split(whereSeparator: \.isNewline).dropFirst().map { line in
        line.split(separator: ",").dropFirst().prefix(4).joined(separator: ",")
      }
    )
    #expect(
      cells == [
        "short,reference,iphone-se,60", "short,mine,iphone-se,60",
        "short,reference,iphone-15-pro,60", "short,mine,iphone-15-pro,60",
        "short,reference,iphone-15-pro,120", "short,mine,iphone-15-pro,120",
      ]
    )
    let one = program.path("one")
    let named = try program.run(
      ["run", file, "--profile", "reference", "--device", "desktop", "--output", one] + Self.exact
    )
    #expect(named.code == 0, "\(named.errors)")
    let rows = try String(contentsOfFile: one + "/metrics.csv", encoding: .utf8)
    #expect(rows.contains("short,reference,desktop,60,") && !rows.contains("mine"))
  }

  @Test func theLongListDocumentsEveryKey() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let ending = try program.run(["list", "--long"])
    #expect(ending.code == 0, "\(ending.errors)")
    for part in [
      "Keys of a profile's file", "fast_past_chunks", "1 to 1000 fades", "cpu_scale",
      "wait (swiftui-tips)", "compress (reference)", "text_sizes", "window_merge",
    ] {
      #expect(ending.output.contains(part), "\(part)")
    }
  }
}
