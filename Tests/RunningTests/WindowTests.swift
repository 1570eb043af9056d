import ChatSurface
import FrameMetrics
import FramePacing
import LoadGeneration
import Ornaments
import Records
import Running
import Scenarios
import Testing
import Timebase

@Suite struct WindowTests {
  private let names = ["second", "third", "fourth", "fifth"]

  private func at(_ milliseconds: Double) -> Instant { Instant(milliseconds: milliseconds) }

  private func open(_ name: String, at milliseconds: Double = 0) -> TimedLoadEvent {
    TimedLoadEvent(.window(.open), at: at(milliseconds), window: name)
  }

  private func close(_ name: String, at milliseconds: Double) -> TimedLoadEvent {
    TimedLoadEvent(.window(.close), at: at(milliseconds), window: name)
  }

  private func moved(_ events: [TimedLoadEvent], to window: String) -> [TimedLoadEvent] {
    events.map { event in
      var event = event
      event.window = window
      return event
    }
  }

  private func lines(_ result: TestBench.Result) -> [String] {
    String(decoding: result.log, as: UTF8.self).split(separator: "\n").dropFirst().map(String.init)
  }

  /// Five windows that do the same cost five times as much, and every frame is one frame.
  @Test func windowsShareTheFramesBudget() {
    let answer = TestBench.answer(words: 80)
    let alone = TestBench.run(answer)
    var events = names.map { open($0) } + answer
    for name in names { events += moved(answer, to: name) }
    for profile in Profile.all {
      let alone = TestBench.run(answer, profile: profile)
      let all = TestBench.run(TestBench.ordered(events), profile: profile)
      #expect(all.outcome.frames.map(\.tick) == alone.outcome.frames.map(\.tick))
      for (one, five) in zip(alone.made, all.made) {
        for phase in Phase.allCases {
          #expect(five.cost[phase].rawValue == 5 * one.cost[phase].rawValue, "\(profile.name)")
        }
        #expect(five.visibleItems == 5 * one.visibleItems)
        #expect(five.backlogChunks == 5 * one.backlogChunks)
        #expect(five.offset == one.offset)
      }
      #expect(
        all.outcome.latency.samples.tokenCount == 5 * alone.outcome.latency.samples.tokenCount
      )
      #expect(all.outcome.counts.chunks == 5 * alone.outcome.counts.chunks)
      #expect(all.outcome.counts.poolPeak == alone.outcome.counts.poolPeak)
      #expect(all.outcome.text.isExact)
      #expect(all.outcome.windows.map(\.name) == ["main"] + names)
      for window in all.outcome.windows {
        #expect(window.text.textOut == alone.outcome.text.textOut)
        #expect(window.counts == alone.outcome.counts)
      }
    }
    #expect(alone.outcome.windows.map(\.name) == ["main"])
  }

  /// A frame too long for its tick because of all windows together is late for all of them, and
  /// all of them give up animation.
  @Test func windowsFallBackTogether() {
    let answer = TestBench.answer(words: 200)
    var events = [open("second")] + answer + moved(answer, to: "second")
    events.append(
      TimedLoadEvent(
        event: .fault(.slowPhase(.layout, cost: .milliseconds(30), until: at(2_000))),
        atMilliseconds: 1_000
      )
    )
    let outcome = TestBench.run(TestBench.ordered(events)).outcome
    #expect(outcome.windows.allSatisfy { $0.fallbacks.count == 1 })
    #expect(outcome.fallbacks.count == 1)
    #expect(outcome.fallbacks == outcome.windows[1].fallbacks)
    #expect(outcome.text.isExact)
  }

  /// A window has a first frame when it is opened; after it, one that has nothing to show costs nothing
  /// and has no line in the log.
  @Test func anIdleWindowDoesNoWork() {
    let answer = TestBench.answer(words: 60)
    let alone = TestBench.run(answer)
    let hello = TimedLoadEvent(
      .append(Message(id: "a", role: .user, text: "Hello")),
      at: at(700),
      window: "idle"
    )
    let result = TestBench.run(TestBench.ordered([open("idle"), hello] + answer))
    let lines = lines(result)
    #expect(lines.filter { $0.contains("\"window\":\"idle\"") }.count == 2)
    let main = lines.filter { $0.contains("\"window\":\"main\"") }
    #expect(main.count == alone.made.count)
    #expect(main.count + 2 == lines.count)
    for (one, two) in zip(alone.made, result.made)
    where ![0, 700].contains(one.instant.milliseconds) {
      #expect(one.cost == two.cost, "tick \(one.tick)")
    }
  }

  /// A tick is active when any window is.
  @Test func aTickIsActiveWhenAnyWindowIs() {
    let message = Message(id: "a", role: .user, text: "Hello")
    let events = [
      open("second"), TimedLoadEvent(.append(message), at: at(100)),
      TimedLoadEvent(.append(message), at: at(500), window: "second"),
      TimedLoadEvent(.append(Message(id: "b", role: .user, text: "Bye")), at: at(900)),
    ]
    let result = TestBench.run(events)
    #expect(result.outcome.frames.map(\.tick) == [0, 6, 30, 54])
    #expect(lines(result).map { $0.contains("\"main\"") } == [true, false, true, false, true])
    #expect(result.outcome.frames.allSatisfy { $0.isOnTime })
  }

  /// What a window had not shown is not due any more when it is closed; what comes later for it is
  /// discarded and counted, and the others go on.
  @Test func aWindowClosedMidStreamLosesNothingOfTheOthers() {
    let answer = TestBench.answer(words: 100)
    let alone = TestBench.run(answer)
    for profile in Profile.all {
      let events = [open("second")] + answer + moved(answer, to: "second")
      let outcome = TestBench.run(
        TestBench.ordered(events + [close("second", at: 1_005)]),
        profile: profile
      ).outcome
      #expect(outcome.text.isExact, "\(profile.name)")
      #expect(outcome.windowRefusals.isEmpty && outcome.refusals.isEmpty)
      #expect(outcome.windows.map(\.name) == ["main", "second"])
      #expect(outcome.windows[0].text.textOut == alone.outcome.text.textOut)
      let second = outcome.windows[1].text
      #expect(second.isExact)
      #expect(!second.output.isEmpty && second.output.count <= second.input.count)
      // Tokens from 1,020 ms on come too late.
      #expect(second.discardedTokens == 54)
      #expect(outcome.text.discardedTokens == 54)
    }
  }

  @Test func aSixthWindowIsRefused() {
    let events =
      names.map { open($0) } + [open("sixth"), close("third", at: 100), open("sixth", at: 200)]
    let outcome = TestBench.run(events).outcome
    #expect(
      outcome.windowRefusals == [.tooMany("sixth", open: ["main"] + names, limit: 5)]
    )
    #expect(outcome.windows.map(\.name) == ["main"] + names + ["sixth"])
  }

  /// What a window held is in the other: messages in order, of names told apart, what had arrived of
  /// an answer, and what was typed. What comes later for it is discarded.
  @Test func aMergedWindowLosesNothing() {
    let typed = SurfaceEvent.composer(lines: 1, text: "a draft")
    for profile in Profile.all {
      let events =
        [open("second")] + TestBench.answer(words: 40)
        + moved(TestBench.answer(words: 100), to: "second")
        + [
          TimedLoadEvent(typed, at: at(1_000), window: "second"),
          // In the very frame of the merge.
          TimedLoadEvent(
            .append(.init(id: "late", role: .user, text: "x")),
            at: at(1_005),
            window: "second"
          ),
          TimedLoadEvent(.window(.merge), at: at(1_005), window: "second"),
        ]
      let outcome = TestBench.run(TestBench.ordered(events), profile: profile).outcome
      #expect(outcome.text.isExact, "\(profile.name)")
      #expect(outcome.windowRefusals.isEmpty && outcome.refusals.isEmpty)
      #expect(outcome.windows.map(\.name) == ["main", "second"])
      #expect(outcome.windows[0].composerText == "a draft")
      #expect(outcome.windows[1].text.discardedTokens == 54)
      let last = TestBench.run(TestBench.ordered(events), profile: profile).snapshots.last
      #expect(last?.window == "main")
      #expect(last?.visible.last?.id == "late")
    }
  }

  @Test func whatCannotBeMergedIsRefused() {
    let merge = { (name: String, time: Double) -> TimedLoadEvent in
      TimedLoadEvent(.window(.merge), at: at(time), window: name)
    }
    let events = [
      merge("main", 10), merge("third", 20), open("second", at: 30), merge("main", 40),
      merge("second", 50),
    ]
    let outcome = TestBench.run(events).outcome
    #expect(
      outcome.windowRefusals == [
        .noOther("main"), .unknown("third", open: ["main"]), .noOther("second"),
      ]
    )
    #expect(outcome.windows.map(\.name) == ["main", "second"])
  }

  @Test func whatNamesNoOpenWindowIsRefused() {
    let message = Message(id: "a", role: .user, text: "Hello")
    let events = [
      open("second"), open("second", at: 10), close("third", at: 20),
      TimedLoadEvent(.append(message), at: at(30), window: "third"), close("second", at: 40),
      TimedLoadEvent(.append(message), at: at(50), window: "second"),
      TimedLoadEvent(.taskEnd, at: at(60), window: "second"), close("main", at: 70),
      TimedLoadEvent(.append(message), at: at(80)), open("main", at: 90),
      TimedLoadEvent(.append(message), at: at(100)),
    ]
    let result = TestBench.run(events)
    #expect(
      result.outcome.windowRefusals == [
        .duplicate("second"), .unknown("third", open: ["main", "second"]),
        .unknown("third", open: ["main", "second"]), .unknown("second", open: ["main"]),
        .unknown("main", open: []),
      ]
    )
    #expect(result.outcome.windows.map(\.name) == ["main", "second", "main"])
    #expect(lines(result).last?.contains("\"visible\":[{\"id\":\"a\"") == true)
  }

  /// SPEC 4: 100 drops in a row lose nothing.
  @Test func aHundredDropsWhileAnotherWindowStreamsLoseNothing() {
    var events = ["left", "right"].map { open($0) } + TestBench.answer(words: 120)
    var expected: [String: String] = [:]
    for index in 0..<100 {
      let item = DroppedItem.text("item \(index)")
      let name = index.isMultiple(of: 2) ? "left" : "right"
      expected[name] = (expected[name].map { $0 + "\n" } ?? "") + item.insertion
      events.append(
        TimedLoadEvent(.drop(item, overlap: 0.8), at: at(Double(20 * index)), window: name)
      )
    }
    for profile in Profile.all {
      let outcome = TestBench.run(TestBench.ordered(events), profile: profile).outcome
      #expect(outcome.text.isExact)
      for window in outcome.windows.dropFirst() {
        #expect(window.composerText == expected[window.name], "\(profile.name)")
      }
      #expect(outcome.windows.count == 3)
    }
  }

  /// The lines of one window are those of a run of its own, but for what frames share.
  @Test func aWindowShowsWhatItWouldShowAlone() {
    let answer = TestBench.answer(words: 60)
    let other = TestBench.answer(words: 30, everyMilliseconds: 45, from: 300)
    let events = [open("second")] + answer + moved(other, to: "second")
    for profile in Profile.all {
      let both = TestBench.run(TestBench.ordered(events), profile: profile)
      for (name, load) in [("main", answer), ("second", other)] {
        let alone = TestBench.run(load, profile: profile).snapshots
        let shown = both.snapshots.filter { $0.window == name }
        #expect(shown.map(\.tick) == alone.map(\.tick), "\(profile.name) \(name)")
        #expect(shown.map(\.visible) == alone.map(\.visible))
        #expect(shown.map(\.streams) == alone.map(\.streams))
        #expect(shown.map(\.offset) == alone.map(\.offset))
      }
    }
  }
}
