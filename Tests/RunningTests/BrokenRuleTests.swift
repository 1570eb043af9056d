import ChatSurface
import FramePacing
import LoadGeneration
import Running
import Testing
import Timebase

@Suite struct BrokenRuleTests {
  /// Feeds a rule frame by frame until it breaks.
  ///
  /// - Returns: The tick of the frame that broke it, and the cause.
  private func breaks(_ run: RecordedRun) -> (tick: Int, cause: String)? {
    var rule = BrokenRule(rate: run.rate)
    var swallowed = 0
    for frame in run.outcome.frames {
      if frame.isSwallowed {
        swallowed += 1
      } else if let cause = rule.note(frame, swallowedTicks: swallowed) {
        return (frame.tick, cause)
      } else {
        swallowed = 0
      }
    }
    return nil
  }

  /// Three vsyncs of sixty are 50 ms/s, which is not over it; four are.
  @Test func threeOfSixtyAreBorneAndFourAreNot() {
    for (losses, isBroken) in [(3, false), (4, true)] {
      var run = RecordedRun()
      run.frames(0..<900) { $0 % 60 < 2 * losses && $0 % 2 == 0 ? .milliseconds(20) : .zero }
      let found = breaks(run)
      #expect((found != nil) == isBroken, "\(losses) a second")
      if let found {
        #expect(found.tick == 599)
        #expect(found.cause == "layout")
      }
    }
  }

  @Test func oneGoodWindowBeginsTheCountAnew() {
    var run = RecordedRun()
    run.frames(0..<1_140) { tick in
      tick % 10 == 0 && !(540..<600).contains(tick) ? .milliseconds(20) : .zero
    }
    #expect(breaks(run) == nil)
    run.frames(1_140..<1_300) { $0 % 10 == 0 ? .milliseconds(20) : .zero }
    #expect(breaks(run)?.tick == 1_199)
  }

  /// Frames of three seconds each: the ticks that they swallow fill the windows.
  @Test func swallowedTicksFillWindows() {
    var run = RecordedRun()
    run.frames(0..<900) { _ in .milliseconds(3_000) }
    // Tick 599 is swallowed by the frame of tick 540 and known with the next.
    #expect(breaks(run)?.tick == 720)
  }

  @Test func aPublishedProfileIsStopped() {
    var events = TestBench.answer(words: 1_000)
    events.append(
      TimedLoadEvent(
        event: .fault(
          .slowPhase(.commit, cost: .milliseconds(25), until: Instant(milliseconds: 60_000))
        ),
        atMilliseconds: 0
      )
    )
    events = TestBench.ordered(events)
    var settings = TestBench.settings()
    settings.stopsBrokenProfile = true
    let stopped = TestBench.run(events, profile: .builtIn("messaging-ui"), settings: settings)
    #expect(stopped.outcome.brokenAt?.cause.hasPrefix("commit: ") == true)
    // Ten windows of sixty active ticks.
    #expect((600...602).contains(stopped.outcome.frames.count))
    #expect(!stopped.outcome.text.isDamaged)
    let whole = TestBench.run(events, profile: .builtIn("messaging-ui"))
    #expect(whole.outcome.brokenAt == nil)
    #expect(whole.outcome.text.isExact)
  }
}
