import Statistics
import Testing
import Timebase

@Suite struct BootstrapTests {
  @Test func equalSamplesHaveAnIntervalWithoutWidth() throws {
    var generator = SeededGenerator(seed: 3)
    let interval = try #require(
      Bootstrap().median(of: Array(repeating: 4, count: 20), using: &generator)
    )
    #expect(interval == .init(estimate: 4, low: 4, high: 4))
    #expect(Bootstrap().median(of: [], using: &generator) == nil)
  }

  @Test func theSameSeedGivesTheSameInterval() {
    let samples = (0..<31).map { Double(($0 * 37) % 31) }
    func interval(seed: UInt64) -> Bootstrap.Interval? {
      var generator = SeededGenerator(seed: seed)
      return Bootstrap(resamples: 500, confidence: 0.9).median(of: samples, using: &generator)
    }
    #expect(interval(seed: 9) == interval(seed: 9))
    #expect(interval(seed: 9)?.estimate == 15)
  }

  /// Of the 27 ways to draw three of three samples, 7 have the least as their median, 13 the middle
  /// one and 7 the greatest.
  @Test func theMedianOfThreeIsDrawnAsOftenAsCountingSays() throws {
    var seen: [Double: Int] = [:]
    var generator = SeededGenerator(seed: 5)
    let samples: [Double] = [1, 2, 3]
    _ = Bootstrap(resamples: 27_000).interval(count: 3, using: &generator) { indices in
      let median = Bootstrap.median(indices.map { samples[$0] })
      seen[median, default: 0] += 1
      return median
    }
    #expect(abs(try #require(seen[1]) - 7000) < 350)
    #expect(abs(try #require(seen[2]) - 13_000) < 350)
    #expect(abs(try #require(seen[3]) - 7000) < 350)
  }

  @Test func theIntervalMovesWithTheSamples() throws {
    let samples = (0..<25).map { Double($0 * $0 % 17) }
    var first = SeededGenerator(seed: 7)
    var second = first
    let plain = try #require(Bootstrap().median(of: samples, using: &first))
    let moved = try #require(Bootstrap().median(of: samples.map { $0 + 100 }, using: &second))
    #expect(moved.low == plain.low + 100)
    #expect(moved.high == plain.high + 100)
  }

  @Test func theIntervalContainsTheTruthAboutAsOftenAsItSays() {
    var generator = SeededGenerator(seed: 11)
    let rounds = 400
    let hits = (0..<rounds).count { _ in
      let samples = (0..<41).map { _ in
        (0..<12).reduce(-6.0) { sum, _ in sum + generator.nextFraction() }
      }
      let bootstrap = Bootstrap(resamples: 300, confidence: 0.95)
      return bootstrap.median(of: samples, using: &generator)?.contains(0) ?? false
    }
    #expect((360...396).contains(hits), "\(hits) of \(rounds)")
  }

  @Test func aPairedRatioSeesFivePercentThroughNoiseThatTheyShare() throws {
    var generator = SeededGenerator(seed: 13)
    let base = (0..<20).map { _ in 50 + 100 * generator.nextFraction() }
    let head = base.map { $0 * (1.05 + 0.004 * (generator.nextFraction() - 0.5)) }
    let interval = try #require(Bootstrap().pairedRatio(base, head, using: &generator))
    #expect(interval.low > 1.045 && interval.high < 1.055)
    let same = try #require(Bootstrap().pairedRatio(base, base, using: &generator))
    #expect(same == .init(estimate: 1, low: 1, high: 1))
  }

  @Test func theMedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
    #expect(Bootstrap.median([4, 1, 3, 2]) == 2.5)
    #expect(Bootstrap.median([9, 1, 3]) == 3)
  }

  @Test func unequalPairsTrap() async {
    await #expect(processExitsWith: .failure) {
      var generator = SeededGenerator(seed: 1)
      _ = Bootstrap().pairedRatio([1], [1, 2], using: &generator)
    }
  }
}
