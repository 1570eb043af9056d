import PublishedDesigns
import Testing
import Timebase

@Suite struct OpeningJumpsTests {
  /// Ticks of 60 Hz at which a plan jumps, and the one at which it is done.
  private func run(
    _ plan: OpeningJumps.Plan,
    ticks: [Int] = Array(0..<20)
  ) -> (jumps: [Int], done: Int?) {
    var opening = OpeningJumps(plan)
    var jumps: [Int] = []
    for tick in ticks {
      let instant = Instant(nanoseconds: Int64(tick) * 1_000_000_000 / 60)
      if opening.due(at: instant, frame: tick) { jumps.append(tick) }
      if opening.isDone { return (jumps, tick) }
    }
    return (jumps, nil)
  }

  @Test func v0JumpsThreeTimesAndIsDoneAFrameLater() {
    // 16 ms after the second jump is before the tick after it.
    #expect(run(.threeTimes(wait: .milliseconds(16))) == ([0, 1, 2], 3))
  }

  @Test func theThirdJumpWaitsSixteenMilliseconds() {
    var opening = OpeningJumps(.threeTimes(wait: .milliseconds(16)))
    func due(_ milliseconds: Double, _ frame: Int) -> Bool {
      opening.due(at: Instant(milliseconds: milliseconds), frame: frame)
    }
    #expect(due(0, 0))
    #expect(!due(0, 0), "one frame makes one jump")
    #expect(opening.nextDue == Instant(nanoseconds: 1))
    #expect(due(4, 1))
    #expect(opening.nextDue == Instant(milliseconds: 20))
    #expect(!due(19.9, 2))
    #expect(due(20, 3))
    #expect(!opening.isDone)
    #expect(opening.nextDue == Instant(nanoseconds: 20_000_001))
    #expect(!due(24, 4))
    #expect(opening.isDone && opening.nextDue == nil)
  }

  @Test func theArticleJumpsInEachOfTheFirstFrames() {
    #expect(run(.overFrames) == ([0, 1, 2], 2))
  }

  @Test func lateFramesMakeOneJumpEach() {
    #expect(run(.threeTimes(wait: .milliseconds(16)), ticks: [0, 9, 12, 19]) == ([0, 9, 12], 19))
  }

  @Test func aPlanWithoutJumpsIsDoneAtOnce() {
    #expect(OpeningJumps(.init([])).isDone)
  }
}
