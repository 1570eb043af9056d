import FrameMetrics
import Testing
import Timebase

@Suite struct ReaderJudgeTests {
  @Test func aReaderWhoIsLeftAloneIsNotMoved() {
    var chat = ReadChat()
    chat.read()
    for _ in 0..<10 { #expect(chat.frame() == .kept) }
    chat.judge.finish(at: Instant(milliseconds: Double(chat.instant)))
    #expect(chat.judge.figures.moves.isEmpty)
    #expect(chat.judge.figures.spells == 1)
    #expect(chat.judge.figures.readingTime == .milliseconds(200))
  }

  @Test func nobodyReadsBeforeHisOwnInput() {
    var chat = ReadChat()
    chat.frame()
    chat.top -= 300
    #expect(chat.frame() == .unjudged(.nobody))
    #expect(chat.judge.figures.spells == 0)
  }

  @Test func framesUnderHalfASecondApartAreOneMove() {
    var chat = ReadChat()
    chat.read()
    for _ in 0..<5 {
      chat.top -= 10
      chat.frame()
    }
    chat.instant += 500
    chat.top += 30
    #expect(chat.frame() == .moved(30))
    #expect(chat.judge.figures.moves == [50, 30])
    // The first went up in five steps, and began with the first of them.
    let faults = chat.judge.figures.faults
    #expect(faults.map(\.points) == [-50, 30])
    #expect(faults[1].instant.milliseconds == Double(chat.instant))
    #expect(faults[0].instant < faults[1].instant)
    #expect(faults[0].words.hasSuffix("which was read, moved 50 pt up"), "\(faults[0].words)")
  }

  @Test func aFingerThatLostTheContentToASendIsNoInput() {
    var chat = ReadChat()
    chat.hand.isMoving = true
    chat.frame(chat.event("touch"))
    chat.top += 100
    chat.frame(chat.event("touch"))
    // What is sent goes to its place while the finger is still down and moves.
    chat.hand.isMoving = false
    chat.frame(chat.event("send"))
    for _ in 0..<5 {
      chat.top -= 300
      #expect(chat.frame(chat.event("touch")) == .unjudged(.nobody))
    }
    var lift = chat.event("touch")
    lift.isLift = true
    chat.frame(lift)
    #expect(chat.judge.figures.moves.isEmpty && chat.judge.figures.spells == 0)
    // The next touch is one.
    chat.top = -2_000
    chat.read()
    chat.top -= 50
    #expect(chat.frame() == .moved(-50))
  }

  @Test func aDesignThatGoesToTheEndAsTheFingerLeavesHasMovedTheReader() {
    var chat = ReadChat()
    chat.frame(chat.event("touch"))
    chat.hand.isMoving = true
    chat.scroll(by: 100)
    chat.frame(chat.event("touch"))
    chat.hand = .init(isMoving: false, distance: 0, isExact: true)
    chat.top = 800 - 6_000
    chat.frame(chat.event("touch"))
    #expect(chat.judge.figures.moves == [3_300])
    // He is at the end: what goes on there is not judged.
    chat.top -= 10
    #expect(chat.frame() == .unjudged(.nearEnd))
  }

  @Test(arguments: [9.0, 20, 40, 60, 90, 110])
  func whoHasScrolledAwayReadsHoweverNearTheEnd(_ distance: Double) {
    var chat = ReadChat()
    chat.top = 800 - 6_000
    chat.frame()
    chat.drag(by: distance)
    #expect(chat.judge.figures.spells == 1)
    #expect(chat.frame() == .kept)
    chat.top -= distance
    #expect(chat.frame() == .moved(-distance))
    // He is at the end now, where he did not go himself.
    #expect(chat.frame() == .unjudged(.nearEnd))
  }

  @Test func aTouchOfUnderEightPointsIsNoWay() {
    var chat = ReadChat()
    chat.top = 800 - 6_000
    chat.frame()
    chat.drag(by: 7.5)
    chat.top -= 7.5
    #expect(chat.frame() == .unjudged(.nearEnd))
    #expect(chat.judge.figures.spells == 0 && chat.judge.isFollowed)
  }

  @Test func whoComesBackToTheEndByHimselfReadsNoMore() {
    var chat = ReadChat()
    chat.top = 800 - 6_000
    chat.frame()
    chat.drag(by: 300)
    #expect(chat.frame() == .kept && !chat.judge.isFollowed)
    chat.drag(by: -200)
    #expect(chat.frame() == .kept && !chat.judge.isFollowed)
    chat.drag(by: -95)
    #expect(chat.frame() == .unjudged(.nearEnd) && chat.judge.isFollowed)
    // Content that is stretched beyond the end leads nowhere.
    chat.drag(by: -60)
    chat.drag(by: 60)
    #expect(chat.frame() == .unjudged(.nearEnd))
    chat.drag(by: 30)
    #expect(chat.frame() == .kept)
  }

  // MARK: What goes, and what is beside

  @Test func theNextLineKeepsItsPlaceWhenTheOneThatIsReadGoes() {
    var chat = ReadChat()
    chat.names = (0..<30).map { "m\($0)" }
    chat.read()
    // m10 stands at 100: m11, at 300, keeps its place.
    chat.remove(10)
    chat.top += 200
    #expect(chat.frame(chat.event("remove", message: "m10")) == .kept)
    // m9 came to its place, and is read now. It goes, and m11 takes its place: the reader was thrown on.
    chat.remove(9)
    #expect(chat.frame(chat.event("remove", message: "m9")) == .moved(-200))
  }

  @Test func aMessageUnderAnotherNameIsTheSameLine() {
    var chat = ReadChat()
    chat.names = (0..<30).map { "m\($0)" }
    chat.read()
    chat.names[10] = "server"
    #expect(chat.frame(chat.event("replace_all")) == .kept)
    chat.names[10] = "again"
    chat.top -= 30
    #expect(chat.frame(chat.event("replace_all")) == .moved(-30))
  }

  @Test func anotherLineMayMoveOnlyForALineThatChangedInBetween() {
    var chat = ReadChat()
    chat.read()
    // m11 grows by an event, and what is below it is pushed.
    chat.heights[11] += 60
    #expect(chat.frame(chat.event("set_height", message: "m11")) == .kept)
    #expect(chat.judge.figures.pushed == 60)
    // A gap opens below m11, of which no line knows.
    chat.gap = (12, 40)
    #expect(chat.frame() == .moved(40))
    #expect(chat.judge.figures.pushed == 60)
  }

  @Test func aMoveThereAndBackIsNoWayInTheEnd() {
    var chat = ReadChat()
    chat.read()
    for way in [500.0, -500, 500, -500] {
      chat.top += way
      chat.frame()
    }
    #expect(chat.judge.figures.moves == [500])
    chat.top += 40
    chat.frame()
    #expect(chat.judge.figures.moves == [40])
  }

  @Test func growthOfWhatLiesAcrossTheTopIsNotCounted() {
    var chat = ReadChat()
    chat.top = -2_100
    chat.read()
    chat.frame()
    chat.top -= 60
    chat.frame(chat.event("touch"))
    chat.frame()
    // The message across the top grows at its end and keeps its top.
    chat.heights[10] += 24
    #expect(chat.frame() == .unjudged(.growthAbove))
    // The same growth with a jump of all is one.
    chat.heights[10] += 24
    chat.top -= 100
    #expect(chat.frame() == .moved(-76))
  }

  @Test func growthOfWhatLiesWhollyBehindABarMovesTheReader() {
    var chat = ReadChat()
    chat.top = -2_270
    chat.read()
    chat.frame()
    // Its end lies 30 pt below the viewport's top, and the bar's 50 pt.
    chat.heights[10] += 24
    #expect(chat.frame() == .moved(24))
  }

  @Test func whatComesBackFromBeyondTheEndGoesNoFurther() {
    var chat = ReadChat()
    chat.read()
    chat.hand = .init(isMoving: true, distance: 0, isExact: false)
    chat.frame(chat.event("touch"))
    // The end is 10 pt above the viewport's now.
    chat.heights.removeLast(16)
    chat.top = -2_010
    chat.frame(chat.event("remove", message: "m20"))
    chat.hand.isMoving = false
    chat.top += 6
    var lift = chat.event("touch")
    lift.isLift = true
    #expect(chat.frame(lift) == .unjudged(.hand))
    chat.top -= 96
    #expect(chat.frame() == .moved(-96))
  }

  @Test func aMessageAboveThatShrinksMovesTheReader() {
    var chat = ReadChat()
    chat.top = -2_060
    chat.read()
    chat.frame()
    chat.heights[9] -= 50
    #expect(chat.frame() == .moved(-50))
  }

  @Test func contentThatBecomesTooShortIsAClamp() {
    var chat = ReadChat()
    chat.top = 800 - 6_000 + 100
    chat.read()
    chat.frame()
    // All below is taken away; the end comes down to the viewport's.
    chat.heights.removeLast(3)
    chat.top = 800 - chat.heights.reduce(0, +)
    #expect(chat.frame(chat.event("remove", message: "m29")) == .unjudged(.clamp))
  }

  @Test(arguments: ["send", "regenerate", "load", "remove_all", "background", "window_close"])
  func aSpellEndsWithWhatTakesTheReaderElsewhere(_ name: String) {
    var chat = ReadChat()
    chat.read()
    chat.top -= 500
    #expect(chat.frame(chat.event(name)) == .unjudged(.nobody))
    #expect(chat.judge.figures.moves.isEmpty)
  }

  @Test(arguments: ["resize", "text_size", "refresh", "composer", "keyboard_drag"])
  func aSpellPausesWhileItsSurroundingsChange(_ name: String) {
    var chat = ReadChat()
    chat.read()
    chat.top -= 70
    #expect(chat.frame(chat.event(name)) == .unjudged(.pause))
    #expect(chat.frame() == .kept)
    chat.top -= 1
    #expect(chat.frame() == .moved(-1))
  }

  @Test func aKeyboardPausesForItsDurationAndMore() {
    var chat = ReadChat()
    chat.read()
    var keyboard = chat.event("keyboard")
    keyboard.duration = .milliseconds(250)
    chat.frame(keyboard)
    chat.instant += 500
    chat.top -= 70
    #expect(chat.frame() == .unjudged(.pause))
    chat.top -= 70
    chat.instant += 40
    #expect(chat.frame() == .moved(-70))
  }

  @Test func aLoadOfTheSameConversationIsCountedAndOneOfAnotherIsNot() {
    for isSame in [true, false] {
      var chat = ReadChat()
      chat.read()
      chat.frame()
      let load = chat.event("load")
      if !isSame { chat.names = chat.names.map { "other-\($0)" } }
      chat.top -= 70
      chat.frame(load)
      #expect(chat.judge.figures.reloads == (isSame ? 1 : 0))
      #expect(chat.judge.figures.reloadedWay == (isSame ? 70 : 0))
      #expect(chat.judge.figures.moves.isEmpty)
    }
  }

  @Test func aFoldOfTheReadersOwnPausesAndOneOfTheAppsDoesNot() {
    var chat = ReadChat()
    chat.top = -2_060
    chat.read()
    var fold = chat.event("part_height", message: "m9")
    fold.isByReader = true
    chat.heights[9] -= 50
    #expect(chat.frame(fold) == .unjudged(.pause))
    fold.isByReader = nil
    chat.heights[9] -= 50
    #expect(chat.frame(fold) == .moved(-50))
  }

  @Test func theLineIsChosenAnewWhenItIsTakenAwayOrChanged() {
    var chat = ReadChat()
    chat.read()
    let line = "m10"
    chat.top -= 200
    #expect(chat.frame(chat.event("move", message: line)) == .unjudged(.changed))
    #expect(chat.frame() == .kept)
    // Its top stays when it becomes another one.
    chat.top -= 20
    #expect(chat.frame(chat.event("set_height", message: "m11")) == .moved(-20))
  }

  @Test func aJumpOfTheAppsMovesTheReader() {
    var chat = ReadChat()
    chat.read()
    var jump = chat.event("scroll_to")
    jump.isByReader = false
    chat.top -= 400
    #expect(chat.frame(jump) == .moved(-400))
    jump.isByReader = nil
    chat.top -= 400
    #expect(chat.frame(jump) == .unjudged(.hand))
  }

  /// In pages nobody knows the hand's physics: its motion is over when content stops or turns back.
  @Test func withoutAModelTheHandRestsWhereContentStopsOrTurnsBack() {
    var chat = ReadChat()
    chat.hasModel = false
    chat.frame()
    chat.frame(chat.event("wheel"))
    for _ in 0..<5 {
      chat.top += 20
      #expect(chat.frame() == .unjudged(.hand))
    }
    chat.frame()
    chat.top -= 30
    #expect(chat.frame() == .moved(-30))
    chat.frame(chat.event("wheel"))
    for _ in 0..<5 {
      chat.top += 20
      chat.frame()
    }
    chat.top -= 60
    #expect(chat.frame() == .moved(-60))
  }

  @Test func wordsThatAreNowhereCountOnceTheyAreNotMadeAnew() {
    var judge = ReaderJudge(threshold: 1)
    var chat = ReadChat()
    chat.hasModel = false
    let events = [ScreenEvent("wheel", at: .zero)]
    _ = judge.take(chat.screen, after: events)
    chat.instant = 200
    _ = judge.take(chat.screen, after: [])
    chat.instant = 220
    #expect(judge.take(chat.screen, after: []) == .kept)
    let gone = { (milliseconds: Int) -> ReaderJudge.Finding in
      var empty = chat.screen
      empty.instant = Instant(milliseconds: Double(milliseconds))
      (empty.lines, empty.items) = ([], [])
      return judge.take(empty, after: []) { _ in .absent }
    }
    #expect(gone(240) == .unjudged(.changed))
    #expect(gone(740) == .unjudged(.changed))
    #expect(gone(760) == .moved(800))
  }
}
