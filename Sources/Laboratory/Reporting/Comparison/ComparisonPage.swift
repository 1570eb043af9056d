import CPageResources
import Files
import Foundation
import Gating
import Judging
import Records

/// A comparison of two runs as one HTML page: what got better, worse, stayed equal or cannot be told,
/// by cell, with intervals; the frames of both in one chart, and one replay of both.
package struct ComparisonPage {
  private let table: ComparisonTable
  private let names: (String, String)
  private let pairs: [(before: CellRecord, after: CellRecord, cell: RunComparison.Cell)]
  private let anchors: [String]
  private let heading: String
  private let isJudged: Bool

  /// Makes the page of a comparison of recordings, which have no frames here.
  package init(_ comparison: RecordingComparison, names: (String, String)) {
    self.names = names
    table = ComparisonTable(comparison, names: names, listsAll: true)
    (heading, isJudged, pairs) = ("Sessions", comparison.isJudged, [])
    anchors = table.sections.indices.map { "cell-\($0)" }
  }

  /// Makes the page of a comparison of `before` and `after`.
  package init(
    _ comparison: RunComparison,
    of before: RunRecord,
    _ after: RunRecord,
    names: (String, String)
  ) {
    self.names = names
    table = ComparisonTable(comparison, names: names, listsAll: true)
    heading = "Configurations"
    isJudged = table.sections.contains { !$0.figures.isEmpty }
    func key(_ cell: CellRecord) -> [String] {
      [cell.scenario, cell.profile, cell.device, "\(cell.refreshHertz)", "\(cell.seed)"]
    }
    let others = Dictionary(after.cells.map { (key($0), $0) }) { first, _ in first }
    pairs = comparison.cells.map { cell in
      (cell.record, others[key(cell.record)] ?? cell.record, cell)
    }
    var named = before
    named.cells = pairs.map(\.before)
    anchors = CellAnchors(of: named).names
  }

  /// Makes the page.
  package func text() throws(OutputError) -> String {
    var content = ComparisonValues.page(
      table,
      names: names,
      heading: heading,
      isJudged: isJudged
    )
    content["cells"] = table.sections.indices.map(values)
    content["hasReplay"] = pairs.contains { $0.before.screen.count > 0 }
    content["player"] = player
    content["screens"] = screens
    return try PageTemplate.render(.comparison_mustache, content)
  }

  private func values(of index: Int) -> [String: Any] {
    guard pairs.indices.contains(index) else {
      return ComparisonValues.cell(table.sections[index], anchor: anchors[index])
    }
    let (before, after, _) = pairs[index]
    let limit = max(200, HTMLReport.frameLimit / max(2 * pairs.count, 1))
    var values = ComparisonValues.cell(table.sections[index], anchor: anchors[index])
    values["hasFrames"] = true
    values["first"] = 2 * index
    values["second"] = 2 * index + 1
    values["firstData"] = FrameChartData(before, limit: limit).json
    values["secondData"] = FrameChartData(after, limit: limit).json
    values["distribution"] = DistributionChart(after, beside: before)?.svg ?? ""
    return values
  }

  // MARK: Replay

  private var shown: [Int] { pairs.indices.filter { pairs[$0].before.screen.count > 0 } }

  private var player: [String: Any] {
    let options = shown.flatMap { index -> [PlayerContent.Option] in
      let words = PlayerContent.words(of: pairs[index].before, hasDevices: false)
      return [
        .init(number: 2 * index, partner: 2 * index + 1, words: "before: \(words)"),
        .init(number: 2 * index + 1, partner: 2 * index, words: "after: \(words)"),
      ]
    }
    return PlayerContent.values(
      options: options,
      first: shown.first.map { 2 * $0 },
      tick: nil,
      isPair: true
    )
  }

  /// Of many or long cells the worst moments of both, each beside what the other showed then.
  private var screens: [[String: Any]] {
    shown.flatMap { index -> [[String: Any]] in
      let records = [pairs[index].before, pairs[index].after]
      var run = RunRecord(
        name: "",
        clock: .virtual,
        cost: .modelled,
        measurer: .fixed,
        environment: [],
        cells: records
      )
      run.cells[1].profile += " after"
      let plan = ReplayPlan(of: run)
      let isWhole = plan.isWhole && 2 * pairs.count <= ReplayPlan.cellLimit
      let spans = plan.moments.flatMap { $0 }.map(ReplayPlan.span)
      return records.enumerated().map { side, record in
        [
          "number": 2 * index + side,
          "data": ReplayData(
            record,
            name: anchors[index],
            moments: plan.moments[side],
            spans: isWhole ? nil : spans,
            page: nil
          ).json,
        ]
      }
    }
  }
}
