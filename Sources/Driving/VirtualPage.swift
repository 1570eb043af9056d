import CPageResources
import ChildProcesses
import Foundation

/// One page on a virtual clock: time goes on by one refresh period a frame, and by nothing else.
final class VirtualPage {
  typealias Object = DevToolsPipe.Object

  let browser: Browser
  /// Called before each frame: throws where driving must end.
  var watch: () throws -> Void = {}
  /// How long a frame of it may take in real time.
  static let frameLimit = Duration.seconds(30)

  private let target: String
  private let session: String
  private let period: Double
  private var ticks: Double
  /// Frames drawn so far.
  private(set) var frames = 0
  /// Whether each frame is looked at by the probe.
  var isSampled = false
  private var hasExpired = false
  /// Whether the page has opened a database.
  private var hasDatabase = false
  /// Errors that the page printed.
  private(set) var complaints: [String] = []
  /// Addresses of other machines that the page asked for files.
  private(set) var outside: [String] = []
  /// Real time that the probe took, and how often it was asked.
  private(set) var probed = (time: Duration.zero, count: 0)

  init(_ browser: Browser, width: Int, height: Int, refreshHertz: Int, settings: String) throws {
    self.browser = browser
    period = 1000 / Double(refreshHertz)
    let pipe = browser.pipe
    let created = try pipe.call(
      "Target.createTarget",
      [
        "url": "about:blank", "width": width, "height": height, "enableBeginFrameControl": true,
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
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
    )
    try call("Emulation.setFocusEmulationEnabled", ["enabled": true])
    _ = try pipe.call("Browser.setDownloadBehavior", ["behavior": "deny"])
    for script in [PageResource.page_load_js, .page_probe_js, .page_finder_js] {
      let source = "(() => { const settings = \(settings);\n\(script.script)\n})();"
      try call("Page.addScriptToEvaluateOnNewDocument", ["source": source])
    }
    listen()
    let policy = try call(
      "Emulation.setVirtualTimePolicy",
      ["policy": "pause", "initialVirtualTime": 1_700_000_000]
    )
    ticks = policy["virtualTimeTicksBase"] as? Double ?? 0
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

  /// What an expression of the page comes to.
  @discardableResult
  func evaluate(_ expression: String, limit: Duration = DevToolsPipe.answerLimit) throws -> Any? {
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

  /// Opens an address; frames must follow before anything is there.
  func open(_ url: String) throws {
    try browser.pipe.post("Page.navigate", ["url": url], session: session)
  }

  /// Advances the clock by one period and draws a frame.
  func frame() throws {
    try watch()
    if hasDatabase {
      try advance(period - Self.databaseTime)
      try advance(Self.databaseTime - waitForDatabase())
    } else {
      try advance(period)
    }
    ticks += period
    do {
      try call(
        "HeadlessExperimental.beginFrame",
        ["frameTimeTicks": ticks, "interval": period]
      )
    } catch DriveFailure.limit {
      // A page whose script runs on answers nothing; one that answers waits for its browser.
      guard (try? evaluate("1", limit: .seconds(2))) != nil else {
        throw DriveFailure.limit(unending())
      }
      throw DriveFailure.browser(Self.noFrame)
    }
    frames += 1
    guard isSampled else { return }
    let start = ContinuousClock.now
    let limit = try evaluate("__stillpoint.sample()") as? String
    probed.time += ContinuousClock.now - start
    probed.count += 1
    if let limit { throw DriveFailure.limit(limit) }
  }

  /// What is said of a browser that draws no frame.
  static let noFrame = "drew no frame within \(DevToolsPipe.answerLimit.components.seconds) s"

  /// Lets so many milliseconds of the page's time go by.
  private func advance(_ milliseconds: Double) throws {
    hasExpired = false
    try browser.pipe.post(
      "Emulation.setVirtualTimePolicy",
      [
        "policy": "pauseIfNetworkFetchesPending", "budget": milliseconds,
        "maxVirtualTimeTaskStarvationCount": 100_000,
      ],
      session: session
    )
    do {
      try browser.pipe.wait(for: "the end of a frame", limit: Self.frameLimit) { hasExpired }
    } catch DriveFailure.limit { throw DriveFailure.limit(unending()) }
  }

  /// How much of a frame's time is left for what a database answers, in ms.
  private static let databaseTime = 1.0
  /// How often it is looked for in a frame, and how much of the page's time goes by then, in ms.
  private static let databaseLooks = 100
  private static let databaseSlice = 0.005

  /// Waits for what the page has asked its database, at the end of a frame: that comes in real time, and so
  /// comes in the same frame in every run.
  ///
  /// - Returns: How much of the page's time went by, in ms.
  private func waitForDatabase() throws -> Double {
    var looks = 0
    var quiet = 0
    while looks < Self.databaseLooks, quiet < 2 {
      let pending = try evaluate("__stillpointLoad.database") as? Int ?? 0
      quiet = pending == 0 ? quiet + 1 : 0
      if quiet == 2 { break }
      if pending > 0 { usleep(1_000) }
      try advance(Self.databaseSlice)
      looks += 1
    }
    return Double(looks) * Self.databaseSlice
  }

  /// Why a frame does not end.
  private func unending() -> String {
    let seconds = Self.frameLimit.components.seconds
    let asked = try? evaluate(
      "__stillpointLoad.asked.filter(entry => entry.status === null).map(entry => entry.what).join(', ')",
      limit: .seconds(2)
    )
    guard let asked = asked as? String else {
      return "a script of the page ran for over \(seconds) s and did not end"
    }
    if asked.isEmpty { return "the page did not come to the end of a frame within \(seconds) s" }
    return
      "the page waits for \(asked), which was not answered within \(seconds) s: a server of its own that "
      + "keeps requests open cannot be driven; `answers` in APP.yaml can answer in its place"
  }

  /// Draws so many frames.
  func frames(_ count: Int) throws {
    for _ in 0..<count { try frame() }
  }

  /// A picture of what is on screen, as PNG.
  ///
  /// - Parameter limit: How long the browser may take for it.
  func picture(limit: Duration = DevToolsPipe.answerLimit) throws -> [UInt8] {
    ticks += period
    let drawn = try browser.pipe.call(
      "HeadlessExperimental.beginFrame",
      ["frameTimeTicks": ticks, "interval": period, "screenshot": ["format": "png"]],
      session: session,
      limit: limit
    )
    guard let text = drawn["screenshotData"] as? String, let data = Data(base64Encoded: text) else {
      throw DriveFailure.browser("gave no picture of the page")
    }
    return Array(data)
  }

  /// How many layouts and style recalculations there were so far.
  func counters() throws -> (layouts: Int, styles: Int) {
    let metrics = try call("Performance.getMetrics")["metrics"] as? [Object] ?? []
    func value(_ name: String) -> Int {
      metrics.first { $0["name"] as? String == name }?["value"] as? Int ?? 0
    }
    return (value("LayoutCount"), value("RecalcStyleCount"))
  }

  // MARK: Hands

  /// Sends an input event; the page takes it in with the next frame.
  func input(_ method: String, _ parameters: Object) throws {
    try browser.pipe.post("Input.\(method)", parameters, session: session)
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

  func resize(width: Int, height: Int) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false]
    )
  }

  /// Forgets what the probe took so far.
  func resetProbe() { probed = (.zero, 0) }

  /// Closes the page.
  func close() {
    _ = try? browser.pipe.call("Target.closeTarget", ["targetId": target])
  }
}

extension PageResource {
  /// The script, which is UTF-8.
  fileprivate var script: String {
    var count = 0
    let start = page_resource_bytes(self, &count)
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
