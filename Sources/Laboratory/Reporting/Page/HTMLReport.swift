import CPageResources
import Files
import Foundation
import Gating
import Records

/// A run as one HTML page that opens from disk and asks no network for anything.
///
/// The page is a Mustache template, styles and scripts that are embedded in the binary; dygraphs
/// is inlined when the page is written. Replays too large for it stand on pages beside it.
package struct HTMLReport {
  /// The most frames that all charts of a page show together; beyond, each chart shows the worst of
  /// several frames in a row and says so. 250,000 frames are about 4 MB.
  package static let frameLimit = 250_000
  /// What the page of a cell's replay stays under, in bytes: browsers open larger ones slowly, and some
  /// mail and CI systems refuse them.
  package static let longestReplay = 15_000_000

  private let run: RunRecord
  private let plan: ReplayPlan

  /// Makes a page of `run`.
  package init(_ run: RunRecord) {
    self.run = run
    plan = ReplayPlan(of: run)
  }

  /// Says in which folder the chart library is, for `doctor`; nil when it is nowhere.
  package static func chartLibraryFolder(environment: [String: String]) -> String? {
    ChartLibrary.folder(environment: environment)
  }

  /// Makes the page.
  ///
  /// - Parameters:
  ///   - environment: Says where the chart library is: `STILLPOINT_DYGRAPHS`.
  ///   - files: The names of the files beside the page, which it links to.
  ///   - gate: A round of the gate, which gets a section; nil for none.
  /// - Throws: ``OutputError`` without the chart library, or for a broken template.
  package func text(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    files: [String] = [],
    gate: GateRound? = nil
  ) throws(OutputError) -> String {
    // Recordings are drawn as pictures.
    let hasCharts = run.cells.contains { !$0.frames.isEmpty }
    let library = hasCharts ? try ChartLibrary.load(environment: environment) : nil
    var content = PageContent(run, plan: plan, framesPerCell: framesPerCell, files: files).values
    content["libraryScript"] = library?.script ?? ""
    content["libraryStyle"] = library?.style ?? ""
    content["hasGate"] = gate != nil
    content["gate"] = gate.map { GatePage.section(of: $0) } ?? ""
    content["style"] = PageTemplate.style
    content["script"] = PageTemplate.runScript
    return try PageTemplate.render(
      .report_mustache,
      content,
      including: PageTemplate.runParts
    )
  }

  /// Makes the pages beside it: the whole replay of each cell that is not whole on the page.
  ///
  /// - Parameters:
  ///   - longest: A page that would be larger, in bytes, holds the cell's beginning and what is around
  ///     its worst moments, and says so.
  ///   - put: Gets each page's file name and text.
  /// - Throws: What `put` throws, or ``OutputError`` for a broken template.
  package func replays(
    longest: Int = longestReplay,
    _ put: (_ name: String, _ text: String) throws(OutputError) -> Void
  ) throws(OutputError) {
    let anchors = CellAnchors(of: run)
    for index in run.cells.indices where plan.hasPage[index] {
      let page = ReplayPage(run, cell: index, plan: plan, anchors: anchors)
      try put(ReplayPage.fileName(of: anchors[index]), try page.text(longest: longest))
    }
  }

  private var framesPerCell: Int {
    max(200, Self.frameLimit / max(run.cells.count, 1))
  }
}
