import Driving
import FrameMetrics
import Foundation
import Records
import Testing

/// What an engine proves, and when a budget is missed where every run of an unchanged page differs.
@Suite struct EngineTests {
  @Test func theDocumentationSaysHowManyRunsDecide() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Docs/Web.md"), encoding: .utf8)
    let others = String(
      repeating: " beyond the scatter of \(Engine.controlRuns) runs |",
      count: Engine.allCases.count - 1
    )
    #expect(page.contains("\n| verdict | one run |\(others)\n"))
  }

  /// A page whose reader rests 600 px above the end, and whose lines then move by `pixels`.
  private func recording(_ pixels: Double, in engine: Engine = .webkit) throws -> PageRecording {
    var page = PlayedPage()
    try page.draw(10)
    page.turn(-600)
    try page.draw(20)
    page.endTurn()
    try page.draw(30)
    for index in page.blocks.indices { page.blocks[index].y += pixels }
    try page.draw(60)
    var recording = try page.recording()
    recording.scenario = PageScenario.places[0]
    recording.clock = .real(slowed: 1)
    recording.engine = engine
    return recording
  }

  private func cell(_ pixels: [Double]) throws -> CellRecord {
    let text = "name: page\nfolder: .\nmessage: .m\nchange: change()\n"
    let app = try AppDescription(text: text, path: "APP.yaml")
    return CellRecord(ofControls: try pixels.map { try recording($0) }, app: app)
  }

  @Test func whatEveryRunMovesIsMissed() throws {
    let cell = try cell([300, 301, 299])
    #expect(cell.verdict == .budgetMissed([Metric.readerMovedTimes.id]))
    #expect(cell.value(.readerMoved, .max) == 300)
    #expect(cell.metrics.value(of: .readerMoved, .max)?.quality == .approximate)
    #expect(cell.engine == "WebKit")
    #expect(cell.profile == "page, WebKit")
  }

  @Test func whatNoRunMovesPasses() throws {
    #expect(try cell([0, 0, 0]).verdict == .pass)
  }

  @Test func aMoveWithinTheScatterOfTheRunsIsNoVerdict() throws {
    for moves in [[300, 0, 300], [0, 0, 300], [2, 300, 3.0]] {
      #expect(try cell(moves).verdict == .inconclusive([Metric.readerMovedTimes.id]), "\(moves)")
    }
  }

  /// A chat whose reader turns the wheel 500 px up while it goes to its end, or does not; `left` is what the page
  /// leaves him of his way.
  private func chat(leaving left: Double, put: Bool = true) throws -> PageRecording {
    var page = PlayedPage()
    try page.draw(10)
    for notch in 0..<5 {
      if notch == 0 { page.turnUnseen(-100) } else { page.notchUnseen(-100) }
      (page.top, page.put) = (page.top - left / 5, put ? 100 - left / 5 : 0)
      page.length += 8
      try page.draw(3)
    }
    try page.draw(15)
    page.endTurn()
    try page.draw(3)
    page.length += 8
    try page.draw(60)
    let words = (1...29).map(NumberedStream.word).joined(separator: " ")
    var recording = try page.recording(text: words, sent: (0..<29).map { [100, Double($0)] })
    recording.clock = .real(slowed: 1)
    recording.engine = .webkit
    return recording
  }

  private func chatCell(leaving left: Double, put: Bool = true) throws -> CellRecord {
    let app = try AppDescription(text: "name: page\nfolder: .\nmessage: .m\n", path: "APP.yaml")
    return CellRecord(
      ofControls: try (0..<3).map { _ in try chat(leaving: left, put: put) },
      app: app
    )
  }

  @Test func aChatWhoseEndNobodyCanLeaveIsMissed() throws {
    let cell = try chatCell(leaving: 0)
    #expect(cell.verdict == .budgetMissed([Metric.pageWheelUndone.id]))
    #expect(cell.value(.pageWheelUndone, .max) == 500)
    let check = cell.budgets.first { $0.name == Metric.pageWheelUndone.id }
    #expect(check?.note?.contains("up 0 of 500 px, rested 0 to 0 px from the end") == true)
  }

  @Test func aChatThatLetsItsReaderGoPasses() throws {
    let cell = try chatCell(leaving: 500)
    #expect(cell.verdict == .pass)
    #expect(cell.value(.pageWheelUndone, .max) == 0)
  }

  @Test func aWheelThatMovedNothingIsNoPass() throws {
    let verdict = try chatCell(leaving: 0, put: false).verdict
    #expect(verdict.kind == .invalid)
    #expect(verdict.budgets.allSatisfy { $0.hasPrefix("page_driven") })
  }

  @Test func aPageThatNeverFollowsAgainIsMissedWhereTimeIsNotJudged() throws {
    var page = PlayedPage()
    try page.draw(10)
    page.turn(-600)
    try page.draw(10)
    page.endTurn()
    page.length += 8
    try page.draw(30)
    page.turn(600)
    try page.draw(10)
    page.endTurn()
    for _ in 0..<3 {
      page.blocks.append(("w\(20_000 + page.blocks.count)", Double(page.blocks.count) * 100, 100))
      try page.draw(10)
    }
    var recording = try page.recording()
    recording.scenario = try #require(PageScenario.named("scroll-back"))
    recording.clock = .real(slowed: 1)
    recording.engine = .firefox
    let app = try AppDescription(text: "name: page\nfolder: .\nmessage: .m\n", path: "APP.yaml")
    let check = CellRecord(of: recording, app: app).budgets
      .first { $0.name == Metric.pageReengage.id }
    #expect(check?.state == .missed && check?.note == "it never did")
  }

  @Test func timeIsNotJudged() throws {
    let cell = try cell([0, 0, 0])
    let timed = cell.budgets.filter { $0.unit == "ms" }
    #expect(timed.allSatisfy { $0.state == .unexercised })
    #expect(cell.metrics.allSatisfy { Metric.named($0.metric)?.family != .pacing })
  }
}
