import ChildProcesses
import Foundation

/// Drives an app through scenarios, each in a browser of its own.
package struct PageRun {
  package let app: AppDescription
  /// The path that is opened, with a query; nil for the app's own.
  package var url: String?
  private let running: RunningApp
  private let interruption: Interruption

  /// Starts the app.
  package init(_ app: AppDescription, interruption: Interruption) throws {
    self.app = app
    self.interruption = interruption
    running = try RunningApp(app, interruption: interruption)
  }

  /// Plays a scenario; once more where the browser drew no frame.
  ///
  /// - Parameter picture: What the page shows at the end, or when it cannot be driven on, as PNG.
  package func record(
    _ scenario: PageScenario,
    refreshHertz: Int,
    picture: inout [UInt8]?
  ) throws -> PageRecording {
    do {
      return try recordOnce(scenario, refreshHertz: refreshHertz, picture: &picture)
    } catch DriveFailure.browser(VirtualPage.noFrame) {
      return try recordOnce(scenario, refreshHertz: refreshHertz, picture: &picture)
    }
  }

  private func recordOnce(
    _ scenario: PageScenario,
    refreshHertz: Int,
    picture: inout [UInt8]?
  ) throws -> PageRecording {
    let browser = try Browser(width: app.width, height: app.height)
    let watch = { [running, interruption] in
      try interruption.check()
      try running.check()
    }
    browser.pipe.watch = watch
    defer { browser.process.end() }
    return try PageDriver(
      app: app,
      browser: browser,
      address: address(for: scenario.opening),
      scenario: scenario,
      refreshHertz: refreshHertz,
      watch: watch
    )
    .record(picture: &picture)
  }

  /// Opens the page once.
  ///
  /// - Returns: What each selector finds, and a picture of the page with that marked, as PNG.
  package func look() throws -> PageLook {
    let browser = try Browser(width: app.width, height: app.height)
    browser.pipe.watch = { [running, interruption] in
      try interruption.check()
      try running.check()
    }
    defer { browser.process.end() }
    let scenario = PageScenario(
      name: "look",
      summary: "",
      streams: [.steady(tokensPerSecond: 200, count: 600)],
      tail: 300
    )
    return try PageDriver(
      app: app,
      browser: browser,
      address: address(for: .plain),
      scenario: scenario,
      refreshHertz: 60,
      watch: browser.pipe.watch
    )
    .look()
  }

  /// Whether the app has what a scenario is opened with.
  package func has(_ opening: PageScenario.Opening) -> Bool { query(of: opening) != nil }

  private func query(of opening: PageScenario.Opening) -> String? {
    switch opening {
    case .plain: ""
    case .history: app.historyQuery
    case .older: app.olderQuery
    case .card: app.foldQuery
    }
  }

  /// The address that a scenario opens.
  private func address(for opening: PageScenario.Opening) -> String {
    var path = url ?? app.url
    let query = (query(of: opening) ?? "").drop { $0 == "?" }
    if !query.isEmpty {
      var fragment = ""
      if let hash = path.firstIndex(of: "#") {
        fragment = String(path[hash...])
        path = String(path[..<hash])
      }
      path += (path.contains("?") ? "&" : "?") + query + fragment
    }
    return path.hasPrefix("http") ? path : running.origin + path
  }

  /// Ends the app.
  package func end() { running.end() }
}
