import ChatSurface
import Foundation
import FrameMetrics
import Records
import Running
import Scenarios
import Testing

/// Designs that differ from `reference` in keys that a user writes, each held in a shipped scenario by the
/// limit that is about it.
@Suite struct KeyedDesignTests {
  struct Design: CustomTestStringConvertible, Sendable {
    var scenario: String
    /// The limit whose figure it raises.
    var limit: Budget
    /// Lines of its file.
    var keys: [String]

    init(_ scenario: String, _ limit: Budget, _ keys: [String]) {
      (self.scenario, self.limit, self.keys) = (scenario, limit, keys)
    }

    init(_ scenario: String, _ limit: Budget, _ keys: String...) {
      self.init(scenario, limit, keys)
    }

    var testDescription: String {
      "\(scenario), \(limit.rawValue): \(keys.joined(separator: ", "))"
    }
  }

  private static let slowly = [
    "stagger_ms: 500", "fast_stagger_ms: null", "batch: [{size: 1}]", "deadline_ms: 10000",
  ]

  static let designs: [Design] = [
    // Text that comes late.
    Design("stream-steady", .chunkLag, slowly),
    Design("stop-mid-stream", .chunkLag, slowly),
    Design("type-while-streaming", .legibleLag, slowly),
    Design("stream-burst-stall", .tokenLag, slowly),
    Design("stream-burst-stall", .chunkLag, "pool: wait", "pool_limit: 1", "deadline_ms: null"),
    Design(
      "reconnect-replay",
      .chunkLag,
      "pool: wait",
      "pool_limit: 1",
      "deadline_ms: null",
      "fade_ms: 2000"
    ),
    Design("stream-steady", .legibleLag, "fade: trailing", "trail_chunks: 40"),
    Design("stream-steady", .legibleLag, "fade_ms: 2500", "pool: wait", "pool_limit: 200"),
    Design(
      "stream-burst-stall",
      .legibleLag,
      "stagger: none",
      "fade_ms: 3000",
      "pool: evict",
      "pool_limit: 200",
      "slot: word"
    ),
    Design("composer-grows", .legibleLag, "composer: changes-inset-only"),
    Design(
      "type-while-streaming",
      .legibleLag,
      "composer: changes-inset-only",
      "after_send: follow-within",
      "follow_within_pt: 0"
    ),
    Design("type-while-streaming", .chunkLag, "pool: wait", "pool_limit: 1", "deadline_ms: null"),
    Design("stop-mid-stream", .legibleLag, "fade_ms: 2500", "pool: wait", "pool_limit: 200"),
    Design(
      "keyboard-mid-stream",
      .legibleLag,
      "composer: changes-inset-only",
      "after_send: follow-within",
      "follow_within_pt: 0"
    ),
    // Too many fades.
    Design("stream-burst-stall", .poolPeak, "pool: bypass", "pool_limit: 64", "slot: word"),
    Design("type-while-streaming", .poolPeak, "pool: bypass", "pool_limit: 64", "slot: word"),
    Design("stream-steady", .poolPeak, "pool: bypass", "pool_limit: 64", "slot: word"),
    // Places that move.
    Design("fling-through-history", .drift, "layout: anchored-array"),
    Design("rotate-mid-history", .drift, "layout: anchored-array"),
    Design("branch-switch", .drift, "layout: anchored-array"),
    // An empty screen that stands below the end for good: a limit of the scenario's own judges every design.
    Design("choices-openings", .void, "blank_in_force: always", "opening: three-jumps"),
    // Readers who are moved.
    Design(
      "prepend-while-reading",
      .readerMoved,
      "layout: unsized-array",
      "inserts_above: shift"
    ),
    Design(
      "prepend-while-reading",
      .readerMoved,
      "layout: adjusting-array",
      "inserts_above: shift"
    ),
    Design(
      "prepend-while-streaming",
      .readerMoved,
      "layout: adjusting-array",
      "inserts_above: shift"
    ),
    Design(
      "stream-while-scrolling-up",
      .readerMoved,
      "appends: followed-near-end",
      "near_end_pt: 2000"
    ),
    Design(
      "stream-while-scrolling-up",
      .readerMoved,
      "after_send: follow-within",
      "follow_within_pt: 3000",
      "appends: followed-near-end",
      "near_end_pt: 3000"
    ),
    Design("newer-pages", .readerMoved, "appends: followed-near-end", "near_end_pt: 5000"),
    // Work that grows, and work that nothing asks for.
    Design("stream-10k-words", .costGrowth, "markdown: whole"),
    Design("stream-10k-words", .costGrowth, "measuring: per-message"),
    Design("stream-10k-words", .costGrowth, "markdown: inline-only"),
    Design("stream-10k-words", .costShare, "measuring: visible-every-frame"),
    Design("fling-through-history", .costShare, "measuring: visible-every-frame"),
  ]

  private func record(_ scenario: Scenario, _ profile: Profile) throws -> CellRecord {
    let device = (scenario.device ?? .iPhone15Pro).at(hertz: 60)
    let plan = CellPlan(
      scenario: scenario.name,
      events: scenario.timeline(on: device),
      profile: profile,
      device: device,
      seed: scenario.seed,
      budgets: scenario.budgetsInForce,
      limit: scenario.end
    )
    let options = RunOptions(
      cost: .modelled,
      measurer: .fixed,
      countsAllocations: false,
      costs: TestBench.costs
    )
    return try CellRunner(options: options, tools: TestBench.tools).run(plan).record
  }

  @Test(arguments: designs) func aKeyRaisesTheFigureThatIsAboutIt(_ design: Design) throws {
    let catalog = ScenarioCatalog(
      folder: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Scenarios").standardizedFileURL.path
    )
    let scenario = try catalog.scenario(named: design.scenario)
    let text = (["name: planted", "base: reference"] + design.keys).joined(separator: "\n") + "\n"
    let profile = try ProfileFile.read(text, path: "planted.yaml", among: Profile.all).profile
    let right = try record(scenario, .reference)
    let wrong = try record(scenario, profile)
    func check(_ record: CellRecord) throws -> BudgetCheck {
      try #require(record.budgets.first { $0.name == design.limit.rawValue })
    }
    let (was, now) = (try #require(check(right).value), try #require(check(wrong).value))
    #expect(now > was, "\(design.limit.rawValue)")
    func missed(_ record: CellRecord) -> Set<String> {
      Set(record.budgets.filter { $0.state == .missed }.map(\.name))
    }
    let others = missed(wrong).subtracting(missed(right)).subtracting([design.limit.rawValue])
    #expect(others.count <= 2, "\(others.sorted())")
  }
}
