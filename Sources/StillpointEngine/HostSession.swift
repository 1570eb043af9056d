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
/// that a host hands in traps; numbers that say nothing are refused, edits that name unknown messages are
/// refused in the frame that they are due in.
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
  public static let eventLimit = 100_000
  /// The farthest that a time may be from the start, in seconds: 100 years.
  static let longestTime = 3.2e9
  /// The longest length that is taken, in points.
  static let longestLength = 1e9

  /// The conversation itself, for what a session has no word for.
  public let surface: Surface
  private let start: Double
  private let rate: RefreshRate
  /// What waits, by time and then by arrival.
  private var waiting: [ScheduledEvent] = []
  private var lastTick = -1
  private var frame = HostFrame()
  /// Where the host's scroll view stands, if it said so since the last frame, and when.
  private var scrolled: (offset: Double, instant: Instant)?

  /// Begins a conversation without messages.
  ///
  /// - Parameters:
  ///   - profile: The choices of the design.
  ///   - device: What it is shown on.
  ///   - measurer: What measures text: with the fonts that the host draws with.
  ///   - parser: What turns text into blocks; one of the host's own for Markdown.
  ///   - boundaries: Words of scripts without spaces; nil where the platform has no dictionary.
  ///   - costs: What operations cost, which rations what is measured ahead of the viewport; without any all
  ///     of a screen above and below is measured in each frame that needs it.
  ///   - messageLimit: How many messages it takes, 1 to 10,000,000.
  ///   - start: The clock's time now, in seconds.
  /// - Precondition: `start` is a number, `messageLimit` is in its range.
  public init(
    profile: Profile = .standard,
    device: Device = .iPhone15Pro,
    measurer: any TextMeasurer,
    parser: any BlockParser = PlainTextParser(),
    boundaries: (any WordBoundaries & Sendable)? = nil,
    costs: OperationCosts = OperationCosts(),
    messageLimit: Int = 1_000_000,
    startingAt start: Double = 0
  ) {
    precondition(start.isFinite, "a session starts at \(start) s: that is no time")
    self.start = start
    rate = device.rate
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
    var (low, high) = (0, waiting.count)
    while low < high {
      let middle = (low + high) / 2
      if waiting[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    waiting.insert(ScheduledEvent(event, at: instant), at: low)
  }

  /// The host's own scroll view stands here: the reader moved it.
  ///
  /// The next frame shows the content there. At the end of the content a growing answer is followed again.
  ///
  /// - Parameters:
  ///   - offset: The viewport's top below the content's, in points, as ``HostFrame/scrollOffset``.
  ///   - seconds: When.
  /// - Throws: ``HostRefusal/time(_:)`` or ``HostRefusal/points(_:)``.
  public func scrolled(to offset: Double, at seconds: Double) throws(HostRefusal) {
    let instant = try instant(at: seconds)
    guard offset.isFinite, abs(offset) <= Self.longestLength else { throw .points(offset) }
    scrolled = (offset, instant)
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
    waiting.isEmpty && scrolled == nil && !surface.isRunning && surface.nextDue == nil
  }

  /// When the display link is needed next, in seconds; nil when it may stay paused until something is
  /// posted.
  public var wakesAt: Double? {
    if canPause { return nil }
    if surface.isRunning || scrolled != nil {
      return seconds(at: rate.instant(ofTick: lastTick + 1))
    }
    let due = [surface.nextDue, waiting.first?.instant].compactMap { $0 }.min()
    return due.map { seconds(at: $0) }
  }

  /// Makes the frame for a time.
  ///
  /// - Parameter seconds: When it will be shown: the link's target time stamp.
  /// - Returns: The frame; nil when one was made for that refresh, or the time is none.
  /// - Complexity: O(messages on screen + what came since the frame before).
  public func frame(at seconds: Double) -> HostFrame? {
    guard let target = try? instant(at: seconds) else { return nil }
    let tick = rate.nearestTick(to: target)
    guard tick > lastTick else { return nil }
    lastTick = tick
    let instant = rate.instant(ofTick: tick)
    surface.frame(
      takeDue(by: max(target, instant), in: instant),
      at: instant,
      tick: tick,
      into: &frame.snapshot
    )
    surface.forgetActivity(through: instant)
    surface.render(frame.snapshot, into: &frame.drawing)
    let before = scrolled?.offset ?? frame.scrollOffset
    scrolled = nil
    frame.scrollOffset = (frame.snapshot.offset - frame.snapshot.contentTop).points
    frame.contentHeight = (frame.snapshot.contentBottom - frame.snapshot.contentTop).points
    frame.correction = frame.scrollOffset - before
    frame.refusals = surface.refusals
    return frame
  }

  /// The events of a frame, with the host's scrolling among them.
  ///
  /// - Parameters:
  ///   - target: The host's time of the frame; what is due by then belongs to it.
  ///   - instant: That of its refresh, which a jitter may have put a little before.
  private func takeDue(by target: Instant, in instant: Instant) -> [ScheduledEvent] {
    let count = waiting.firstIndex { $0.instant > target } ?? waiting.count
    var due = waiting[..<count].map { ScheduledEvent($0.event, at: min($0.instant, instant)) }
    waiting.removeSubrange(..<count)
    guard let scrolled, let event = scrollEvent(to: scrolled.offset) else { return due }
    let when = min(scrolled.instant, instant)
    let place = due.firstIndex { $0.instant > when } ?? due.count
    due.insert(ScheduledEvent(event, at: when), at: place)
    return due
  }

  /// What puts the viewport where the host's scroll view stands; nil without messages.
  private func scrollEvent(to offset: Double) -> SurfaceEvent? {
    let snapshot = frame.snapshot
    let y = snapshot.contentTop + LayoutUnit(nearest: offset)
    let end = snapshot.contentBottom + snapshot.bottomInset - snapshot.viewportHeight
    // Within half a point of the end is at the end.
    if y + LayoutUnit(rawValue: LayoutUnit.unitsPerPoint / 2) >= end {
      return .scroll(to: .end, isAnimated: false)
    }
    let edge = y + snapshot.topInset
    guard let id = surface.message(atY: edge), let top = surface.y(of: id) else { return nil }
    return .restore(Anchor(id: id, distance: edge - top))
  }

  // MARK: Time

  private func instant(at seconds: Double) throws(HostRefusal) -> Instant {
    let time = seconds - start
    guard time.isFinite, abs(time) <= Self.longestTime else { throw .time(seconds) }
    return max(.zero, Instant(milliseconds: time * 1_000))
  }

  private func seconds(at instant: Instant) -> Double { start + instant.milliseconds / 1_000 }
}

extension RefreshRate {
  /// The tick that is nearest to an instant.
  fileprivate func nearestTick(to instant: Instant) -> Int {
    let next = firstTick(atOrAfter: instant)
    guard next > 0 else { return 0 }
    let before = instant - self.instant(ofTick: next - 1)
    return before < self.instant(ofTick: next) - instant ? next - 1 : next
  }
}
