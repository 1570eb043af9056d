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
  var replies = 0
  private var pages = 0
  /// The window that the parts being added happen in; nil for the main one.
  var window: String?
  /// What random edits may name, window by window.
  var editable: [String: EditableMessages] = [:]

  /// How often a touch is reported.
  static let touchInterval = Nanoseconds.milliseconds(8)
  /// How long a finger holds still before it leaves: longer than any window in which the speed of
  /// release is judged.
  static let holding = Nanoseconds.milliseconds(160)
  /// From the opening of a conversation to the first drag, and how long each drag moves.
  static let openingPause = Nanoseconds.milliseconds(100)
  static let openingDrag = Nanoseconds.milliseconds(320)
  static let openingDragInterval = Nanoseconds.milliseconds(500)

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

  /// Opens `history` at `instant`.
  mutating func load(_ history: SyntheticHistory, at instant: Instant) {
    events.append(TimedLoadEvent(.load(history), at: instant))
  }

  /// Adds the events of `part`. Its chance depends on the seed and its place among the parts.
  mutating func add(_ part: ScenarioPart) {
    parts += 1
    var chance = SeededGenerator(seed: seed, index: 1_000 + parts)
    let first = events.count
    switch part {
    case .reply(let reply): add(reply, &chance)
    case .replay(let replay): addAnswer(replay.stream.tokens(seed: chance.next()), at: replay.start)
    case .pages(let pages): add(pages, &chance)
    case .flings(let flings):
      for index in 0..<flings.count {
        let velocity = flings.velocities[index % flings.velocities.count]
        events.append(
          TimedLoadEvent(
            .fling(velocity: velocity),
            at: flings.start + flings.interval * index
          )
        )
      }
    case .drags(let drags):
      for index in 0..<drags.count {
        drag(drags.distance, moving: drags.moving, at: drags.start + drags.interval * index)
      }
    case .opens(let opens): add(opens)
    case .document(let document): add(document, &chance)
    case .turns(let turns): add(turns, &chance)
    case .touches(let touches): add(touches)
    case .typing(let typing): add(typing, &chance)
    case .rotations(let rotations): add(rotations)
    case .keyboards(let keyboards): add(keyboards)
    case .composers(let composers): add(composers)
    case .textSizes(let sizes): add(sizes)
    case .edits(let edits): add(edits, &chance)
    case .drops(let drops): add(drops, &chance)
    case .windows(let windows): add(windows)
    case .events(let others): events += others
    }
    name(first)
  }

  /// The events from `first` on happen in the present window, but for those that name their own.
  private mutating func name(_ first: Int) {
    guard let window else { return }
    for index in first..<events.count where events[index].window == nil {
      events[index].window = window
    }
  }

  mutating func add(_ reply: ScenarioPart.Reply, _ chance: inout SeededGenerator) {
    let spread = (reply.longestStall - reply.shortestStall).seconds
    let stalls = (0..<reply.stalls).map { _ in
      reply.shortestStall + Nanoseconds(seconds: spread * chance.nextFraction())
    }
    let question = TextSynthesis.prose(scalars: reply.questionCharacters, seed: chance.next())
    let tokens = OpenLoopGenerator.tokens(
      reply.preset,
      seed: chance.next(),
      limit: reply.limit,
      stallLengths: stalls
    )
    addAnswer(
      tokens,
      at: reply.start,
      question: String(decoding: question, as: UTF8.self),
      endingAfter: reply.preset.completion
    )
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

  private mutating func add(_ part: ScenarioPart.Pages, _ chance: inout SeededGenerator) {
    let history = history ?? SyntheticHistory(seed: seed, count: 0)
    let spread = (part.longestLatency - part.shortestLatency).seconds
    var instant = part.start
    var newest = history.first - pages
    for _ in 0..<part.count {
      let latency = part.shortestLatency + Nanoseconds(seconds: spread * chance.nextFraction())
      instant = instant + latency
      newest -= part.messages
      let page = SyntheticHistory(
        seed: seed,
        first: newest,
        count: part.messages,
        lengths: history.lengths
      )
      events.append(TimedLoadEvent(.prepend(page), at: instant))
      instant = instant + part.pause
    }
    pages += part.count * part.messages
  }

  private mutating func add(_ part: ScenarioPart.Opens) {
    guard let history else { return }
    for index in 0..<part.count {
      let start = part.start + part.interval * index
      load(history, at: start)
      for stroke in 0..<(2 * part.viewports) {
        drag(
          -device.height.points / 2,
          moving: Self.openingDrag,
          at: start + Self.openingPause + Self.openingDragInterval * stroke
        )
      }
    }
  }

  /// A finger goes down in the middle less half the way, moves evenly, holds still and leaves.
  private mutating func drag(_ distance: Double, moving: Nanoseconds, at start: Instant) {
    let first = device.height.points / 2 + distance / 2
    let steps = max(1, Int(moving.rawValue / Self.touchInterval.rawValue))
    events.append(TimedLoadEvent(.touch(.began, y: first), at: start))
    let held = Int(Self.holding.rawValue / Self.touchInterval.rawValue)
    for step in 1...(steps + held) {
      let share = Double(min(step, steps)) / Double(steps)
      events.append(
        TimedLoadEvent(
          .touch(.moved, y: first - distance * share),
          at: start + Self.touchInterval * step
        )
      )
    }
    let end = start + Self.touchInterval * (steps + held)
    events.append(TimedLoadEvent(.touch(.ended, y: first - distance), at: end))
  }
}
