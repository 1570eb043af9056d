import ChatSurface
import FrameMetrics
import Timebase
import ViewportPlacing

/// Judges of what is shown inside a part that scrolls by itself: those of a window, with the part for the
/// viewport.
struct PartJudges {
  private let id: MessageID
  private let part: Int
  private var drift: DriftJudge
  private var screens = ScreenJudges()

  /// Makes judges of a part that have seen no frame.
  init(_ scroller: FrameSnapshot.Scroller, deceleration: DecelerationRule) {
    (id, part) = (scroller.id, scroller.part)
    drift = DriftJudge(deceleration: deceleration)
  }

  /// Whether it is this part that they judge.
  func isOf(_ scroller: FrameSnapshot.Scroller) -> Bool {
    id == scroller.id && part == scroller.part
  }

  /// Takes the next frame in which the part was on screen.
  mutating func take(
    _ frame: FrameSnapshot,
    after events: [ScheduledEvent],
    of engine: any RunEngine,
    presented: Instant
  ) {
    let own = events.compactMap { scheduled -> ScheduledEvent? in
      guard case .partScroll(id, part, let distance) = scheduled.event else { return nil }
      return ScheduledEvent(.wheel(by: distance), at: scheduled.instant)
    }
    let verdict = drift.take(frame, after: own, offScreen: { engine.placeOnScreen(of: $0) })
    screens.take(
      frame,
      after: own,
      rates: [],
      of: engine,
      drift: (verdict, drift.hand, nil),
      isOpen: false,
      presented: presented
    )
  }

  /// What was found in all frames.
  func finished(at instant: Instant) -> ScreenSamples { screens.finished(at: instant) }
}
