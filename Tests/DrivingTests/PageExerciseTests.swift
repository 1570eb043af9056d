import Driving
import FrameMetrics
import Records
import Testing

@Suite struct PageExerciseTests {
  private static let app = try? AppDescription(
    text: "name: a\nfolder: .\nversion: \"1\"\nlooked: 2026-11-29\n",
    path: "APP.yaml"
  )

  private func cell(_ page: PlayedPage) throws -> CellRecord {
    let words = (1...29).map { "w" + String(100_000 + $0).dropFirst() }.joined(separator: " ")
    let recording = try page.recording(text: words, sent: (0..<29).map { [100, Double($0)] })
    return CellRecord(of: recording, app: try #require(Self.app))
  }

  private func check(_ metric: Metric, in cell: CellRecord) -> BudgetCheck? {
    cell.budgets.first { $0.name == metric.id }
  }

  @Test func aPageThatHasNowhereToScrollIsNotJudgedByItsDistance() throws {
    var page = PlayedPage()
    page.blocks = Array(page.blocks.prefix(8))
    page.top = 0
    try page.draw(120)
    let cell = try cell(page)
    #expect(check(.pageFollowDistance, in: cell)?.state == .unexercised)
    #expect(check(.pageFollowDistance, in: cell)?.note?.contains("to scroll") == true)
    #expect(check(.pageWordsLost, in: cell)?.state == .kept)
  }

  @Test func aReadersScenarioInWhichNobodyWasJudgedIsNoPass() throws {
    var page = PlayedPage()
    page.blocks = Array(page.blocks.prefix(8))
    page.top = 0
    try page.draw(3)
    page.turn(-60)
    page.top = 0
    try page.draw(60)
    page.endTurn()
    try page.draw(60)
    let cell = try cell(page)
    #expect(
      cell.verdict == .inconclusive([Metric.readerMovedTimes.id, Metric.pageWheelUndone.id])
    )
    let note = check(.pageWheelUndone, in: cell)?.note
    #expect(note?.contains("had 0 px to scroll; name it with `scroller`") == true)
    #expect(note?.contains("up 0 of 60 px") == true)
    var steady = try page.recording()
    steady.scenario = try #require(PageScenario.named("stream-steady"))
    steady.stream = .steady(tokensPerSecond: 60, count: 30)
    steady.end.sent = [[100, 0]]
    steady.end.text = "w00001"
    #expect(CellRecord(of: steady, app: try #require(Self.app)).verdict == .pass)
  }

  @Test func aPageThatCanScrollIsJudgedByItsDistance() throws {
    var page = PlayedPage()
    try page.draw(120)
    #expect(check(.pageFollowDistance, in: try cell(page))?.state == .kept)
    page.top = 0
    try page.draw(10)
    #expect(check(.pageFollowDistance, in: try cell(page))?.state == .missed)
  }

  @Test func aTurnWithNowhereToGoIsNotJudgedAndSaysSo() throws {
    var page = PlayedPage()
    page.top = 40
    try page.draw(3)
    page.turn(-40)
    try page.draw(120)
    let check = check(.pageWheelUndone, in: try cell(page))
    #expect(check?.state == .unexercised && check?.value == nil)
    #expect(check?.note?.contains("over 100 px") == true)
  }

  @Test func aTurnSaysWhatItReached() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turn(-120)
    try page.draw(120)
    let check = check(.pageWheelUndone, in: try cell(page))
    #expect(check?.state == .kept)
    #expect(check?.note?.contains("up 120 of 120 px, rested 120 to 120 px from the end") == true)
  }

  @Test func nobodyIsJudgedWhoReadsWhileNothingComes() throws {
    var page = PlayedPage()
    try page.draw(3)
    page.turn(-300)
    try page.draw(120)
    #expect(check(.readerMovedTimes, in: try cell(page))?.state == .unexercised)
    page.length += 100
    try page.draw(10)
    #expect(check(.readerMovedTimes, in: try cell(page))?.state == .kept)
  }

  @Test func aPageOfWhichNothingCouldBeMissedIsInvalid() throws {
    var page = PlayedPage()
    page.blocks = Array(page.blocks.prefix(2))
    (page.top, page.high) = (0, 0)
    try page.draw(10)
    let cell = CellRecord(of: try page.recording(), app: try #require(Self.app))
    guard cell.verdict.kind == .invalid else {
      Issue.record("the verdict is \(cell.verdict)")
      return
    }
  }

  @Test func textInThePageThatNobodyCanReadIsLate() throws {
    var page = PlayedPage()
    page.legible = 0
    try page.draw(60)
    page.legible = 29
    try page.draw(60)
    let cell = try cell(page)
    #expect(check(.pageTokenInPage, in: cell)?.state == .kept)
    #expect(check(.tokenLegible, in: cell)?.state == .missed)
    #expect(check(.unreadTokens, in: cell)?.value == 0)
  }

  @Test func textThatIsNeverReadIsUnread() throws {
    var page = PlayedPage()
    page.legible = 0
    try page.draw(120)
    #expect(check(.unreadTokens, in: try cell(page))?.state == .missed)
  }

  @Test func whatIsToldIsCountedByFramesAndWords() throws {
    var page = PlayedPage()
    try page.draw(10)
    for words in [3, 0, 4] {
      page.told = words
      try page.draw()
    }
    (page.told, page.isUnheard) = (0, true)
    try page.draw(6)
    let cell = try cell(page)
    #expect(cell.value(.pageAnnouncements) == 2)
    #expect(cell.value(.pageAnnouncedWords) == 7)
    #expect(cell.value(.pageHidden) == 100)
  }

  @Test func whoScrolledAwayNeedNotRead() throws {
    var page = PlayedPage()
    page.legible = 0
    try page.draw(3)
    page.turn(-300)
    try page.draw(120)
    #expect(check(.unreadTokens, in: try cell(page))?.state == .kept)
  }

  @Test func ofTwoRunsTheWorseOneIsJudged() throws {
    var page = PlayedPage()
    try page.draw(120)
    let words = (1...29).map { "w" + String(100_000 + $0).dropFirst() }.joined(separator: " ")
    let sent = (0..<29).map { [100, Double($0)] }
    let steady = try #require(PageScenario.named("stream-steady"))
    var good = try page.recording(text: words, sent: sent)
    page.top = 0
    try page.draw(10)
    var bad = try page.recording(text: words, sent: sent)
    (good.scenario, bad.scenario) = (steady, steady)
    let cell = CellRecord(ofRepeats: [good, bad], app: try #require(Self.app))
    #expect(check(.pageFollowDistance, in: cell)?.state == .missed)
    #expect(cell.repetitions == 2)
    let distance = cell.metrics.first { $0.metric == Metric.pageFollowDistance.id }
    #expect(distance?.samples == [0, 2_200] && distance?.value == 2_200)
    let equal = CellRecord(ofRepeats: [good, good], app: try #require(Self.app))
    #expect(equal.metrics.allSatisfy(\.samples.isEmpty) && equal.verdict == .pass)
  }

  @Test(arguments: ["1280x800", "200x4000"])
  func aWindowIsWidthAndHeight(text: String) {
    #expect(Viewport(text) != nil)
  }

  @Test(arguments: ["1280", "1280x", "x800", "1280x800x2", "100x800", "1280 x 800", "5000x800"])
  func anythingElseIsNoWindow(text: String) {
    #expect(Viewport(text) == nil)
  }
}
