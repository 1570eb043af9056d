import ChatSurface
import Lengths
import Timebase

/// Random operations on a surface, and a plain list of what should be in it.
struct RandomSession {
  /// What a message should hold.
  struct Entry {
    var id: MessageID
    var role: Message.Role
    var bytes: [UInt8]
    var isOpen = false
    /// The height its host gave it.
    var suppliedHeight: LayoutUnit?
    /// The height of the actions below it.
    var actions = LayoutUnit.zero
    /// What its parts are; empty where none was begun.
    var parts: [MessagePart.Kind] = []
    /// Whether that is known: another text drops parts.
    var hasKnownParts = true

    /// Half a scalar at the end of a text that got no more became U+FFFD.
    mutating func close() {
      isOpen = false
      bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
  }

  let driver: Driver
  var model: [Entry] = []
  private(set) var log: [String] = []
  /// Whether hosts give messages that are not streamed their heights. The geometry stays as it is
  /// then: another width makes all heights guesses.
  let suppliesHeights: Bool
  /// How many operations were made.
  private(set) var operations = 0
  var random: SeededGenerator
  var isTouching = false
  var touchY = 300.0
  private(set) var screen: NaiveScreen
  private(set) var reader: NaiveReader
  private var nextID = 0
  private var runningTasks = 0
  private let addsPlaceholder: Bool
  /// What stands where the answer to the last send is expected.
  private var placeholder: MessageID?
  private(set) var pending: [ScheduledEvent] = []
  /// The events of this frame that are not refused.
  private var accepted: [SurfaceEvent] = []
  /// What the others are refused for, in order.
  private var expectedRefusals: [SurfaceRefusal] = []

  /// How many operations a frame has at most.
  private let operationsAtOnce: Int

  init(
    _ profile: Profile,
    seed: UInt64,
    suppliesHeights: Bool = false,
    operationsAtOnce: Int = 3
  ) {
    random = SeededGenerator(seed: seed)
    driver = Driver(profile)
    screen = NaiveScreen(profile)
    reader = NaiveReader(profile)
    self.suppliesHeights = suppliesHeights
    self.operationsAtOnce = operationsAtOnce
    addsPlaceholder = profile.addsPlaceholder
  }

  /// Makes a frame of some operations and compares.
  ///
  /// - Returns: What is wrong; nil when nothing is.
  mutating func step() -> String? {
    pending.removeAll()
    accepted.removeAll()
    expectedRefusals.removeAll()
    let period = Int64(16_666_666)
    var instants = (0..<random.nextIndex(below: operationsAtOnce + 1)).map { _ in
      driver.next.nanoseconds - Int64(random.nextIndex(below: Int(period)))
    }
    instants.sort()
    let first = driver.next.nanoseconds - period
    for instant in instants {
      operation(at: Instant(nanoseconds: max(0, first + 1, instant)))
    }
    log += pending.map { "tick \(driver.tick): \($0.event)" }
    operations += pending.count
    driver.frame(scheduled: pending)
    let difference = difference(isFinal: false) ?? screenDifference
    if random.nextIndex(below: 12) == 0 { driver.skip(ticks: random.nextIndex(below: 40)) }
    return difference
  }

  /// Ends all streams and waits until nothing is active.
  mutating func finish() -> String? {
    pending.removeAll()
    accepted.removeAll()
    expectedRefusals.removeAll()
    if isTouching { put(.touch(.ended, y: touchY), at: driver.next) }
    put(.foreground, at: driver.next)
    for index in model.indices where model[index].isOpen {
      put(.streamEnd(model[index].id, .complete), at: driver.next)
      model[index].close()
    }
    driver.frame(scheduled: pending)
    driver.settle()
    return difference(isFinal: true)
  }

  /// What the frame shows otherwise than positions made from scratch do.
  private var screenDifference: String? {
    mutating get {
      let events = pending.map(\.event)
      let wrong = screen.take(driver.snapshot, of: model, after: accepted) {
        [surface = driver.surface] in surface.shownParts(of: $0)
      }
      return wrong
        ?? reader.take(
          driver.snapshot,
          of: model,
          after: events,
          on: screen,
          verdict: driver.verdict
        )
    }
  }

  /// What is in the surface other than in the list; every text is read now and then, and at the end.
  private func difference(isFinal: Bool) -> String? {
    if let violation = driver.violations.first { return violation }
    guard driver.surface.refusals == expectedRefusals else {
      return "refused: \(driver.surface.refusals), not \(expectedRefusals)"
    }
    guard driver.surface.ids == model.map(\.id) else {
      return "order \(driver.surface.ids), not \(model.map(\.id))"
    }
    guard isFinal || driver.tick.isMultiple(of: 8) else { return nil }
    for entry in model {
      guard let shown = driver.surface.shownText(of: entry.id)?.text else {
        // Nobody has looked at it yet.
        if !entry.isStreamed { continue }
        return "\(entry.id) has no text"
      }
      let expected = Array(String(decoding: entry.bytes, as: UTF8.self).utf8)
      let isRight = isFinal || !entry.isStreamed ? shown == expected : expected.starts(with: shown)
      guard isRight || (!isFinal && expected.starts(with: shown)) else {
        return
          "\(entry.id) shows \(String(decoding: shown, as: UTF8.self).debugDescription), not "
          + String(decoding: expected, as: UTF8.self).debugDescription
      }
    }
    return nil
  }

  mutating func put(_ event: SurfaceEvent, at instant: Instant) {
    pending.append(ScheduledEvent(event, at: instant))
    accepted.append(event)
  }

  /// Puts an event that is refused.
  mutating func put(
    _ event: SurfaceEvent,
    at instant: Instant,
    refusedFor refusal: SurfaceRefusal
  ) {
    expectedRefusals.append(refusal)
    pending.append(ScheduledEvent(event, at: instant))
  }

  // MARK: Operations

  private mutating func operation(at instant: Instant) {
    let index = model.isEmpty ? nil : random.nextIndex(below: model.count)
    switch random.nextIndex(below: 100) {
    case 0..<6: append(at: instant)
    case 6..<10: prepend(at: instant)
    case 10..<14: insert(at: instant)
    case 14..<18: if let index, model.count > 3 { remove(index, at: instant) }
    case 18..<21: if let index { move(index, at: instant) }
    case 21..<25: if let index { update(index, at: instant) }
    case 25..<28: if let index { setHeight(index, at: instant) }
    case 28..<31: if !suppliesHeights { changeGeometry(at: instant) }
    case 31..<33: changeSurroundings(index, at: instant)
    case 33..<50: moveViewport(index, at: instant)
    case 50: refused(index, at: instant)
    case 51..<54: send(at: instant)
    case 54..<58: begin(at: instant)
    case 58..<75: token(at: instant)
    case 75..<78: part(at: instant)
    case 78..<80: stop(at: instant)
    case 80..<84: end(at: instant)
    case 84..<90: changeInsets(at: instant)
    case 90: put(.background, at: instant)
    case 91..<93: put(.foreground, at: instant)
    case 93: put(.reducedMotion(random.nextIndex(below: 2) == 0), at: instant)
    case 94: rename(at: instant)
    case 95: put(.memoryPressure, at: instant)
    case 96: put(.typing(random.nextIndex(below: 2) == 0), at: instant)
    case 97:
      runningTasks = max(0, runningTasks - 1)
      if runningTasks == 0 { removePlaceholder() }
      put(.taskEnd, at: instant)
    case 98 where random.nextIndex(below: 4) == 0: load(at: instant)
    case 98 where random.nextIndex(below: 3) == 0: if let index { regenerate(index, at: instant) }
    case 99 where random.nextIndex(below: 2) == 0: replaceAll(at: instant)
    default: break
    }
  }

  mutating func newID() -> MessageID {
    nextID += 1
    return MessageID(rawValue: "n\(nextID)")
  }

  mutating func text() -> String {
    let words = [
      "alpha", "beta  ", "**bold** ", "\n\n", "日本語", "👩‍👩‍👧 ", "- item\n", "gamma ", "🇫🇷🇩🇪", "e\u{301}a ",
      "```\ncode\n```\n", "a longer stretch of words that wraps on most phones ", "\n", "# head\n",
    ]
    return (0..<random.nextIndex(below: 12)).map { _ in
      words[random.nextIndex(below: words.count)]
    }.joined()
  }

  private mutating func message() -> Message {
    let role: Message.Role = random.nextIndex(below: 2) == 0 ? .user : .assistant
    let height = suppliesHeights ? randomHeight() : nil
    return Message(id: newID(), role: role, text: text(), suppliedHeight: height)
  }

  mutating func randomHeight() -> LayoutUnit {
    LayoutUnit(rawValue: [0, 1, 700, 3_333, 6_400, 90_000][random.nextIndex(below: 6)])
  }

  private func entry(_ message: Message) -> Entry {
    Entry(
      id: message.id,
      role: message.role,
      bytes: Array(message.text.utf8),
      suppliedHeight: message.suppliedHeight
    )
  }

  private mutating func append(at instant: Instant) {
    let message = message()
    if message.role != .assistant || !adoptPlaceholder(as: entry(message)) {
      model.append(entry(message))
    }
    put(.append(message), at: instant)
  }

  private mutating func prepend(at instant: Instant) {
    let page = (0..<1 + random.nextIndex(below: 12)).map { _ in message() }
    model.insert(contentsOf: page.map { entry($0) }, at: 0)
    put(.prepend(ListedMessages(page)), at: instant)
  }

  private mutating func load(at instant: Instant) {
    let page = (0..<random.nextIndex(below: 30)).map { _ in message() }
    (runningTasks, placeholder) = (0, nil)
    guard random.nextIndex(below: 4) > 0 else {
      model = []
      put(.removeAll, at: instant)
      return
    }
    model = page.map { entry($0) }
    put(.load(ListedMessages(page)), at: instant)
  }

  /// A list that has some of the messages in another order, and new ones between them.
  private mutating func replaceAll(at instant: Instant) {
    var new = model.filter {
      $0.isStreamed || ($0.role != .placeholder && random.nextIndex(below: 4) > 0)
    }
    for _ in 0..<random.nextIndex(below: 4) where !new.isEmpty {
      let moved = new.remove(at: random.nextIndex(below: new.count))
      new.insert(moved, at: random.nextIndex(below: new.count + 1))
    }
    for _ in 0..<random.nextIndex(below: 4) {
      new.insert(entry(message()), at: random.nextIndex(below: new.count + 1))
    }
    guard new.allSatisfy({ !$0.isStreamed }) else { return }
    model = new
    let messages = new.map { entry in
      Message(
        id: entry.id,
        role: entry.role,
        text: String(decoding: entry.bytes, as: UTF8.self),
        suppliedHeight: entry.suppliedHeight
      )
    }
    put(.replaceAll(ListedMessages(messages)), at: instant)
  }

  private mutating func insert(at instant: Instant) {
    let message = message()
    let index = random.nextIndex(below: model.count + 1)
    model.insert(entry(message), at: index)
    put(.insert(index: index, message), at: instant)
  }

  private mutating func remove(_ index: Int, at instant: Instant) {
    put(.remove(model.remove(at: index).id), at: instant)
  }

  private mutating func move(_ index: Int, at instant: Instant) {
    let entry = model.remove(at: index)
    let target = random.nextIndex(below: model.count + 1)
    model.insert(entry, at: target)
    put(.move(entry.id, index: target), at: instant)
  }

  private mutating func update(_ index: Int, at instant: Instant) {
    let old = String(decoding: model[index].bytes, as: UTF8.self)
    let new = random.nextIndex(below: 3) == 0 ? text() : old + text()
    model[index].bytes = Array(new.utf8)
    if !model[index].parts.isEmpty { model[index].hasKnownParts = false }
    put(.update(model[index].id, text: new), at: instant)
  }

  private mutating func setHeight(_ index: Int, at instant: Instant) {
    let height = randomHeight()
    model[index].suppliedHeight = height
    put(.setHeight(model[index].id, height), at: instant)
  }

  private mutating func send(at instant: Instant) {
    if runningTasks > 0 { closeAll() }
    removePlaceholder()
    runningTasks += 1
    let text = text()
    let id = newID()
    model.append(Entry(id: id, role: .user, bytes: Array(text.utf8)))
    if addsPlaceholder {
      let name = MessageID(rawValue: "\(id).answer")
      model.append(Entry(id: name, role: .placeholder, bytes: []))
      placeholder = name
    }
    put(.send(id, text: text), at: instant)
  }

  /// What an answer is expected in is the answer's from then on, where it stands.
  private mutating func adoptPlaceholder(as answer: Entry) -> Bool {
    guard let index = model.firstIndex(where: { $0.id == placeholder }) else { return false }
    model[index] = answer
    placeholder = nil
    return true
  }

  private mutating func removePlaceholder() {
    model.removeAll { $0.id == placeholder }
    placeholder = nil
  }

  /// What follows a question is cut; the answer to come may have the placeholder's place.
  private mutating func regenerate(_ index: Int, at instant: Instant) {
    let named = model[index].id
    guard let question = model[...index].lastIndex(where: { $0.role == .user }) else {
      put(.regenerate(named), at: instant, refusedFor: .noQuestion(named))
      return
    }
    if runningTasks > 0 {
      closeAll()
      removePlaceholder()
    }
    runningTasks += 1
    model.removeSubrange((question + 1)...)
    let id = model[question].id
    var text: String?
    if random.nextIndex(below: 2) == 0 {
      let new = self.text()
      model[question].bytes = Array(new.utf8)
      text = new
    }
    if !model.contains(where: { $0.id == placeholder }) { placeholder = nil }
    if addsPlaceholder {
      let name = MessageID(rawValue: "\(id).answer")
      if !model.contains(where: { $0.id == name }) {
        model.append(Entry(id: name, role: .placeholder, bytes: []))
        placeholder = name
      }
    }
    put(.regenerate(named, text: text), at: instant)
  }

  private mutating func closeAll() {
    for index in model.indices where model[index].isOpen { model[index].close() }
  }

  private mutating func begin(at instant: Instant) {
    let existing = model.indices.filter { model[$0].isStreamed && !model[$0].isOpen }
    if let index = existing.last, random.nextIndex(below: 3) == 0 {
      model[index].isOpen = true
      put(.streamBegin(model[index].id), at: instant)
      return
    }
    let id = MessageID(rawValue: "stream-\(newID())")
    let answer = Entry(id: id, role: .assistant, bytes: [], isOpen: true)
    if !adoptPlaceholder(as: answer) { model.append(answer) }
    put(.streamBegin(id), at: instant)
  }

  private mutating func token(at instant: Instant) {
    let open = model.indices.filter { model[$0].isStreamed }
    guard !open.isEmpty else { return }
    let index = open[random.nextIndex(below: open.count)]
    let bytes = Array(text().utf8)
    // Text after a card is a part of its own.
    if model[index].isOpen, model[index].parts.last == .card {
      if bytes.isEmpty { return }
      model[index].parts.append(.text)
    }
    // A token may end inside a scalar; the rest comes with the next one.
    let cut = bytes.isEmpty ? 0 : random.nextIndex(below: bytes.count + 1)
    for part in [bytes[..<cut], bytes[cut...]] {
      put(.token(model[index].id, Array(part)), at: instant)
      if model[index].isOpen { model[index].bytes += part }
    }
  }

  private mutating func stop(at instant: Instant) {
    closeAll()
    removePlaceholder()
    put(.stop, at: instant)
  }

  private mutating func end(at instant: Instant) {
    guard let index = model.indices.last(where: { model[$0].isOpen }) else { return }
    let reason = StreamEndReason.allCases[random.nextIndex(below: 3)]
    model[index].close()
    put(.streamEnd(model[index].id, reason), at: instant)
  }

  private mutating func rename(at instant: Instant) {
    guard let index = model.indices.last(where: { !model[$0].isStreamed }) else { return }
    let id = newID()
    put(.replaceID(model[index].id, with: id), at: instant)
    if placeholder == model[index].id { placeholder = id }
    model[index].id = id
  }
}

extension RandomSession.Entry {
  /// Whether its text comes, or came, in tokens.
  var isStreamed: Bool { id.rawValue.hasPrefix("stream-") }
}
