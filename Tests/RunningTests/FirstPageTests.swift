import ChatSurface
import FrameMetrics
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// A first page of history comes above a chat that fits on screen.
@Suite struct FirstPageTests {
  private func words(_ count: Int) -> String { String(repeating: "word ", count: count) }

  private func run(_ profile: Profile, hertz: Int, later: [TimedLoadEvent] = []) -> TestBench.Result
  {
    let chat = [
      Message(id: "q", role: .user, text: words(9)),
      Message(id: "a", role: .assistant, text: words(60)),
    ]
    let older = (0..<10).map {
      Message(id: MessageID(rawValue: "o\($0)"), role: .assistant, text: words(40))
    }
    let events = [
      TimedLoadEvent(.load(ListedMessages(chat)), at: .zero),
      TimedLoadEvent(.prepend(ListedMessages(older)), at: Instant(milliseconds: 1_000)),
    ]
    return TestBench.run(
      events + later,
      profile: profile,
      device: .iPhone15Pro.at(hertz: hertz)
    )
  }

  @Test(arguments: [60, 120]) func theReferenceGoesToItsEndWhichIsNoReversal(hertz: Int) throws {
    let result = run(.reference, hertz: hertz)
    let last = try #require(result.snapshots.last)
    #expect(last.follow == .following)
    #expect(last.offset == last.contentBottom + last.bottomInset - last.viewportHeight)
    let metrics = TestBench.metrics(of: result.outcome, at: .init(hertz: hertz))
    for metric in [Metric.followReversals, .jolts, .anchorDrift] {
      #expect(metrics.value(of: metric)?.value == 0, "\(metric.id)")
    }
    #expect(metrics.value(of: .readerMovedTimes)?.value ?? 0 == 0)
  }

  /// Its source: prepending extends content upward without ever changing the content offset.
  @Test(arguments: [60, 120]) func messagingUIKeepsItsOffsetUntilNewsComes(hertz: Int) throws {
    let news = TimedLoadEvent(
      .append(Message(id: "n", role: .assistant, text: words(5))),
      at: Instant(milliseconds: 2_000)
    )
    let result = run(.builtIn("messaging-ui"), hertz: hertz, later: [news])
    let first = try #require(result.snapshots.first)
    let place = first.visible.first { $0.id == "q" }?.y
    for snapshot in result.snapshots where snapshot.instant < Instant(milliseconds: 2_000) {
      #expect(snapshot.offset == first.offset)
      #expect(snapshot.visible.first { $0.id == "q" }?.y == place)
    }
    let last = try #require(result.snapshots.last)
    #expect(last.offset == last.contentBottom + last.bottomInset - last.viewportHeight)
  }
}
