import Statistics
import Testing
import Timebase

@Suite struct MedianIntervalTests {
  private func ranks(_ count: Int, _ confidence: Double) -> ClosedRange<Double>? {
    MedianInterval.of(sorted: (0..<count).map(Double.init), confidence: confidence)
  }

  /// Ranks from tables of the binomial distribution.
  @Test func theRanksAreThoseOfTheTables() {
    #expect(ranks(5, 0.95) == nil)
    #expect(ranks(6, 0.95) == 0...5)
    #expect(ranks(8, 0.95) == 0...7)
    #expect(ranks(9, 0.95) == 1...7)
    #expect(ranks(10, 0.95) == 1...8)
    #expect(ranks(20, 0.95) == 5...14)
    #expect(ranks(7, 0.99) == nil)
    #expect(ranks(8, 0.99) == 0...7)
    #expect(ranks(0, 0.95) == nil)
    #expect(ranks(1_000, 0.95) != nil)
  }

  /// Of many draws the interval holds the true median as often as it says, or more often.
  @Test(arguments: [6, 7, 10, 15])
  func itHoldsTheMedianAsOftenAsItSays(count: Int) {
    var generator = SeededGenerator(seed: 11)
    var held = 0
    let draws = 4_000
    for _ in 0..<draws {
      // Squares of uniform draws: their median is 0.25, and they do not lie evenly.
      let samples = (0..<count).map { _ in
        let draw = Double.random(in: 0..<1, using: &generator)
        return draw * draw
      }
      let interval = MedianInterval.of(sorted: samples.sorted(), confidence: 0.95)
      if interval?.contains(0.25) == true { held += 1 }
    }
    #expect(Double(held) / Double(draws) >= 0.94)
  }
}
