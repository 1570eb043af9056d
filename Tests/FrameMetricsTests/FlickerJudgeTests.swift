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

  @Test func aKeyboardThatGoesTakesTheEndDownForItsWholeMotion() {
    let event = ScreenEvent("keyboard", at: Instant(milliseconds: 20))
    let screens = [
      screen(0), screen(20, bottom: 720), screen(820, bottom: 740), screen(840, bottom: 760),
    ]
    #expect(figures(screens, [event]).reversals == 1)
  }

  @Test func aMessageThatGoesAndComesUnderItsNameIsNoFall() {
    let event = ScreenEvent("remove", at: Instant(milliseconds: 20), message: "a")
    #expect(figures([screen(0), screen(20, height: 80, kind: "code")], [event]) == .init())
  }

  @Test func shortContentGrowsDownwardAndThatIsNoReversal() {
    var screens = [screen(0, bottom: 300), screen(20, bottom: 320), screen(40, bottom: 340)]
    for index in screens.indices { screens[index].contentHeight = 400 }
    #expect(figures(screens).reversals == 0)
    for index in screens.indices {
      screens[index].contentHeight = 5_000
      screens[index].pointsFromEnd = -200
    }
    #expect(figures(screens).reversals == 0)
  }

  @Test func aScreenThatGoesBackTheWayItCameIsAJolt() {
    let bottoms = [700.0, 690, 700, 700, 690, 680, 685]
    var screens = bottoms.enumerated().map { screen($0.offset * 20, bottom: $0.element) }
    for index in screens.indices { screens[index].isFollowing = false }
    #expect(figures(screens).jolts == 2)
    // An event between the two asked for it.
    let event = ScreenEvent("remove", at: Instant(milliseconds: 40), message: "b")
    #expect(figures(screens, [event]).jolts == 1)
    let keyboard = ScreenEvent("keyboard", at: .zero)
    #expect(figures(screens, [keyboard]).jolts == 0)
  }

  @Test func whatGoesOnAsTheHandWentAndTurnsIsNoJolt() {
    let bottoms = [700.0, 720, 726, 728, 724, 715, 719]
    func jolts(hand: Int) -> Int {
      var judge = FlickerJudge(fallThreshold: 0.5)
      for (index, bottom) in bottoms.enumerated() {
        var frame = screen(index * 20, bottom: bottom)
        frame.isFollowing = false
        judge.take(frame, after: [], isHandMoving: index < hand)
      }
      return judge.figures.jolts
    }
    // A spring that takes over at the hand's speed turns once; what turns again does so by itself.
    #expect(jolts(hand: 2) == 1)
    #expect(jolts(hand: 0) == 2)
  }

  @Test func whatIsPushedDownByWhatGrowsAboveItIsNoJolt() {
    // A spring takes content up while an answer grows: what is below it goes down for one frame.
    func frame(_ milliseconds: Int, y: Double, answer: Double) -> ReaderScreen {
      var screen = screen(milliseconds)
      screen.isFollowing = false
      screen.items = [
        .init("question", y: y, height: 60, isStreaming: false),
        .init("answer", y: y + 60, height: answer, isStreaming: true),
        .init("later", y: y + 60 + answer, height: 60, isStreaming: false),
      ]
      return screen
    }
    let grows = [
      frame(0, y: 400, answer: 20), frame(20, y: 380, answer: 20), frame(40, y: 370, answer: 40),
      frame(60, y: 362, answer: 40),
    ]
    #expect(figures(grows).jolts == 0)
    let shakes = [
      frame(0, y: 400, answer: 20), frame(20, y: 380, answer: 20), frame(40, y: 390, answer: 40),
    ]
    #expect(figures(shakes).jolts == 1)
  }

  @Test func anAnswerThatGrowsIntoItsBlankIsNoReversal() {
    func frame(_ milliseconds: Int, bottom: Double, fromEnd: Double = 0) -> ReaderScreen {
      var screen = screen(milliseconds, height: bottom - 300, bottom: bottom)
      screen.pointsFromEnd = fromEnd
      (screen.contentEnd, screen.freeBottom) = (bottom, 700)
      return screen
    }
    #expect(figures([frame(0, bottom: 400), frame(20, bottom: 420)]).reversals == 0)
    // Without room below, or where the end is not stood at, it goes down.
    #expect(figures([frame(0, bottom: 700), frame(20, bottom: 720)]).reversals == 1)
    let bounce = [frame(0, bottom: 690, fromEnd: -10), frame(20, bottom: 700)]
    #expect(figures(bounce).reversals == 1)
  }

  @Test func emptyScreenBelowTheEndIsAVoidUnlessSomethingThatWasSentIsInView() {
    var empty = screen(20, bottom: 300, isStreaming: false)
    (empty.contentEnd, empty.freeBottom, empty.isAtRest) = (300, 750, true)
    #expect(figures([screen(0), empty]).void == 450)
    let sent = ScreenEvent("send", at: .zero, message: "a")
    #expect(figures([screen(0), empty], [sent]).void == 0)
    var short = empty
    short.contentHeight = 300
    #expect(figures([screen(0), short]).void == 0)
  }
}
