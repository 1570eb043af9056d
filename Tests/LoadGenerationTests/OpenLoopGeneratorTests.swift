import LoadGeneration
import Testing
import Timebase

@Suite struct OpenLoopGeneratorTests {
  private typealias Arrival = OpenLoopGenerator.Arrival

  private func arrivals(_ preset: LoadPreset, seed: UInt64, seconds: Double) -> [Arrival] {
    OpenLoopGenerator.arrivals(
      preset,
      seed: seed,
      limit: .duration(Nanoseconds(seconds: seconds))
    )
  }

  private func quantile(_ sorted: [Double], _ share: Double) -> Double {
    sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
  }

  private func expect(
    _ values: [Double],
    follow table: (Double) -> Double,
    _ name: String,
    within: Double = 0.1
  ) {
    let sorted = values.sorted()
    for share in [0.5, 0.9, 0.99] {
      // The two values around the rank, as a percentile may be defined by either.
      let upper = quantile(sorted, share)
      let lower = sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
      for found in [lower, upper] {
        #expect(
          abs(found / table(share) - 1) <= within + 1e-9,
          "\(name) p\(share): \(found), not \(table(share))"
        )
      }
    }
  }

  private func gaps(_ arrivals: [Arrival]) -> [Double] {
    zip(arrivals, arrivals.dropFirst()).map { ($1.instant - $0.instant).milliseconds }
  }

  /// How many tokens arrive in each frame of 16.67 ms, from the first token on.
  private func tokensPerFrame(_ instants: [Double]) -> [Double] {
    guard let first = instants.first, let last = instants.last else { return [] }
    var counts = Array(repeating: 0.0, count: Int((last - first) * 60 / 1000) + 1)
    for instant in instants { counts[Int((instant - first) * 60 / 1000)] += 1 }
    return counts
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [30.0, 120])
  func theLocalModelFollowsItsTables(seed: UInt64, seconds: Double) {
    let arrivals = arrivals(.local8B, seed: seed, seconds: seconds)
    expect(
      gaps(arrivals),
      follow: { 23.6 * QuantileTable.localGapOverMedian.value(at: $0) },
      "gap"
    )
    expect(
      arrivals.map { Double($0.characters) },
      follow: { QuantileTable.groqTokenCharacters.value(at: $0) },
      "characters"
    )
    #expect(arrivals.last?.flush == arrivals.count - 1)
  }

  @Test(arguments: [1, 2, 3] as [UInt64], [30.0, 120])
  func theCloudModelFollowsItsTables(seed: UInt64, seconds: Double) {
    let arrivals = arrivals(.cloud120B, seed: seed, seconds: seconds)
    expect(
      gaps(arrivals),
      follow: QuantileTable.cloudTokenGap.value,
      "token gap"
    )
    var sizes: [Double] = []
    var flushGaps: [Double] = []
    for (index, arrival) in arrivals.enumerated() {
      if index > 0, arrivals[index - 1].flush == arrival.flush {
        sizes[sizes.count - 1] += 1
      } else {
        if index > 0 {
          flushGaps.append((arrival.instant - arrivals[index - 1].instant).milliseconds)
        }
        sizes.append(1)
      }
    }
    expect(flushGaps, follow: QuantileTable.cloudFlushGap.value, "flush gap")
    expect(sizes, follow: QuantileTable.cloudTokensPerFlush.value, "tokens per flush")
    expect(
      arrivals.map { Double($0.characters) },
      follow: { QuantileTable.groqTokenCharacters.value(at: $0) },
      "characters"
    )
  }

  /// A plain model of the tables: independent draws, no strata, no stalls.
  private func independentInstants(_ preset: LoadPreset, seconds: Double) -> [Double] {
    var generator = SeededGenerator(seed: 99)
    var instants: [Double] = []
    var now = 0.0
    while now < seconds * 1000 {
      switch preset.rhythm {
      case .metronomic(let median, let table):
        instants.append(now)
        now += median * table.value(at: generator.nextFraction())
      case .bursts(let gap, let tokens, _):
        let count = tokens.count(at: generator.nextFraction())
        instants += Array(repeating: now, count: count)
        now += gap.value(at: generator.nextFraction())
      }
    }
    return instants
  }

  @Test(arguments: LoadPreset.all, [1, 2, 3] as [UInt64])
  func tokensPerFrameFollowTheTables(preset: LoadPreset, seed: UInt64) {
    let model = tokensPerFrame(independentInstants(preset, seconds: 2_000)).sorted()
    let found = tokensPerFrame(
      arrivals(preset, seed: seed, seconds: 300).map(\.instant.milliseconds)
    ).sorted()
    let mean = { (counts: [Double]) in counts.reduce(0, +) / Double(counts.count) }
    #expect(abs(mean(found) / mean(model) - 1) < 0.05, "\(mean(found)), not \(mean(model))")
    for share in [0.5, 0.9, 0.99] {
      let expected = quantile(model, share)
      #expect(
        abs(quantile(found, share) - expected) <= max(0.1 * expected, 0),
        "\(preset.name) p\(share): \(quantile(found, share)), not \(expected)"
      )
    }
  }

  @Test func aStallEndsInAFlush() {
    let stall = Nanoseconds.milliseconds(1_500)
    let arrivals = OpenLoopGenerator.arrivals(
      .cloud120B,
      seed: 4,
      limit: .duration(.milliseconds(30_000)),
      stallLengths: [stall]
    )
    let index = gaps(arrivals).firstIndex { $0 == 1_500 }
    guard let index else {
      Issue.record("no stall")
      return
    }
    let flush = arrivals[index + 1].flush
    #expect(arrivals.filter { $0.flush == flush }.count > 100)
    #expect(abs(arrivals[index].instant.milliseconds - 15_000) < 2_000)
  }

  @Test(arguments: LoadPreset.all)
  func theSameSeedGivesTheSameStream(preset: LoadPreset) {
    let tokens = OpenLoopGenerator.tokens(preset, seed: 7, limit: .tokens(500))
    #expect(tokens.count == 500)
    #expect(tokens == OpenLoopGenerator.tokens(preset, seed: 7, limit: .tokens(500)))
    #expect(tokens != OpenLoopGenerator.tokens(preset, seed: 8, limit: .tokens(500)))
    #expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0.instant <= $1.instant })
    #expect(String(validating: tokens.flatMap(\.bytes), as: UTF8.self) != nil)
    #expect(LoadPreset.named(preset.name) == preset)
  }
}
