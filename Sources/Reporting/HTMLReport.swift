import Foundation
import Mustache
import Simulation

/// A run as one HTML page that opens from disk and asks no network for anything.
///
/// The page is a Mustache template, a style and a script that are embedded in the binary; dygraphs
/// is inlined when the page is written.
public struct HTMLReport {
  /// The most frames that all charts of a page show together; beyond, each chart shows the worst of
  /// several frames in a row and says so. 250,000 frames are about 9 MB.
  public static let frameLimit = 250_000

  /// The page's scripts in the order in which they build on each other.
  private static var scripts: [[UInt8]] {
    [
      PackageResources.frames_js, PackageResources.frame_painter_js,
      PackageResources.frame_chart_js, PackageResources.frame_strips_js,
      PackageResources.report_js,
    ]
  }

  private let run: RunRecord

  /// Makes a page of `run`.
  public init(_ run: RunRecord) { self.run = run }

  /// Says in which folder the chart library is, for `doctor`; nil when it is nowhere.
  public static func chartLibraryFolder(environment: [String: String]) -> String? {
    ChartLibrary.folder(environment: environment)
  }

  /// Makes the page.
  ///
  /// - Parameter environment: Says where the chart library is: `STILLPOINT_DYGRAPHS`.
  /// - Throws: `ReportError.chartLibraryMissing`, or `.template` for a broken template.
  public func text(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ReportError) -> String {
    let library = try ChartLibrary.load(environment: environment)
    var content = PageContent(run, framesPerCell: framesPerCell).values
    content["libraryScript"] = library.script
    content["libraryStyle"] = library.style
    content["style"] = String(decoding: PackageResources.report_css, as: UTF8.self)
    content["script"] = Self.scripts.map { String(decoding: $0, as: UTF8.self) }.joined()
    MustacheContentTypes.register(PageText(), named: PageText.name)
    do {
      let source = String(decoding: PackageResources.report_mustache, as: UTF8.self)
      return try MustacheTemplate(string: source).render(content)
    } catch {
      throw .template("\(error)")
    }
  }

  private var framesPerCell: Int {
    max(200, Self.frameLimit / max(run.cells.count, 1))
  }
}
