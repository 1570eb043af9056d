import ChatSurface
import LoadGeneration
import Timebase

/// Turns the parts of a scenario into events.
struct TimelineComposer {
  let seed: UInt64
  let device: Device
  var history: SyntheticHistory?
  var events: [TimedLoadEvent] = []
  private var parts: UInt64 = 0
  /// How many questions were sent, of which they have their names.
  var replies = 0
  /// How many messages older pages have brought.
  var pages = 0
  /// How many messages newer pages have brought.
  var newerPages = 0
  /// The window that the parts being added happen in; nil for the main one.
  var window: String?
  /// What random edits may name, window by window.
  var editable: [String: EditableMessages] = [:]

  /// How often a touch is reported.
  static let touchInterval = Nanoseconds.milliseconds(8)
  /// How long a finger holds still before it leaves: longer than any window in which the speed of
  /// release is judged.
  static let holding = Nanoseconds.milliseconds(160)

  init(seed: UInt64, device: Device, history: SyntheticHistory?) {
    self.seed = seed
    self.device = device
    self.history = history
  }

  /// The events so far, in order of time.
  func timeline() -> [TimedLoadEvent] {
    var events = events
    events.sortByInstant()
    return events
  }

  /// Adds an event.
  mutating func put(_ event: SurfaceEvent, at instant: Instant) {
    events.append(TimedLoadEvent(event, at: instant))
  }

  /// Opens `history` at `instant`.
  mutating func load(_ history: SyntheticHistory, at instant: Instant) {
    put(.load(history), at: instant)
  }

  /// Adds the events of `part`. Its chance depends on the seed and its place among the parts.
  mutating func add(_ part: ScenarioPart) {
    parts += 1
    var chance = SeededGenerator(seed: seed, index: 1_000 + parts)
    let first = events.count
    part.add(&self, &chance)
    name(first)
  }

  /// The events from `first` on happen in the present window, but for those that name their own.
  private mutating func name(_ first: Int) {
    guard let window else { return }
    for index in first..<events.count where events[index].window == nil {
      events[index].window = window
    }
  }

  mutating func addAnswer(
    _ tokens: [StreamToken],
    at start: Instant,
    question: String = ReplayScript.question,
    endingAfter completion: Nanoseconds = .zero
  ) {
    replies += 1
    events += ReplayScript.timeline(
      tokens,
      from: start,
      user: MessageID(rawValue: "user-\(replies)"),
      assistant: MessageID(rawValue: "assistant-\(replies)"),
      sending: question,
      endingAfter: completion
    )
  }

  /// A finger goes down in the middle less half the way, moves evenly, holds still and leaves.
  mutating func drag(_ distance: Double, moving: Nanoseconds, at start: Instant) {
    let first = device.height.points / 2 + distance / 2
    let steps = max(1, Int(moving.rawValue / Self.touchInterval.rawValue))
    put(.touch(.began, y: first), at: start)
    let held = Int(Self.holding.rawValue / Self.touchInterval.rawValue)
    for step in 1...(steps + held) {
      let share = Double(min(step, steps)) / Double(steps)
      put(.touch(.moved, y: first - distance * share), at: start + Self.touchInterval * step)
    }
    let end = start + Self.touchInterval * (steps + held)
    put(.touch(.ended, y: first - distance), at: end)
  }

  /// How many touches a drag of such a time has.
  static func touches(during moving: Nanoseconds) -> Double {
    (moving + holding) / touchInterval + 2
  }
}
