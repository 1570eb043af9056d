import FrameMetrics
import Testing
import Timebase

/// Where jumps come to rest, lines that turn round, and focus that is lost, of screens that are made up.
@Suite struct LandingJudgeTests {
  /// A frame 20 ms after the one before, with message `m` at `y`.
  private func screen(_ frame: Int, y: Double?, fromEnd: Double = 1_000) -> ReaderScreen {
    var screen = ReaderScreen(
      instant: Instant(milliseconds: Double(frame) * 20),
      viewportHeight: 800,
      topInset: 50,
      pointsFromEnd: fromEnd,
      contentHeight: 5_000,
      isAtRangeEnd: fromEnd == 0
    )
    screen.freeBottom = 700
    if let y { screen.items = [.init("m", y: y, height: 100, isStreaming: false)] }
    return screen
  }

  private func jump(_ goal: JumpGoal) -> ScreenEvent {
    var event = ScreenEvent("scroll_to", at: .zero, message: "m")
    event.goal = goal
    return event
  }

  private func figures(_ goal: JumpGoal, _ screens: [ReaderScreen]) -> LandingJudge.Figures {
    var judge = LandingJudge()
    for (index, screen) in screens.enumerated() {
      judge.take(screen, after: index == 0 ? [jump(goal)] : [], unseen: { _ in .at(-300) })
    }
    judge.finish()
    return judge.figures
  }

  @Test(arguments: [
    (JumpGoal.messageTop, 50.0), (.messageCenter, 325), (.messageBottom, 600), (.below(120), 170),
  ])
  func aJumpThatIsThereIsNotOff(_ goal: JumpGoal, _ y: Double) {
    let found = figures(goal, [screen(0, y: y), screen(1, y: y)])
    #expect(found.errors == [0] && found.frames == [0])
  }

  @Test func aJumpByEstimateIsOffUntilItIsThere() {
    let found = figures(.messageTop, [screen(0, y: 400), screen(1, y: 90), screen(2, y: 50)])
    #expect(found.errors == [0] && found.frames == [2])
  }

  @Test func aJumpThatStaysOffSaysHowFar() {
    let found = figures(.messageTop, [screen(0, y: 400), screen(1, y: 400)])
    #expect(found.errors == [350] && found.frames == [2])
  }

  @Test func aJumpThatIsTakenBackSaysHowFar() {
    let found = figures(.messageTop, [screen(0, y: 50), screen(1, y: nil, fromEnd: 0)])
    #expect(found.errors == [350] && found.frames == [2])
  }

  @Test func theEndOfTheContentIsNear() {
    #expect(figures(.messageTop, [screen(0, y: 400, fromEnd: 0)]).errors == [0])
  }

  @Test func aHeaderCoversWhatIsUnderIt() {
    var covered = screen(0, y: 50)
    covered.header = .init("date", y: 50, height: 28, isStreaming: false)
    #expect(figures(.messageTop, [covered]).errors == [28])
    var clear = screen(0, y: 78)
    clear.header = covered.header
    #expect(figures(.messageTop, [clear]).errors == [0])
  }

  @Test func theReadersNextInputEndsIt() {
    var judge = LandingJudge()
    judge.take(screen(0, y: 50), after: [jump(.messageTop)], unseen: { _ in .unknown })
    let wheel = ScreenEvent("wheel", at: Instant(milliseconds: 20))
    judge.take(screen(1, y: 200), after: [wheel], unseen: { _ in .unknown })
    judge.finish()
    #expect(judge.figures.errors == [0])
  }

  // MARK: Focus

  private func lost(_ shown: [String?], _ events: [Int: ScreenEvent]) -> Int {
    var judge = FocusJudge()
    for (frame, focused) in shown.enumerated() {
      var screen = screen(frame, y: 50)
      screen.focused = focused
      judge.take(screen, after: events[frame].map { [$0] } ?? [], isThere: { $0 == "m" })
    }
    return judge.lost
  }

  @Test func focusIsLostWhereNothingLetItGo() {
    let begins = ScreenEvent("accessibility_focus", at: .zero, message: "m")
    let ends = ScreenEvent("accessibility_focus", at: .zero)
    #expect(lost(["m", "m", nil, nil], [0: begins]) == 1)
    #expect(lost(["m", "m", nil, nil], [0: begins, 2: ends]) == 0)
    #expect(lost(["m", "m", nil], [0: begins, 2: ScreenEvent("load", at: .zero)]) == 0)
    let gone = ScreenEvent("accessibility_focus", at: .zero, message: "n")
    #expect(lost(["n", nil], [0: gone]) == 0)
    #expect(lost([nil, nil], [0: begins]) == 0)
  }

  // MARK: Directions

  private func flips(_ directions: [Bool?]) -> Int {
    var judge = FlickerJudge(fallThreshold: 0.5)
    for (frame, isRightToLeft) in directions.enumerated() {
      var screen = screen(frame, y: 50)
      screen.items[0].isStreaming = true
      let name = LineName(message: "m", part: 0, start: 0)
      screen.lines = [ScreenLine(name, y: 50, height: 20, kind: "paragraph")]
      screen.lines[0].isRightToLeft = isRightToLeft
      judge.take(screen, after: [], isHandMoving: false)
    }
    return judge.figures.directionFlips
  }

  @Test func aBlockThatTurnsRoundIsSeen() {
    #expect(flips([false, true, true, false]) == 2)
    #expect(flips([nil, true, true]) == 0)
    #expect(flips([false, false]) == 0)
  }
}
