import ChildProcesses
import Foundation

/// Drives an app through scenarios, each in a browser of its own.
package struct PageRun {
  package private(set) var app: AppDescription
  /// Frames of which pictures are taken; nil for none.
  private var shots: PageShots?
  /// The path that is opened, with a query; nil for the app's own.
  package var url: String?
  package var clock = PageClock.virtual
  package var engine = Engine.chromium
  /// What the app's own server sent, where it is the one that streams.
  package var wires = KeptWires(folder: nil)
  private let running: RunningApp
  private let interruption: Interruption

  /// Starts the app.
  package init(_ app: AppDescription, interruption: Interruption) throws {
    self.app = app
    self.interruption = interruption
    running = try RunningApp(app, interruption: interruption)
  }

  /// The same app in another window.
  package func opened(in viewport: Viewport) -> PageRun {
    var run = self
    run.app.viewport = viewport
    return run
  }

  /// The same app in another engine.
  package func opened(in engine: Engine) -> PageRun {
    var run = self
    run.engine = engine
    if !engine.isExact { run.clock = .real(slowed: 1) }
    return run
  }

  /// Plays a scenario; once more where the browser drew no frame.
  ///
  /// - Parameters:
  ///   - picture: What the page shows at the end, or when it cannot be driven on, as PNG.
  ///   - isTraced: Whether the browser notes what becomes of frames; on the real clock.
  ///   - shots: Frames of which pictures are taken, on a virtual clock; nil for none.
  package func record(
    _ scenario: PageScenario,
    refreshHertz: Int,
    picture: inout [UInt8]?,
    isTraced: Bool = false,
    shots: PageShots? = nil
  ) throws -> PageRecording {
    var run = self
    run.shots = shots
    return try run.record(scenario, refreshHertz: refreshHertz, picture: &picture, isTraced)
  }

  private func record(
    _ scenario: PageScenario,
    refreshHertz: Int,
    picture: inout [UInt8]?,
    _ isTraced: Bool
  ) throws -> PageRecording {
    if isTraced {
      let wire: PageWire = app.streamsItself ? .watched : .answered
      return try withDriver(scenario, refreshHertz, clock, wire) { driver in
        var driver = driver
        driver.isTraced = true
        return try driver.record(picture: &picture)
      }
    }
    do {
      return try recordOnce(scenario, refreshHertz: refreshHertz, picture: &picture)
    } catch DriveFailure.browser(NoFrame.words) {
      return try recordOnce(scenario, refreshHertz: refreshHertz, picture: &picture)
    }
  }

  private func recordOnce(
    _ scenario: PageScenario,
    refreshHertz: Int,
    picture: inout [UInt8]?
  ) throws -> PageRecording {
    guard app.streamsItself, !clock.isReal else {
      let wire: PageWire = app.streamsItself ? .watched : .answered
      return try withDriver(scenario, refreshHertz, clock, wire) {
        try $0.record(picture: &picture)
      }
    }
    // What comes over the wire has the machine's time: it is kept once, and sent again by the page's clock.
    if try wires.wire(of: scenario.wireName) == nil {
      let watched = try withDriver(scenario, refreshHertz, .real(slowed: 1), .watched) {
        try $0.record(picture: &picture)
      }
      try wires.keep(watched.wire ?? "[]", of: scenario.wireName)
    }
    let wire = try wires.wire(of: scenario.wireName) ?? .answered
    return try withDriver(scenario, refreshHertz, clock, wire) { try $0.record(picture: &picture) }
  }

  /// Opens a browser of its own and gives what drives a page in it.
  private func withDriver<Result>(
    _ scenario: PageScenario,
    _ refreshHertz: Int,
    _ clock: PageClock,
    _ wire: PageWire,
    _ body: (PageDriver) throws -> Result
  ) throws -> Result {
    if wire == .watched { try running.renew() }
    guard engine.isExact else {
      return try withRemoteDriver(scenario, refreshHertz, wire, body)
    }
    let browser = try Browser(app.viewport, clock: clock)
    let watch = { [running, interruption] in
      // A browser whose words nobody takes stands still once there are too many.
      _ = browser.process.isRunning()
      try interruption.check()
      try running.check()
    }
    browser.pipe.watch = watch
    defer {
      browser.process.end()
      // It holds the browser, and the browser it.
      browser.pipe.watch = {}
    }
    let driver = PageDriver(
      app: app,
      makePage: { [app] settings in
        try ChromiumPage(
          browser,
          app.viewport,
          refreshHertz: refreshHertz,
          clock: clock,
          settings: settings
        )
      },
      engine: engine,
      address: address(for: scenario),
      scenario: scenario,
      refreshHertz: refreshHertz,
      clock: clock,
      wire: wire,
      answer: running.answer,
      shots: clock.isReal ? nil : shots,
      watch: watch
    )
    return try body(driver)
  }

  /// The same in a browser that draws by itself.
  private func withRemoteDriver<Result>(
    _ scenario: PageScenario,
    _ refreshHertz: Int,
    _ wire: PageWire,
    _ body: (PageDriver) throws -> Result
  ) throws -> Result {
    let watch = { [running, interruption] in
      try interruption.check()
      try running.check()
    }
    let answers = StreamedAnswers(scenario, app.requests)
    // Refused before a browser is started for it.
    let isScripted = engine == .webkit
    let endpoint = try running.stream(script: isScripted ? "" : nil, answers.answer)
    let connection: any PageConnection =
      isScripted
      ? try WebKitSession(app.viewport, watch: watch)
      : try FirefoxSession(app.viewport, watch: watch)
    defer { connection.end() }
    var driver = PageDriver(
      app: app,
      makePage: { [running] settings in
        let script = PageScripts.all(settings: settings).joined(separator: "\n")
        if let firefox = connection as? FirefoxSession {
          try firefox.preload(script)
        } else {
          _ = try running.stream(script: script, answers.answer)
        }
        return RemotePage(connection, refreshHertz: refreshHertz)
      },
      engine: engine,
      address: address(for: scenario),
      scenario: scenario,
      refreshHertz: refreshHertz,
      clock: clock,
      wire: wire,
      answer: running.answer,
      watch: watch
    )
    driver.endpoint = app.streamsItself ? nil : endpoint
    return try body(driver)
  }

  /// Opens the page once.
  ///
  /// - Returns: What each selector finds, and a picture of the page with that marked, as PNG.
  package func look() throws -> PageLook {
    let scenario = PageScenario(
      name: "look",
      summary: "",
      streams: [.steady(tokensPerSecond: 200, count: 600)],
      tail: 300
    )
    let (clock, wire): (PageClock, PageWire) =
      app.streamsItself
      ? (.real(slowed: 1), .watched) : (engine.isExact ? .virtual : self.clock, .answered)
    return try withDriver(scenario, 60, clock, wire) { try $0.look() }
  }

  private func query(of opening: PageScenario.Opening) -> String? {
    switch opening {
    case .plain: ""
    case .history: app.historyQuery
    case .older: app.olderQuery
    case .card: app.foldQuery
    }
  }

  /// The address that a scenario opens.
  private func address(for scenario: PageScenario) -> String {
    var path = url ?? app.url
    let raised = scenario.messages.flatMap { app.historyQuery(messages: $0) }
    // What can be loaded need not be sent first.
    let loaded = scenario.opening == .plain && scenario.exchanges == 0 ? app.historyQuery : nil
    let query = (raised ?? loaded ?? query(of: scenario.opening) ?? "").drop { $0 == "?" }
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
