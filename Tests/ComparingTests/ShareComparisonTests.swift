import Comparing
import Foundation
import Statistics
import Testing
import Timebase

/// Shares of recordings before and after, against chances that are counted out.
@Suite struct ShareComparisonTests {
  private typealias Side = ShareComparison.Side

  @Test func chancesAreThoseOfTheTeaTaster() {
    // Fisher's own example: four of four cups, and three of four.
    #expect(abs(FisherTest(4, 4).probability(first: 0, second: 4) - 1.0 / 70) < 1e-12)
    #expect(abs(FisherTest(4, 4).probability(first: 1, second: 3) - 17.0 / 70) < 1e-12)
    #expect(abs(FisherTest(9, 9).probability(first: 3, second: 0) - 1) < 1e-12)
  }

  @Test func ofWhateverShareTheChanceIsThatOfBoschloo() {
    // 74 of 117 beside 31 of 63: the example in the documentation of SciPy's boschloo_exact.
    let test = FisherTest(63, 117)
    #expect(abs(test.probability(first: 31, second: 74) - 0.0483) < 0.0001)
    #expect(abs(test.probabilityOfAnyShare(first: 31, second: 74) - 0.0355) < 0.0001)
    // What is likely by itself, and what cannot be less likely.
    #expect(test.probabilityOfAnyShare(first: 63, second: 0) > 0.999)
    #expect(FisherTest(2, 2).probabilityOfAnyShare(first: 0, second: 2) > 0.05)
  }

  @Test func whatNobodyJudgedMayHaveMissed() {
    let kept = Side(missed: 2, judged: 24)
    #expect(ShareComparison(Side(missed: 20, judged: 24), kept).verdict == .better)
    let open = ShareComparison(
      Side(missed: 20, judged: 24),
      Side(missed: 2, judged: 24, open: 60)
    )
    #expect(open.verdict == .cannotTell)
    #expect(open.note.contains("0 before and 60 after could not be judged"))
    // What got worse stays worse.
    #expect(
      ShareComparison(kept, Side(missed: 20, judged: 24, open: 60)).verdict == .worse
    )
  }

  /// A share is a row among figures of which each recording has a sample.
  @Test func aShareIsComparedAmongOtherFigures() {
    func side(_ missed: Int, of count: Int) -> FigureSamples {
      ShareComparison.figure((0..<count).map { $0 < missed })
    }
    let rule = Comparison(.scattering, period: 1000 / 60)
    let rose = rule.compare([side(6, of: 26)], [side(20, of: 26)])
    #expect(rose.map(\.verdict) == [.worse])
    #expect(abs(rose[0].first - 23.08) < 0.01 && abs(rose[0].second - 76.92) < 0.01)
    #expect(rose[0].note?.hasPrefix("6 of 26 before, 20 of 26 after") == true)
    // Where nothing was missed there is no row.
    #expect(rule.compare([side(0, of: 26)], [side(0, of: 26)]).isEmpty)
    #expect(ComparedFigures.contains(side(0, of: 1), kind: .scattering))
    #expect(!ComparedFigures.contains(side(0, of: 1), kind: .exact))
  }

  @Test func aShareThatRoseIsWorseAndOneThatFellIsBetter() {
    let rose = ShareComparison(Side(missed: 6, judged: 26), Side(missed: 20, judged: 26))
    #expect(rose.verdict == .worse)
    #expect(rose.note.contains("6 of 26 before, 20 of 26 after"))
    #expect(
      ShareComparison(Side(missed: 20, judged: 26), Side(missed: 6, judged: 26)).verdict == .better
    )
  }

  @Test func ofTooFewNothingIsSaid() {
    let few = ShareComparison(Side(missed: 0, judged: 5), Side(missed: 5, judged: 5))
    #expect(few.verdict == .cannotTell && few.note.contains("6 a side are needed"))
  }

  @Test func whatIsSmallerSaysWhatItTakes() {
    let small = ShareComparison(Side(missed: 40, judged: 200), Side(missed: 52, judged: 200))
    #expect(small.verdict == .cannotTell)
    #expect(small.note.contains("seen from +18 points on"), "\(small.note)")
    let needed = ShareComparison.needed(for: 0.06, from: 0.2) ?? 0
    #expect(small.note.contains("+6 points with \(needed) a side"), "\(small.note)")
    // Many that differ by nothing are equal: a rise of 5 points is excluded.
    #expect(
      ShareComparison(Side(missed: 200, judged: 2000), Side(missed: 205, judged: 2000)).verdict
        == .equal
    )
  }

  /// How likely `count` of `total` is.
  private static func chance(_ count: Int, of total: Int, _ share: Double) -> Double {
    func logarithm(_ value: Int) -> Double { lgamma(Double(value) + 1) }
    let ways = logarithm(total) - logarithm(count) - logarithm(total - count)
    return exp(ways + Double(count) * log(share) + Double(total - count) * log(1 - share))
  }

  /// How often a rise is found: every pair of counts with its chance, and no sample of them.
  static func power(_ total: Int, from base: Double, to top: Double) -> Double {
    var sum = 0.0
    for first in 0...total {
      let own = chance(first, of: total, base)
      guard own > 1e-9 else { continue }
      // Of one more the chance is less: the least that is found tells all.
      var (low, high) = (0, total + 1)
      while low < high {
        let middle = (low + high) / 2
        let verdict = ShareComparison(
          Side(missed: first, judged: total),
          Side(missed: middle, judged: total)
        ).verdict
        if verdict == .worse { high = middle } else { low = middle + 1 }
      }
      guard low <= total else { continue }
      sum += own * (low...total).reduce(0) { $0 + chance($1, of: total, top) }
    }
    return sum
  }

  @Test func eighteenPointsOfTwentyAndTwelveOfTwoAreFoundNineTimesInTen() {
    #expect(Self.power(200, from: 0.2, to: 0.38) >= 0.9)
    #expect(Self.power(200, from: 0.02, to: 0.14) >= 0.9)
  }

  @Test(arguments: [0.02, 0.1, 0.2, 0.5]) func nothingIsFoundWhereNothingChanged(share: Double) {
    for total in [6, 24, 200] {
      #expect(Self.power(total, from: share, to: share) <= ShareComparison.level)
    }
  }

  @Test(arguments: [(0.2, 0.1), (0.2, 0.18), (0.02, 0.05), (0.02, 0.12), (0.5, 0.1)])
  func asManyAsAreNamedShowIt(base: Double, rise: Double) throws {
    let count = try #require(ShareComparison.needed(for: rise, from: base))
    let power = Self.power(count, from: base, to: base + rise)
    #expect(0.88...0.96 ~= power, "\(count) a side: \(power)")
  }
}
