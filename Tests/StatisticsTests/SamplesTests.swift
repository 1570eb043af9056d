import Foundation
import Statistics
import Testing
import Timebase

private let environment = ProcessInfo.processInfo.environment
private let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
private let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 60

@Suite struct SamplesTests {
  static let percentiles: [Percentile] = [.p50, .p95, .p99, .p999, .max]

  /// The definition, word for word: the least sample that enough samples do not exceed.
  private func naive(_ samples: [Int64], _ percentile: Percentile) -> Int64? {
    samples.sorted().first { candidate in
      samples.count { $0 <= candidate } * percentile.denominator
        >= percentile.numerator * samples.count
    }
  }

  private func randomSamples(_ generator: inout SeededGenerator) -> [Int64] {
    let count = generator.nextIndex(below: 3) == 0 ? 600 : 40
    let span = [8, 5_000, 40_000_000, 900_000_000_000][generator.nextIndex(below: 4)]
    let shift = generator.nextIndex(below: 2) == 0 ? 0 : span / 2
    return (0..<generator.nextIndex(below: count)).map { _ in
      Int64(generator.nextIndex(below: span) - shift)
    }
  }

  @Test func everyPercentileIsASample() {
    for round in 0..<iterations {
      var generator = SeededGenerator(seed: seed, index: UInt64(round))
      let values = randomSamples(&generator)
      let samples = Samples(values)
      for percentile in Self.percentiles {
        #expect(
          samples.value(at: percentile) == naive(values, percentile),
          "seed \(seed) \(round)"
        )
      }
    }
  }

  @Test func knownRanks() {
    let hundred = Samples((1...100).map { Int64($0) })
    #expect(hundred.value(at: .p50) == 50)
    #expect(hundred.value(at: .p99) == 99)
    #expect(hundred.value(at: .p999) == 100)
    #expect(Samples([7]).value(at: .p50) == 7)
    #expect(Samples([1, 2]).value(at: .p50) == 1)
    #expect(Samples().value(at: .p50) == nil)
    #expect(Samples().mean == nil)
    #expect(Samples().maximum == nil)
    #expect(Percentile.p99.rank(among: 99) == 99)
    #expect(Percentile.p99.rank(among: 100) == 99)
    #expect(Percentile.p999.rank(among: 1001) == 1000)
  }

  @Test(arguments: [1, 7, 4_096, 4_097])
  func sortedSamplesHaveTheSamePercentilesAndTakeMore(count: Int) {
    let values = (0..<count).map { Int64($0 * 7_919 % 10_007) - 5_000 }
    let samples = Samples(values)
    var sorted = samples.sorted()
    let percentiles: [Percentile] = [.p50, .p95, .p99, .p999, .max]
    #expect(percentiles.map { sorted.value(at: $0) } == percentiles.map { samples.value(at: $0) })
    // One that is not in its place.
    var more = samples
    more.record(-6_000)
    sorted.record(-6_000)
    #expect(percentiles.map { sorted.value(at: $0) } == percentiles.map { more.value(at: $0) })
    #expect(sorted.minimum == -6_000)
  }

  @Test func binsCountEverySampleOnce() {
    var generator = SeededGenerator(seed: seed)
    for count in [500, 9000] {
      let values = (0..<count).map { _ in Int64(generator.nextIndex(below: 1 << 20)) - 1000 }
      let bounds = [-1000] + (0...21).map { Int64(1) << $0 }
      #expect(Samples(values).counts(between: bounds).reduce(0, +) == count)
    }
    #expect(Samples([0, 1, 2, 3, 9]).counts(between: [1, 3, 9]) == [2, 1])
    #expect(Samples([1]).counts(between: []) == [])
  }
}
