import ChatSurface
import FrameMetrics
import FramePacing
import Lengths
import LoadGeneration
import Running
import StillpointEngine
import Testing
import Timebase

/// Faults after public bug reports, planted around this package's engine: a figure shows each of them, and
/// none of them without the fault.
@Suite struct PlantedCaseTests {
  /// What an engine does otherwise than it should.
  enum Fault: String, CaseIterable {
    /// A page of newer messages is taken for news and followed.
    case followsAPage
    /// What lay below a removed message stays empty.
    case leavesAVoid
    /// A spring to a new message goes past the end of the range.
    case overshoots
    /// The first message of a chat comes down from the top.
    case dropsTheFirstMessage
    /// Near the end content goes up and down by itself.
    case flickers
  }

  /// The engine with one fault.
  private final class Planted: ChatEngine {
    private let surface: Surface
    private let fault: Fault?
    private var gone: MessageID?
    private var frames = 0
    private var animated = 0

    init(_ setup: EngineSetup, _ profile: Profile, _ fault: Fault?) {
      self.fault = fault
      surface = Surface(
        profile: profile,
        device: setup.device,
        measurer: setup.measurer,
        parser: setup.parser,
        costs: .init()
      )
    }

    /// A screen at rest is looked at for a while.
    var isRunning: Bool {
      let isLookedAt = fault == .flickers || fault == .leavesAVoid
      return surface.isRunning || (isLookedAt && frames < 300)
    }
    var nextDue: Instant? { surface.nextDue }
    func message(_ id: MessageID) -> EngineMessage? { id == gone ? nil : surface.message(id) }

    func frame(
      _ events: [ScheduledEvent],
      at instant: Instant,
      tick: Int,
      into snapshot: inout FrameSnapshot
    ) {
      let given = events.flatMap { scheduled in
        alter(scheduled.event).map { ScheduledEvent($0, at: scheduled.instant) }
      }
      surface.frame(given, at: instant, tick: tick, into: &snapshot)
      alter(&snapshot)
      frames += 1
    }

    private func alter(_ event: SurfaceEvent) -> [SurfaceEvent] {
      switch (fault, event) {
      case (.followsAPage, .appendPage): return [event, .scroll(to: .end, isAnimated: false)]
      case (.leavesAVoid, .remove(let id)):
        gone = id
        return []
      default: return [event]
      }
    }

    private func alter(_ frame: inout FrameSnapshot) {
      switch fault {
      case .leavesAVoid:
        guard let gone, let place = frame.visible.firstIndex(where: { $0.id == gone }) else {
          return
        }
        let end = frame.offset + frame.visible[place].y
        frame.visible.remove(at: place)
        frame.bottomInset += frame.contentBottom - end
        frame.blank += frame.contentBottom - end
        frame.contentBottom = end
      case .overshoots where frame.scroll == .animating:
        animated += 1
        if animated > 5 { move(&frame, by: LayoutUnit(points: 700)) }
      case .dropsTheFirstMessage where frame.visible.count == 1 && frame.visible[0].id == "user-1":
        let left = max(0, 20 - frames)
        move(&frame, by: LayoutUnit(points: 20 * left))
        if left > 0 { frame.scroll = .animating }
      case .flickers where (160..<170).contains(frames):
        move(&frame, by: LayoutUnit(points: frames.isMultiple(of: 2) ? 110 : 0))
      default: break
      }
    }

    /// The viewport moves, and all content the other way.
    private func move(_ frame: inout FrameSnapshot, by distance: LayoutUnit) {
      frame.offset += distance
      for index in frame.visible.indices { frame.visible[index].y -= distance }
      frame.stillPoint = nil
    }
  }

  private typealias Plan = (events: [TimedLoadEvent], profile: Profile, figures: [String])

  /// What happens, in which design, and which figures show the fault.
  private func plan(_ fault: Fault) -> Plan {
    let history = TimedLoadEvent(
      .load(SuppliedMessages(first: 0, count: 60, height: 80)),
      at: .zero
    )
    switch fault {
    case .followsAPage:
      let page = SuppliedMessages(first: 100, count: 20, height: 80)
      let events =
        [history, TimedLoadEvent(.loader(.end, isVisible: true), at: Instant(milliseconds: 300))]
        + drag(by: 300, at: 500) + drag(by: -260, at: 1_500)
        + [
          TimedLoadEvent(.appendPage(page), at: Instant(milliseconds: 3_000)),
          TimedLoadEvent(.loader(.end, isVisible: false), at: Instant(milliseconds: 3_000)),
        ]
      return (events, .reference, ["anchor_drift_max_pt"])
    case .leavesAVoid:
      let events = [
        history, TimedLoadEvent(.send("u", text: "It fails"), at: Instant(milliseconds: 500)),
        TimedLoadEvent(.taskEnd, at: Instant(milliseconds: 1_500)),
        TimedLoadEvent(.remove("u"), at: Instant(milliseconds: 2_000)),
        TimedLoadEvent(
          .scroll(to: .end, isAnimated: false),
          at: Instant(milliseconds: 3_000)
        ),
      ]
      return (events, .reference, ["void_pt"])
    case .overshoots:
      let message = Message(id: "n", role: .user, text: "A new one")
      return (
        [history, TimedLoadEvent(.append(message), at: Instant(milliseconds: 1_000))],
        .builtIn("swiftui-tips"),
        ["anchor_drift_max_pt"]
      )
    case .dropsTheFirstMessage:
      return (
        [TimedLoadEvent(.send("user-1", text: "Hi"), at: .zero)], .builtIn("conversation-kit"),
        ["anchor_drift_max_pt"]
      )
    case .flickers:
      let composer = [9_900.0, 10_400].enumerated().map { index, instant in
        TimedLoadEvent(.composer(lines: 2 - index), at: Instant(milliseconds: instant))
      }
      return ([history] + composer, .builtIn("conversation-kit"), ["screen_jolts"])
    }
  }

  private func drag(by distance: Double, at start: Double) -> [TimedLoadEvent] {
    let moves = (1...20).map { step in
      TimedLoadEvent(
        .touch(.moved, y: 300 + distance * Double(step) / 20),
        at: Instant(milliseconds: start + 16 * Double(step))
      )
    }
    return [TimedLoadEvent(.touch(.began, y: 300), at: Instant(milliseconds: start))] + moves
      + [TimedLoadEvent(.touch(.ended, y: 300 + distance), at: Instant(milliseconds: start + 600))]
  }

  private func figures(_ plan: Plan, _ fault: Fault?)
    -> [Double?]
  {
    var runner = Runner(
      events: TestBench.ordered(plan.events),
      profile: plan.profile,
      device: .iPhone15Pro.at(hertz: 60),
      tools: TestBench.tools,
      settings: TestBench.settings(),
      candidate: Candidate("planted") { Planted($0, plan.profile, fault) }
    )
    let values = TestBench.metrics(of: runner.run { _, _ in }, at: RefreshRate(hertz: 60))
    return plan.figures.map { id in values.last { $0.metric == id }?.value }
  }

  @Test(arguments: Fault.allCases)
  func aFigureShowsIt(fault: Fault) {
    let planned = plan(fault)
    let sound = figures(planned, nil)
    let faulty = figures(planned, fault)
    #expect(sound == planned.figures.map { _ in 0 })
    #expect(faulty.allSatisfy { $0.map { $0 > 0 } ?? false }, "\(faulty)")
  }
}
