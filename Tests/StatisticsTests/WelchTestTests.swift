import Statistics
import Testing
import Timebase

@Suite struct WelchTestTests {
  /// Two-sided values from printed tables of Student's distribution.
  @Test(arguments: [
    (1.0, 12.706, 0.05), (2, 4.303, 0.05), (10, 2.228, 0.05), (10, 3.169, 0.01),
    (30, 2.042, 0.05), (1, 63.657, 0.01),
  ])
  func theDistributionIsThatOfTheTables(freedom: Double, t: Double, probability: Double) {
    #expect(abs(StudentDistribution.outside(t, freedom: freedom) - probability) < 0.0001)
    #expect(abs(StudentDistribution.quantile(probability, freedom: freedom) - t) < 0.001)
  }

  @Test func nothingIsCertainAtZero() {
    #expect(StudentDistribution.outside(0, freedom: 5) == 1)
    #expect(StudentDistribution.outside(1e6, freedom: 5) < 1e-20)
  }

  @Test func setsWithoutScatterAreToldApartByCertainty() throws {
    #expect(try #require(WelchTest([1, 1, 1], [1, 1])).probability == 1)
    #expect(try #require(WelchTest([1, 1, 1], [2, 2])).probability == 0)
    #expect(WelchTest([1], [1, 2]) == nil)
  }

  /// Of samples from one source as many are called different as the level says, and no more.
  @Test func samplesOfOneSourceAreSeldomCalledDifferent() throws {
    var generator = SeededGenerator(seed: 5)
    var (called, held) = (0, 0)
    let draws = 4_000
    for _ in 0..<draws {
      func samples() -> [Double] {
        (0..<7).map { _ in
          (0..<12).reduce(0) { sum, _ in
            sum + Double.random(in: 0..<1, using: &generator)
          }
        }
      }
      let test = try #require(WelchTest(samples(), samples(), confidence: 0.95))
      if test.probability <= 0.01 { called += 1 }
      if test.interval.contains(0) { held += 1 }
    }
    #expect(Double(called) / Double(draws) < 0.015)
    #expect(abs(Double(held) / Double(draws) - 0.95) < 0.012)
  }

  @Test func holmBelievesTheLeastFirst() {
    #expect(HolmCorrection.believed([0.02, 0.001, 0.5], level: 0.05) == [true, true, false])
    #expect(HolmCorrection.believed([0.03, 0.04, 0.5], level: 0.05) == [false, false, false])
    #expect(HolmCorrection.believed([], level: 0.05) == [])
  }
}
