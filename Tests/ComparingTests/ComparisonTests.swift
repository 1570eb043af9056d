import Comparing
import FrameMetrics
import Foundation
import Testing
import Timebase

/// Settings of tests by chance, from the environment.
private enum TestSettings {
  private static let environment = ProcessInfo.processInfo.environment
  static let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
  static let iterations = environment["ITERATIONS"].flatMap { Int($0) } ?? 200
}

@Suite struct ComparisonTests {
  private func figure(_ samples: [Double], _ unit: Metric.Unit = .milliseconds) -> FigureSamples {
    FigureSamples(
      metric: "frame_cost_ms",
      statistic: .p50,
      unit: unit,
      better: .down,
      samples: samples
    )
  }

  /// Recordings whose work scatters by 3 %, normally distributed (Box and Muller).
  private func recordings(_ count: Int, level: Double, _ generator: inout SeededGenerator)
    -> [Double]
  {
    (0..<count).map { _ in
      let radius = (-2 * log(1 - generator.nextFraction())).squareRoot()
      let normal = radius * cos(2 * .pi * generator.nextFraction())
      return level * exp(0.03 * normal)
    }
  }

  private func worse(_ before: Int, _ after: Int, by part: Double, seed: UInt64) -> Int {
    (0..<TestSettings.iterations).count { round in
      var generator = SeededGenerator(seed: seed, index: UInt64(round))
      let first = figure(recordings(before, level: 6, &generator))
      let second = figure(recordings(after, level: 6 * (1 + part), &generator))
      let result = Comparison(.scattering, period: 1000 / 60).compare([first], [second])
      return result[0].verdict == .worse
    }
  }

  private func exact(_ before: [Double], _ after: [Double]) -> FigureComparison.Verdict {
    Comparison(.exact, period: 1000 / 60).compare([figure(before)], [figure(after)])[0].verdict
  }

  @Test func exactFiguresThatRepeatDifferByACause() {
    #expect(exact([5, 5], [5, 5]) == .equal)
    #expect(exact([5, 5], [6, 6]) == .worse)
    #expect(exact([6, 6], [5, 5]) == .better)
    #expect(exact([5], [6]) == .worse)
  }

  @Test func whatDiffersWithinASideIsWorseOnlyApartFromTheOther() {
    #expect(exact([5, 6], [5.5, 5.5]) == .equal)
    #expect(exact([5, 6], [5.5, 7]) == .equal)
    #expect(exact([5, 6], [7, 8]) == .worse)
    #expect(exact([7, 8], [5, 5]) == .better)
  }

  @Test func whatRepeatedAndNoLongerDoesIsWorse() {
    #expect(exact([5, 5], [4, 6]) == .worse)
    // By less than is noticed.
    #expect(exact([5, 5], [5, 5.01]) == .equal)
  }

  @Test func aRecordingAgainstItselfIsHardlyEverWorse() {
    let rounds = TestSettings.iterations
    let alarms = worse(24, 12, by: 0, seed: TestSettings.seed)
    // One in 1,000 is worse by chance; as many as these, once in a million.
    #expect(alarms <= 4 + rounds / 200, "seed \(TestSettings.seed): \(alarms) of \(rounds)")
  }

  @Test func fivePerCentMoreWorkIsFound() {
    let rounds = TestSettings.iterations
    let found = worse(24, 24, by: 0.05, seed: TestSettings.seed)
    // The one figure of a comparison of one is found 99 times in 100; fewer than these, once in a million.
    #expect(found * 100 >= rounds * 95 - 300, "seed \(TestSettings.seed): \(found) of \(rounds)")
  }

  @Test func theDetectableDifferenceIsFoundNineTimesInTen() throws {
    var generator = SeededGenerator(seed: TestSettings.seed)
    let sides = [6.0, 6.0].map { figure(recordings(400, level: $0, &generator)) }
    let wide = Comparison(.scattering, period: nil).compare([sides[0]], [sides[1]])
    // As many recordings as the test below has: their scatter is known from many.
    let part = try #require(wide[0].detectableChange) * (400.0 / 12).squareRoot()
    let found = worse(12, 12, by: part * 1.1, seed: TestSettings.seed + 1)
    #expect(found * 100 >= TestSettings.iterations * 75 - 300, "\(found), at \(part)")
    #expect(found < TestSettings.iterations, "a detectable difference is no certain one")
  }

  @Test(arguments: [12, 30]) func asManyRecordingsAsItSaysWouldShowAChange(count: Int) throws {
    func compared(_ count: Int) throws -> FigureComparison {
      var generator = SeededGenerator(seed: TestSettings.seed)
      let sides = [6.0, 6.0].map { figure(recordings(count, level: $0, &generator)) }
      let rule = Comparison(.scattering, period: nil)
      return try #require(rule.compare([sides[0]], [sides[1]]).first)
    }
    let few = try compared(count)
    let reach = try #require(few.detectableChange)
    #expect(few.samplesNeeded(for: reach * 1.01) == nil, "these would have shown it")
    let needed = try #require(few.samplesNeeded(for: reach / 3))
    #expect(needed == Int((9 * Double(count)).rounded(.up)))
    // With as many it is shown, but for what the scatter of other samples differs by.
    let shown = try #require(try compared(needed).detectableChange)
    #expect(shown < reach / 3 * 1.4, "\(count), \(needed): \(shown) of \(reach / 3)")
    #expect(few.reach?.hasPrefix("seen from ") == true)
  }

  @Test func fewerThanSixRecordingsSayNothingButHowManyAreNeeded() throws {
    let result = Comparison(.scattering, period: 16).compare(
      [figure([1, 2, 1, 2, 1])],
      [figure([9, 8, 9, 8, 9])]
    )
    #expect(result[0].verdict == .cannotTell)
    #expect(result[0].note == "5 a side; 6 are needed")
  }

  @Test func exactFiguresDifferByWhatIsNoticeable() {
    func verdict(_ a: Double, _ b: Double, _ unit: Metric.Unit, zero: Bool = false)
      -> FigureComparison.Verdict
    {
      Comparison(.exact, period: 10, unforgiving: zero ? ["frame_cost_ms"] : [])
        .compare([figure([a], unit)], [figure([b], unit)])[0].verdict
    }
    #expect(verdict(5, 5.09, .milliseconds) == .equal)
    #expect(verdict(5, 5.11, .milliseconds) == .worse)
    #expect(verdict(5, 4.89, .milliseconds) == .better)
    #expect(verdict(1000, 1004, .count) == .equal)
    #expect(verdict(1000, 1006, .count) == .worse)
    #expect(verdict(3, 3.9, .points) == .equal)
    #expect(verdict(3, 4.1, .points) == .worse)
    #expect(verdict(1000, 1001, .count, zero: true) == .worse)
  }

  @Test func aNoticeableChangeOfWhatNeverScattersIsWorse() {
    let result = Comparison(.scattering, period: 1000 / 60).compare(
      [figure(Array(repeating: 16, count: 3))],
      [figure(Array(repeating: 16, count: 3))]
    )
    #expect(result[0].verdict == .equal)
    let later = Comparison(.scattering, period: 1000 / 60).compare(
      [figure(Array(repeating: 16, count: 6))],
      [figure(Array(repeating: 33, count: 6))]
    )
    #expect(later[0].verdict == .worse)
  }
}
