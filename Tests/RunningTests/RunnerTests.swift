import ChatSurface
import FramePacing
import LoadGeneration
import Profiling
import Records
import Running
import Scenarios
import Testing
import Timebase

@Suite struct RunnerTests {
  @Test func anIdleSurfaceMakesNoFrame() {
    #expect(TestBench.run([]).outcome.frames.isEmpty)
    let events = [
      TimedLoadEvent(.append(Message(id: "a", role: .assistant, text: "Hello")), at: .zero),
      TimedLoadEvent(
        .append(Message(id: "b", role: .assistant, text: "Hello")),
        at: Instant(milliseconds: 5_000)
      ),
    ]
    let result = TestBench.run(events)
    #expect(result.outcome.frames.map(\.tick) == [0, 300])
    #expect(result.outcome.frames.allSatisfy { $0.isOnTime && !$0.isSwallowed })
  }

  /// An event between two ticks is shown by the frame of the next one.
  @Test func eventsAreTakenAtTheNextTick() {
    for (milliseconds, tick) in [(16.0, 1), (16.666_666, 1), (16.666_667, 2), (17, 2)] {
      let event = TimedLoadEvent(
        .append(Message(id: "a", role: .assistant, text: "Hello")),
        at: Instant(milliseconds: milliseconds)
      )
      #expect(TestBench.run([event]).outcome.frames.map(\.tick) == [tick], "\(milliseconds) ms")
    }
  }

  /// A fade of 500 ms makes every tick active up to the one at or after its end.
  @Test func aFadeKeepsTicksActiveUntilItEnds() throws {
    let events = ReplayScript.timeline(
      [StreamToken(at: Instant(milliseconds: 0), bytes: Array("Hello ".utf8))],
      sending: nil
    )
    let result = TestBench.run(events)
    #expect(result.outcome.frames.map(\.tick) == Array(0...30))
    let last = try #require(result.snapshots.last)
    #expect(last.streams.allSatisfy { $0.fades.isEmpty })
    #expect(result.snapshots[29].streams.first?.fades.count == 1)
  }

  /// A stall of 500 ms in 10 s at 60 Hz, on a host that draws for half of each period.
  @Test func aStallSwallowsTicksAndTheyAreCounted() {
    var events = TestBench.answer(words: 500)
    events.append(
      TimedLoadEvent(event: .fault(.stall(.milliseconds(499))), atMilliseconds: 5_000)
    )
    let result = TestBench.run(TestBench.ordered(events))
    let late = result.made.filter { !$0.isOnTime }
    #expect(late.map(\.tick) == [300])
    #expect(late.first?.vsync == 331)
    #expect(late.first?.lostVsyncs == 30)
    #expect(late.first?.cost.stall == .milliseconds(499))
    let swallowed = result.outcome.frames.filter(\.isSwallowed).map(\.tick)
    #expect(swallowed == Array(301...330))
    #expect(result.outcome.frames.map(\.tick) == result.outcome.frames.map(\.tick).sorted())
    #expect(result.outcome.fallbacks.count == 1)
    #expect(result.outcome.fallbacks.first?.cause == .hostStall)
    #expect(
      result.outcome.fallbacks.first?.detection
        == RefreshRate(hertz: 60).instant(ofTick: 331) - RefreshRate(hertz: 60).instant(ofTick: 300)
    )
    #expect(result.outcome.text.isExact)
  }

  /// Ticks at which nothing was due while the host was busy are not swallowed.
  @Test func aStallSwallowsOnlyWhatWasDue() {
    let events = [
      TimedLoadEvent(event: .fault(.stall(.milliseconds(200))), atMilliseconds: 0),
      TimedLoadEvent(
        .append(Message(id: "a", role: .assistant, text: "Hello")),
        at: Instant(milliseconds: 95)
      ),
    ]
    let result = TestBench.run(events)
    #expect(result.outcome.frames.map(\.tick) == [0, 6, 13])
    #expect(result.outcome.frames.map(\.isSwallowed) == [false, true, false])
    // Ready a little after tick 12, so shown at 13 instead of 1; then 14, one after the other.
    #expect(result.made.map(\.vsync) == [13, 14])
    #expect(result.made.map(\.lostVsyncs) == [12, 0])
  }

  @Test
  func aSlowPhaseIsChargedUntilItsInstantAndNamedAsTheCause() {
    var events = TestBench.answer(words: 200)
    events.append(
      TimedLoadEvent(
        event: .fault(
          .slowPhase(
            .layout,
            cost: .milliseconds(30),
            until: Instant(milliseconds: 2_000)
          )
        ),
        atMilliseconds: 1_000
      )
    )
    let result = TestBench.run(TestBench.ordered(events))
    for frame in result.made {
      let isSlow = (1_000...2_000).contains(frame.instant.milliseconds)
      #expect((frame.cost[.layout] >= .milliseconds(30)) == isSlow, "tick \(frame.tick)")
      #expect(frame.cost == frame.modelled)
    }
    #expect(result.outcome.fallbacks.first?.cause == .phase(.layout))
    #expect(result.made.contains { $0.isFallback })
    #expect(result.outcome.text.isExact)
  }

  /// After a stop nothing runs: what comes half a second later is no hitch of half a second.
  @Test func whatWasCutShortLeavesNoActivityBehind() {
    var events = TestBench.answer(words: 40)
    events.removeLast(2)
    let end = Instant(milliseconds: 900)
    events.append(TimedLoadEvent(.stop, at: end))
    events.append(
      TimedLoadEvent(
        .append(Message(id: "later", role: .assistant, text: "Hello")),
        at: Instant(milliseconds: 1_200)
      )
    )
    let result = TestBench.run(events)
    #expect(result.outcome.frames.allSatisfy { !$0.isSwallowed })
    #expect(result.made.allSatisfy { $0.lostVsyncs == 0 })
    #expect(result.outcome.text.isExact)
  }

  @Test func aRunEndsAtItsLimit() {
    var settings = TestBench.settings()
    settings.limit = Instant(milliseconds: 1_000)
    let result = TestBench.run(TestBench.answer(words: 500), settings: settings)
    #expect(result.outcome.frames.last?.tick == 60)
    #expect(result.outcome.text.isExact)
  }

  @Test(
    .enabled(
      if: AllocationCounter.availability.isAvailable,
      "\(AllocationCounter.availability)"
    )
  )
  func plantedAllocationsAreCountedInTheirPhase() {
    var settings = TestBench.settings()
    settings.countsAllocations = true
    func counts(_ planted: Int) -> [Int] {
      var events = TestBench.answer(words: 60)
      if planted > 0 {
        events.append(
          TimedLoadEvent(
            event: .fault(
              .allocate(.commit, count: planted, until: Instant(milliseconds: 3_000))
            ),
            atMilliseconds: 0
          )
        )
      }
      _ = TestBench.run(TestBench.ordered(events))
      let result = TestBench.run(TestBench.ordered(events), settings: settings)
      return result.made.compactMap { $0.allocations?.counts[.commit] }
    }
    let plain = counts(0)
    #expect(plain.contains { $0 > 0 })
    let planted = counts(3)
    #expect(plain.count == planted.count)
    #expect(zip(plain, planted).allSatisfy { $0 + 3 == $1 })
  }

  @Test(arguments: [0, 1])
  func theSameRunTwiceIsTheSame(depth: Int) throws {
    var events = TestBench.answer(words: 300, everyMilliseconds: 7)
    events.append(
      TimedLoadEvent(event: .fault(.stall(.milliseconds(90))), atMilliseconds: 1_500)
    )
    events = TestBench.ordered(events)
    for profile in Profile.all {
      let settings = TestBench.settings(depth: depth)
      let first = TestBench.run(events, profile: profile, settings: settings)
      let second = TestBench.run(events, profile: profile, settings: settings)
      #expect(first.outcome.frames == second.outcome.frames)
      #expect(first.outcome.fallbacks == second.outcome.fallbacks)
      #expect(first.outcome.counts == second.outcome.counts)
      #expect(first.outcome.text.textOut == second.outcome.text.textOut)
      #expect(first.outcome.latency.samples.tokens == second.outcome.latency.samples.tokens)
      #expect(first.log == second.log)
    }
  }
}

extension TimedLoadEvent {
  /// Schedules any event of a load.
  init(event: LoadEvent, atMilliseconds milliseconds: Double) {
    self.init(event, at: Instant(milliseconds: milliseconds))
  }
}
