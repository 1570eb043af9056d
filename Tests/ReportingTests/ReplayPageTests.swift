import MarkdownBlocks
import ChatSurface
import Foundation
import FramePacing
import LoadGeneration
import Records
import Reporting
import Running
import Testing
import TextMeasuring
import Timebase

/// The pages that hold the whole replay of a cell each.
@Suite struct ReplayPageTests {
  /// A run of one cell of 130 s, too long for its replay to stand on the run's page.
  private func run() throws -> RunRecord {
    var costs = OperationCosts()
    costs[.event] = 500
    let history = SyntheticHistory(seed: 3, count: 60, lengths: .oasst)
    var events = [TimedLoadEvent(.load(history), at: .zero)]
    for turn in 1...26 {
      let instant = Instant(milliseconds: Double(turn) * 5_000)
      let velocity: Double = turn % 2 == 0 ? 2_000 : -2_000
      events.append(TimedLoadEvent(.fling(velocity: velocity), at: instant))
    }
    let plan = CellPlan(
      scenario: "flings",
      events: events,
      profile: .reference,
      device: .iPhoneSE,
      seed: 1
    )
    let options = RunOptions(
      cost: .modelled,
      measurer: .fixed,
      countsAllocations: false,
      costs: costs
    )
    let tools = TextTools(measurer: FixedAdvanceMeasurer(), parser: MarkdownParser())
    return RunRecord(
      name: "flings",
      clock: .virtual,
      cost: .modelled,
      measurer: .fixed,
      environment: [],
      cells: [try CellRunner(options: options, tools: tools).run(plan).record]
    )
  }

  private func page(of run: RunRecord, longest: Int = HTMLReport.longestReplay) throws -> String {
    var pages: [String] = []
    try HTMLReport(run).replays(longest: longest) { _, text in pages.append(text) }
    #expect(pages.count == 1)
    return try #require(pages.first)
  }

  @Test func picturesOfTheFramesThatAreKeptStandOnThePage() throws {
    var run = try run()
    let ticks = run.cells[0].frames.filter { !$0.isSwallowed }.map(\.tick)
    let picture = Array("a picture of a frame".utf8)
    run.cells[0].pictures = [
      Picture(tick: ticks[5], window: "main", png: picture),
      Picture(tick: ticks[6], window: "no such window", png: Array("another one".utf8)),
    ]
    let page = try page(of: run)
    #expect(page.contains(Data(picture).base64EncodedString()))
    #expect(!page.contains(Data("another one".utf8).base64EncodedString()))
  }

  @Test func picturesArePlannedAroundTheWorstMomentsFirst() throws {
    let cell = try run().cells[0]
    let ticks = PicturePlan.ticks(of: cell)
    let made = cell.frames.filter { !$0.isSwallowed }
    #expect(ticks.count == 60 && Set(ticks).count == 60)
    #expect(Set(ticks).isSubset(of: made.map(\.tick)))
    let dearest = try #require(made.max { $0.cost.engine < $1.cost.engine })
    #expect(ticks.contains(dearest.tick))
    // They reach from one end to the other.
    let last = try #require(made.last)
    #expect((ticks.max() ?? 0) * 10 >= last.tick * 9)
  }

  /// The ticks of the blocks of rows that a page has.
  private func ticks(in page: String) throws -> [ClosedRange<Int>] {
    let start = try #require(page.range(of: "class=\"screen\" data-cell=\"0\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let data = Data(page[start.upperBound..<end.lowerBound].utf8)
    let screen = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let blocks = try #require(screen["blocks"] as? [[Any]])
    return try blocks.map { block in
      try #require(block[0] as? Int)...#require(block[1] as? Int)
    }
  }

  @Test func aPageHoldsEveryBlockWhereItMay() throws {
    let run = try run()
    let page = try page(of: run)
    #expect(try ticks(in: page).count == run.cells[0].screen.parts.count)
    #expect(!page.contains("class=\"cut\""))
  }

  /// A page that would be too large holds the beginning and what is around the worst moments, and says
  /// up to when.
  @Test func aPageThatWouldBeTooLargeIsCutAndSaysSo() throws {
    let run = try run()
    let whole = try page(of: run)
    let blocks = try ticks(in: whole)
    let none = try page(of: run, longest: 1).utf8.count
    #expect(none < whole.utf8.count)
    for share in [0.9, 0.5, 0.2] {
      let longest = none + Int(Double(whole.utf8.count - none) * share)
      let cut = try page(of: run, longest: longest)
      #expect(cut.utf8.count <= longest)
      #expect(cut.contains("<p class=\"cut\">"))
      let kept = try ticks(in: cut)
      #expect(kept.count < blocks.count)
      #expect(kept.first == blocks.first)
      #expect(Set(kept).isSubset(of: blocks))
    }
  }
}
