import Timebase

/// Decides when frames start and at which vsync they are shown.
///
/// With depth d (0 double, 1 triple buffering), p the vsync of the last frame shown and j the first
/// active tick after the previous frame's: a frame of tick k starts at max(tick k, previous end) and
/// is shown at v = max(p + 1, k + 1 + d, first vsync at or after its end); v - max(p, j + d) - 1
/// vsyncs are lost.
public struct FramePipeline: Sendable {
  /// What a late engine does with ticks that passed while it worked.
  public enum LatePolicy: String, Sendable, CaseIterable {
    /// Goes on with the next tick at or after its end; with triple buffering a tick is skipped
    /// only when it would start a period or more late.
    case coalesce
    /// Handles every tick, late.
    case queue
  }

  /// The display's rate.
  public let rate: RefreshRate
  /// 0 for double, 1 for triple buffering.
  public let depth: Int
  /// What happens to ticks that passed meanwhile.
  public let latePolicy: LatePolicy

  private var lastVsync: Int
  private var lastTick: Int
  private var lastEnd: Instant = .zero

  /// Makes a pipeline that has shown nothing.
  ///
  /// - Precondition: `depth` is 0 or 1.
  public init(rate: RefreshRate, depth: Int = 0, latePolicy: LatePolicy = .coalesce) {
    precondition((0...1).contains(depth), "pipeline depth is 0 or 1, got \(depth)")
    self.rate = rate
    self.depth = depth
    self.latePolicy = latePolicy
    lastVsync = -1
    lastTick = -1
  }

  /// The tick handled last; -1 before the first.
  public var handledTick: Int { lastTick }

  /// When work on the last frame ended.
  public var busyUntil: Instant { lastEnd }

  /// The first tick that may be handled next.
  public var nextTick: Int {
    switch latePolicy {
    case .queue:
      return lastTick + 1
    case .coalesce where depth == 0:
      return max(lastTick + 1, rate.firstTick(atOrAfter: lastEnd))
    case .coalesce:
      // The last tick at or before the end: every earlier one would start a period or more late.
      let afterEnd = Instant(nanoseconds: lastEnd.nanoseconds + 1)
      return max(lastTick + 1, rate.firstTick(atOrAfter: afterEnd) - 1)
    }
  }

  /// When work on tick `tick` begins.
  public func start(ofTick tick: Int) -> Instant { max(rate.instant(ofTick: tick), lastEnd) }

  /// Records a frame and says when it is shown.
  ///
  /// - Parameters:
  ///   - tick: The tick, at or after `nextTick`.
  ///   - firstActiveTick: The first active tick after the one handled last, at most `tick`.
  ///   - duration: Engine cost and the host's stall together.
  /// - Precondition: `tick` was not handled yet, `firstActiveTick` lies after the one handled last.
  public mutating func present(tick: Int, firstActiveTick: Int, duration: Nanoseconds)
    -> PresentedFrame
  {
    precondition(tick > lastTick, "tick \(tick) was handled, the last one was \(lastTick)")
    precondition(
      firstActiveTick > lastTick && firstActiveTick <= tick,
      "first active tick \(firstActiveTick) is not in \(lastTick + 1) ... \(tick)"
    )
    let start = start(ofTick: tick)
    let end = start + duration
    let ready = rate.firstTick(atOrAfter: end)
    let vsync = max(lastVsync + 1, tick + 1 + depth, ready)
    let lost = vsync - max(lastVsync, firstActiveTick + depth) - 1
    lastTick = tick
    lastVsync = vsync
    lastEnd = end
    return PresentedFrame(
      tick: tick,
      firstActiveTick: firstActiveTick,
      start: start,
      end: end,
      vsync: vsync,
      lostVsyncs: lost,
      isOnTime: vsync == tick + 1 + depth
    )
  }
}
