import CMarkParsing
import ChatSurface
import FramePacing
import Foundation
import LoadGeneration
import Reporting
import Simulation
import TextMeasuring
import Testing
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
    let tools = TextTools(measurer: FixedAdvanceMeasurer(), parser: CMarkParser())
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
