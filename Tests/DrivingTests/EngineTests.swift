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

  @Test func timeIsNotJudged() throws {
    let cell = try cell([0, 0, 0])
    let timed = cell.budgets.filter { $0.unit == "ms" }
    #expect(timed.allSatisfy { $0.state == .unexercised })
    #expect(cell.metrics.allSatisfy { Metric.named($0.metric)?.family != .pacing })
  }
}
