import ChatSurface
import FramePacing
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// Which ticks are active depends on the load alone: a stalled host shows fewer of them, it does
/// not make them fewer, nor more. Loads are of text: steps, fades, stops.
@Suite struct SwallowedTicksTests {
  private struct Load {
    var events: [TimedLoadEvent] = []
    var stalls: [(milliseconds: Double, length: Int)] = []

    init(_ chance: inout SeededGenerator) {
      var tokens: [StreamToken] = []
      var time = 0.0
      for index in 0..<Int.random(in: 5...80, using: &chance) {
        time +=
          Double.random(in: 0..<1, using: &chance) < 0.1
          ? Double.random(in: 0...900, using: &chance) : Double.random(in: 0...40, using: &chance)
        tokens.append(StreamToken(at: Instant(milliseconds: time), text: "w\(index) "))
      }
      events = ReplayScript.timeline(tokens, sending: nil)
      if Bool.random(using: &chance) {
        events.append(TimedLoadEvent(.stop, at: Instant(milliseconds: time / 2)))
      }
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        stalls.append(
          (
            Double.random(in: 0...time, using: &chance),
            Int.random(in: 5...700, using: &chance)
          )
        )
      }
    }

    func timeline(isStalled: Bool) -> [TimedLoadEvent] {
      TestBench.ordered(
        events
          + stalls.map {
            TimedLoadEvent(
              event: .fault(.stall(isStalled ? .milliseconds($0.length) : .zero)),
              atMilliseconds: $0.milliseconds
            )
          }
      )
    }
  }

  @Test func aStallLeavesTheActiveTicksAsTheyAre() {
    var profile = Profile.reference
    profile.fallback = nil
    for iteration in 0..<PropertySettings.iterations {
      var chance = SeededGenerator(seed: PropertySettings.seed, index: UInt64(iteration))
      let load = Load(&chance)
      let context = "SEED=\(PropertySettings.seed) iteration \(iteration)"
      let plain = TestBench.run(load.timeline(isStalled: false), profile: profile)
      let stalled = TestBench.run(load.timeline(isStalled: true), profile: profile)
      let expected = Set(plain.outcome.frames.map(\.tick))
      let found = Set(stalled.outcome.frames.map(\.tick))
      #expect(expected.subtracting(found) == [], "\(context): ticks were not counted")
      // The frame that follows a stall is made although nothing is due at its own tick.
      let extra = stalled.outcome.frames.filter { !expected.contains($0.tick) }
      #expect(extra.count { !$0.isSwallowed } <= load.stalls.count, "\(context)")
      let swallowed = extra.filter(\.isSwallowed).map(\.tick)
      #expect(swallowed == [], "\(context)")
      #expect(stalled.outcome.text.textOut == plain.outcome.text.textOut, "\(context)")
    }
  }
}
