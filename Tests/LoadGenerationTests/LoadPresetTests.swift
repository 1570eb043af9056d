import Foundation
import LoadGeneration
import Testing
import Timebase

/// What the generator makes of each preset has the quantiles of its tables, within 10 %.
@Suite struct LoadPresetTests {
  private typealias Arrival = OpenLoopGenerator.Arrival

  /// The ordinary part of a stream: without its final flush.
  private func arrivals(_ preset: LoadPreset, seed: UInt64) -> [Arrival] {
    var preset = preset
    preset.finalFlush = nil
    preset.stall = nil
    return OpenLoopGenerator.arrivals(preset, seed: seed, limit: .tokens(8_000))
  }

  private func expect(_ values: [Double], follow table: QuantileTable, times factor: Double = 1) {
    let sorted = values.sorted()
    for share in [0.5, 0.9, 0.99] {
      let place = min(sorted.count - 1, Int(share * Double(sorted.count)))
      let expected = factor * table.value(at: share)
      #expect(
        abs(sorted[place] - expected) <= 0.1 * expected + 1e-9,
        "\(table.name) p\(share): \(sorted[place]), not \(expected)"
      )
    }
  }

  @Test(arguments: LoadPreset.all, [1, 2, 3] as [UInt64])
  func gapsFlushesAndSizesFollowTheTables(preset: LoadPreset, seed: UInt64) {
    let arrivals = arrivals(preset, seed: seed)
    var sizes: [Double] = []
    var gaps: [Double] = []
    for (index, arrival) in arrivals.enumerated() {
      if index > 0, arrivals[index - 1].flush == arrival.flush {
        sizes[sizes.count - 1] += 1
      } else {
        if index > 0 { gaps.append((arrival.instant - arrivals[index - 1].instant).milliseconds) }
        sizes.append(1)
      }
    }
    expect(arrivals.map { Double($0.characters) }, follow: preset.tokenCharacters)
    switch preset.rhythm {
    case .metronomic(let median, let table):
      expect(gaps, follow: table, times: median)
      #expect(sizes.allSatisfy { $0 == 1 })
    case .bursts(let gap, let tokens, let tokenGap):
      expect(gaps, follow: gap)
      expect(sizes, follow: tokens)
      // The recorded gaps between all tokens: those inside flushes are below a tenth of a ms.
      if tokenGap.value(at: 1) > 0 {
        let all = zip(arrivals, arrivals.dropFirst()).map { ($1.instant - $0.instant).milliseconds }
        expect(all, follow: tokenGap)
      }
    }
  }

  @Test(arguments: LoadPreset.all)
  func theFirstTokenFollowsItsTable(preset: LoadPreset) {
    let times = (0..<4_000).map { seed in
      OpenLoopGenerator.arrivals(preset, seed: UInt64(seed), limit: .tokens(1))[0].instant
        .milliseconds
    }
    let sorted = times.sorted()
    // The last hundredth, which holds time-outs, is never drawn.
    for share in [0.5, 0.9] {
      let expected = preset.firstToken.value(at: share * 0.99)
      let found = sorted[Int(share * 4_000)]
      #expect(abs(found / expected - 1) < 0.1, "\(preset.name) p\(share): \(found), \(expected)")
    }
  }

  @Test func aFinalFlushEndsTheStream() throws {
    let preset = LoadPreset.reasoningThenFlush
    let flush = try #require(preset.finalFlush)
    for limit in [OpenLoopGenerator.Limit.tokens(400), .duration(.milliseconds(20_000))] {
      let arrivals = OpenLoopGenerator.arrivals(preset, seed: 3, limit: limit)
      let last = try #require(arrivals.last?.instant)
      let late = arrivals.filter { last - $0.instant < flush.span }
      #expect(late.count == flush.tokens)
      if case .tokens(let count) = limit { #expect(arrivals.count == count) }
      #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.instant <= $1.instant })
      #expect(last <= Instant(milliseconds: 25_000))
    }
    for count in [1, 2, 63, 64] {
      #expect(
        OpenLoopGenerator.arrivals(preset, seed: 3, limit: .tokens(count)).count == count
      )
    }
  }

  @Test func halfOfTheStreamsStallOnceAndAFewDeltasComeThen() {
    var stalled = 0
    for seed in 0..<400 as Range<UInt64> {
      let arrivals = OpenLoopGenerator.arrivals(
        .anthropicDelta,
        seed: seed,
        limit: .duration(.milliseconds(30_000))
      )
      let gaps = zip(arrivals, arrivals.dropFirst()).map { ($1.instant - $0.instant).milliseconds }
      let stalls = gaps.indices.filter { gaps[$0] > 600 }
      #expect(stalls.count <= 1)
      guard let place = stalls.first else { continue }
      stalled += 1
      #expect((680...723).contains(gaps[place]))
      let flush = arrivals[place + 1].flush
      #expect((5...7).contains(arrivals.filter { $0.flush == flush }.count))
    }
    #expect((160...240).contains(stalled), "\(stalled) of 400")
  }

  private static let quantiles: URL = {
    let named = ProcessInfo.processInfo.environment["STILLPOINT_DATA"]
    let folder =
      named.map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../shared/data").standardizedFileURL
    return folder.appendingPathComponent("presets/quantiles.json")
  }()

  /// The shipped tables are those of the data they come from, where that is at hand.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: quantiles.path),
      "no recorded quantiles; name their folder's parent in STILLPOINT_DATA"
    )
  )
  func theShippedTablesAreThoseOfTheData() throws {
    let data = try Data(contentsOf: Self.quantiles)
    let root = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
    )
    let tables: [QuantileTable] = [
      .localGapOverMedian, .localFirstToken, .cloudFlushGap, .cloudTokensPerFlush, .cloudTokenGap,
      .fastCloudFlushGap, .fastCloudTokensPerFlush, .fastCloudTokenGap, .hostedFirstToken,
      .groqTokenCharacters, .openAITokenCharacters, .anthropicTokenCharacters,
      .googleTokenCharacters, .oasstUserCharacters, .oasstAssistantCharacters,
      .arenaUserCharacters, .arenaAssistantCharacters,
    ]
    for table in tables {
      let entry = try #require(Self.entry(table.name, in: root), "\(table.name)")
      let values = try #require(entry["quantiles_0_to_100pct"] as? [Double], "\(table.name)")
      #expect(table.values == values, "\(table.name)")
    }
  }

  private static func entry(_ name: String, in root: [String: [String: Any]]) -> [String: Any]? {
    if let entry = root[name] { return entry }
    guard let dot = name.firstIndex(of: ".") else { return nil }
    return root[String(name[..<dot])]?[String(name[name.index(after: dot)...])] as? [String: Any]
  }
}
