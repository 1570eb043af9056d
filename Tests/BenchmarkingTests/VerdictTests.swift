import Benchmarking
import Testing

/// What a comparison of two programs says of some ratios.
@Suite struct VerdictTests {
  private func verdict(_ ratios: [Double]) -> Comparison.Verdict {
    Comparison.Verdict(of: "a case", ratios: ratios)
  }

  @Test func aDifferenceCountsWhereTheWholeIntervalIsBeyondTwoPercent() {
    // Of ten, the interval of 99 % leaves none out: from the least to the greatest.
    #expect(verdict([1.03, 1.04, 1.05, 1.06, 1.07, 1.05, 1.05, 1.05, 1.05, 1.021]).direction == 1)
    #expect(verdict([1.03, 1.04, 1.05, 1.06, 1.07, 1.05, 1.05, 1.05, 1.05, 1.019]).direction == 0)
    #expect(verdict([0.9, 0.91, 0.92, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.97]).direction == -1)
    #expect(verdict([Double](repeating: 1, count: 10)).direction == 0)
  }

  @Test func whatMayBeADifferenceIsLookedAtAgain() {
    #expect(verdict([1.05, 1.05, 1.05, 1.05, 1.05, 1.05, 1.05, 1.0]).isOpen)
    #expect(!verdict([1.05, 1.05, 1.05, 1.05, 1.05, 1.05, 1.05, 1.05]).isOpen)
    #expect(!verdict([1.01, 1, 1, 1, 1, 1, 1, 0.99]).isOpen)
  }

  @Test func aDifferenceThatOtherProcessesDoNotFindIsNone() {
    let slower = verdict([Double](repeating: 1.1, count: 8))
    let same = verdict([Double](repeating: 1, count: 8))
    #expect(slower.confirmed(by: same).direction == 0)
    #expect(slower.confirmed(by: same).interval == 1...1.1)
    let again = slower.confirmed(by: verdict([Double](repeating: 1.06, count: 8)))
    #expect(again.direction == 1)
    #expect(again.interval == 1.06...1.06)
  }

  @Test func figuresAreShownWithThreeDigits() {
    #expect(SampleStatistics.text(0.1234) == "0.12")
    #expect(SampleStatistics.text(9.996) == "10.0")
    #expect(SampleStatistics.text(12.34) == "12.3")
    #expect(SampleStatistics.text(99.96) == "100")
    #expect(SampleStatistics.text(1234.5) == "1234")
  }

  @Test func growthIsASlopeOfLogarithms() {
    let squares = [10, 100, 1_000].map { (size: $0, figure: Double($0 * $0)) }
    #expect(abs(SampleStatistics.exponent(squares) - 2) < 1e-9)
    #expect(SampleStatistics.exponent([(size: 10, figure: 3), (size: 10, figure: 9)]) == 0)
  }

  @Test func soManySamplesAsAnIntervalNeeds() {
    #expect(SampleStatistics.least(confidence: 0.95) == 6)
    #expect(SampleStatistics.least(confidence: 0.99) == 8)
    #expect(SampleStatistics.counts(confidence: 0.99) == 8...1_000)
    let most = [Double](repeating: 2, count: 1_000)
    #expect(SampleStatistics.interval(most, confidence: 0.99) == 2...2)
    #expect(SampleStatistics.interval([3, 1, 2], confidence: 0.95) == 1...3)
  }
}
