import ChildProcesses
import Foundation

/// One page of Chromium, on either clock.
final class ChromiumPage: DrivenPage {
  let engine = Engine.chromium
  let browser: Browser
  var version: String { browser.version }
  let condition: String? = nil
  var watch: () throws -> Void = {}

  let clock: PageClock
  let target: String
  let session: String
  /// The refresh period in ms.
  let period: Double
  /// The browser's time of the last frame, in ms; on a virtual clock.
  var ticks: Double
  /// When the frames began of which this is the last; on the real clock.
  var epoch = (instant: ContinuousClock.now, frames: 0)
  private let opened = ContinuousClock.now
  var frames = 0
  var isSampled = false
  /// Frames that the probe has looked at so far; on a virtual clock.
  var samples = 0
  /// Frames of which pictures are taken; on a virtual clock.
  var shots: PageShots?
  /// The source maps of scripts, where they have one, by address.
  var sourceMaps: [String: SourceMap?] = [:]
  var hasExpired = false
  /// Whether the page may wait for idle time; on a virtual clock.
  var hasIdleCallbacks = true
  /// Whether the page has opened a database.
  private(set) var hasDatabase = false
  private(set) var complaints: [String] = []
  private(set) var outside: [String] = []
  var probed = (time: Duration.zero, count: 0)

  init(
    _ browser: Browser,
    _ viewport: Viewport,
    refreshHertz: Int,
    clock: PageClock,
    settings: String
  ) throws {
    (self.browser, self.clock) = (browser, clock)
    period = 1000 / Double(refreshHertz)
    let pipe = browser.pipe
    let created = try pipe.call(
      "Target.createTarget",
      [
        "url": "about:blank", "width": viewport.width, "height": viewport.height,
        "enableBeginFrameControl": !clock.isReal,
      ]
    )
    target = created["targetId"] as? String ?? ""
    let attached = try pipe.call(
      "Target.attachToTarget",
      ["targetId": target, "flatten": true]
    )
    session = attached["sessionId"] as? String ?? ""
    ticks = 0
    for domain in ["Page", "Runtime", "Performance", "Inspector", "Log"] {
      try call("\(domain).enable")
    }
    try resize(viewport)
    try call("Emulation.setFocusEmulationEnabled", ["enabled": true])
    _ = try pipe.call("Browser.setDownloadBehavior", ["behavior": "deny"])
    for source in PageScripts.all(settings: settings) {
      try call("Page.addScriptToEvaluateOnNewDocument", ["source": source])
    }
    listen()
    switch clock {
    case .virtual:
      let policy = try call(
        "Emulation.setVirtualTimePolicy",
        ["policy": "pause", "initialVirtualTime": 1_700_000_000]
      )
      ticks = policy["virtualTimeTicksBase"] as? Double ?? 0
    case .real(let slowed):
      if slowed > 1 { try call("Emulation.setCPUThrottlingRate", ["rate": slowed]) }
    }
  }

  private func listen() {
    let pipe = browser.pipe
    pipe.on("Emulation.virtualTimeBudgetExpired") { [unowned self] _ in hasExpired = true }
    pipe.on("Page.javascriptDialogOpening") { [unowned self] _ in
      try pipe.post("Page.handleJavaScriptDialog", ["accept": false], session: session)
    }
    pipe.on("Inspector.targetCrashed") { _ in
      throw DriveFailure.limit("the page crashed, or its memory was used up")
    }
    pipe.on("Runtime.exceptionThrown") { [unowned self] event in
      let details = event["exceptionDetails"] as? Object
      let exception = details?["exception"] as? Object
      complain(exception?["description"] as? String ?? details?["text"] as? String)
    }
    pipe.on("Runtime.consoleAPICalled") { [unowned self] event in
      let arguments = event["args"] as? [Object] ?? []
      let texts = arguments.compactMap { $0["value"] as? String ?? $0["description"] as? String }
      if texts == ["stillpoint: a database is used"] { hasDatabase = true }
      guard event["type"] as? String == "error" else { return }
      complain(texts.joined(separator: " "))
    }
    pipe.on("Log.entryAdded") { [unowned self] event in
      guard let entry = event["entry"] as? Object, let url = entry["url"] as? String,
        (entry["text"] as? String)?.contains("ERR_NAME_NOT_RESOLVED") == true,
        outside.count < 5, !outside.contains(url)
      else { return }
      outside.append(url)
    }
    pipe.on("Page.frameNavigated") { event in
      guard let frame = event["frame"] as? Object, frame["parentId"] == nil,
        let url = frame["url"] as? String, !Self.isOfThisMachine(url)
      else { return }
      throw DriveFailure.refused(
        "the page went to \(frame["unreachableUrl"] as? String ?? url), which is not there, or not on this machine",
        advice: "Check url in APP.yaml: drive opens nothing but addresses of this machine."
      )
    }
  }

  private static func isOfThisMachine(_ url: String) -> Bool {
    ["http://127.0.0.1:", "http://localhost:", "about:"].contains { url.hasPrefix($0) }
  }

  private func complain(_ text: String?) {
    guard let text, complaints.count < 20 else { return }
    complaints.append(text.split(separator: "\n").first.map(String.init) ?? text)
  }

  @discardableResult
  func call(_ method: String, _ parameters: Object = [:]) throws -> Object {
    try browser.pipe.call(method, parameters, session: session)
  }

  @discardableResult
  func evaluate(_ expression: String, limit: Duration) throws -> Any? {
    let answer = try browser.pipe.call(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true],
      session: session,
      limit: limit
    )
    if let details = answer["exceptionDetails"] as? Object {
      let exception = details["exception"] as? Object
      let text = exception?["description"] as? String ?? details["text"] as? String ?? "an error"
      throw DriveFailure.browser("the probe failed: \(text.prefix(300))")
    }
    return (answer["result"] as? Object)?["value"]
  }

  func open(_ url: String) throws {
    try browser.pipe.post("Page.navigate", ["url": url], session: session)
  }

  func frame() throws {
    try watch()
    guard ContinuousClock.now - opened <= Self.longest else {
      throw DriveFailure.limit(
        "the scenario took over \(Self.longest.components.seconds) s; it stands at frame \(frames)"
      )
    }
    switch clock {
    case .virtual: try drawFrame()
    case .real: try awaitFrame()
    }
    frames += 1
  }

  func picture(limit: Duration) throws -> [UInt8] {
    let text: Any?
    if clock.isReal {
      text = try browser.pipe.call(
        "Page.captureScreenshot",
        ["format": "png"],
        session: session,
        limit: limit
      )["data"]
    } else {
      ticks += period
      text = try browser.pipe.call(
        "HeadlessExperimental.beginFrame",
        ["frameTimeTicks": ticks, "interval": period, "screenshot": ["format": "png"]],
        session: session,
        limit: limit
      )["screenshotData"]
    }
    guard let picture = Self.picture(from: text) else {
      throw DriveFailure.browser("gave no picture of the page")
    }
    return picture
  }

  /// The bytes of a picture that the browser has sent; nil where it has sent none.
  static func picture(from text: Any?) -> [UInt8]? {
    (text as? String).flatMap { Data(base64Encoded: $0) }.map(Array.init)
  }

  func counters() throws -> (layouts: Int, styles: Int)? {
    let metrics = try call("Performance.getMetrics")["metrics"] as? [Object] ?? []
    func value(_ name: String) -> Int {
      metrics.first { $0["name"] as? String == name }?["value"] as? Int ?? 0
    }
    return (value("LayoutCount"), value("RecalcStyleCount"))
  }

  // MARK: Hands

  /// Sends an input event. On a virtual clock a page takes a key or a click in before its time goes on, so that
  /// a busy machine changes nothing; a wheel comes with the next frame.
  func input(_ method: String, _ parameters: Object) throws {
    if clock.isReal || parameters["type"] as? String == "mouseWheel" {
      try browser.pipe.post("Input.\(method)", parameters, session: session)
    } else {
      try call("Input.\(method)", parameters)
    }
  }

  func wheel(x: Double, y: Double, by delta: Double) throws {
    try input(
      "dispatchMouseEvent",
      ["type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": delta]
    )
  }

  func click(x: Double, y: Double) throws {
    for type in ["mousePressed", "mouseReleased"] {
      try input(
        "dispatchMouseEvent",
        ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1]
      )
    }
  }

  func insert(_ text: String) throws { try input("insertText", ["text": text]) }

  func pressEnter() throws {
    var key: Object = [
      "type": "keyDown", "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r",
    ]
    try input("dispatchKeyEvent", key)
    key["type"] = "keyUp"
    key["text"] = nil
    try input("dispatchKeyEvent", key)
  }

  func resize(_ viewport: Viewport) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": viewport.width, "height": viewport.height, "deviceScaleFactor": 1,
        "mobile": false,
      ]
    )
  }

  func resetProbe() { probed = (.zero, 0) }

  func close() {
    _ = try? browser.pipe.call("Target.closeTarget", ["targetId": target])
  }
}
