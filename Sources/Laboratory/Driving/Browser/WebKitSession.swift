import ChildProcesses
import Files
import Foundation

/// WebKit by WebDriver: a display of its own, the driver, and the browser that it starts.
final class WebKitSession: PageConnection {
  let engine = Engine.webkit
  private(set) var version = "WebKitGTK"
  private(set) var condition: String?
  var watch: () throws -> Void = {}

  private var scratch: ScratchFolder
  private let program: (path: String, display: Int, isRoot: Bool)
  private let display: GuardedProcess
  private var driver: GuardedProcess
  private var port: UInt16 = 0
  private var session = ""
  /// How much larger the window is than the page in it.
  private var frame = (width: 0, height: 0)
  /// WebKitWebDriver turns the wheel by what a delta differs from the one before.
  private var turned = 0

  /// How long they may take until they answer, and how often the driver is started: where the browser dies while it
  /// starts, the driver waits for it for ever.
  private static let startLimit = Duration.seconds(10)
  private static let mostStarts = 3
  /// What the display is large enough for.
  private static let screen = "4096x4096x24"

  /// Starts them.
  ///
  /// - Throws: ``DriveFailure`` when one is not installed, or does not come up.
  init(_ viewport: Viewport, watch: @escaping () throws -> Void) throws {
    let program = try engine.program()
    let screen = try Engine.first(of: Engine.displayPrograms, for: engine)
    var command = GuardedProcess.Command(
      path: screen,
      arguments: [
        // Without a socket in the file system it leaves nothing when it is killed.
        "-displayfd", "4", "-nolisten", "tcp", "-nolisten", "unix", "-screen", "0", Self.screen,
      ]
    )
    command.hasChannel = true
    display = try GuardedProcess(command)
    let number = try Self.number(of: display, watch)
    // Its own sandbox needs what root has not.
    let isRoot = getuid() == 0
    let isSandboxed = !isRoot && access("/usr/bin/bwrap", X_OK) == 0
    condition =
      isSandboxed ? nil : "WebKit's sandbox is off: \(isRoot ? "root" : "bubblewrap is missing")"
    self.program = (program, number, isRoot)
    (scratch, driver) = try Self.start(self.program)
    self.watch = watch
    for start in 1...Self.mostStarts {
      do {
        try begin(isSandboxed: isSandboxed)
        break
      } catch DriveFailure.late where start < Self.mostStarts {
        driver.end()
        (scratch, driver) = try Self.start(self.program)
        port = 0
      }
    }
    try fit(viewport)
  }

  /// Starts the driver, with a profile of its own that goes with it.
  private static func start(_ program: (path: String, display: Int, isRoot: Bool)) throws
    -> (ScratchFolder, GuardedProcess)
  {
    let scratch = try ScratchFolder()
    let profile = scratch.path
    var command = GuardedProcess.Command(path: program.path, arguments: ["--port=0"])
    command.environment = [
      "DISPLAY": ":\(program.display)", "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1",
      "TZ": "UTC", "LANG": "C.UTF-8", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory",
      "HOME": profile, "TMPDIR": profile, "XDG_CACHE_HOME": profile, "XDG_CONFIG_HOME": profile,
      "XDG_DATA_HOME": profile, "XDG_RUNTIME_DIR": profile, "WAYLAND_DISPLAY": "",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(profile)/no-bus",
    ]
    if program.isRoot { command.environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1" }
    command.scratch = profile
    return (scratch, try GuardedProcess(command))
  }

  /// The number of a display, once it is there.
  private static func number(of display: GuardedProcess, _ watch: () throws -> Void) throws -> Int {
    let end = ContinuousClock.now + startLimit
    var text = ""
    while !text.hasSuffix("\n") {
      try watch()
      try display.check("Xvfb")
      guard ContinuousClock.now < end else {
        throw DriveFailure.late("the number of a display did not come from Xvfb")
      }
      var place = pollfd(fd: display.answers, events: Int16(POLLIN), revents: 0)
      guard poll(&place, 1, 100) > 0 else { continue }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(display.answers, &bytes, bytes.count)
      if count > 0 { text += String(decoding: bytes[..<count], as: UTF8.self) }
    }
    guard let number = Int(text.dropLast()) else {
      throw DriveFailure.browser("Xvfb gave no number of a display: \(text)")
    }
    return number
  }

  private func begin(isSandboxed: Bool) throws {
    let end = ContinuousClock.now + Self.startLimit
    while port == 0 {
      try check()
      guard ContinuousClock.now < end else {
        throw DriveFailure.late("WebKitWebDriver listened at no port")
      }
      if let found = driver.port { port = found } else { usleep(10_000) }
    }
    // Nothing but this machine is reached: whatever else is asked goes to a port that nobody has. As a capability
    // of the session a proxy ends the browser now and then.
    let arguments = [
      "--automation", "--proxy=http://127.0.0.1:9", "--ignore-host=127.0.0.1",
      "--ignore-host=localhost",
    ]
    let options: Object = ["args": arguments + (isSandboxed ? ["--enable-sandbox"] : [])]
    let capabilities: Object = [
      "pageLoadStrategy": "none", "webkitgtk:browserOptions": options,
    ]
    let answer = try call(
      "POST",
      "",
      ["capabilities": ["alwaysMatch": capabilities]],
      limit: Self.startLimit
    )
    let value = answer as? Object
    session = value?["sessionId"] as? String ?? ""
    let found = value?["capabilities"] as? Object
    version = "WebKitGTK/\(found?["browserVersion"] as? String ?? "unknown")"
    guard !session.isEmpty else { throw DriveFailure.browser("WebKitWebDriver gave no session") }
  }

  /// Makes the window so large that the page in it has its size.
  private func fit(_ viewport: Viewport) throws {
    try place(viewport)
    let size = try size()
    // The tools of its window keep it from being narrow.
    frame = (max(0, viewport.width - size.width), viewport.height - size.height)
    try place(viewport)
    let real = try self.size()
    guard real != viewport else { return }
    condition = [condition, "WebKit's window is \(real), and not \(viewport)"].compactMap { $0 }
      .joined(separator: "; ")
  }

  /// How large the page is.
  private func size() throws -> Viewport {
    let json = try json(of: "[innerWidth, innerHeight]", limit: Self.startLimit)
    let sides = try JSONDecoder().decode([Int].self, from: Data(json.utf8))
    guard sides.count == 2 else { throw DriveFailure.browser("WebKit gave no size of its window") }
    return Viewport(width: sides[0], height: sides[1])
  }

  private func check() throws {
    try watch()
    try display.check("Xvfb")
    try driver.check("WebKitWebDriver")
  }

  // MARK: WebDriver

  /// Sends a command and waits for its answer.
  private func call(
    _ method: String,
    _ path: String,
    _ object: Object? = nil,
    limit: Duration = DevToolsPipe.answerLimit
  ) throws -> Any? {
    let watch = { [unowned self] in try check() }
    guard let socket = LoopbackSocket(port: port, watch: watch) else {
      try check()
      throw DriveFailure.died(who: "WebKitWebDriver", detail: ": nobody listens at its port")
    }
    let body = try object.map { try bytes($0) } ?? []
    let place = session.isEmpty ? "/session" : "/session/\(session)\(path)"
    let head =
      "\(method) \(place) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    try socket.send(Array(head.utf8) + body)
    let end = ContinuousClock.now + limit
    let what = "WebKit's answer to \(path.isEmpty ? "a new session" : path)"
    let answer = try socket.receiveHead(until: end, for: what)
    let length = answer.split(whereSeparator: \.isNewline)
      .first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.drop { $0 != ":" }.dropFirst().drop { $0 == " " }) }
    guard let length else { throw DriveFailure.browser("WebKit sent an answer without a length") }
    let value = try self.object(try socket.receive(length, until: end, for: what))["value"]
    if let error = value as? Object, let kind = error["error"] as? String {
      if kind == "no such frame" { throw PageLeft() }
      let words = "\(error["message"] ?? kind)".prefix(300)
      throw kind == "javascript error"
        ? DriveFailure.browser("the probe failed: \(words)")
        : DriveFailure.browser("\(what) is an error: \(kind): \(words)")
    }
    return value
  }

  func open(_ url: String) throws { _ = try call("POST", "/url", ["url": url]) }

  func json(of expression: String, limit: Duration) throws -> String {
    let script = "return JSON.stringify((\(expression)) ?? null) ?? 'null'"
    let answer = try call("POST", "/execute/sync", ["script": script, "args": []], limit: limit)
    return answer as? String ?? "null"
  }

  func perform(_ actions: [Object]) throws {
    _ = try call("POST", "/actions", ["actions": actions])
  }

  func wheelDelta(_ delta: Double) -> Int {
    turned += Int(delta)
    return turned
  }

  func resize(_ viewport: Viewport) throws { try place(viewport) }

  private func place(_ viewport: Viewport) throws {
    let (width, height) = (viewport.width + frame.width, viewport.height + frame.height)
    _ = try call("POST", "/window/rect", ["x": 0, "y": 0, "width": width, "height": height])
  }

  func picture(limit: Duration) throws -> String {
    try call("GET", "/screenshot", limit: limit) as? String ?? ""
  }

  func end() {
    driver.end()
    display.end()
  }
}
