import Foundation

/// One page of a browser that draws by itself: it has the machine's clock, and its frames are sampled.
final class RemotePage: DrivenPage {
  var engine: Engine { connection.engine }
  var version: String { connection.version }
  var condition: String? { connection.condition }
  let clock = PageClock.real(slowed: 1)
  var watch: () throws -> Void = {}
  private(set) var frames = 0
  var isSampled = false
  let complaints: [String] = []
  let outside: [String] = []
  let probed = (time: Duration.zero, count: 0)

  private let connection: any PageConnection
  /// The refresh period in ms.
  private let period: Double
  /// When the frames began of which this is the last.
  private var epoch = (instant: ContinuousClock.now, frames: 0)
  private let began = ContinuousClock.now

  init(_ connection: any PageConnection, refreshHertz: Int) {
    self.connection = connection
    period = 1000 / Double(refreshHertz)
  }

  func open(_ url: String) throws {
    try connection.open(url)
  }

  @discardableResult
  func evaluate(_ expression: String, limit: Duration) throws -> Any? {
    // What is put into parentheses is no statement.
    var text = expression[...]
    while let last = text.last, last == ";" || last.isWhitespace { text.removeLast() }
    let json = try json(of: String(text), limit)
    let value = try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
    return value is NSNull ? nil : value
  }

  /// A page that is being opened may go while it is asked.
  private func json(of expression: String, _ limit: Duration) throws -> String {
    let end = ContinuousClock.now + limit
    while true {
      do {
        return try connection.json(of: expression, limit: limit)
      } catch is PageLeft {
        guard ContinuousClock.now < end else {
          throw DriveFailure.browser("the page goes to another address again and again")
        }
        usleep(20_000)
      }
    }
  }

  func frame() throws {
    try watch()
    guard ContinuousClock.now - began <= Self.longest else {
      throw DriveFailure.limit(
        "the scenario took over \(Self.longest.components.seconds) s; it stands at frame \(frames)"
      )
    }
    let due = epoch.instant + .milliseconds(Double(frames + 1 - epoch.frames) * period)
    while true {
      let rest = (due - .now) / .microseconds(1)
      guard rest > 0 else { break }
      usleep(UInt32(min(rest, 20_000)))
    }
    frames += 1
    // Who comes late does not hurry: what hands do next would follow too soon.
    if .now - due > .milliseconds(period) { epoch = (.now, frames) }
    if isSampled, frames % 60 == 0 { try checkPage() }
  }

  /// Looks whether it is still the page, and within its limits.
  private func checkPage() throws {
    do {
      let state =
        try evaluate(
          "[location.href, window.__stillpoint ? __stillpoint.watched.limit : 'gone']",
          limit: Self.frameLimit
        ) as? [Any] ?? []
      guard state.count == 2, let limit = state[1] as? String else { return }
      if limit != "gone" { throw DriveFailure.limit(limit) }
      throw DriveFailure.refused(
        "the page went to \(state[0]), which is not there, or not on this machine",
        advice: "Check url in APP.yaml: drive opens nothing but addresses of this machine."
      )
    } catch DriveFailure.late {
      let seconds = Self.frameLimit.components.seconds
      throw DriveFailure.limit("a script of the page ran for over \(seconds) s and did not end")
    }
  }

  func beginWatching() throws -> Double {
    let begun = try evaluate("__stillpoint.watch()") as? Double ?? 0
    epoch = (.now, frames)
    isSampled = true
    return begun
  }

  func picture(limit: Duration) throws -> [UInt8] {
    guard let data = Data(base64Encoded: try connection.picture(limit: limit)), !data.isEmpty else {
      throw DriveFailure.browser("gave no picture of the page")
    }
    return Array(data)
  }

  func counters() -> (layouts: Int, styles: Int)? { nil }
  func coreUse() -> [Int: CoreUse] { [:] }
  func beginTrace() {}
  func endProfile() -> [String: Double] { [:] }
  func endTrace() -> [UInt8] { [] }
  func resetProbe() {}
  func close() {}

  // MARK: Hands

  /// How long a turn of the wheel may take until the page has it.
  private static let wheelLimit = Duration.milliseconds(500)

  func wheel(x: Double, y: Double, by delta: Double) throws {
    let seen = "window.__stillpoint ? __stillpoint.hands.filter(hand => hand[1]).length : 0"
    let before = try evaluate(seen) as? Int ?? 0
    let action: Object = [
      "type": "scroll", "x": Int(x), "y": Int(y), "deltaX": 0,
      "deltaY": connection.wheelDelta(delta),
      "duration": 0, "origin": "viewport",
    ]
    try connection.perform([["type": "wheel", "id": "wheel", "actions": [action]]])
    // The command may be answered before the page has the event.
    let end = ContinuousClock.now + Self.wheelLimit
    while try evaluate(seen) as? Int ?? 0 == before, ContinuousClock.now < end { usleep(2_000) }
  }

  func click(x: Double, y: Double) throws {
    let actions: [Object] = [
      ["type": "pointerMove", "x": Int(x), "y": Int(y), "duration": 0, "origin": "viewport"],
      ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0],
    ]
    try connection.perform([
      [
        "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"],
        "actions": actions,
      ]
    ])
  }

  func insert(_ text: String) throws { try press(text.map(String.init)) }

  /// The key that WebDriver calls so.
  private static let enter = "\u{E007}"

  func pressEnter() throws { try press([Self.enter]) }

  private func press(_ keys: [String]) throws {
    let actions = keys.flatMap { key -> [Object] in
      ["keyDown", "keyUp"].map { ["type": $0, "value": key] }
    }
    try connection.perform([["type": "key", "id": "keys", "actions": actions]])
  }

  func resize(_ viewport: Viewport) throws { try connection.resize(viewport) }
}
