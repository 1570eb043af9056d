import Foundation

/// Plays one scenario on one page.
package struct PageDriver {
  let app: AppDescription
  /// Opens a page with nothing in it, whose scripts are told these settings.
  let makePage: (_ settings: String) throws -> any DrivenPage
  let engine: Engine
  /// The page's address.
  let address: String
  let scenario: PageScenario
  let refreshHertz: Int
  let clock: PageClock
  /// What the app's own server sends.
  let wire: PageWire
  /// Has the app's own server give these answers from now on.
  let answer: ([NumberedStream]) -> Void
  /// What the addresses of answers begin with that this machine streams in real time; nil for those of the page's
  /// own timers.
  var endpoint: String?
  /// Whether the browser notes what becomes of frames.
  var isTraced = false
  /// Frames of which pictures are taken; on a virtual clock.
  var shots: PageShots?
  /// Throws where driving must end.
  let watch: () throws -> Void

  /// How long a page may take, by its own clock, to show its input.
  static let readyLimit = 15.0
  /// How many nodes a page may have.
  static let nodeLimit = 300_000
  /// How much text is read of an answer.
  static let textLimit = 32 << 20

  /// Plays it.
  ///
  /// - Throws: ``DriveFailure``.
  ///
  /// - Parameter picture: What the page shows at the end, or when it cannot be driven on, as PNG.
  package func record(picture: inout [UInt8]?) throws -> PageRecording {
    let page = try openPage()
    defer { page.close() }
    defer { picture = try? page.picture(limit: .seconds(3)) }
    var play = PagePlay(page: page, app: app, scenario: scenario, refreshHertz: refreshHertz)
    play.isTraced = isTraced
    play.answer = answer
    do {
      try play.open(address)
      return try play.run()
    } catch let failure as DriveFailure {
      throw failure.with(errors: play.firstErrors())
    }
  }

  /// A page with nothing in it.
  func openPage() throws -> any DrivenPage {
    let page = try makePage(settings)
    page.watch = watch
    (page as? ChromiumPage)?.shots = shots
    return page
  }

  /// What the page's scripts are told.
  var settings: String {
    var all: [String: Any] = [
      "messages": app.messages, "scroller": app.scroller ?? NSNull(), "storage": app.storage,
      "answers": app.answers.sorted { $0.key.count > $1.key.count }.map { [$0.key, $0.value] },
      "usual": app.answersModels ? UsualAnswers.all : [], "nodeLimit": Self.nodeLimit,
      "textLimit": Self.textLimit, "period": 1000 / Double(refreshHertz),
      "isReal": clock.isReal,
    ]
    if !engine.isExact { (all["engine"], all["endpoint"]) = (engine.rawValue, endpoint) }
    if let formats = try? JSONEncoder().encode(app.requests) {
      all["formats"] = try? JSONSerialization.jsonObject(with: formats)
    }
    guard let data = try? JSONSerialization.data(withJSONObject: all) else { return "{}" }
    let text = String(decoding: data, as: UTF8.self).dropLast()
    func list(_ streams: [NumberedStream]) -> String {
      "[\(streams.map(\.json).joined(separator: ","))]"
    }
    return text
      + ",\"streams\":\(list(scenario.answers)),\"content\":\(list(scenario.content)),\"wire\":\(wire.json)}"
  }
}
