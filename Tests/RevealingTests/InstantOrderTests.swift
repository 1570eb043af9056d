import Revealing
import Testing
import Timebase
import TokenStreaming

/// What comes before what at one instant.
@Suite struct InstantOrderTests {
  /// A word each 32 ms, in a pool of its own making.
  private func reveal(_ pool: PoolRule, fade milliseconds: Int) -> Reveal {
    Reveal(
      RevealRule(
        stagger: .builtIn("vercel-v0"),
        batch: .builtIn("vercel-v0"),
        pool: pool,
        fade: .timed(duration: .milliseconds(milliseconds), curve: .linear)
      )
    )
  }

  @Test func aFadeEndsBeforeAnEventOfThatInstant() {
    for (stop, snaps) in [(127.999_999, 1), (128, 0)] {
      var reveal = reveal(PoolRule(overflow: .evict, slot: .word), fade: 128)
      reveal.chunk(0)
      reveal.advance(1)
      reveal.snap(stop)
      #expect(reveal.timeline.snaps == snaps, "stopped at \(stop) ms")
    }
  }

  /// Each fade ends as the next step begins: its slot is free again, and nothing is evicted.
  @Test func aFadeEndsBeforeTheStepOfThatInstant() {
    for (fade, snaps) in [(32, 0), (33, 3)] {
      var reveal = reveal(PoolRule(limit: 1, overflow: .evict, slot: .word), fade: fade)
      for _ in 0..<4 { reveal.chunk(0) }
      reveal.drain()
      #expect(reveal.times == [0, 32, 64, 96])
      #expect(reveal.timeline.snaps == snaps, "a fade of \(fade) ms")
    }
  }

  @Test func anEventComesBeforeTheStepOfThatInstant() {
    for (stop, sizes) in [(32.0, [1, 3]), (32.000_001, [1, 1, 2])] {
      var reveal = reveal(PoolRule(overflow: .evict, slot: .word), fade: 500)
      for _ in 0..<4 { reveal.chunk(0) }
      reveal.snap(stop)
      reveal.drain()
      #expect(reveal.sizes == sizes, "stopped at \(stop) ms")
    }
  }

  /// A release held since 32 ms starts at 64 ms, before the step of 64 ms takes the only slot.
  @Test func aHeldReleaseComesBeforeTheStepOfThatInstant() {
    var reveal = reveal(PoolRule(limit: 1, overflow: .compress, slot: .batch), fade: 500)
    for time in [0.0, 10, 40] { reveal.chunk(time) }
    reveal.drain()
    #expect(reveal.releases.map(\.due) == [0, 32, 64].map { Reveal.at($0) })
    #expect(reveal.times == [0, 64, 96])
  }
}
