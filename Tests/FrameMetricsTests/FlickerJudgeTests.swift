import FrameMetrics
import Testing
import Timebase

@Suite struct FlickerJudgeTests {
  private func screen(
    _ milliseconds: Int,
    height: Double = 100,
    bottom: Double = 700,
    kind: String = "paragraph",
    isStreaming: Bool = true
  ) -> ReaderScreen {
    var screen = ReaderScreen(
      instant: Instant(milliseconds: Double(milliseconds)),
      viewportHeight: 800,
      pointsFromEnd: 0,
      contentHeight: 5_000,
      isAtRangeEnd: true,
      isFollowing: true
    )
    screen.items = [.init("a", y: bottom - height, height: height, isStreaming: isStreaming)]
    screen.lastMessage = "a"
    let line = LineName(message: "a", part: 0, start: 0)
    screen.lines = [ScreenLine(line, y: bottom - height, height: height, kind: kind)]
    return screen
  }

  private func figures(_ screens: [ReaderScreen], _ events: [ScreenEvent] = []) -> FlickerFigures {
    var judge = FlickerJudge(fallThreshold: 0.5)
    for screen in screens {
      let due = events.filter { $0.instant == screen.instant }
      judge.take(screen, after: due, isHandMoving: false)
    }
    return judge.figures
  }

  @Test func aGrowingAnswerThatBecomesLessTallFalls() {
    let screens = [screen(0), screen(20, height: 120), screen(40, height: 88), screen(60)]
    #expect(figures(screens).falls == [32])
  }

  @Test func theFrameInWhichAStreamEndsCounts() {
    let screens = [screen(0), screen(20, height: 80, isStreaming: false), screen(40, height: 60)]
    #expect(figures(screens).falls == [20])
  }

  @Test(arguments: ["update", "card", "part_height", "set_height", "stop", "resize", "text_size"])
  func whatAsksForLessIsNoFall(_ name: String) {
    let event = ScreenEvent(name, at: Instant(milliseconds: 20))
    #expect(figures([screen(0), screen(20, height: 80)], [event]).falls.isEmpty)
  }

  @Test func aBlockThatBecomesAnotherKindFlipsEachTime() {
    let kinds = ["paragraph", "heading-2", "paragraph", "paragraph", "table-row"]
    let screens = kinds.enumerated().map { screen($0.offset * 20, kind: $0.element) }
    #expect(figures(screens).kindFlips == 3)
  }

  @Test func aFollowedEndThatGoesDownIsAReversal() {
    let screens = [
      screen(0), screen(20, bottom: 702), screen(40, bottom: 700), screen(60, bottom: 701),
    ]
    #expect(figures(screens).reversals == 1)
  }

  @Test func theEndMayGoDownForAsLongAsItSettles() {
    let event = ScreenEvent("composer", at: Instant(milliseconds: 20))
    let screens = [
      screen(0), screen(20, bottom: 720), screen(320, bottom: 740), screen(340, bottom: 760),
    ]
    #expect(figures(screens, [event]).reversals == 1)
  }
}
