import Files
import Foundation
import Mustache

/// The page's templates, styles and scripts, which are embedded in the binary.
enum PageTemplate {
  /// What every page with a replay has, in the order in which the parts build on each other.
  private static var replayScripts: [[UInt8]] {
    [
      PackageResources.colours_js, PackageResources.numbers_js, PackageResources.links_js,
      PackageResources.toolbar_js, PackageResources.screen_js, PackageResources.scene_js,
      PackageResources.player_js,
    ]
  }

  /// The scripts of a run's page.
  static var runScript: String {
    text(
      of: replayScripts + [
        PackageResources.frames_js, PackageResources.frame_painter_js,
        PackageResources.frame_chart_js, PackageResources.strips_js,
        PackageResources.filmstrip_js, PackageResources.table_tools_js,
        PackageResources.draw_queue_js, PackageResources.report_js,
      ]
    )
  }

  /// The scripts of a page that has a replay alone.
  static var replayScript: String {
    text(of: replayScripts + [PackageResources.replay_page_js])
  }

  /// The scripts of a comparison's page.
  static var comparisonScript: String {
    text(
      of: replayScripts + [
        PackageResources.frames_js, PackageResources.pair_chart_js,
        PackageResources.comparison_js,
      ]
    )
  }

  /// The style of every page.
  static var style: String {
    text(of: [PackageResources.report_css, PackageResources.replay_css])
  }

  private static func text(of parts: [[UInt8]]) -> String {
    parts.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  /// The error for a template that is broken.
  static func broken(_ reason: String) -> OutputError {
    OutputError(
      path: "the page",
      reason: "its template is broken: \(reason)",
      advice: "This is a defect of the program; please report it."
    )
  }

  /// The templates that several kinds of page include, by the names they are included by.
  private static var sharedParts: [String: [UInt8]] {
    ["player": PackageResources.player_mustache, "film": PackageResources.film_mustache]
  }

  /// The templates that a run's page includes besides: to parse one takes time in the square of its
  /// length.
  static var runParts: [String: [UInt8]] {
    [
      "ablation": PackageResources.ablation_mustache, "cell": PackageResources.cell_mustache,
      "headline": PackageResources.headline_mustache,
      "profiles": PackageResources.profiles_mustache, "reading": PackageResources.reading_mustache,
    ]
  }

  /// Fills a template.
  ///
  /// - Parameter parts: The templates that it includes besides those of the replay.
  /// - Throws: ``OutputError`` for a broken one.
  static func render(
    _ template: [UInt8],
    _ content: [String: Any],
    including parts: [String: [UInt8]] = [:]
  ) throws(OutputError) -> String {
    MustacheContentTypes.register(PageText(), named: PageText.name)
    do {
      var library = MustacheLibrary()
      for (name, part) in parts.merging(sharedParts, uniquingKeysWith: { own, _ in own }) {
        try library.register(String(decoding: part, as: UTF8.self), named: name)
      }
      try library.register(String(decoding: template, as: UTF8.self), named: "page")
      guard let text = library.render(content, withTemplate: "page") else {
        throw broken("the template `page` is not registered")
      }
      return text
    } catch {
      throw PageTemplate.broken("\(error)")
    }
  }
}
