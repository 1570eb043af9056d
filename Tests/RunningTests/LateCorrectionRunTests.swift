import ChatSurface
import Lengths
import LoadGeneration
import Records
import Running
import Scenarios
import Testing
import Timebase

/// A correction that comes a frame late comes in the very next frame, with nothing else to do.
@Suite struct LateCorrectionRunTests {
  private var events: [TimedLoadEvent] {
    let first = SuppliedMessages(first: 0, count: 60, height: 180)
    let page = SuppliedMessages(first: -50, count: 50, height: 90)
    return [
      TimedLoadEvent(.load(first), at: .zero),
      TimedLoadEvent(
        .scroll(to: .message(first.message(at: 30).id, .top), isAnimated: false),
        at: Instant(milliseconds: 500)
      ),
      TimedLoadEvent(.prepend(page), at: Instant(milliseconds: 1_500)),
      TimedLoadEvent(.typing(true), at: Instant(milliseconds: 2_500)),
    ]
  }

  @Test(
    arguments: ["swiftui-tips", "parameter-article"]
  )
  func theReadersPlaceIsBackOnePeriodAfterThePage(profile: String) throws {
    var profile = try #require(Profile.all.first { $0.name == profile })
    profile.historyPage = nil
    profile.correction = .nextFrame
    let result = TestBench.run(events, profile: profile)
    let frames = result.snapshots
    let index = try #require(result.made.firstIndex { $0.drift != .zero })
    try #require(index > 0 && index + 1 < frames.count)
    let (before, late, next) = (frames[index - 1], frames[index], frames[index + 1])
    #expect(late.instant.milliseconds >= 1_500)
    #expect(next.tick == late.tick + 1)
    #expect(next.visible.map(\.id) == before.visible.map(\.id))
    #expect(next.visible.map(\.y) == before.visible.map(\.y))
    #expect(late.visible.map(\.id) != before.visible.map(\.id))
  }
}
