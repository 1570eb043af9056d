import ChatSurface
import Lengths
import Running
import Testing
import Timebase

/// Springs that the judge of drift sees in frames alone: a message on its way to the viewport's top, and a
/// move to an end.
@Suite struct SpringDriftTests {
  /// What the judge says of frames 16 ms apart, the first of which it only remembers.
  private func drifts(_ frames: [FrameSnapshot]) -> [LayoutUnit] {
    var judge = DriftJudge()
    return frames.enumerated().map { number, frame in
      var frame = frame
      frame.tick = number
      frame.instant = Instant(milliseconds: 2_000 + 16 * Double(number))
      return judge.take(frame, after: []).drift
    }
  }

  /// A message of 60 pt on its way to the top of 800 pt, below one of 4,000 pt.
  private func pinning(y: Double, height: Double = 60) -> FrameSnapshot {
    var frame = FrameSnapshot()
    let top = LayoutUnit(points: Int(y))
    frame.viewportHeight = LayoutUnit(points: 800)
    frame.offset = LayoutUnit(points: 4_000) - top
    frame.contentBottom = LayoutUnit(points: 4_000 + Int(height))
    frame.bottomInset = LayoutUnit(points: 800)
    frame.visible = [
      FrameSnapshot.VisibleItem(
        id: MessageID(rawValue: "above"),
        y: top - LayoutUnit(points: 4_000),
        height: LayoutUnit(points: 4_000),
        state: .complete,
        version: 1
      ),
      FrameSnapshot.VisibleItem(
        id: MessageID(rawValue: "sent"),
        y: top,
        height: LayoutUnit(points: Int(height)),
        state: .complete,
        version: 1
      ),
    ]
    frame.follow = .pinning(MessageID(rawValue: "sent"))
    frame.scroll = .animating
    return frame
  }

  private func points(_ values: Double...) -> [LayoutUnit] {
    values.map { LayoutUnit(points: Int($0)) }
  }

  @Test func aMessageOnItsWayToTheTopMayNotGoDown() {
    let frames = [600, 560, 520, 525, 480].map { pinning(y: $0) }
    #expect(drifts(frames) == points(0, 0, 0, 5, 0))
  }

  /// The reader's own move was on its way down when the message was sent.
  @Test func aSpringThatTurnsRoundIsNoDrift() {
    let frames = [300, 352, 377, 380, 370, 330].map { pinning(y: $0) }
    #expect(drifts(frames).dropFirst(2) == points(0, 0, 0, 0)[...])
    // It does not go faster.
    #expect(drifts([300, 310, 330].map { pinning(y: $0) }).last == LayoutUnit(points: 20))
  }

  /// What is aimed at the place above it comes down for what became shorter.
  @Test func aMessageGoesDownForWhatBecameShorter() {
    let frames = [
      pinning(y: 600, height: 200), pinning(y: 560, height: 200), pinning(y: 580, height: 60),
      pinning(y: 590, height: 60),
    ]
    #expect(drifts(frames) == points(0, 0, 0, 0))
  }

  /// A spring to the end, which it may not pass.
  @Test func aSpringMayNotPassTheEnd() {
    func end(_ offset: Double) -> FrameSnapshot {
      var frame = pinning(y: 4_000 - offset)
      frame.follow = .following
      frame.bottomInset = .zero
      return frame
    }
    // 4,060 pt of content in 800 pt end at 3,260.
    #expect(drifts([3_000, 3_200, 3_260].map(end)) == points(0, 0, 0))
    #expect(drifts([3_000, 3_200, 3_267].map(end)).last == LayoutUnit(points: 7))
  }
}
