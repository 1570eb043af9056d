import LoadGeneration
import Testing
import Timebase

/// What every preset makes lies within a tenth of the tables that it is made of; the figures are printed.
@Suite struct PresetTableTests {
  private typealias Arrival = OpenLoopGenerator.Arrival

  private static let shares = [0.5, 0.9, 0.99]
  private static let tokens = 40_000
  /// A frame at 60 Hz.
  private static let frame = 1_000.0 / 60

  /// One figure beside what its table says.
  private struct Row {
    var preset: String
    var figure: String
    var expected: [Double]
    var found: [Double]
    /// Counts are whole: one more or less is as near as they come.
    var isCount = false

    var isNear: Bool {
      zip(expected, found).allSatisfy { expected, found in
        abs(found - expected) <= max(0.1 * expected, isCount ? 1 : 1e-9)
      }
    }

    var text: String {
      func words(_ values: [Double]) -> String {
        values.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " / ")
      }
      return "\(preset) | \(figure) | \(words(expected)) | \(words(found))"
    }
  }

  private func quantiles(_ values: [Double]) -> [Double] {
    let sorted = values.sorted()
    return Self.shares.map { sorted[min(sorted.count - 1, Int($0 * Double(sorted.count)))] }
  }

  /// The ordinary part of a stream: without its final flush and its stall.
  private func arrivals(_ preset: LoadPreset) -> [Arrival] {
    var preset = preset
    preset.finalFlush = nil
    preset.stall = nil
    return OpenLoopGenerator.arrivals(preset, seed: 7, limit: .tokens(Self.tokens))
  }

  /// Tokens of each frame in which any arrive, of flushes with their times in milliseconds.
  private func perFrame(_ flushes: [(milliseconds: Double, tokens: Int)]) -> [Double] {
    var counts: [Int: Int] = [:]
    for flush in flushes {
      counts[Int(flush.milliseconds / Self.frame), default: 0] += flush.tokens
    }
    return counts.values.map(Double.init)
  }

  /// Flushes drawn from the tables alone, one draw after the other, without the generator.
  private func drawnFlushes(_ preset: LoadPreset) -> [(milliseconds: Double, tokens: Int)] {
    var chance = SeededGenerator(seed: 99)
    var now = 0.0
    var made = 0
    var flushes: [(milliseconds: Double, tokens: Int)] = []
    while made < 4 * Self.tokens {
      var count = 1
      switch preset.rhythm {
      case .metronomic(let median, let table):
        now += median * table.value(at: chance.nextFraction())
      case .bursts(let gap, let tokens, _):
        now += gap.value(at: chance.nextFraction())
        count = tokens.count(at: chance.nextFraction())
      }
      flushes.append((now, count))
      made += count
    }
    return flushes
  }

  private func rows(_ preset: LoadPreset) -> [Row] {
    let arrivals = arrivals(preset)
    var flushes: [(milliseconds: Double, tokens: Int)] = []
    var gaps: [Double] = []
    for (index, arrival) in arrivals.enumerated() {
      if index > 0, arrivals[index - 1].flush == arrival.flush {
        flushes[flushes.count - 1].tokens += 1
        continue
      }
      if index > 0 { gaps.append((arrival.instant - arrivals[index - 1].instant).milliseconds) }
      flushes.append((arrival.instant.milliseconds, 1))
    }
    func of(_ table: QuantileTable, times factor: Double = 1) -> [Double] {
      Self.shares.map { factor * table.value(at: $0) }
    }
    let name = preset.name
    var rows = [
      Row(
        preset: name,
        figure: "characters of a token",
        expected: of(preset.tokenCharacters).map { max(1, $0.rounded()) },
        found: quantiles(arrivals.map { Double($0.characters) }),
        isCount: true
      )
    ]
    switch preset.rhythm {
    case .metronomic(let median, let table):
      rows.append(
        Row(
          preset: name,
          figure: "gap, ms",
          expected: of(table, times: median),
          found: quantiles(gaps)
        )
      )
    case .bursts(let gap, let tokens, _):
      rows.append(Row(preset: name, figure: "gap, ms", expected: of(gap), found: quantiles(gaps)))
      rows.append(
        Row(
          preset: name,
          figure: "tokens of a flush",
          expected: of(tokens).map { max(1, $0.rounded()) },
          found: quantiles(flushes.map { Double($0.tokens) }),
          isCount: true
        )
      )
    }
    rows.append(
      Row(
        preset: name,
        figure: "tokens of a frame that has any, 60 Hz",
        expected: quantiles(perFrame(drawnFlushes(preset))),
        found: quantiles(perFrame(flushes)),
        isCount: true
      )
    )
    return rows
  }

  @Test func everyPresetIsWithinATenthOfItsTables() {
    let rows = LoadPreset.all.flatMap(rows)
    print("preset | figure | p50 / p90 / p99 of the tables | of the generator")
    for row in rows { print(row.text) }
    #expect(rows.count >= 3 * LoadPreset.all.count)
    for row in rows { #expect(row.isNear, "\(row.text)") }
  }
}
