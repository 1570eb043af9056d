import ChatSurface
import FramePacing
import Lengths
import Timebase

/// Runs a script through a whole surface, frame by frame, with a finger on it and windows that turn.
struct SurfaceTrial {
  private let surface: Surface
  private let rate: RefreshRate
  private var snapshot = FrameSnapshot()
  private var tick = -1
  private var released: [MessageID: Int] = [:]
  /// What was put in since the stream last began, and the repaired text before that.
  private var sent: [MessageID: [UInt8]] = [:]
  private var repaired: [MessageID: [UInt8]] = [:]
  private var open: Set<MessageID> = []
  private var failure: String?

  private init(_ design: StreamTrial.Design, hertz: Int) {
    var profile =
      design.name.hasPrefix("messaging-ui") ? Profile.builtIn("messaging-ui") : .reference
    profile.chunking = design.chunks
    profile.reveal = design.reveal
    rate = RefreshRate(hertz: hertz)
    let tools = TestBench.tools
    surface = Surface(
      profile: profile,
      device: .iPhoneSE.at(hertz: hertz),
      measurer: tools.measurer,
      parser: tools.parser,
      costs: TestBench.costs
    )
  }

  /// Runs `script` under `design`; `seed` chooses what the hand does.
  ///
  /// - Returns: What is wrong; nil when all is well.
  static func violation(
    _ script: StreamScript,
    _ design: StreamTrial.Design,
    seed: UInt64
  ) -> String? {
    var chance = SeededGenerator(seed: seed, index: 77)
    var trial = SurfaceTrial(design, hertz: chance.nextIndex(below: 2) == 0 ? 60 : 120)
    var events: [(event: ScheduledEvent, order: Int)] = []
    for event in script.events {
      for surfaceEvent in trial.events(event) {
        events.append((ScheduledEvent(surfaceEvent, at: event.instant), events.count))
      }
    }
    let last = script.events.last?.instant.milliseconds ?? 0
    for event in hand(until: last, &chance) { events.append((event, events.count)) }
    events.sort { ($0.event.instant, $0.order) < ($1.event.instant, $1.order) }
    trial.run(events.map(\.event))
    return trial.failure
  }

  private static func id(_ message: UInt32) -> MessageID { MessageID(rawValue: "a-\(message)") }

  /// What an event of the script is to a surface. Which tokens count is decided later, in order.
  private mutating func events(_ event: StreamScript.Event) -> [SurfaceEvent] {
    let id = Self.id(event.message)
    switch event.action {
    case .token(let bytes):
      let isKnown = sent.updateValue([], forKey: id) != nil
      return isKnown ? [.token(id, bytes)] : [.streamBegin(id), .token(id, bytes)]
    case .end: return [.streamEnd(id, .complete)]
    case .stop: return event.instant.nanoseconds % 2 == 0 ? [.stop] : [.streamEnd(id, .failed)]
    case .reopen, .reopenConversation: return sent[id] == nil ? [] : [.streamBegin(id)]
    case .animate(let isOn):
      if event.instant.nanoseconds % 2 == 0 { return [.reducedMotion(!isOn)] }
      return [isOn ? .foreground : .background]
    case .show(let isVisible):
      return [.scroll(to: isVisible ? .end : .top, isAnimated: event.instant.nanoseconds % 2 == 0)]
    case .look: return []
    }
  }

  /// Drags, flings, turns of the device, lines of the composer.
  private static func hand(until last: Double, _ chance: inout SeededGenerator) -> [ScheduledEvent]
  {
    var events: [ScheduledEvent] = []
    for _ in 0..<chance.nextIndex(below: 8) {
      let time = chance.nextFraction() * (last + 200)
      let at = { (offset: Double) in Instant(milliseconds: time + offset) }
      switch chance.nextIndex(below: 5) {
      case 0:
        let velocities = [-3_890.0, -967, 967, 2_811]
        let velocity = velocities[chance.nextIndex(below: velocities.count)]
        events.append(ScheduledEvent(.fling(velocity: velocity), at: at(0)))
      case 1, 2:
        let distance = 600 * (chance.nextFraction() - 0.5)
        events.append(ScheduledEvent(.touch(.began, y: 300), at: at(0)))
        for step in 1...12 {
          let y = 300 + distance * Double(step) / 12
          events.append(ScheduledEvent(.touch(.moved, y: y), at: at(8 * Double(step))))
        }
        let end: TouchPhase = chance.nextIndex(below: 4) == 0 ? .cancelled : .ended
        events.append(ScheduledEvent(.touch(end, y: 300 + distance), at: at(100)))
      case 3:
        let lines = 1 + chance.nextIndex(below: 6)
        events.append(ScheduledEvent(.composer(lines: lines), at: at(0)))
      default:
        let sides = (LayoutUnit(points: 375), LayoutUnit(points: 667))
        events.append(ScheduledEvent(.resize(width: sides.1, height: sides.0), at: at(0)))
        events.append(ScheduledEvent(.resize(width: sides.0, height: sides.1), at: at(300)))
      }
    }
    return events
  }

  private mutating func run(_ events: [ScheduledEvent]) {
    sent = [:]
    var next = 0
    var frames = 0
    var now = Instant.zero
    while failure == nil {
      var due = next < events.count ? events[next].instant : nil
      if surface.isRunning { due = min(due ?? .distantFuture, now) }
      if let own = surface.nextDue { due = min(due ?? .distantFuture, own) }
      guard let due else { break }
      tick = max(tick + 1, rate.firstTick(atOrAfter: due))
      now = rate.instant(ofTick: tick)
      let first = next
      while next < events.count, events[next].instant <= now {
        account(for: events[next].event)
        next += 1
      }
      surface.frame(Array(events[first..<next]), at: now, tick: tick, into: &snapshot)
      check()
      frames += 1
      if frames > 100_000 { failure = "the surface never comes to rest" }
    }
    finish()
  }

  /// Keeps the account of what the surface is given, by the events alone.
  private mutating func account(for event: SurfaceEvent) {
    switch event {
    case .streamBegin(let id): open.insert(id)
    case .token(let id, let bytes):
      if open.contains(id) { sent[id, default: []] += bytes }
    case .streamEnd(let id, _): close(id)
    case .stop: for id in open { close(id) }
    default: break
    }
  }

  private mutating func close(_ id: MessageID) {
    guard open.remove(id) != nil else { return }
    repaired[id, default: []] += Array(String(decoding: sent[id] ?? [], as: UTF8.self).utf8)
    sent[id] = []
  }

  private mutating func check() {
    if surface.poolCounts.peak > 4 { failure = "\(surface.poolCounts.peak) fades at a time" }
    for stream in snapshot.streams {
      let before = released[stream.id] ?? 0
      if stream.releasedScalars < before {
        failure = "tick \(tick): \(stream.id) goes back from \(before) to \(stream.releasedScalars)"
      }
      if stream.releasedScalars > stream.receivedScalars {
        failure = "tick \(tick): \(stream.id) shows more than has arrived"
      }
      released[stream.id] = stream.releasedScalars
    }
  }

  private mutating func finish() {
    if failure != nil { return }
    for id in repaired.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      if open.contains(id) { continue }
      let shown = surface.shownText(of: id)?.text ?? []
      if shown != repaired[id] {
        failure = "\(id): \(shown.count) bytes are shown, \(repaired[id]?.count ?? 0) are due"
      }
    }
    // A stream that begins again before its end is refused, as it is to be.
    let refusals = surface.refusals.filter { refusal in
      if case .alreadyStreaming = refusal { false } else { true }
    }
    if let refusal = refusals.first { failure = "refused: \(refusal)" }
    if surface.opacityJump > 0, surface.poolCounts.snaps == 0 { failure = "a jump without a snap" }
  }
}
