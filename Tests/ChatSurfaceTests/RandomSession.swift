import AnchoredLayout
import ChatSurface
import Lengths
import PublishedDesigns
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
  var nextID = 0
  /// The answers of each running task, the oldest task first.
  var tasks: [[MessageID]] = []
  let addsPlaceholder: Bool
  /// The questions that were sent since the conversation was opened, in order: those that are asked
  /// again are sent again.
  var sent: [MessageID] = []
  /// Sent messages of which no copy has come, the oldest first: the first one of their role and text is it.
  var awaited: [MessageID] = []
  /// What stands where the answer to the last send is expected.
  var placeholder: MessageID?
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
    operationsAtOnce: Int = 3,
    layout: (any LayoutStrategy)? = nil
  ) {
    // The model parses what is shown, and has all of it from the start.
    var profile = profile
    profile.unfinishedMarks = .raw
    profile.historyPage = nil
    random = SeededGenerator(seed: seed)
    driver = Driver(profile, layout: layout)
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

  /// The last events, the beginning of each, and the last frames, a line each.
  func ending(_ count: Int) -> String {
    (log.suffix(count).map { String($0.prefix(400)) } + driver.recent.map(\.description))
      .joined(separator: "\n")
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
      let wrong = screen.take(driver.snapshot, of: model, sent: sent, after: accepted) {
        [surface = driver.surface] in surface.shownParts(of: $0)
      }
      return wrong
        ?? reader.take(
          driver.snapshot,
          of: model,
          after: events,
          accepted: accepted,
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
}

extension RandomSession.Entry {
  /// Whether its text comes, or came, in tokens.
  var isStreamed: Bool { id.rawValue.hasPrefix("stream-") }
}
