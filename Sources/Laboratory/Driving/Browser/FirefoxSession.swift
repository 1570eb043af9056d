import ChildProcesses
import Files
import Foundation

/// Firefox by WebDriver BiDi, which it speaks itself over a WebSocket at a port of this machine.
final class FirefoxSession: PageConnection {
  let engine = Engine.firefox
  private(set) var version = "Firefox"
  let condition: String? = nil
  var watch: () throws -> Void

  private let scratch: ScratchFolder
  private let process: GuardedProcess
  private var socket: WebSocketClient?
  private var context = ""
  private var number = 0

  /// How long it may take until it answers.
  private static let startLimit = Duration.seconds(60)

  /// Starts it.
  ///
  /// - Throws: ``DriveFailure`` when it is not installed, or does not come up.
  init(_ viewport: Viewport, watch: @escaping () throws -> Void) throws {
    let program = try engine.program()
    scratch = try ScratchFolder()
    let profile = scratch.path
    try scratch.draft.put("user.js", Array(Self.preferences.utf8))
    var command = GuardedProcess.Command(
      path: program,
      arguments: [
        "--headless", "--no-remote", "--new-instance", "--profile", profile,
        "--remote-debugging-port", "0", "about:blank",
      ]
    )
    command.environment = [
      "TZ": "UTC", "LANG": "C.UTF-8", "HOME": profile, "TMPDIR": profile,
      "XDG_CACHE_HOME": profile, "XDG_CONFIG_HOME": profile, "XDG_DATA_HOME": profile,
      "XDG_RUNTIME_DIR": profile, "MOZ_CRASHREPORTER_DISABLE": "1", "DISPLAY": "",
      "WAYLAND_DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(profile)/no-bus",
    ]
    command.scratch = profile
    process = try GuardedProcess(command)
    self.watch = watch
    try begin(viewport)
  }

  /// What keeps it from the network and from what disturbs a page.
  private static let preferences = [
    ("network.proxy.type", "1"), ("network.proxy.http", "\"127.0.0.1\""),
    ("network.proxy.http_port", "9"), ("network.proxy.ssl", "\"127.0.0.1\""),
    ("network.proxy.ssl_port", "9"), ("network.proxy.socks", "\"127.0.0.1\""),
    ("network.proxy.socks_port", "9"), ("network.proxy.socks_remote_dns", "true"),
    ("network.proxy.failover_direct", "false"),
    ("network.proxy.no_proxies_on", "\"localhost, 127.0.0.1\""),
    ("network.proxy.allow_hijacking_localhost", "false"), ("network.trr.mode", "5"),
    ("network.dns.disablePrefetch", "true"), ("network.prefetch-next", "false"),
    ("network.captive-portal-service.enabled", "false"),
    ("network.connectivity-service.enabled", "false"), ("media.peerconnection.enabled", "false"),
    ("dom.serviceWorkers.enabled", "false"), ("privacy.reduceTimerPrecision", "false"),
    ("focusmanager.testmode", "true"), ("browser.shell.checkDefaultBrowser", "false"),
    ("browser.sessionstore.resume_from_crash", "false"), ("app.update.disabledForTesting", "true"),
    ("datareporting.policy.dataSubmissionEnabled", "false"), ("app.normandy.enabled", "false"),
    ("toolkit.telemetry.enabled", "false"), ("general.smoothScroll", "false"),
    ("browser.download.always_ask_before_handling_new_types", "true"),
    ("services.settings.server", "\"data:,#remote-settings-dummy/v1\""),
  ].map { "user_pref(\"\($0.0)\", \($0.1));\n" }.joined()

  private func check() throws {
    try watch()
    try process.check("the browser")
  }

  private func begin(_ viewport: Viewport) throws {
    let end = ContinuousClock.now + Self.startLimit
    let mark = "WebDriver BiDi listening on ws://"
    var port: UInt16?
    while port == nil {
      try check()
      guard ContinuousClock.now < end else {
        throw DriveFailure.late("Firefox listened at no port for WebDriver BiDi")
      }
      let line = process.lastLines(20).first { $0.contains(mark) }
      port = line?.split(separator: ":").last.flatMap { UInt16($0) }
      if port == nil { usleep(10_000) }
    }
    let watch = { [unowned self] in try check() }
    guard let port, let connection = LoopbackSocket(port: port, watch: watch) else {
      throw DriveFailure.died(who: "the browser", detail: ": nobody listens at its port")
    }
    socket = try WebSocketClient(connection, port: port, path: "/session")
    let found = try call("session.new", ["capabilities": Object()])["capabilities"] as? Object
    version = "Firefox/\(found?["browserVersion"] as? String ?? "unknown")"
    let tree = try call("browsingContext.getTree", [:])["contexts"] as? [Object]
    context = tree?.first?["context"] as? String ?? ""
    guard !context.isEmpty else { throw DriveFailure.browser("Firefox gave no window") }
    try resize(viewport)
  }

  /// Has a script run in each page before its own.
  func preload(_ script: String) throws {
    _ = try call("script.addPreloadScript", ["functionDeclaration": "() => {\n\(script)\n}"])
  }

  /// Sends a command and waits for its answer; what else Firefox tells is passed over.
  @discardableResult
  private func call(
    _ method: String,
    _ parameters: Object,
    limit: Duration = DevToolsPipe.answerLimit
  ) throws -> Object {
    guard let socket else { throw DriveFailure.browser("Firefox is not connected") }
    number += 1
    try socket.send(try bytes(["id": number, "method": method, "params": parameters]))
    let end = ContinuousClock.now + limit
    while true {
      let answer = try object(try socket.receive(until: end, for: "Firefox's answer to \(method)"))
      guard answer["id"] as? Int == number else { continue }
      if let error = answer["error"] as? String {
        if error == "no such frame" { throw PageLeft() }
        let words = "\(answer["message"] ?? "no reason given")".prefix(300)
        throw DriveFailure.browser("\(method) failed: \(error): \(words)")
      }
      return answer["result"] as? Object ?? [:]
    }
  }

  func open(_ url: String) throws {
    try call("browsingContext.navigate", ["context": context, "url": url, "wait": "none"])
  }

  func json(of expression: String, limit: Duration) throws -> String {
    let answer = try call(
      "script.evaluate",
      [
        "expression": "JSON.stringify((\(expression)) ?? null) ?? 'null'",
        "target": ["context": context], "awaitPromise": false,
      ],
      limit: limit
    )
    if let details = answer["exceptionDetails"] as? Object {
      throw DriveFailure.browser(
        "the probe failed: \("\(details["text"] ?? "an error")".prefix(300))"
      )
    }
    return (answer["result"] as? Object)?["value"] as? String ?? "null"
  }

  func perform(_ actions: [Object]) throws {
    try call("input.performActions", ["context": context, "actions": actions])
  }

  func resize(_ viewport: Viewport) throws {
    try call(
      "browsingContext.setViewport",
      [
        "context": context, "devicePixelRatio": 1,
        "viewport": ["width": viewport.width, "height": viewport.height],
      ]
    )
  }

  func picture(limit: Duration) throws -> String {
    try call("browsingContext.captureScreenshot", ["context": context], limit: limit)["data"]
      as? String ?? ""
  }

  func end() { process.end() }
}
