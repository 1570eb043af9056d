import Driving
import FrameMetrics
import Testing

@Suite struct PageReadingTests {
  /// A page whose reader has turned the wheel 600 px up and rests there.
  private func reading() throws -> PlayedPage {
    var page = PlayedPage()
    try page.draw(10)
    page.turn(-600)
    try page.draw(20)
    return page
  }

  private func moves(_ page: PlayedPage) throws -> [Double] {
    PageReading.samples(of: try page.recording()).reader.moves
  }

  @Test func whoRestsIsNotMoved() throws {
    let page = try reading()
    let reader = PageReading.samples(of: try page.recording()).reader
    #expect(reader.spells == 1 && reader.moves.isEmpty)
  }

  @Test func textThatGrowsBelowMovesNobody() throws {
    var page = try reading()
    for _ in 0..<10 {
      page.blocks.append(("w\(20_000 + page.blocks.count)", Double(page.blocks.count) * 100, 100))
      try page.draw(3)
    }
    #expect(try moves(page).isEmpty)
  }

  @Test func aPageThatScrollsItsReaderMovesHim() throws {
    var page = try reading()
    page.top += 40
    try page.draw(40)
    #expect(try moves(page) == [40])
  }

  @Test func aPageThatGoesToItsEndMovesItsReaderThere() throws {
    var page = try reading()
    page.top = 2_200
    try page.draw(40)
    #expect(try moves(page) == [600])
  }

  @Test func messagesAboveThatPushMoveTheReader() throws {
    var page = try reading()
    page.blocks = page.blocks.map { ($0.word, $0.y + 300, $0.height) }
    page.blocks.insert(("older", 0, 300), at: 0)
    try page.draw(40)
    #expect(try moves(page) == [300])
  }

  @Test func wordsThatAreMadeAnewWithinHalfASecondAreNotMoved() throws {
    var page = try reading()
    page.missing = Set(page.blocks.map(\.word))
    try page.draw(12)
    page.missing = []
    try page.draw(40)
    #expect(try moves(page).isEmpty)
  }

  @Test func wordsThatAreGoneForGoodAreAMove() throws {
    var page = try reading()
    page.missing = ["w10016"]
    try page.draw(60)
    #expect(try moves(page) == [800])
  }

  @Test func nearTheEndNobodyReads() throws {
    var page = PlayedPage()
    try page.draw(10)
    page.turn(-8)
    try page.draw(20)
    page.top = 2_200
    try page.draw(20)
    #expect(PageReading.samples(of: try page.recording()).reader.spells == 0)
  }

  @Test func whoTurnedNinePixelsUpReads() throws {
    var page = PlayedPage()
    try page.draw(10)
    page.turn(-9)
    try page.draw(20)
    page.top = 2_200
    try page.draw(20)
    #expect(try moves(page) == [9])
  }

  /// A browser that is busy takes the wheel some frames later; the page follows its text until then.
  @Test func whatFollowsItsTextBeforeTheWheelIsTakenInIsNotTheHands() throws {
    var page = PlayedPage()
    try page.draw(10)
    page.turnUnseen(-1_600)
    page.blocks.append(("w20000", 3_000, 100))
    page.top += 100
    try page.draw(2)
    // Nothing that was on screen before is there then.
    page.top -= 1_600
    page.endTurn()
    try page.draw(20)
    let rested = PageReading.samples(of: try page.recording()).reader
    #expect(rested.spells == 1 && rested.moves.isEmpty)
    page.top += 1_600
    try page.draw(20)
    #expect(try moves(page) == [1_600])
  }

  @Test func aBlockOfAnotherElementFlips() throws {
    var page = PlayedPage()
    try page.draw(2)
    page.kind = "h2"
    try page.draw(2)
    #expect(PageReading.samples(of: try page.recording()).flicker.kindFlips == 8)
  }

  @Test func aShorterAnswerFalls() throws {
    var page = PlayedPage()
    try page.draw(2)
    page.blocks.removeLast()
    page.top -= 100
    try page.draw(2)
    #expect(PageReading.samples(of: try page.recording()).flicker.falls == [100])
  }
}
