import CPageResources
import Files
import Foundation
import Mustache

/// The page's templates, styles and scripts, which are embedded in the binary.
enum PageTemplate {
  /// What every page with a replay has, in the order in which the parts build on each other.
  private static var replayScripts: [PageResource] {
    [
      .colours_js, .numbers_js, .links_js, .toolbar_js, .screen_js, .scene_js, .player_js,
    ]
  }

  /// The scripts of a run's page.
  static var runScript: String {
    text(
      of: replayScripts + [
        .frames_js, .frame_painter_js, .frame_chart_js, .strips_js, .filmstrip_js,
        .table_tools_js, .draw_queue_js, .report_js,
      ]
    )
  }

  /// The scripts of a page that has a replay alone.
  static var replayScript: String {
    text(of: replayScripts + [.replay_page_js])
  }

  /// The scripts of a comparison's page.
  static var comparisonScript: String {
    text(of: replayScripts + [.frames_js, .pair_chart_js, .comparison_js])
  }

  /// The style of every page.
  static var style: String {
    text(of: [.report_css, .replay_css])
  }

  private static func text(of parts: [PageResource]) -> String {
    parts.map(\.text).joined()
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
  private static var sharedParts: [String: PageResource] {
    ["head": .head_mustache, "player": .player_mustache, "film": .film_mustache]
  }

  /// The templates that a run's page includes besides: to parse one takes time in the square of its
  /// length.
  static var runParts: [String: PageResource] {
    [
      "ablation": .ablation_mustache, "cell": .cell_mustache, "headline": .headline_mustache,
      "designs": .designs_mustache, "reading": .reading_mustache,
      "recording": .recording_mustache, "driven": .driven_mustache,
    ]
  }

  /// Fills a template.
  ///
  /// - Parameter parts: The templates that it includes besides those of the replay.
  /// - Throws: ``OutputError`` for a broken one.
  static func render(
    _ template: PageResource,
    _ content: [String: Any],
    including parts: [String: PageResource] = [:]
  ) throws(OutputError) -> String {
    MustacheContentTypes.register(PageText(), named: PageText.name)
    do {
      var library = MustacheLibrary()
      for (name, part) in parts.merging(sharedParts, uniquingKeysWith: { own, _ in own }) {
        try library.register(part.text, named: name)
      }
      try library.register(template.text, named: "page")
      guard let text = library.render(content, withTemplate: "page") else {
        throw broken("the template `page` is not registered")
      }
      return text
    } catch {
      throw PageTemplate.broken("\(error)")
    }
  }
}
