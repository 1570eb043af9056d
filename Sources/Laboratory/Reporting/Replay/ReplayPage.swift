import CPageResources
import Files
import FramePacing
import Judging
import Lengths
import Records
import Timebase

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

  /// Makes the page: the whole cell, or as much of its beginning as stays under `longest` and, of the
  /// rest, what is around the worst moments; the page says so then.
  ///
  /// - Parameter longest: In bytes of UTF-8; what is around the worst moments is kept whatever it comes
  ///   to.
  /// - Complexity: O(rows) a try; each try is at most three quarters of the one before.
  func text(longest: Int) throws(OutputError) -> String {
    var text = try text(until: nil)
    var share = 1.0
    while text.utf8.count > longest, share > 0.001 {
      // As if each second of the cell took as many bytes as any other.
      share *= min(0.75, Double(longest) / Double(text.utf8.count))
      text = try self.text(until: end.scaled(by: share))
    }
    return text
  }

  /// When the cell's last frame was due.
  private var end: Instant { run.cells[cell].frames.last?.instant ?? .zero }

  /// The page with all frames, or those up to an instant and around the worst moments.
  private func text(until last: Instant?) throws(OutputError) -> String {
    let hasDevices = Set(run.cells.map(\.device)).count > 1
    var shown = [cell]
    if let partner = plan.partners[cell], run.cells[partner].screen.count > 0 {
      shown.append(partner)
    }
    let record = run.cells[cell]
    let name = PlayerContent.words(of: record, hasDevices: hasDevices)
    let spans = last.map { [Instant.zero...$0] + plan.moments[cell].map(ReplayPlan.span) }
    let content: [String: Any] = [
      "isCut": last != nil, "cutSeconds": seconds(last ?? end), "wholeSeconds": seconds(end),
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
            spans: spans,
            page: nil
          ).json,
        ] as [String: Any]
      },
      "style": PageTemplate.style, "script": PageTemplate.replayScript,
    ]
    return try PageTemplate.render(.replay_page_mustache, content)
  }

  private func seconds(_ instant: Instant) -> String {
    DecimalText.short(instant.milliseconds / 1000, places: 1)
  }
}

extension Instant {
  /// The instant at a share of the way from zero.
  fileprivate func scaled(by share: Double) -> Instant {
    Instant(nanoseconds: Int64((Double(nanoseconds) * share).rounded(.down)))
  }
}
