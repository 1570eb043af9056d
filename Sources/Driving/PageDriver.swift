import ChildProcesses
import Foundation

/// Plays one scenario on one page.
package struct PageDriver {
  let app: AppDescription
  let browser: Browser
  /// The page's address.
  let address: String
  let scenario: PageScenario
  let refreshHertz: Int
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
    let page = try VirtualPage(
      browser,
      width: app.width,
      height: app.height,
      refreshHertz: refreshHertz,
      settings: settings
    )
    page.watch = watch
    defer { page.close() }
    defer { picture = try? page.picture(limit: .seconds(3)) }
    var play = PagePlay(page: page, app: app, scenario: scenario, refreshHertz: refreshHertz)
    try play.open(address)
    return try play.run()
  }

  /// What the page's scripts are told.
  var settings: String {
    var all: [String: Any] = [
      "messages": app.messages, "scroller": app.scroller ?? NSNull(), "storage": app.storage,
      "answers": app.answers.sorted { $0.key.count > $1.key.count }.map { [$0.key, $0.value] },
      "usual": app.answersModels ? UsualAnswers.all : [], "nodeLimit": Self.nodeLimit,
      "textLimit": Self.textLimit,
    ]
    if let formats = try? JSONEncoder().encode(app.requests) {
      all["formats"] = try? JSONSerialization.jsonObject(with: formats)
    }
    let warmUp = NumberedStream.steady(tokensPerSecond: 200, count: 3)
    let streams = Array(repeating: warmUp, count: scenario.exchanges) + scenario.streams
    all["streams"] = NSNull()
    guard let data = try? JSONSerialization.data(withJSONObject: all) else { return "{}" }
    let text = String(decoding: data, as: UTF8.self).dropLast()
    return text + ",\"streams\":[\(streams.map(\.json).joined(separator: ","))]}"
  }
}

/// A page while a scenario is played on it.
struct PagePlay {
  let page: VirtualPage
  let app: AppDescription
  let scenario: PageScenario
  let refreshHertz: Int
  /// Frames that were looked at.
  private var sampled = 0
  private var marks: [PageRecording.Mark] = []
  private var doubts: [String] = []
  private var rows: [PageFrame] = []
  private var typed = ""
  private var foldedAt: Int?
  private var foldedY: Double?
  private var foldHead: Double?
  /// The deltas that the wheel has still to turn, a frame each.
  private var wheel: [Double] = []
  /// In how many frames the line is chosen for good after the wheel stood still.
  private var settling = 0
  private var opening: Double?
  /// The selector of what is typed into, and of the button that sends where Enter does not.
  private(set) var input: String
  var button: String?
  private var cover = ""

  init(page: VirtualPage, app: AppDescription, scenario: PageScenario, refreshHertz: Int) {
    (self.page, self.app, self.scenario) = (page, app, scenario)
    self.refreshHertz = refreshHertz
    input = app.input
  }

  private var period: Double { 1000 / Double(refreshHertz) }
  func frames(in milliseconds: Double) -> Int { Int((milliseconds / period).rounded(.up)) }

  // MARK: Opening

  /// Opens the page and waits until its input is there.
  mutating func open(_ address: String) throws {
    try page.open(address)
    let limit = Int(PageDriver.readyLimit * Double(refreshHertz))
    var place: [ElementPlace] = []
    for count in 0..<limit {
      try page.frame()
      guard count % 6 == 5 else { continue }
      try page.evaluate("window.__stillpoint && __stillpoint.takeRoots()")
      if input.isEmpty {
        input =
          try page.evaluate("window.__stillpointFinder && __stillpointFinder.input()") as? String
          ?? ""
      }
      place = input.isEmpty ? [] : try find(input)
      if !place.isEmpty, try page.evaluate("document.readyState") as? String == "complete" { break }
    }
    guard !place.isEmpty else { throw try missingInput() }
    try expectOne(place, input, "input")
    for selector in app.prepare {
      try click(selector, "prepare")
      for _ in 0..<frames(in: 500) { try frame() }
    }
    let nodes = try page.evaluate("document.getElementsByTagName('*').length") as? Int ?? 0
    guard nodes <= PageDriver.nodeLimit else {
      throw DriveFailure.limit("the page has \(nodes) elements, more than \(PageDriver.nodeLimit)")
    }
    try page.evaluate("__stillpoint.takeRoots()")
    if scenario.name == "opening" { try watchOpening() }
    try page.frames(frames(in: 500))
  }

  /// Why there is nothing to type into.
  private func missingInput() throws -> DriveFailure {
    var there = try page.evaluate("__stillpointFinder.page()") as? String ?? ""
    if let file = page.outside.first {
      there += "; it asks other machines for files, which drive does not reach, such as \(file)"
    }
    return .refused(
      "\(app.path): input: \(app.input.isEmpty ? "nothing to type into was found" : "\(app.input) finds nothing on the page"); \(there)",
      advice: "Correct url or the selector; `stillpoint drive --look` shows what each one finds."
    )
  }

  /// Looks when the conversation stands still at its place.
  private mutating func watchOpening() throws {
    let expression = """
      (() => { __stillpoint.sample(); const row = JSON.parse(__stillpoint.take())[0] || {}; \
      return [row.top, row.full, row.n].join(); })()
      """
    var last = ""
    var still = 0.0
    for _ in 0..<frames(in: 2_000) {
      let now = try page.evaluate(expression) as? String ?? ""
      if now != last { still = Double(page.frames) * period }
      last = now
      try page.frame()
    }
    opening = still
  }

  /// Where a selector's elements are.
  func find(_ selector: String) throws -> [ElementPlace] {
    let expression = """
      window.__stillpoint ? (() => { try { return JSON.stringify(__stillpoint.find(\(Self.quoted(selector)))); } \
      catch (error) { return String(error.message); } })() : '[]'
      """
    let found = try page.evaluate(expression) as? String ?? "[]"
    guard found.hasPrefix("[") else {
      throw DriveFailure.refused(
        "\(app.path): \(selector) is no selector: \(found)",
        advice: "Write it as CSS has it."
      )
    }
    return try JSONDecoder().decode([ElementPlace].self, from: Data(found.utf8))
  }

  @discardableResult
  private func expectOne(
    _ places: [ElementPlace],
    _ selector: String,
    _ key: String
  ) throws(DriveFailure) -> ElementPlace {
    guard let place = places.first else {
      throw .refused(
        "\(app.path): \(key): \(selector) finds nothing on the page",
        advice: "Correct the selector; `stillpoint drive --look` shows what each one finds."
      )
    }
    guard places.count == 1 else {
      throw .refused(
        "\(app.path): \(key): \(selector) finds \(places.count) elements",
        advice: "Name one of them: `stillpoint drive --look` shows what each selector finds."
      )
    }
    return place
  }

  func click(_ selector: String, _ key: String) throws {
    var place = try expectOne(find(selector), selector, key)
    let middle = (x: place.x + place.width / 2, y: place.y + place.height / 2)
    if middle.x < 0 || middle.y < 0 || middle.x > Double(app.width) || middle.y > Double(app.height)
    {
      try page.evaluate("__stillpointFinder.bring(\(Self.quoted(selector)))")
      place = try expectOne(find(selector), selector, key)
    }
    try page.click(x: place.x + place.width / 2, y: place.y + place.height / 2)
  }

  mutating func mark(_ kind: PageRecording.Mark.Kind, once: Bool = false) {
    if once, let last = marks.last, last.kind == kind { return }
    marks.append(.init(frame: sampled, kind: kind))
  }

  mutating func frame() throws {
    try page.frame()
    guard page.isSampled else { return }
    sampled += 1
    if sampled % 600 == 0 { try takeRows() }
  }

  private mutating func takeRows() throws {
    let text = try page.evaluate("__stillpoint.take()") as? String ?? "[]"
    rows += try JSONDecoder().decode([PageFrame].self, from: Data(text.utf8))
  }

  // MARK: Playing

  /// Plays the scenario.
  mutating func run() throws -> PageRecording {
    for _ in 0..<scenario.exchanges {
      try send("Hello")
      try page.frames(frames(in: 250))
    }
    try page.evaluate("__stillpointLoad.requests.length = 0")
    page.isSampled = true
    try send("Hello")
    page.resetProbe()
    let start = try page.counters()
    let began = try page.evaluate("__stillpointLoad.requests[0]") as? Double ?? 0
    var steps = scenario.steps
    let first = sampled
    let count = frames(in: scenario.milliseconds)
    while sampled - first < count {
      let now = Double(sampled - first) * period
      while let step = steps.first, step.milliseconds <= now {
        steps.removeFirst()
        try perform(step.act)
      }
      try turnWheel()
      try frame()
      try look()
    }
    let end = try page.counters()
    var recording = try finished(since: began)
    recording.layouts = end.layouts - start.layouts
    recording.styles = end.styles - start.styles
    return recording
  }

  private mutating func perform(_ act: PageScenario.Act) throws {
    switch act {
    case .wheelUp(let distance):
      // A notch of a wheel a frame, and what is left.
      let notches = Int(distance / 120)
      let rest = distance - Double(notches) * 120
      begin(isUp: true, Array(repeating: -120, count: notches) + (rest > 0 ? [-rest] : []))
    case .wheelToEnd: begin(isUp: false, [100_000])
    case .wheelToTop: begin(isUp: true, [-100_000])
    case .stop:
      guard let selector = app.stop else { return doubt("APP.yaml names no stop") }
      mark(.stop)
      try click(selector, "stop")
    case .fold:
      guard let selector = app.fold else { return doubt("APP.yaml names no fold") }
      guard let head = try find(selector).first else { return doubt("\(selector) finds no card") }
      mark(.fold(y: head.y))
      (foldHead, foldedAt) = (head.y, sampled)
      try page.click(x: head.x + min(20, head.width / 2), y: head.y + head.height / 2)
    case .width(let share):
      mark(.resize)
      try page.resize(width: app.width * share / 100, height: app.height)
    case .type(let text):
      mark(.type)
      if typed.isEmpty { try click(input, "input") }
      typed += text
      try page.insert(text)
    case .send: try send("And then?")
    }
  }

  private mutating func doubt(_ what: String) { doubts.append(what) }

  private mutating func begin(isUp: Bool, _ deltas: [Double]) {
    mark(.wheelBegan(isUp: isUp))
    wheel = deltas
  }

  private mutating func turnWheel() throws {
    if !wheel.isEmpty {
      let box = try page.evaluate("JSON.stringify(__stillpoint.scrollerBox())") as? String ?? "{}"
      let place = try JSONDecoder().decode([String: Double].self, from: Data(box.utf8))
      if settling == 0, cover.isEmpty {
        cover = try page.evaluate("__stillpointFinder.overScroller()") as? String ?? ""
      }
      let delta = wheel.removeFirst()
      mark(.wheel(delta))
      try page.wheel(
        x: (place["left"] ?? 0) + (place["width"] ?? 0) / 2,
        y: (place["top"] ?? 0) + (place["height"] ?? 0) / 2,
        by: delta
      )
      settling = frames(in: 50)
    } else if settling > 0 {
      settling -= 1
      if settling == 0 { mark(.wheelEnded) }
    }
  }

  /// Looks where a folded card's head is, 300 ms after it was clicked.
  private mutating func look() throws {
    guard let foldedAt, sampled - foldedAt == frames(in: 300), let selector = app.fold else {
      return
    }
    foldedY = try find(selector).first?.y
    if foldedY == nil { doubt("the card was gone after it was clicked") }
  }

  private mutating func finished(since began: Double) throws -> PageRecording {
    try takeRows()
    let text = try page.evaluate("__stillpoint.end()") as? String ?? "{}"
    let end = try JSONDecoder().decode(PageEnd.self, from: Data(text.utf8))
    // Frames before the request differ by what real time left in them.
    let first = rows.firstIndex { $0.t > began } ?? rows.count
    var recording = PageRecording(
      scenario: scenario,
      refreshHertz: refreshHertz,
      frames: Array(rows[first...]),
      marks: marks.compactMap { mark in
        mark.frame < first ? nil : .init(frame: mark.frame - first, kind: mark.kind)
      },
      end: end,
      stream: scenario.streams[min(max(0, end.requests.count - 1), scenario.streams.count - 1)]
    )
    recording.opening = opening
    recording.foldedY = foldedY
    recording.doubts = doubts
    recording.cover = cover
    recording.messages = app.messages.values.sorted().joined(separator: ", ")
    if !recording.frames.contains(where: { $0.high > 0 }) {
      let shown =
        try page.evaluate("JSON.stringify(__stillpointFinder.messages('Hello') || {})") as? String
      recording.hint = shown.flatMap { $0 == "{}" ? nil : $0 }
    }
    recording.browser = page.browser.version
    recording.complaints = (page.complaints + end.errors).filter { complaint in
      !app.allowedErrors.contains { complaint.contains($0) }
    }
    if !typed.isEmpty {
      let held = try page.evaluate("__stillpoint.held(\(Self.quoted(input)))") as? String ?? ""
      recording.typed = (typed, held)
    }
    if page.probed.count > 0 {
      let time = page.probed.time / page.probed.count
      recording.probeMilliseconds = Double(time.components.attoseconds) / 1e15
    }
    return recording
  }
}
