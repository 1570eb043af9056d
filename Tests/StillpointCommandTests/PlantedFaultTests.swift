import Foundation
import FrameMetrics
import Profiling
import Testing

@Suite struct PlantedFaultTests {
  /// As much of run.json as the tests look at.
  private struct Run: Decodable {
    struct Cell: Decodable {
      struct Fallback: Decodable {
        var cause: String
      }
      struct Metric: Decodable {
        var metric: String
        var value: Double?
      }
      var fallbacks: [Fallback]
      var metrics: [Metric]
      var text_in_sha256: String
      var text_out_sha256: String
    }
    var cells: [Cell]
  }

  private static func scenario(name: String, events: String = "") -> String {
    """
    name: \(name)
    summary: a short reply
    seed: 1
    history: {messages: 100, lengths: oasst}
    parts:
      - reply: {at_ms: 500, preset: local-8b-42tps, duration_ms: 5000}
    \(events)
    """
  }

  @Test func aSlowPhaseMakesHitchesEntersFallbackAndExitsWith2() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file(
      "slow.yaml",
      Self.scenario(
        name: "slow",
        events: """
            - events:
                - {t_ms: 1000, event: slow_phase, phase: measure, cost_ms: 40, until_ms: 3500}
          """
      )
    )
    let ending = try program.run([
      "run", file, "--measurer", "fixed", "--cost", "modelled", "--refresh", "60", "--output",
      program.path("out"),
    ])
    #expect(ending.code == 2, "\(ending.errors)")
    let json = try Data(contentsOf: URL(fileURLWithPath: program.path("out/run.json")))
    let cell = try #require(try JSONDecoder().decode(Run.self, from: json).cells.first)
    #expect(cell.fallbacks.map(\.cause) == ["measure"])
    let hitches = cell.metrics.first { $0.metric == "hitch_ratio_ms_per_s" }?.value
    #expect(try #require(hitches) > 100)
    #expect(cell.text_in_sha256 == cell.text_out_sha256)
    #expect(ending.output.contains("hitch ratio"))
    #expect(ending.output.contains("fallbacks"))
  }

  @Test(
    .enabled(
      if: AllocationCounter.availability.isAvailable,
      "\(AllocationCounter.availability)"
    )
  )
  func oneMoreAllocationAFrameFailsTheGateAndIsNamed() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let base = try program.file("base.yaml", Self.scenario(name: "small"))
    let more = try program.file(
      "more.yaml",
      Self.scenario(
        name: "small",
        events: """
            - events:
                - {t_ms: 0, event: allocate, phase: layout, count: 1, until_ms: 60000}
          """
      )
    )
    let options = [
      "--profile", "reference", "--refresh", "60", "--baselines", program.path("baselines.csv"),
    ]
    #expect(try program.run(["gate", base, "--adopt"] + options).code == 0)
    #expect(try program.run(["gate", base] + options).code == 0)
    let ending = try program.run(["gate", more] + options)
    #expect(ending.code == 2, "\(ending.output)\(ending.errors)")
    #expect(ending.output.contains("+1 a frame"), "\(ending.output)")
    #expect(try program.run(["gate", more, "--adopt"] + options).code == 0)
    // More than the last release, adopted or not.
    let crept = try program.run(["gate", more] + options)
    #expect(crept.code == 2, "\(crept.output)")
    #expect(crept.output.contains("worse than at the last release"), "\(crept.output)")
    #expect(try program.run(["gate", more, "--adopt", "--release"] + options).code == 0)
    let fewer = try program.run(["gate", base] + options)
    #expect(fewer.code == 0, "\(fewer.output)")
    #expect(fewer.output.contains("commit: small,reference,"), "\(fewer.output)")
  }

  @Test func plantedWorkOfARunIsNoticedByComparing() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file("base.yaml", Self.scenario(name: "small"))
    func run(_ folder: String, planting work: String?) throws -> ShippedProgram.Ending {
      try program.run(
        [
          "run", file, "--measurer", "fixed", "--cost", "modelled", "--refresh", "60", "--output",
          program.path(folder),
        ],
        environment: work.map { ["STILLPOINT_PLANTED_WORK": $0] } ?? [:]
      )
    }
    #expect(try run("before", planting: nil).code == 0)
    #expect(try run("after", planting: "layout:parses=40").code == 0)
    let ending = try program.run(["compare", program.path("before"), program.path("after")])
    #expect(ending.code == 2, "\(ending.errors)")
    #expect(ending.output.contains("layout"), "\(ending.output)")
    let refused = try run("refused", planting: "layout:sleep=1")
    #expect(refused.code == 64)
    #expect(refused.errors.contains("PHASE:KIND=AMOUNT"), "\(refused.output)\(refused.errors)")
  }

  /// A cell is measured in further processes, with measured cost alone.
  private struct Noisy: Decodable {
    struct Noise: Decodable {
      var cell: String?
      var processes: Int
      var figures: [String: Double]
      var spread: [String: Double]
    }
    var noise: Noise?
  }

  @Test func aMeasuredRunSaysWhatOfItIsTheMachines() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file("base.yaml", Self.scenario(name: "small"))
    func noise(_ cost: String) throws -> Noisy.Noise? {
      let ending = try program.run([
        "run", file, "--profile", "reference", "--measurer", "fixed", "--cost", cost, "--refresh",
        "60", "--output", program.path(cost),
      ])
      #expect([0, 2].contains(ending.code), "\(ending.errors)")
      let json = try Data(contentsOf: URL(fileURLWithPath: program.path("\(cost)/run.json")))
      return try JSONDecoder().decode(Noisy.self, from: json).noise
    }
    #expect(try noise("modelled") == nil)
    let measured = try #require(try noise("cpu"))
    #expect(measured.cell?.hasPrefix("small.reference.") == true)
    #expect(measured.processes == 3)
    #expect(measured.figures.values.allSatisfy { $0 >= 0 })
    #expect(measured.figures.values.max() == measured.spread.values.max())
    #expect(measured.spread.values.max() ?? 0 > 0)
  }

  @Test func aCellWithoutABaselineIsNoPass() throws {
    let program = try ShippedProgram()
    defer { #expect(throws: Never.self) { try program.remove() } }
    let file = try program.file("base.yaml", Self.scenario(name: "unheard-of"))
    let ending = try program.run([
      "gate", file, "--profile", "reference", "--refresh", "60", "--baselines",
      program.path("baselines.csv"),
    ])
    #expect(ending.code == 3)
    #expect(ending.output.contains("no baseline for unheard-of"))
  }
}
