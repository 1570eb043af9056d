import Driving
import Testing

@Suite struct PageFiguresTests {
  private func text(_ words: [Int]) -> String {
    words.map { "w" + String(100_000 + $0).dropFirst() }.joined(separator: " ")
  }

  private func words(_ numbers: [Int]) throws -> PageFigures.Words {
    var page = PlayedPage()
    try page.draw(3)
    let recording = try page.recording(text: text(numbers), sent: (0..<30).map { [0, Double($0)] })
    return PageFigures(of: recording).words
  }

  @Test func aWholeTextIsExact() throws {
    #expect(try words(Array(1...30)).isExact)
  }

  @Test func lostDoubleAndDisorderedWordsAreCounted() throws {
    let found = try words(Array(1...10) + [10, 12, 11] + Array(14...30))
    #expect(found.lost == 1 && found.double == 1 && found.disordered == 1)
  }

  @Test func latenessIsCountedInFramesFromTheStreamsZero() throws {
    var page = PlayedPage()
    page.high = 0
    try page.draw(11)
    page.high = 1
    try page.draw(3)
    // The first token is due 100 ms after zero, which is the first frame, and is in the twelfth.
    let figures = PageFigures(of: try page.recording(text: text([1]), sent: [[100, 0]]))
    #expect(figures.lags.count == 1)
    #expect(abs((figures.lags.first ?? 0) - (12 * 1000 / 60 - 100)) < 0.001)
  }

  @Test func whatCameToAPartThatIsNotInThePageIsLateFromWhenItIsThereAgain() throws {
    func lags(isAway: Bool) throws -> PageFigures {
      var page = PlayedPage()
      page.high = 0
      try page.draw(8)
      page.isAway = isAway
      try page.draw(92)
      (page.isAway, page.high) = (false, 1)
      try page.draw(2)
      return PageFigures(of: try page.recording(text: text([1]), sent: [[100, 0]]))
    }
    #expect(try lags(isAway: true).lags.map { ($0 * 60 / 1000).rounded() } == [1])
    #expect(try lags(isAway: false).lags.map { ($0 * 60 / 1000).rounded() } == [95])
  }

  @Test func aWheelThatThePageTakesBackIsNotAWheelThatMovedNothing() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turn(-120)
    page.top += 120
    page.put = 120
    try page.draw(20)
    let figures = PageFigures(of: try page.recording())
    #expect(figures.wheelUndone == [120])
    #expect(!figures.doubts.contains { $0.contains("moved nothing") })
  }

  @Test func aPageThatGoesToItsEndBeforeTheWheelDoesWasMoved() throws {
    var page = PlayedPage()
    page.top = 1_700
    try page.draw(3)
    page.turnUnseen(1_000)
    (page.top, page.put) = (2_200, 500)
    try page.draw(20)
    #expect(PageFigures(of: try page.recording()).doubts.isEmpty)
  }

  @Test func whatIsTakenBackBetweenTwoNotchesIsUndone() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turn(-120)
    try page.draw()
    page.top += 100
    page.put = 100
    try page.draw()
    page.notch(-60)
    try page.draw(20)
    #expect(PageFigures(of: try page.recording()).wheelUndone == [100])
  }

  @Test func moreThanTheWheelsWayCannotBeTakenBack() throws {
    var page = PlayedPage()
    page.top -= 300
    try page.draw(3)
    page.turn(-120)
    page.top += 300
    page.put = 300
    try page.draw(20)
    #expect(PageFigures(of: try page.recording()).wheelUndone == [120])
  }

  @Test func aWheelThatTheSmoothScrollOfAPageTakesBackIsUndone() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turn(-120)
    page.top += 120
    page.smooth = 1
    try page.draw(20)
    let figures = PageFigures(of: try page.recording())
    #expect(figures.wheelUndone == [120])
    #expect(!figures.doubts.contains { $0.contains("moved nothing") })
  }

  @Test func aWheelThatHasItsWayOnlyAfterItStandsStillIsNotTakenBack() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turn(-120)
    page.top += 120
    page.smooth = 1
    for _ in 0..<12 {
      page.top -= 10
      try page.draw()
    }
    try page.draw(20)
    #expect(PageFigures(of: try page.recording()).wheelUndone == [0])
  }

  @Test func aSmoothScrollThatLeavesTheWheelItsWayTakesNothingBack() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turn(-120)
    page.smooth = 1
    try page.draw(20)
    #expect(PageFigures(of: try page.recording()).wheelUndone == [0])
  }

  @Test func aWheelThatMovesNothingIsDoubtedAndSaysWhatLiesThere() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turn(-120)
    page.top += 120
    try page.draw(20)
    var recording = try page.recording()
    recording.cover = "<div> lies over it"
    let doubts = PageFigures(of: recording).doubts
    #expect(doubts.contains { $0.contains("moved nothing: <div> lies over it") })
  }

  @Test func aPageThatScrollsForTheWheelHasMoved() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turnUnseen(-120)
    (page.top, page.put) = (page.top - 120, -120)
    try page.draw()
    page.put = 0
    try page.draw(20)
    let figures = PageFigures(of: try page.recording())
    #expect(figures.doubts.isEmpty)
    #expect(figures.wheelUndone == [0])
  }

  @Test func wordsThatNoMessageHoldsAreSaidWithTheirPlace() throws {
    var page = PlayedPage()
    page.high = 0
    try page.draw(3)
    var recording = try page.recording(sent: [[0, 0]])
    (recording.messages, recording.hint) = (".a", "message: {assistant: '.b'}")
    recording.complaints = ["the store is gone", "TypeError: no\n  store", "the store is gone"]
    let doubts = PageFigures(of: recording).doubts
    #expect(
      doubts == [
        "no word of the stream was ever in a message (.a); write `message: {assistant: '.b'}`, where the page "
          + "shows them; the page's first errors: the store is gone | TypeError: no store"
      ]
    )
  }

  @Test func aWheelThatMovesNothingTakesNobodyAway() throws {
    var page = PlayedPage()
    page.legible = 0
    try page.draw(3)
    page.turnUnseen(-120)
    try page.draw(6)
    page.endTurn()
    try page.draw(3)
    page.top -= 400
    try page.draw(120)
    let sent = (0..<29).map { [100, Double($0)] }
    let words = text(Array(1...29))
    let still = PageFigures(of: try page.recording(text: words, sent: sent))
    #expect(still.followDistance == 400)
    var left = PlayedPage()
    left.legible = 0
    try left.draw(3)
    left.turn(-120)
    try left.draw(6)
    left.endTurn()
    try left.draw(3)
    left.top -= 400
    try left.draw(120)
    let gone = PageFigures(of: try left.recording(text: words, sent: sent))
    #expect(gone.followDistance == 0)
    #expect(still.unread > gone.unread)
  }

  @Test func aPageThatFollowsItsTextTakesNoWheelBack() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turnUnseen(-120)
    page.blocks.append(("w20000", 3_000, 100))
    (page.top, page.put) = (page.top + 100, 100)
    try page.draw(20)
    #expect(PageFigures(of: try page.recording()).doubts.contains { $0.contains("moved nothing") })
  }
}
