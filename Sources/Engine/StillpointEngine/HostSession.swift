import ChatSurface
import FramePacing
import Lengths
import MarkdownBlocks
import TextMeasuring
import Timebase
import TokenStreaming

/// One conversation in an app: events in at any time, a frame out for each call of the display link.
///
/// All times are seconds of the display link's clock. Events may come in any order: one that is late is put
/// between those that wait, and one for a time that was shown already happens in the next frame. Nothing
/// that a host hands in or that its objects answer traps; numbers that say nothing are refused, edits that name
/// unknown messages are refused in the frame that they are due in.
///
/// Not safe to use from two threads at once; it reads no clock, starts no task and keeps no reference to a
/// view.
///
///     let session = HostSession(measurer: measurer, startingAt: link.timestamp)
///     try session.post(.send("question", text: "Hello"), at: link.timestamp)
///     if let frame = session.frame(at: link.targetTimestamp) { show(frame) }
///     link.isPaused = session.canPause
public final class HostSession {
  /// How many events wait at most.
  package static let eventLimit = 100_000
  /// The farthest that a time may be from the start, in seconds: 100 years.
  static let longestTime = 3.2e9
  /// The longest length that is taken, in points.
  static let longestLength = 1e9

  /// The conversation itself.
  package let surface: Surface
  let measurer: any TextMeasurer
  private let start: Double
  private let holdsWhileDragged: Bool
  /// What waits, by time and then by arrival.
  private var waiting: [ScheduledEvent] = []
  /// What waits, for whoever plays an app in tests.
  package var waitingEvents: [ScheduledEvent] { waiting }
  private var pacing: HostPacing
  private var scroller = HostScroller()
  private var announcer = HostAnnouncer()
  private(set) var frame = HostFrame()
  /// What happened in the last frame, for whoever judges it.
  package private(set) var lastEvents: [ScheduledEvent] = []
  /// Bytes of tokens that no answer took, until now.
  private var discarded = 0
  /// The message that assistive technology has in focus.
  private var focused: MessageID?

  /// Begins a conversation without messages.
  ///
  /// - Parameters:
  ///   - style: The choices of the app.
  ///   - device: What it is shown on; size, safe areas and rate change by events.
  ///   - measurer: What measures text: with the fonts that the host draws with.
  ///   - parser: What turns text into blocks: Markdown, unless the app has a parser of its own.
  ///   - boundaries: Words of scripts without spaces; nil where the platform has no dictionary.
  ///   - messageLimit: How many messages it takes, 1 to 10,000,000; a number beyond counts as the nearest.
  ///   - holdsWhileDragged: Whether a scroll view of the host's is not moved under a finger either. Give true
  ///     where the platform's finger goes on from where it was before a correction.
  ///   - start: The clock's time now, in seconds; what is no number counts as 0.
  public convenience init(
    style: ChatStyle = .standard,
    device: Device = .iPhone15Pro,
    measurer: any TextMeasurer,
    parser: any BlockParser = MarkdownParser(),
    boundaries: (any WordBoundaries & Sendable)? = nil,
    messageLimit: Int = 1_000_000,
    holdsWhileDragged: Bool = false,
    startingAt start: Double = 0
  ) {
    self.init(
      profile: style.profile,
      device: device,
      measurer: GatedMeasurer(measurer),
      parser: GatedParser(parser),
      boundaries: boundaries.map { GatedBoundaries($0) },
      messageLimit: min(max(messageLimit, 1), 10_000_000),
      holdsWhileDragged: holdsWhileDragged,
      startingAt: start.isFinite ? start : 0
    )
  }

  /// Begins a conversation of a design, with tools that need no gate.
  ///
  /// - Parameter costs: What operations cost, which rations what is measured ahead of the viewport; without any
  ///   all of a screen above and below is measured in each frame that needs it.
  package init(
    profile: Profile,
    device: Device,
    measurer: any TextMeasurer,
    parser: any BlockParser,
    boundaries: (any WordBoundaries & Sendable)? = nil,
    costs: OperationCosts = OperationCosts(),
    messageLimit: Int = 1_000_000,
    holdsWhileDragged: Bool = false,
    startingAt start: Double = 0
  ) {
    precondition(start.isFinite, "a session starts at \(start) s: that is no time")
    self.start = start
    self.measurer = measurer
    self.holdsWhileDragged = holdsWhileDragged
    pacing = HostPacing(device.rate)
    surface = Surface(
      profile: profile,
      device: device,
      measurer: measurer,
      parser: parser,
      boundaries: boundaries,
      costs: costs,
      messageLimit: messageLimit
    )
  }

  // MARK: What happens

  /// Puts down what happens at a time, for the frame of that time or the next one.
  ///
  /// - Throws: ``HostRefusal/time(_:)`` or ``HostRefusal/full(limit:)``; the event is then not taken.
  /// - Complexity: O(log waiting events), O(those that are due later) for one that comes late.
  public func post(_ event: SurfaceEvent, at seconds: Double) throws(HostRefusal) {
    let instant = try instant(at: seconds)
    guard waiting.count < Self.eventLimit else { throw .full(limit: Self.eventLimit) }
    if event.leadsViewport { scroller.lead() }
    insert(event.gated, at: instant)
  }

  private func insert(_ event: SurfaceEvent, at instant: Instant) {
    var (low, high) = (0, waiting.count)
    while low < high {
      let middle = (low + high) / 2
      if waiting[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    waiting.insert(ScheduledEvent(event, at: instant), at: low)
  }

  /// The host's own scroll view stands here.
  ///
  /// Say it whenever the view has moved, whoever moved it: the session knows its own corrections again. Post
  /// another size before what its layout did: ways count within the range that it leaves. What the finger and its deceleration do is the reader's, also beyond
  /// the ends, where the platform stretches and bounces.
  ///
  /// - Parameters:
  ///   - phase: What the view does.
  ///   - offset: The viewport's top below the content's, in points, as ``HostFrame/scrollOffset``.
  ///   - seconds: When.
  /// - Throws: ``HostRefusal/time(_:)``, ``HostRefusal/points(_:)`` or ``HostRefusal/full(limit:)``.
  public func scroll(_ phase: HostScrollPhase, to offset: Double, at seconds: Double)
    throws(HostRefusal)
  { try scrolled(phase, to: offset, at: seconds) }

  /// The host's own scroll view stands here, and says no phases: the reader moved it. After 0.15 s without
  /// another word it is at rest.
  ///
  /// - Throws: As ``scroll(_:to:at:)``.
  public func scrolled(to offset: Double, at seconds: Double) throws(HostRefusal) {
    try scrolled(nil, to: offset, at: seconds)
  }

  /// The host's own scroll view stands here after the app has taken a frame: by its correction, its insets, its
  /// content's height, or a layout of the platform's. At rest nobody scrolled.
  ///
  /// An app that leaves out where its view says that it stands while it takes a frame says this afterwards.
  public func stands(at offset: Double) {
    guard offset.isFinite, abs(offset) <= Self.longestLength, waiting.count < Self.eventLimit,
      let way = scroller.stand(at: offset)
    else { return }
    insert(.scrolled(by: way.distance, way.phase), at: pacing.grid.instant(ofTick: pacing.lastTick))
  }

  private func scrolled(_ phase: HostScrollPhase?, to offset: Double, at seconds: Double)
    throws(HostRefusal)
  {
    let instant = try instant(at: seconds)
    guard offset.isFinite, abs(offset) <= Self.longestLength else { throw .points(offset) }
    guard waiting.count < Self.eventLimit else { throw .full(limit: Self.eventLimit) }
    guard let way = scroller.take(phase, to: offset, at: seconds) else { return }
    insert(.scrolled(by: way.distance, way.phase), at: instant)
  }

  /// Assistive technology has a message in focus, or none: while it has, nothing but the reader moves that.
  ///
  /// - Throws: ``HostRefusal/time(_:)`` or ``HostRefusal/full(limit:)``.
  public func focus(_ id: MessageID?, at seconds: Double) throws(HostRefusal) {
    guard let named = id ?? focused else { return }
    try post(.select(named, id == nil ? nil : 0..<0), at: seconds)
    focused = id
  }

  /// The system asks for memory: what can be made again is given up in the next frame.
  ///
  /// - Throws: ``HostRefusal/time(_:)`` or ``HostRefusal/full(limit:)``.
  public func releaseMemory(at seconds: Double) throws(HostRefusal) {
    try post(.memoryPressure, at: seconds)
  }

  // MARK: Frames

  /// Whether the display link may be paused: nothing waits, runs or is due.
  public var canPause: Bool {
    waiting.isEmpty && !surface.isRunning && surface.nextDue == nil
  }

  /// When the display link is needed next, in seconds; nil when it may stay paused until something is
  /// posted.
  public var wakesAt: Double? {
    if canPause { return nil }
    if surface.isRunning { return seconds(at: pacing.grid.instant(ofTick: pacing.lastTick + 1)) }
    let due = [surface.nextDue, waiting.first?.instant].compactMap { $0 }.min()
    return due.map { seconds(at: $0) }
  }

  /// Makes the frame for a time.
  ///
  /// - Parameters:
  ///   - seconds: When it will be shown: the link's target time stamp.
  ///   - work: How long the app's main thread was busy with the frame before, in seconds: this call, its
  ///     drawing, anything else. Late frames make the session give up fades, as ``ChatStyle/givesUpFades``
  ///     says. Nil where nobody measured it: refreshes that went by without a frame are then what is late.
  /// - Returns: The frame; nil when one was made for that refresh, or the time is none.
  /// - Complexity: O(messages on screen + what came since the frame before).
  public func frame(at seconds: Double, took work: Double? = nil) -> HostFrame? {
    guard let target = try? instant(at: seconds) else { return nil }
    takeRates(by: target)
    let tick = max(0, pacing.grid.tick(nearest: target))
    guard tick > pacing.lastTick else { return nil }
    pacing.close(taking: duration(of: work), on: surface)
    let instant = pacing.grid.instant(ofTick: tick)
    if scroller.comeToRest(by: seconds) { insert(.scrolled(by: 0, .rest), at: instant) }
    lastEvents = takeDue(by: max(target, instant), in: instant)
    makePhases(of: lastEvents, at: instant, tick: tick)
    surface.render(frame.snapshot, into: &frame.drawing)
    frame.correction = scroller.follow(frame.snapshot, holdsWhileDragged: holdsWhileDragged)
    frame.scrollOffset = scroller.offset
    frame.contentHeight =
      (frame.snapshot.contentBottom - frame.snapshot.contentTop).points + scroller.shift
    frame.refusals = surface.refusals
    frame.discardedBytes = surface.discardedUTF8 - discarded
    discarded = surface.discardedUTF8
    frame.fallback = surface.fallbackEpisodes.last.map { HostFallback($0, from: start) }
    frame.announcements = announcer.news(in: frame, of: surface)
    return frame
  }

  private func makePhases(of events: [ScheduledEvent], at instant: Instant, tick: Int) {
    surface.input(events, at: instant)
    pacing.open(tick: tick, on: surface)
    surface.ingest(at: instant)
    surface.reveal(at: instant)
    surface.measure(at: instant)
    surface.layout(at: instant)
    surface.commit(at: instant, tick: tick, into: &frame.snapshot)
    surface.forgetActivity(through: instant)
  }

  /// The display's rate changes before the frame of a time is looked for.
  private func takeRates(by target: Instant) {
    for scheduled in waiting.prefix(while: { $0.instant <= target }) {
      guard case .rate(let hertz) = scheduled.event, (1...1_000).contains(hertz) else { continue }
      pacing.setRate(RefreshRate(hertz: hertz), at: scheduled.instant)
    }
  }

  /// The events of a frame.
  ///
  /// - Parameters:
  ///   - target: The host's time of the frame; what is due by then belongs to it.
  ///   - instant: That of its refresh, which a jitter may have put a little before.
  private func takeDue(by target: Instant, in instant: Instant) -> [ScheduledEvent] {
    let count = waiting.firstIndex { $0.instant > target } ?? waiting.count
    let due = waiting[..<count].map { ScheduledEvent($0.event, at: min($0.instant, instant)) }
    waiting.removeSubrange(..<count)
    return due
  }

  // MARK: The conversation

  /// Every message, in order, with all the text that has arrived; one that streams is `cancelled`.
  ///
  /// - Complexity: O(messages and their text).
  public var conversation: [Message] { surface.conversation }

  /// Where the reader is, to be put back by the event `restore`, also after a relaunch with other heights; nil
  /// in an empty conversation.
  ///
  /// - Complexity: O(log messages).
  public var anchor: Anchor? { surface.anchor() }

  // MARK: Time

  private func instant(at seconds: Double) throws(HostRefusal) -> Instant {
    let time = seconds - start
    guard time.isFinite, abs(time) <= Self.longestTime else { throw .time(seconds) }
    return max(.zero, Instant(milliseconds: time * 1_000))
  }

  /// A duration that says something, an hour at most.
  private func duration(of seconds: Double?) -> Nanoseconds? {
    guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
    return Nanoseconds(seconds: min(seconds, 3_600))
  }

  private func seconds(at instant: Instant) -> Double { start + instant.milliseconds / 1_000 }
}

extension SurfaceEvent {
  /// Whether it asks for a place of the viewport: a scroll view that goes on by itself says nothing then.
  fileprivate var leadsViewport: Bool {
    switch self {
    case .scroll, .restore, .send, .regenerate, .load: true
    default: false
    }
  }
}
