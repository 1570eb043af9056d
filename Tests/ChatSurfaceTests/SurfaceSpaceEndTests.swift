import MarkdownBlocks
import ChatSurface
import FramePacing
import Lengths
import Testing
import TextMeasuring
import Timebase

/// The ends of the content space, in the reference, with heights supplied by the host.
@Suite struct SurfaceSpaceEndTests {
  private static let height = LayoutUnit(points: 60)

  private func surface() -> Surface {
    Surface(
      profile: .reference,
      device: Device.iPhoneSE.at(hertz: 60),
      measurer: FixedAdvanceMeasurer(),
      parser: MarkdownParser(),
      costs: .init(),
      messageLimit: 10_000_000
    )
  }

  private struct Frames {
    let surface: Surface
    let rate = RefreshRate(hertz: 60)
    var tick = 0
    var snapshot = FrameSnapshot()

    init(_ surface: Surface) { self.surface = surface }

    mutating func frame(_ events: [SurfaceEvent] = []) {
      let instant = rate.instant(ofTick: tick)
      surface.frame(
        events.map { ScheduledEvent($0, at: instant) },
        at: instant,
        tick: tick,
        into: &snapshot
      )
      tick += 1
    }
  }

  /// 2,000,000 single prepends, and a jump to the first message 20 times on the way.
  @Test func prependingGoesOnBeyondTheSpace() {
    let count = 2_000_000
    var frames = Frames(surface())
    // More than a viewport of them: shorter content rests at the top, whatever comes before it.
    let there = (0..<20).map { message("there-\($0)") }
    frames.frame([.load(ListedMessages(there))])
    var made = 0
    var events: [SurfaceEvent] = []
    while made < count {
      if made > 0, made.isMultiple(of: 100_000) {
        frames.frame([.scroll(to: .top, isAnimated: false)])
        #expect(frames.snapshot.visible.first?.id.rawValue == "p\(made - 1)")
      }
      let before = frames.snapshot.visible.first
      events.removeAll(keepingCapacity: true)
      for _ in 0..<100 {
        events.append(.prepend(ListedMessages([message("p\(made)")])))
        made += 1
      }
      frames.frame(events)
      let after = frames.snapshot.visible.first { $0.id == before?.id }
      guard after?.y == before?.y else {
        Issue.record(
          "\(made) prepends: \(String(describing: before)) is \(String(describing: after))"
        )
        return
      }
    }
    #expect(frames.surface.count == count + there.count)
    #expect(frames.snapshot.rebases >= 2)
    #expect(frames.surface.refusals.isEmpty)
  }

  private func message(_ id: String) -> Message {
    Message(
      id: MessageID(rawValue: id),
      role: .assistant,
      text: "",
      suppliedHeight: Self.height
    )
  }
}
