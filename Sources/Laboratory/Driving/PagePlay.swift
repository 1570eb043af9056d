import Foundation

/// A page while a scenario is played on it.
struct PagePlay {
  let page: any DrivenPage
  let app: AppDescription
  let scenario: PageScenario
  let refreshHertz: Int
  /// Frames that were looked at.
  private(set) var sampled = 0
  /// On the real clock: when the page began to look at its frames, by its own clock.
  private var watchedFrom = 0.0
  private var marks: [PageRecording.Mark] = []
  private var doubts: [String] = []
  private var rows: [PageFrame] = []
  private var typed = ""
  private var foldedAt: Int?
  private var foldedY: Double?
  /// The deltas that the wheel has still to turn, a frame each.
  private var wheel: [Double] = []
  /// In how many frames the line is chosen for good after the wheel stood still.
  private var settling = 0
  private var opening: Double?
  /// The selector of what is typed into, and of the button that sends where Enter does not.
  private(set) var input: String
  var button: String?
  private var cover = ""
  /// Whether the browser notes what becomes of frames, which costs the page processor time.
  var isTraced = false
  /// Has the app's own server give these answers from now on.
  var answer: ([NumberedStream]) -> Void = { _ in }
  /// How many frames are judged, from the stream's beginning on.
  private var judged = 0

  init(page: any DrivenPage, app: AppDescription, scenario: PageScenario, refreshHertz: Int) {
    (self.page, self.app, self.scenario) = (page, app, scenario)
    self.refreshHertz = refreshHertz
    input = app.input
  }

  var period: Double { 1000 / Double(refreshHertz) }
  func frames(in milliseconds: Double) -> Int { Int((milliseconds / period).rounded(.up)) }

  // MARK: Opening

  /// Whether something is typed in before the scenario begins: a page that brings no messages is empty until then.
  private var isFilledBySending: Bool {
    scenario.sends || app.historyQuery == nil && !app.input.isEmpty
  }

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
      let needed = isFilledBySending ? input : app.messages.values.sorted().joined(separator: ", ")
      place = needed.isEmpty ? [] : try find(needed)
      if !place.isEmpty, try page.evaluate("document.readyState") as? String == "complete" { break }
    }
    guard !place.isEmpty else { throw try missingInput() }
    if isFilledBySending { try expectOne(place, input, "input") }
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

  mutating func mark(_ kind: PageRecording.Mark.Kind, once: Bool = false) {
    if once, let last = marks.last, last.kind == kind { return }
    marks.append(.init(frame: here(), kind: kind))
  }

  /// The number of the frame that comes next. Where the browser draws by itself the page's clock says it: what
  /// drives it may come too late to count.
  private func here() -> Int {
    guard !page.engine.isExact, page.isSampled,
      let now = try? page.evaluate("performance.now()") as? Double
    else { return sampled }
    return max(0, Int((now - watchedFrom) / period))
  }

  mutating func frame() throws {
    try page.frame()
    guard page.isSampled else { return }
    sampled += 1
    // On the real clock what is taken meanwhile would be work of the page.
    if sampled % 600 == 0, !page.clock.isReal { try takeRows() }
  }

  private mutating func takeRows() throws {
    let text = try page.evaluate("__stillpoint.take()") as? String ?? "[]"
    rows += try JSONDecoder().decode([PageFrame].self, from: Data(text.utf8))
  }

  // MARK: Playing

  /// Plays the scenario.
  mutating func run() throws -> PageRecording {
    answer(scenario.answers)
    for _ in 0..<scenario.exchanges {
      try send("Hello")
      if app.streamsItself { try awaitAnswer() }
      try page.frames(frames(in: 250))
    }
    if scenario.sends || !input.isEmpty { try makeContent() }
    answer(Array(scenario.answers.dropFirst(scenario.exchanges)))
    try page.evaluate(
      "(__stillpointLoad.requests.length = __stillpointLoad.begins.length = 0, __stillpointLoad.calls = {})"
    )
    if page.clock.isReal { watchedFrom = try page.beginWatching() }
    page.isSampled = true
    if scenario.sends {
      try send("Hello")
    } else {
      // The scenario begins as if something had been asked for.
      try page.evaluate("__stillpointLoad.requests.push(__stillpointLoad.native.now())")
    }
    try takeCover()
    page.resetProbe()
    let start = try page.counters()
    let use = page.clock.isReal ? try page.coreUse() : [:]
    if isTraced { try page.beginTrace() }
    let began = try page.evaluate("__stillpointLoad.requests[0]") as? Double ?? 0
    var steps = scenario.steps
    // A server of the app's own begins when it likes: the stream's time is that of its first token.
    let first =
      sampled
      - (app.streamsItself ? frames(in: scenario.streams[0].tokens.first?.milliseconds ?? 0) : 0)
    judged = frames(in: scenario.milliseconds)
    // How much later than it was to be the last act was done, by a browser that draws by itself, or because the
    // first word came late: what hands do is counted from it.
    var late = 0
    var word = steps.isEmpty ? nil : scenario.firstWord
    while sampled - first < judged + late {
      if let awaited = word {
        late = max(0, sampled - first - frames(in: Self.usualStart))
        if try isThere(awaited, since: first) { word = nil }
      }
      let now = Double(sampled - first - late) * period
      while let step = steps.first, step.milliseconds <= now,
        page.engine.isExact || wheel.isEmpty && settling == 0
      {
        steps.removeFirst()
        if !page.engine.isExact { late += Int((now - step.milliseconds) / period) }
        try perform(step.act)
        if !page.engine.isExact { break }
      }
      try turnWheel()
      try frame()
      try look()
    }
    // What comes late is not lost.
    let wait = try awaitText(scenario.answers.last?.words ?? 0)
    let more = wait > 0 ? frames(in: min(scenario.tail, PageFigures.latest)) : 0
    for _ in 0..<more { try frame() }
    judged += late + wait + more
    let functions = isTraced ? try page.endProfile() : nil
    let trace = isTraced ? try page.endTrace() : nil
    let end = try page.counters()
    var recording = try finished(since: began)
    recording.trace = trace
    if let functions { recording.end.scripts = functions }
    if let start, let end {
      recording.layouts = end.layouts - start.layouts
      recording.styles = end.styles - start.styles
    }
    if page.clock.isReal {
      // The page's process is the one that worked.
      recording.use = try page.coreUse().compactMap { number, now in use[number].map(now.since) }
        .max { $0.busy < $1.busy }
    }
    if app.streamsItself {
      recording.wire = try page.evaluate("JSON.stringify(__stillpointWire.entries)") as? String
    }
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
      foldedAt = sampled
      try page.click(x: head.x + min(20, head.width / 2), y: head.y + head.height / 2)
    case .width(let share):
      mark(.resize)
      var window = app.viewport
      window.width = window.width * share / 100
      try page.resize(window)
    case .type(let text):
      mark(.type)
      if typed.isEmpty { try click(input, "input") }
      typed += text
      try page.insert(text)
    case .send: try send("And then?")
    case .height(let share):
      mark(.resize)
      var window = app.viewport
      window.height = window.height * share / 100
      try page.resize(window)
    case .change:
      guard let change = app.change else { return doubt("APP.yaml names no change") }
      try page.evaluate("(() => { \(change) })()")
    }
  }

  private mutating func doubt(_ what: String) { doubts.append(what) }

  private mutating func begin(isUp: Bool, _ deltas: [Double]) {
    mark(.wheelBegan(isUp: isUp))
    wheel = deltas
  }

  /// Looks what lies over the middle of what scrolls, unless that is known.
  private mutating func takeCover() throws {
    guard cover.isEmpty else { return }
    cover = try page.evaluate("__stillpointFinder.overScroller()") as? String ?? ""
  }

  private mutating func turnWheel() throws {
    if !wheel.isEmpty {
      let box = try page.evaluate("JSON.stringify(__stillpoint.scrollerBox())") as? String ?? "{}"
      let place = try JSONDecoder().decode([String: Double].self, from: Data(box.utf8))
      if settling == 0 { try takeCover() }
      let delta = wheel.removeFirst()
      if page.engine.isExact { mark(.wheel(delta)) }
      try page.wheel(
        x: (place["left"] ?? 0) + (place["width"] ?? 0) / 2,
        y: (place["top"] ?? 0) + (place["height"] ?? 0) / 2,
        by: delta * (place["away"] ?? 1)
      )
      settling = frames(in: page.engine.isExact ? 50 : 250)
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
    try takeCover()
    let text = try page.evaluate("__stillpoint.end()") as? String ?? "{}"
    let end = try JSONDecoder().decode(PageEnd.self, from: Data(text.utf8))
    var missed: Set<Int> = []
    var unsampled = 0
    if page.clock.isReal {
      let count = rows.count
      (rows, missed) = PageRecording.periods(of: rows, here(), from: watchedFrom, period: period)
      if !page.engine.isExact { unsampled = max(0, rows.count - count) }
    }
    for hand in end.hands ?? [] where hand.count == 2 {
      let frame = max(0, Int((hand[0] - watchedFrom) / period))
      let place = marks.lastIndex { $0.frame <= frame } ?? marks.count - 1
      marks.insert(.init(frame: frame, kind: .wheel(hand[1])), at: place + 1)
    }
    // Frames before the request differ by what real time left in them; the page's clock is blurred.
    // A key is taken in at the beginning of a frame or at its end, as the machine is busy: what counts is the
    // frame in which the stream begins.
    let isCounted = !page.clock.isReal && end.first != nil
    let start = isCounted ? (end.first ?? 0) - 0.2 : began + 0.2
    let first = rows.firstIndex { $0.t > start } ?? rows.count
    var recording = PageRecording(
      scenario: scenario,
      refreshHertz: refreshHertz,
      frames: Array(
        isCounted ? rows[first...].prefix(judged) : rows[first...]
      ),
      marks: marks.compactMap { mark in
        // The message is sent with the request, however long that took.
        guard mark.frame >= first || mark == marks.first else { return nil }
        return .init(frame: max(0, mark.frame - first), kind: mark.kind)
      },
      end: end,
      stream: scenario.streams[min(max(0, end.requests.count - 1), scenario.streams.count - 1)]
    )
    recording.clock = page.clock
    recording.firstSample = first
    recording.engine = page.engine
    recording.unsampled = unsampled
    recording.missed = Set(missed.filter { $0 >= first }.map { $0 - first })
    recording.isCountedFromArrival = page.clock.isReal || app.streamsItself
    recording.opening = opening
    recording.foldedY = foldedY
    recording.doubts = doubts
    recording.cover = cover
    recording.messages = app.messages.values.sorted().joined(separator: ", ")
    if !recording.frames.contains(where: { $0.high > 0 }) {
      let roles = try shownRoles("Hello")
      recording.hint = roles.isEmpty ? nil : PageLook.line(ofRoles: roles)
    }
    recording.browser = page.version
    recording.condition = page.condition
    recording.complaints = (page.complaints + end.errors).filter { complaint in
      !app.allowedErrors.contains { complaint.contains($0) }
    }
    if !typed.isEmpty {
      let held = try page.evaluate("__stillpoint.held(\(Self.quoted(input)))") as? String ?? ""
      recording.typed = (typed, held)
    }
    if let cost = end.probe { recording.probeMilliseconds = cost / Double(max(1, sampled)) }
    if page.probed.count > 0 {
      let time = page.probed.time / page.probed.count
      recording.probeMilliseconds = Double(time.components.attoseconds) / 1e15
    }
    return recording
  }
}
