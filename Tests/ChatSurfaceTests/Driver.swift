import AnchoredLayout
import MarkdownBlocks
import ChatSurface
import FramePacing
import Lengths
import Records
import Running
import Testing
import TextMeasuring
import Timebase

/// Drives a surface with virtual ticks, at 60 Hz unless asked otherwise, and checks the laws of
/// every frame.
final class Driver {
  let surface: Surface
  let rate: RefreshRate
  let profile: Profile
  private(set) var snapshot = FrameSnapshot()
  private(set) var tick = 0
  /// Whether every frame is followed by a look at the whole conversation.
  var checksInvariants = true
  /// Whether the events of a frame, and the phases after them, are too.
  var checksPhases = false
  /// What a faulty engine would show in a frame's place; nil for what there is.
  var tamper: ((inout FrameSnapshot) -> Void)?
  /// What was refused in all frames, in order.
  private(set) var refusals: [SurfaceRefusal] = []
  private var laws: FrameLaws
  private var judge: DriftJudge
  /// What the last frame showed of movement that nothing asked for.
  private(set) var verdict = DriftVerdict()
  /// How far that was.
  var drift: LayoutUnit { verdict.drift }
  /// How many frames there were, and how many of them the judge left out because the ends of the
  /// range or a spring moved the viewport.
  var judgedShare: (frames: Int, exempt: Int) {
    let exempt = (judge.exempt[.clamped] ?? 0) + (judge.exempt[.animating] ?? 0)
    return (judge.judged + judge.exempt.values.reduce(0, +), exempt)
  }
  /// The last six frames, the oldest first.
  private(set) var recent: [FrameSummary] = []
  /// What broke a law, in order.
  var violations: [String] { laws.violations }

  init(
    _ profile: Profile = .reference,
    device: Device = .iPhoneSE,
    hertz: Int = 60,
    costs: OperationCosts = .init(),
    measurer: any TextMeasurer = FixedAdvanceMeasurer(),
    fault: DisplacedStrategy.Fault? = nil,
    layout: (any LayoutStrategy)? = nil,
    messages: [Message] = []
  ) {
    self.profile = profile
    rate = RefreshRate(hertz: hertz)
    laws = FrameLaws(profile: profile)
    judge = DriftJudge(deceleration: profile.deceleration)
    surface = Surface(
      profile: profile,
      device: device.at(hertz: hertz),
      measurer: measurer,
      parser: MarkdownParser(),
      costs: costs,
      wrapping: { base in layout ?? fault.map { DisplacedStrategy(base, $0) } ?? base }
    )
    if !messages.isEmpty { frame(.load(ListedMessages(messages))) }
  }

  /// The instant of the next tick.
  var next: Instant { rate.instant(ofTick: tick) }

  /// Makes the next frame with `events`, all due at its tick.
  @discardableResult
  func frame(_ events: SurfaceEvent...) -> FrameSnapshot {
    frame(scheduled: events.map { ScheduledEvent($0, at: next) })
  }

  /// Makes the next frame with events of instants of their own.
  @discardableResult
  func frame(scheduled events: [ScheduledEvent]) -> FrameSnapshot {
    if checksPhases {
      makePhases(events)
    } else {
      surface.frame(events, at: next, tick: tick, into: &snapshot)
    }
    tamper?(&snapshot)
    tick += 1
    if checksInvariants { surface.checkInvariants() }
    refusals += surface.refusals
    let accepted = DriftJudge.accepted(events, without: surface.observations.refusedEvents)
    verdict = judge.take(
      snapshot,
      after: accepted,
      offScreen: { [surface] in surface.placeOnScreen(of: $0) },
      partTop: { [surface] in surface.top(ofPart: $1, of: $0) }
    )
    laws.check(snapshot, drift: drift, changesText: events.contains { $0.event.replacesText })
    if recent.count == 6 { recent.removeFirst() }
    recent.append(FrameSummary(snapshot, verdict))
    return snapshot
  }

  private func makePhases(_ events: [ScheduledEvent]) {
    surface.input(events, at: next)
    surface.checkInvariants()
    // What is taken in is shown, or taken back, by the next phase.
    surface.ingest(at: next)
    surface.reveal(at: next)
    surface.checkInvariants()
    surface.measure(at: next)
    surface.checkInvariants()
    surface.layout(at: next)
    surface.checkInvariants()
    surface.commit(at: next, tick: tick, into: &snapshot)
  }

  /// Judges a frame that was made phase by phase.
  func judge(_ frame: FrameSnapshot) { verdict = judge.take(frame, after: []) }

  /// Skips ticks without a frame, as an idle or a late driver does.
  func skip(ticks: Int) { tick += ticks }

  /// Makes frames until nothing is due and nothing runs.
  @discardableResult
  func settle(limit: Int = 2_000) -> FrameSnapshot {
    var count = 0
    while surface.isRunning || surface.nextDue != nil {
      if !surface.isRunning, let due = surface.nextDue {
        tick = max(tick, rate.firstTick(atOrAfter: due))
      }
      frame()
      count += 1
      if count > limit {
        Issue.record("still active after \(limit) frames")
        break
      }
    }
    return snapshot
  }

  /// Makes frames for so many milliseconds.
  func run(milliseconds: Int) {
    for _ in 0..<(milliseconds * rate.hertz + 999) / 1000 { frame() }
  }

  /// The message's place on screen; nil when it is not visible.
  func place(of id: MessageID) -> LayoutUnit? {
    snapshot.visible.first { $0.id == id }?.y
  }

  func text(of id: MessageID) -> String? {
    surface.shownText(of: id).map { String(decoding: $0.text, as: UTF8.self) }
  }

  var pointsFromEnd: LayoutUnit {
    snapshot.contentBottom + snapshot.bottomInset - snapshot.viewportHeight - snapshot.offset
  }
}

extension SurfaceEvent {
  /// Whether text that was shown may be another one afterwards.
  var replacesText: Bool {
    switch self {
    case .update, .remove, .removeAll, .load, .append, .insert, .regenerate, .replaceAll: true
    default: false
    }
  }
}

extension SurfaceEvent {
  static func token(_ id: MessageID, _ text: String) -> SurfaceEvent {
    .token(id, Array(text.utf8))
  }
}

extension Message {
  static func user(_ id: String, _ text: String = "Hello there") -> Message {
    Message(id: MessageID(rawValue: id), role: .user, text: text)
  }

  static func assistant(_ id: String, lines: Int = 1) -> Message {
    Message(id: MessageID(rawValue: id), role: .assistant, text: .lines(lines))
  }

  /// So many messages of either role in turn, three to nine lines each.
  /// Messages of other names say something else.
  static func history(_ count: Int, prefix: String = "m") -> [Message] {
    (0..<count).map { index in
      let lines = String.lines(3 + index * 5 % 7)
      let text = prefix == "m" ? lines : lines.replacing("line", with: "text")
      let role: Role = index % 2 == 0 ? .user : .assistant
      return Message(id: MessageID(rawValue: "\(prefix)\(index)"), role: role, text: text)
    }
  }
}

extension String {
  /// A text that takes so many lines at the widths of phones.
  static func lines(_ count: Int) -> String {
    Array(repeating: "line", count: count).joined(separator: "  \n")
  }
}
