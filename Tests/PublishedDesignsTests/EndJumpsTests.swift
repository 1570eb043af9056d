import ChatSurface
import PublishedDesigns
import Testing
import Timebase

@Suite struct EndJumpsTests {
  private func instant(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  private func due(_ jumps: inout EndJumps, _ milliseconds: Double) -> Bool {
    jumps.due(at: instant(milliseconds))
  }

  /// Asks every `step` ms for 1 s, looks every 8 ms for 1.1 s; how many frames jumped until the
  /// last was asked for, and after it.
  private func frames(_ rule: EndJumps.Rule, asking step: Int) -> (during: Int, after: Int) {
    var jumps = EndJumps(rule)
    var (during, after) = (0, 0)
    for time in 0..<1_100 {
      if time < 1_000, time % step == 0 { jumps.ask(at: instant(Double(time))) }
      guard time % 8 == 0, jumps.due(at: instant(Double(time))) else { continue }
      if time < 1_000 { during += 1 } else { after += 1 }
    }
    return (during, after)
  }

  @Test func atMostOneAFrame() {
    var jumps = EndJumps(.oncePerFrame)
    #expect(!due(&jumps, 0))
    for _ in 0..<5 { jumps.ask(at: instant(3)) }
    #expect(due(&jumps, 16))
    #expect(!due(&jumps, 17))
    #expect(jumps.made == 1)
    #expect(jumps.nextDue == nil)
  }

  @Test func asPublishedAtOnceAndAgainSixteenMillisecondsLater() {
    var jumps = EndJumps(.repeated(after: .milliseconds(16)))
    jumps.ask(at: instant(0))
    #expect(due(&jumps, 0))
    #expect(!due(&jumps, 8))
    #expect(jumps.nextDue == instant(16))
    #expect(due(&jumps, 16))
    #expect(!due(&jumps, 24))
    #expect(jumps.made == 2)
  }

  @Test func noMoreThanSixteenRepetitionsWait() {
    var jumps = EndJumps(.repeated(after: .milliseconds(16)))
    for time in 0..<40 { jumps.ask(at: instant(Double(time) / 10)) }
    #expect(due(&jumps, 4))
    #expect(due(&jumps, 40))
    #expect(jumps.made == 40 + 16)
    var last = EndJumps(.repeated(after: .milliseconds(100)))
    for time in 0..<40 { last.ask(at: instant(Double(time))) }
    #expect(due(&last, 138.9))
    #expect(last.nextDue == instant(139), "the last one asked for is not lost")
  }

  @Test func theDebounceJumpsSixteenMillisecondsAfterTheLastChange() {
    var jumps = EndJumps(.debounced(by: .milliseconds(16)))
    jumps.ask(at: instant(0))
    #expect(!due(&jumps, 15))
    jumps.ask(at: instant(16))
    #expect(!due(&jumps, 31), "at one instant the change comes before the time-out")
    jumps.ask(at: instant(33))
    #expect(due(&jumps, 33), "what was due before the change was made")
    #expect(jumps.nextDue == instant(49))
    #expect(due(&jumps, 49))
    #expect(jumps.made == 2)
  }

  /// A finding of the design, shown and not mended.
  @Test
  func aSixteenMillisecondDebounceNeverFiresWhileTokensComeFasterThanThat() {
    let rule = EndJumps.Rule.debounced(by: .milliseconds(16))
    for step in [1, 4, 10, 15, 16] {
      let frames = frames(rule, asking: step)
      #expect(frames.during == 0 && frames.after == 1, "a token every \(step) ms")
    }
    #expect(frames(rule, asking: 17).during > 40)
    #expect(frames(.oncePerFrame, asking: 15).during > 60)
    #expect(frames(.repeated(after: .milliseconds(16)), asking: 15).during > 60)
  }

  @Test func aTouchTakesBackWhatWaits() {
    for rule in [
      EndJumps.Rule.repeated(after: .milliseconds(16)), .debounced(by: .milliseconds(16)),
    ] {
      var jumps = EndJumps(rule)
      jumps.ask(at: .zero)
      jumps.cancel()
      #expect(!due(&jumps, 100) && jumps.nextDue == nil)
    }
  }
}
