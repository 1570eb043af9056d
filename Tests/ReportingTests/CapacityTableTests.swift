import FrameMetrics
import Records
import Testing

import Reporting

@Suite struct CapacityTableTests {
  private func answer(
    _ dimension: CapacityDimension,
    _ profile: String,
    _ misses: [(load: Double, CapacityProbe.Judge, budget: String)]
  ) -> CapacityAnswer {
    var search = CapacitySearch(100...1_600, bisects: false)
    while let load = search.next {
      var probe = CapacityProbe(load: load)
      probe.misses = misses.filter { load >= $0.load }.map { miss in
        CapacityProbe.Miss(judge: miss.1, budget: miss.budget)
      }
      search.take(probe)
    }
    return CapacityAnswer(
      dimension: dimension.name,
      profile: profile,
      device: "iphone-15-pro",
      hertz: 60,
      scale: 1,
      search: search
    )
  }

  @Test func aLineForEachDesignSaysWhereItBreaksAndHow() {
    let report = CapacityReport(
      cost: .modelled,
      measurer: .fixed,
      machine: nil,
      bisects: false,
      answers: [
        answer(.tokens, "a", [(400, .frames, Budget.hitchRatio.rawValue)]),
        answer(.tokens, "b", [(200, .text, Budget.chunkLag.rawValue)]),
        answer(.tokens, "c", []),
        answer(.history, "a", [(800, .frames, Budget.opening.rawValue)]),
        answer(.history, "b", [(100, .reader, Budget.drift.rawValue)]),
        answer(.history, "c", [(1_600, .limit, "1000000 pt")]),
      ]
    )
    #expect(
      CapacityTable(report).byDesign().split(separator: "\n").map { line in
        line.split(separator: "  ", omittingEmptySubsequences: true)
          .map { $0.drop { $0 == " " } }
      } == [
        ["breaks at", "tokens a second", "messages of the history"],
        ["a", "400, stutters", "800, opens slowly"],
        ["b", "200, text falls behind", "> 1600"],
        ["c", "> 1600", "1600, a limit of the engine"],
      ]
    )
  }

  @Test func framesOfAVirtualClockAreNotJudged() throws {
    var search = CapacitySearch(30...240, ending: .anyNewMiss)
    while let load = search.next {
      var probe = CapacityProbe(load: load)
      probe.page = CapacityProbe.Page()
      probe.page?.changedNodes = load / 10
      if load >= 100 {
        probe.misses = [CapacityProbe.Miss(judge: .text, budget: "token_visible_max_ms")]
      }
      search.take(probe)
    }
    let answer = CapacityAnswer(
      dimension: "history",
      profile: "web-chat",
      device: "420 x 800 px",
      hertz: 60,
      scale: 1,
      search: search,
      judgesFrames: false
    )
    var report = CapacityReport(
      cost: .modelled,
      measurer: .fixed,
      machine: nil,
      bisects: true,
      answers: [answer]
    )
    report.page = CapacityReport.Page(
      clock: .virtual,
      browser: "Chromium 1",
      runs: 1,
      title: "messages that the page is opened with",
      rest: "stream-steady"
    )
    let lines = CapacityTable(report).markdown.split(separator: "\n")
    #expect(lines.first?.hasPrefix("Driven on a virtual clock (Chromium 1)") == true)
    #expect(
      lines.last
        == "| web-chat | 60 | \(Int(try #require(answer.breaksAt()))) | n/a | 1 | token\\_visible\\_max\\_ms |"
    )
    let json = CapacityFiles.json(of: report)
    #expect(json.contains("\"cost\": \"changed_nodes\""))
    #expect(json.contains("\"changed_nodes_per_frame\": 3"))
  }
}
