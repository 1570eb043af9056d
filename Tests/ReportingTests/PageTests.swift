import FramePacing
import Foundation
import Reporting
import Simulation
import Testing
import Timebase

@Suite struct PageTests {
  private func page(of run: RunRecord) throws -> String {
    try withTemporaryFolder { folder in
      try HTMLReport(run).text(environment: ChartStub.environment(in: folder))
    }
  }

  /// The JSON inside the page's data elements.
  private func data(in page: String) throws -> [[String: Any]] {
    try page.components(separatedBy: "<script type=\"application/json\" class=\"data\">")
      .dropFirst()
      .map { part in
        let json = try #require(part.components(separatedBy: "</script>").first)
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return try #require(object as? [String: Any])
      }
  }

  @Test func thePageRefersToNoOtherHost() throws {
    let page = try page(of: SyntheticRun.make())
    for mark in ["src=\"http", "href=\"http", "src='http", "url(", "@import", "<iframe", "srcset"] {
      #expect(!page.contains(mark), "\(mark)")
    }
    #expect(page.contains("default-src 'none'"))
    #expect(page.hasPrefix("<!doctype html>"))
  }

  @Test func hostileNamesStayText() throws {
    let plain = try page(of: SyntheticRun.make(scenarios: ["a", "b"], rates: [60], ticks: 80))
    let hostile = try page(of: SyntheticRun.hostileRun())
    #expect(!hostile.contains("alert('x')"))
    #expect(!hostile.contains("\" onmouseover") && !hostile.contains("\"\u{301} onmouseover"))
    #expect(!hostile.contains("\u{1B}"))
    #expect(
      hostile.unicodeScalars.count { $0 == "<" } > 0
        && hostile.components(separatedBy: "<script").count
          <= plain.components(separatedBy: "<script").count
    )
    #expect(
      hostile.components(separatedBy: "</table>").count
        == hostile.components(separatedBy: "<table").count
    )
  }

  @Test func everyFrameIsInThePage() throws {
    let run = SyntheticRun.make(ticks: 300)
    let cells = try data(in: try page(of: run))
    #expect(cells.count == run.cells.count)
    for (record, cell) in zip(run.cells, cells) {
      let ticks = try #require(cell["ticks"] as? [Int])
      #expect(ticks.reduce(0, +) == record.frames.last?.tick)
      #expect(ticks.count == record.frames.count)
      let measure = try #require(cell["measure"] as? [Int])
      for (frame, units) in zip(record.frames, measure) {
        #expect(abs(frame.cost[.measure].rawValue - Int64(units) * 100) <= 50)
      }
      let hitches = try #require(cell["hitches"] as? [[Int]])
      #expect(hitches.reduce(0) { $0 + $1[1] } == record.frames.reduce(0) { $0 + $1.lostVsyncs })
      #expect((cell["fallbacks"] as? [Any])?.count == record.fallbacks.count)
    }
  }

  @Test func aLongRunIsThinnedAndKeepsItsWorstFrames() throws {
    var run = SyntheticRun.make(scenarios: ["s"], profiles: ["p"], rates: [120], ticks: 1000)
    let period = run.cells[0].frames
    var frames = (0..<600).flatMap { _ in period.filter { $0.lostVsyncs == 0 } }
    for index in frames.indices { frames[index].tick = index }
    for index in stride(from: 777, to: 500_000, by: 50_001) {
      frames[index].isSwallowed = false
      frames[index].lostVsyncs = 9
    }
    run.cells[0].frames = FrameTable(frames)
    let late = run.cells[0].frames.count { $0.lostVsyncs == 9 }
    let page = try page(of: run)
    #expect(page.utf8.count < 15_000_000)
    #expect(page.contains("frames in a row, the latest or costliest"))
    let cell = try #require(try data(in: page).first)
    #expect(try #require(cell["ticks"] as? [Int]).count <= HTMLReport.frameLimit)
    #expect((cell["hitches"] as? [[Int]])?.count == late)
  }

  @Test func fortyCellsOfFourThousandFramesStayBelow15MB() throws {
    var run = SyntheticRun.make(scenarios: ["s"], ticks: 4000)
    let cells = run.cells
    run.cells = (0..<10).flatMap { _ in cells }
    #expect(run.cells.count == 40)
    let page = try page(of: run)
    #expect(page.utf8.count < 15_000_000, "\(page.utf8.count)")
    #expect(!page.contains("frames in a row"))
  }

  @Test func theVerdictComesFirstAndInWords() throws {
    let page = try page(of: SyntheticRun.make(profiles: ["messaging-ui"]))
    let verdict = try #require(page.range(of: "</span>Fail</h1>"))
    let headline = try #require(page.range(of: "<h2 id=\"headline-title\">"))
    #expect(verdict.lowerBound < headline.lowerBound)
    #expect(page.contains("beyond its budget"))
    #expect(page.contains("class=\"reasons\""))
  }
}
