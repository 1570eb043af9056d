import FrameMetrics
import Testing
import Timebase

@Suite struct InputJudgeTests {
  private func instant(_ milliseconds: Int) -> Instant {
    Instant(milliseconds: Double(milliseconds))
  }

  @Test func anInputIsSeenInTheFirstFrameThatDiffersInWhatItAsksFor() {
    var judge = InputJudge()
    judge.take([0, 0, 0, 0], after: [], presented: instant(10))
    let touch = ScreenEvent("touch", at: instant(12))
    judge.take([0, 7, 0, 0], after: [touch], presented: instant(40))
    #expect(judge.samples.isEmpty)
    judge.take([1, 7, 0, 0], after: [], presented: instant(60))
    #expect(judge.samples == [.milliseconds(48)])
  }

  @Test func anInputThatChangesNothingIsLeftOutAndCounted() {
    var judge = InputJudge()
    let events = [10, 20].map { ScreenEvent("touch", at: instant($0)) }
    judge.take([0, 0, 0, 0], after: [events[0]], presented: instant(20))
    judge.take([3, 0, 0, 0], after: [events[1]], presented: instant(40))
    #expect(judge.samples == [.milliseconds(20)])
    #expect(judge.unseen == 1)
    judge.take(
      [3, 0, 0, 0],
      after: [ScreenEvent("touch", at: instant(50))],
      presented: instant(60)
    )
    judge.take([4, 0, 0, 0], after: [], presented: instant(1_051))
    #expect(judge.unseen == 2)
    judge.take(
      [4, 0, 0, 0],
      after: [ScreenEvent("touch", at: instant(1_100))],
      presented: instant(1_110)
    )
    judge.take(
      [9, 0, 0, 0],
      after: [ScreenEvent("load", at: instant(1_150))],
      presented: instant(1_160)
    )
    #expect(judge.samples == [.milliseconds(20)])
    #expect(judge.unseen == 3)
  }

  @Test func aComposerIsAKeyWhereItsTextIsAnother() {
    var judge = InputJudge()
    var key = ScreenEvent("composer", at: instant(10))
    judge.take([0, 1, 0, 0], after: [key], presented: instant(20))
    #expect(judge.samples.isEmpty && judge.unseen == 0)
    key.changesText = true
    judge.take([0, 2, 0, 0], after: [key], presented: instant(30))
    #expect(judge.samples == [.milliseconds(20)])
  }
}
