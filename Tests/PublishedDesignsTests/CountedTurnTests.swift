import ChatSurface
import Lengths
import PublishedDesigns
import Testing
import Timebase

@Suite struct CountedTurnTests {
  private func points(_ count: Int) -> LayoutUnit { LayoutUnit(points: count) }
  private func instant(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  private func turn(of length: Int) -> CountedTurn {
    var turn = CountedTurn(BlankSize(growthDelay: .milliseconds(500)))
    turn.begin(points(length))
    return turn
  }

  @Test func growthCountsAfterTheDelayAndShrinkingAtOnce() {
    var turn = turn(of: 300)
    #expect(turn.update(points(200), at: instant(0)) == points(200))
    #expect(turn.nextDue == nil)
    #expect(turn.update(points(250), at: instant(10)) == points(200))
    #expect(turn.nextDue == instant(510))
    #expect(turn.update(points(250), at: instant(509.9)) == points(200))
    #expect(turn.update(points(250), at: instant(510)) == points(250))
    #expect(turn.nextDue == nil)
  }

  @Test func moreGrowthStartsTheWaitAnew() {
    var turn = turn(of: 100)
    for step in 1...20 {
      #expect(turn.update(points(100 + step), at: instant(Double(step * 499))) == points(100))
    }
    #expect(turn.nextDue == instant(20 * 499 + 500))
    #expect(turn.update(points(120), at: instant(20 * 499 + 500)) == points(120))
  }

  @Test func aLengthThatIsNotLargerEndsTheWait() {
    var turn = turn(of: 100)
    _ = turn.update(points(200), at: instant(0))
    #expect(turn.update(points(90), at: instant(300)) == points(90))
    #expect(turn.nextDue == nil)
    #expect(turn.update(points(90), at: instant(700)) == points(90))
  }

  @Test func aWaitThatWasOverBeforeALateFrameCounts() {
    var turn = turn(of: 100)
    _ = turn.update(points(200), at: instant(0))
    #expect(turn.update(points(250), at: instant(800)) == points(200))
    #expect(turn.nextDue == instant(1_300))
  }

  @Test func aNewTurnHasItsLengthAtOnce() {
    var turn = turn(of: 0)
    _ = turn.update(points(200), at: instant(0))
    turn.begin(points(600))
    #expect(turn.length == points(600) && turn.nextDue == nil)
  }

  @Test func withoutADelayItIsTheLengthThatThereIs() {
    var turn = CountedTurn(BlankSize())
    for (time, length) in [100, 300, 200, 900, 0].enumerated() {
      #expect(turn.update(points(length), at: instant(Double(time))) == points(length))
      #expect(turn.nextDue == nil)
    }
  }

  /// Against the list of every length: what counts is never more, and as much once that has stood
  /// for the delay.
  @Test func itLagsBehindGrowthOnly() {
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var random = SeededGenerator(seed: seed)
      var turn = CountedTurn(BlankSize(growthDelay: .milliseconds(500)))
      var time = 0.0
      var (length, since) = (0, 0.0)
      for step in 0..<PropertySettings.iterations {
        time += Double(random.nextIndex(below: 120))
        if random.nextIndex(below: 8) == 0 {
          let next = random.nextIndex(below: 4) * 100
          if next != length { (length, since) = (next, time) }
        }
        let counted = turn.update(points(length), at: instant(time))
        turn.checkInvariants()
        let isSettled = time - since >= 500
        guard counted <= points(length), !isSettled || counted == points(length) else {
          Issue.record("seed \(seed), step \(step): \(counted) of \(length), \(since), \(time)")
          return
        }
      }
    }
  }
}
