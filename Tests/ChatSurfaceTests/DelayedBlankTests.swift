import ChatSurface
import Lengths
import Testing
import Timebase

@Suite struct DelayedBlankTests {
  private func points(_ count: Int) -> LayoutUnit { LayoutUnit(points: count) }
  private func instant(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  private func blank(of size: Int) -> DelayedBlank {
    var blank = DelayedBlank(delay: .milliseconds(500))
    blank.begin(points(size))
    return blank
  }

  @Test func itShrinksAtOnceAndGrowsAfterTheDelay() {
    var blank = blank(of: 400)
    #expect(blank.update(points(300), at: instant(0)) == points(300))
    #expect(blank.nextDue == nil)
    #expect(blank.update(points(350), at: instant(10)) == points(300))
    #expect(blank.nextDue == instant(510))
    #expect(blank.update(points(350), at: instant(509.9)) == points(300))
    #expect(blank.update(points(350), at: instant(510)) == points(350))
    #expect(blank.nextDue == nil)
  }

  @Test func anotherLargerSizeStartsTheWaitAnew() {
    var blank = blank(of: 100)
    _ = blank.update(points(200), at: instant(0))
    _ = blank.update(points(150), at: instant(400))
    #expect(blank.update(points(150), at: instant(600)) == points(100))
    #expect(blank.update(points(150), at: instant(900)) == points(150))
  }

  @Test func aSizeThatIsNotLargerEndsTheWait() {
    var blank = blank(of: 100)
    _ = blank.update(points(200), at: instant(0))
    #expect(blank.update(points(90), at: instant(300)) == points(90))
    #expect(blank.nextDue == nil)
    #expect(blank.update(points(90), at: instant(700)) == points(90))
  }

  @Test func aWaitThatWasOverBeforeALateFrameCounts() {
    var blank = blank(of: 100)
    _ = blank.update(points(200), at: instant(0))
    #expect(blank.update(points(250), at: instant(800)) == points(200))
    #expect(blank.nextDue == instant(1_300))
  }

  @Test func whatAnInsetGivesBackIsThereAtOnceAndTheRestIsWaitedFor() {
    var blank = blank(of: 400)
    _ = blank.update(points(300), at: instant(0))
    _ = blank.update(points(350), at: instant(10))
    blank.inset(points(50))
    #expect(blank.update(points(50), at: instant(20)) == points(0))
    #expect(blank.nextDue == instant(510))
    blank.inset(points(350))
    #expect(blank.update(points(350), at: instant(30)) == points(300))
    #expect(blank.update(points(350), at: instant(510)) == points(350))
  }

  @Test func aNewTurnHasItsSizeAtOnce() {
    var blank = blank(of: 0)
    _ = blank.update(points(200), at: instant(0))
    blank.begin(points(600))
    #expect(blank.size == points(600) && blank.nextDue == nil)
  }

  @Test func withoutADelayItIsWhatIsAskedFor() {
    var blank = DelayedBlank(delay: .zero)
    for (time, size) in [100, 300, 200, 900, 0].enumerated() {
      #expect(blank.update(points(size), at: instant(Double(time))) == points(size))
      #expect(blank.nextDue == nil)
    }
  }

  /// Against the list of everything that was asked for: the size is never larger than what is
  /// asked for, and is it once that has stood for the delay.
  @Test func itLagsOnlyUpward() {
    for seed in PropertySettings.seed..<PropertySettings.seed + 20 {
      var random = SeededGenerator(seed: seed)
      var blank = DelayedBlank(delay: .milliseconds(500))
      var time = 0.0
      var (wanted, since) = (0, 0.0)
      for step in 0..<PropertySettings.iterations {
        time += Double(random.nextIndex(below: 120))
        if random.nextIndex(below: 8) == 0 {
          let next = random.nextIndex(below: 4) * 100
          if next != wanted { (wanted, since) = (next, time) }
        }
        let size = blank.update(points(wanted), at: instant(time))
        let isSettled = time - since >= 500
        guard size <= points(wanted), !isSettled || size == points(wanted) else {
          Issue.record("seed \(seed), step \(step): \(size) of \(wanted) since \(since) at \(time)")
          return
        }
      }
    }
  }
}
