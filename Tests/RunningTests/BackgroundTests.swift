import ChatSurface
import FramePacing
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// Of what happens in the background no frame is made; on the return everything is where it belongs.
@Suite struct BackgroundTests {
  private func load(_ count: Int = 60) -> TimedLoadEvent {
    let messages = (0..<count).map { index in
      Message(
        id: MessageID(rawValue: "m\(index)"),
        role: index % 2 == 0 ? .user : .assistant,
        text: String(repeating: "word ", count: 20 + index * 7 % 40)
      )
    }
    return TimedLoadEvent(.load(ListedMessages(messages)), at: .zero)
  }

  private func ms(_ frame: FrameRecord) -> Double { frame.instant.milliseconds }

  @Test(arguments: Profile.all.map(\.name), [60, 120])
  func aFlingIsNotGoneOnWith(name: String, hertz: Int) {
    let events = [
      load(),
      TimedLoadEvent(
        .scroll(to: .message("m30", .top), isAnimated: false),
        at: Instant(milliseconds: 200)
      ),
      TimedLoadEvent(.fling(velocity: -1_500), at: Instant(milliseconds: 500)),
      TimedLoadEvent(.background, at: Instant(milliseconds: 900)),
    ]
    let result = TestBench.run(
      events,
      profile: .builtIn(name),
      device: .iPhone15Pro.at(hertz: hertz)
    )
    #expect(result.outcome.frames.allSatisfy { ms($0) < 900 })
    let metrics = TestBench.metrics(of: result.outcome, at: RefreshRate(hertz: hertz))
    #expect(metrics.value(of: .idleFrames)?.value == 0)
    #expect(result.outcome.text.isExact)
  }

  /// A fling that has passed the end ends within the range, and stays there.
  @Test(arguments: Profile.all.map(\.name))
  func aBounceEndsWithinTheRange(name: String) throws {
    let events = [
      load(),
      TimedLoadEvent(.fling(velocity: 4_000), at: Instant(milliseconds: 500)),
      TimedLoadEvent(.background, at: Instant(milliseconds: 560)),
      TimedLoadEvent(.foreground, at: Instant(milliseconds: 3_000)),
    ]
    let result = TestBench.run(events, profile: .builtIn(name), device: .iPhone15Pro)
    let after = result.snapshots.filter { $0.instant.milliseconds >= 3_000 }
    let first = try #require(after.first)
    let end = first.contentBottom + first.bottomInset - first.viewportHeight
    #expect(first.offset <= end)
    #expect(after.allSatisfy { $0.offset == first.offset && $0.scroll == .idle })
  }

  /// Text that comes meanwhile is there on the return, in whole, without a fade; nothing of the time away
  /// counts as waiting or as a swallowed tick.
  @Test(arguments: Profile.all.map(\.name), [60, 120])
  func textOfTheBackgroundIsThereOnTheReturn(name: String, hertz: Int) throws {
    let answer = TestBench.answer(words: 200, everyMilliseconds: 20)
    let events = TestBench.ordered(
      answer + [
        TimedLoadEvent(.background, at: Instant(milliseconds: 1_000)),
        TimedLoadEvent(.foreground, at: Instant(milliseconds: 3_000)),
      ]
    )
    let rate = RefreshRate(hertz: hertz)
    let result = TestBench.run(
      events,
      profile: .builtIn(name),
      device: .iPhone15Pro.at(hertz: hertz)
    )
    let away = result.outcome.frames.filter { (1_000..<3_000).contains(ms($0)) }
    #expect(away.isEmpty, "\(away.map(ms))")
    #expect(result.outcome.text.isExact)
    let first = try #require(result.snapshots.first { $0.instant.milliseconds >= 3_000 })
    #expect(first.streams.allSatisfy { $0.fades.isEmpty || name == "swiftui-tips" })
    let metrics = TestBench.metrics(of: result.outcome, at: rate)
    #expect(metrics.value(of: .hitchCount)?.value == 0)
    if name != "swiftui-tips" {
      #expect((metrics.value(of: .tokenVisible, .max)?.value ?? .infinity) < 700)
    }
  }

  /// Springs are at their goal in the first frame of the return.
  @Test func aSpringIsAtItsGoalOnTheReturn() throws {
    let events = [
      load(),
      TimedLoadEvent(
        .scroll(to: .message("m20", .top), isAnimated: true),
        at: Instant(milliseconds: 500)
      ),
      TimedLoadEvent(.background, at: Instant(milliseconds: 560)),
      TimedLoadEvent(.foreground, at: Instant(milliseconds: 2_000)),
    ]
    for profile in Profile.all where profile.measuring.overscan != nil {
      let result = TestBench.run(events, profile: profile, device: .iPhone15Pro)
      let first = try #require(result.snapshots.first { $0.instant.milliseconds >= 2_000 })
      #expect(first.visible.first { $0.id == "m20" }?.y == first.topInset, "\(profile.name)")
      #expect(first.scroll == .idle)
    }
  }

  /// A stall that nobody sees delays no frame.
  @Test func aStallInTheBackgroundIsNoHitch() {
    let events = TestBench.ordered(
      TestBench.answer(words: 100, everyMilliseconds: 20) + [
        TimedLoadEvent(.background, at: Instant(milliseconds: 500)),
        TimedLoadEvent(event: .fault(.stall(.milliseconds(800))), atMilliseconds: 700),
        TimedLoadEvent(.foreground, at: Instant(milliseconds: 1_200)),
      ]
    )
    let outcome = TestBench.run(events).outcome
    #expect(outcome.frames.allSatisfy { $0.lostVsyncs == 0 })
    #expect(outcome.text.isExact)
  }
}
