import Files
import Simulation

/// The whole replay of one cell as a page of its own, beside that of the run: with what the cell is
/// compared with, so that it needs no other file.
struct ReplayPage {
  /// What the names of such pages begin with.
  static let prefix = "replay-"

  private let run: RunRecord
  private let cell: Int
  private let plan: ReplayPlan
  private let anchors: CellAnchors

  init(_ run: RunRecord, cell: Int, plan: ReplayPlan, anchors: CellAnchors) {
    (self.run, self.cell, self.plan, self.anchors) = (run, cell, plan, anchors)
  }

  /// The name of a cell's page.
  static func fileName(of anchor: String) -> String { prefix + anchor + ".html" }

  /// Whether a file of a run's folder is such a page.
  static func isPage(_ name: String) -> Bool { name.hasPrefix(prefix) && name.hasSuffix(".html") }

  /// Makes the page.
  func text() throws(OutputError) -> String {
    let hasDevices = Set(run.cells.map(\.device)).count > 1
    var shown = [cell]
    if let partner = plan.partners[cell], run.cells[partner].screen.count > 0 {
      shown.append(partner)
    }
    let record = run.cells[cell]
    let name = PlayerContent.words(of: record, hasDevices: hasDevices)
    let content: [String: Any] = [
      "schema": RunRecord.schema, "name": name, "runName": run.name,
      "verdict": record.verdict.word, "anchor": anchors[cell],
      "verdictClass": record.verdict == .pass ? "pass" : "fail",
      "hasShortfall": RunVerdict.shortfall(of: record) != nil,
      "shortfall": RunVerdict.shortfall(of: record) ?? "",
      "moments": plan.moments[cell].map { moment in
        [
          "tick": "\(moment.tick)", "words": moment.words,
          "time": DecimalText.short(moment.instant.milliseconds / 1000, places: 3),
        ]
      },
      "player": PlayerContent.values(
        options: shown.map { index in
          PlayerContent.Option(
            number: index,
            partner: index == cell ? shown.dropFirst().first : cell,
            words: PlayerContent.words(of: run.cells[index], hasDevices: hasDevices)
          )
        },
        first: cell,
        tick: nil,
        isPair: shown.count > 1
      ),
      "screens": shown.map { index in
        [
          "number": index,
          "data": ReplayData(
            run.cells[index],
            name: anchors[index],
            moments: plan.moments[index],
            spans: nil,
            page: nil
          ).json,
        ] as [String: Any]
      },
      "style": PageTemplate.style, "script": PageTemplate.replayScript,
    ]
    return try PageTemplate.render(PackageResources.replay_page_mustache, content)
  }
}
