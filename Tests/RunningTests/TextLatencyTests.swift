import ChatSurface
import FramePacing
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

@Suite struct TextLatencyTests {
  private func tokens(_ texts: [(Double, String)]) -> [TimedLoadEvent] {
    ReplayScript.timeline(
      texts.map { StreamToken(at: Instant(milliseconds: $0.0), text: $0.1) },
      sending: nil
    )
  }

  /// A token is on screen with the first presented frame that covers its last scalar. "Hello " is
  /// known to be complete when the next word begins at 110 ms; the stream ends there too. Both are
  /// released then, in the frame of tick 7 (116.67 ms), which is shown at vsync 8 (133.33 ms).
  @Test func tokensAreTimedFromTheirSchedule() {
    let latency = TestBench.run(tokens([(100, "Hello "), (110, "there ")])).outcome.latency.samples
    let shown = RefreshRate(hertz: 60).instant(ofTick: 8)
    let (first, second) = (Instant(milliseconds: 100), Instant(milliseconds: 110))
    #expect(latency.tokenCount == 2)
    #expect(latency.tokens == [shown - first, shown - second])
    #expect(latency.chunks == [shown - second, shown - second])
    #expect(latency.firstChunks == [shown - first])
    #expect(latency.holds == [second - first, .zero])
    #expect(latency.staggerErrors == [shown - second])
    #expect(latency.poolWaits == [.zero])
  }

  /// A stalled engine cannot hide the waiting of what arrived meanwhile (no coordinated omission).
  @Test func aStallShowsInTheTokensThatArrivedInIt() throws {
    var texts: [(Double, String)] = []
    for index in 0..<100 { texts.append((Double(index) * 20, "w\(index) ")) }
    let plain = TestBench.run(tokens(texts)).outcome.latency.samples
    var events = tokens(texts)
    events.append(
      TimedLoadEvent(event: .fault(.stall(.milliseconds(500))), atMilliseconds: 1_000)
    )
    let stalled = TestBench.run(TestBench.ordered(events)).outcome.latency.samples
    #expect(try #require(plain.tokens.max()) < .milliseconds(150))
    // Some twenty-five tokens were due in the stall; the first of them waited all of it.
    #expect(try #require(stalled.tokens.max()) >= .milliseconds(500))
    #expect(stalled.tokens.count { $0 > .milliseconds(150) } >= 18)
    #expect(stalled.tokens.count == 100)
  }

  @Test func tokensInTheBackgroundAreCountedApart() {
    var events = tokens((0..<50).map { (Double($0) * 20, "w\($0) ") })
    events.append(TimedLoadEvent(.background, at: Instant(milliseconds: 395)))
    events.append(TimedLoadEvent(.foreground, at: Instant(milliseconds: 695)))
    let outcome = TestBench.run(TestBench.ordered(events)).outcome
    #expect(outcome.latency.samples.tokenCount == 50)
    #expect(outcome.latency.samples.backgroundTokens == 15)
    #expect(outcome.latency.samples.tokens.count == 35)
    #expect(outcome.text.isExact)
  }

  /// The drain is the longest of all answers, from the last token to the end of the last fade.
  @Test func drainsAreFoundForEachAnswer() throws {
    let first = ReplayScript.timeline(
      (0..<60).map { StreamToken(at: Instant(milliseconds: Double($0) * 4), text: "many\($0) ") },
      user: "u1",
      assistant: "a1"
    )
    let second = ReplayScript.timeline(
      [StreamToken(at: .zero, text: "One.")],
      from: Instant(milliseconds: 4_000),
      user: "u2",
      assistant: "a2"
    )
    let latency = TestBench.run(TestBench.ordered(first + second)).outcome.latency.samples
    let drain = try #require(latency.drains.max())
    // 400 ms at most to the last release, 500 ms for its fade.
    #expect(drain > .milliseconds(510) && drain <= .milliseconds(940))
    let alone = TestBench.run(second).outcome.latency.samples.drains.max()
    #expect(try #require(alone) < drain)
  }

  /// A time-out of a hold is at most 250 ms after the chunk's first byte.
  @Test func holdsAreMeasuredFromTheFirstByte() {
    let latency = TestBench.run(tokens([(0, "unfin"), (100, "ished"), (600, " end ")])).outcome
      .latency.samples
    #expect(latency.holds.max() == .milliseconds(250))
  }

  /// Text that was there before the stream began does not keep its tokens from being seen.
  @Test func aStreamMayGoOnFromTextThatIsThere() {
    let before = Message(id: "a", role: .assistant, text: "Once upon ", state: .streaming)
    var events = [
      TimedLoadEvent(.append(before), at: .zero), TimedLoadEvent(.streamBegin("a"), at: .zero),
    ]
    for token in 0..<20 {
      let instant = Instant(milliseconds: 40 + 20 * Double(token))
      events.append(TimedLoadEvent(.token("a", Array("w\(token) ".utf8)), at: instant))
    }
    events.append(TimedLoadEvent(.streamEnd("a", .complete), at: Instant(milliseconds: 500)))
    let outcome = TestBench.run(events).outcome
    #expect(outcome.latency.samples.tokens.count == 20)
    #expect(outcome.latency.samples.firstChunks.count == 1)
    #expect(outcome.latency.samples.drains.max() != nil)
    #expect(outcome.text.isExact)
  }
}
