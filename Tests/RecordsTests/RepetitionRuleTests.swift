import Records
import Testing
import Timebase

@Suite struct RepetitionRuleTests {
  private func isEnough(
    _ costs: [Double],
    seconds: Double = 20,
    used: Double = 1,
    longest: Double = 0.1
  ) -> Bool {
    RepetitionRule.adaptive(seconds: seconds).isEnough(
      costs: costs,
      used: Nanoseconds(milliseconds: used * 1_000),
      longest: Nanoseconds(milliseconds: longest * 1_000),
      seed: 1
    )
  }

  @Test func aCostThatHardlyScattersIsKnownAfterSix() {
    let calm = [1, 1.01, 0.99, 1, 1.01, 1]
    #expect(isEnough(calm))
    #expect(!isEnough(Array(calm.dropLast())))
  }

  @Test func aCostThatScattersIsRunTenTimes() {
    let wild = [1, 2, 1, 3, 1.5, 2.5, 1, 3, 2, 1]
    #expect(!isEnough(Array(wild.prefix(9))))
    #expect(isEnough(wild))
  }

  /// What is left of the time is too short for one more.
  @Test func theTimeOfACellEndsIt() {
    #expect(isEnough([1], seconds: 1, used: 0.8, longest: 0.4))
    #expect(!isEnough([1], seconds: 2, used: 0.8, longest: 0.4))
  }

  @Test func aLongRepetitionIsTheOnlyOne() {
    let rule = RepetitionRule.standard
    #expect(!rule.isEnough(warmUp: Nanoseconds(seconds: 5)))
    #expect(rule.isEnough(warmUp: Nanoseconds(milliseconds: 5_001)))
    #expect(!RepetitionRule.exactly(2).isEnough(warmUp: Nanoseconds(seconds: 60)))
    #expect(isEnough([1], used: 6, longest: 5.5))
  }

  /// Cells of a run of many share its time.
  @Test func aCellHasItsPartOfTheTimeOfARun() {
    #expect([1, 2, 20].map { RepetitionRule.seconds(ofEachOf: $0) } == [20, 20, 20])
    #expect(RepetitionRule.seconds(ofEachOf: 40) == 10)
    #expect(RepetitionRule.seconds(ofEachOf: 200) == 2)
  }

  @Test func anExactNumberIsThatNumber() {
    func isEnough(_ count: Int) -> Bool {
      RepetitionRule.exactly(3).isEnough(
        costs: Array(repeating: 1, count: count),
        used: Nanoseconds(seconds: 100),
        longest: Nanoseconds(seconds: 50),
        seed: 1
      )
    }
    #expect(!isEnough(2))
    #expect(isEnough(3))
  }
}
