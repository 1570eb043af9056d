import Timebase

/// Decides when frames start and at which vsync they are shown.
///
/// With depth d (0 double, 1 triple buffering), p the vsync of the last frame shown, j the first
/// active tick after the previous frame's and T the refresh period: a frame of tick k starts at
/// max(tick k, previous end), is ready when the host has drawn it, its share of T after the engine's
/// end, and is shown at v = max(p + 1, k + 1 + d, first vsync at or after it is ready);
/// v - max(p, j + d) - 1 vsyncs are lost.
package struct FramePipeline: Sendable {
  /// What a late engine does with ticks that passed while it worked.
  package enum LatePolicy: String, CodedChoice, Sendable {
    /// Goes on with the first tick at or after its end (with triple buffering: d periods before it)
    /// whose own vsync is still free, so that one late frame does not make all later ones late.
    case coalesce
    /// Handles every tick, late.
    case queue
  }

  /// The display's ticks.
  package private(set) var grid: TickGrid
  /// 0 for double, 1 for triple buffering.
  package let depth: Int
  /// What happens to ticks that passed meanwhile.
  package let latePolicy: LatePolicy
  /// The part of each period that the host draws in after the engine is done, 0 up to below 1.
  package let hostShare: Double

  private var lastVsync: Int
  private var lastTick: Int
  private var lastEnd: Instant = .zero

  /// Makes a pipeline of a display of one rate that has shown nothing.
  ///
  /// - Parameter hostShare: As ``init(grid:depth:latePolicy:hostShare:)`` has it.
  package init(
    rate: RefreshRate,
    depth: Int = 0,
    latePolicy: LatePolicy = .coalesce,
    hostShare: Double = 0
  ) {
    self.init(grid: TickGrid(rate), depth: depth, latePolicy: latePolicy, hostShare: hostShare)
  }

  /// Makes a pipeline that has shown nothing.
  ///
  /// - Parameter hostShare: The part of each period that drawing takes, 0 up to below 1; 0 shows
  ///   the engine alone.
  /// - Precondition: `depth` is 0 or 1, `hostShare` lies in 0 ..< 1.
  package init(
    grid: TickGrid,
    depth: Int = 0,
    latePolicy: LatePolicy = .coalesce,
    hostShare: Double = 0
  ) {
    precondition((0...1).contains(depth), "pipeline depth is 0 or 1, got \(depth)")
    precondition(
      (0..<1).contains(hostShare),
      "a share of the period is 0 up to below 1, got \(hostShare)"
    )
    self.grid = grid
    self.depth = depth
    self.latePolicy = latePolicy
    self.hostShare = hostShare
    lastVsync = -1
    lastTick = -1
  }

  /// The display's ticks are others from here on: those that were handled stay as they are.
  package mutating func setGrid(_ grid: TickGrid) { self.grid = grid }

  /// The tick handled last; -1 before the first.
  package var handledTick: Int { lastTick }

  /// The first tick that may be handled next.
  package var nextTick: Int {
    switch latePolicy {
    case .queue: lastTick + 1
    case .coalesce:
      max(lastTick + 1, grid.firstTick(atOrAfter: lastEnd) - depth, lastVsync - depth)
    }
  }

  /// When work on tick `tick` begins.
  package func start(ofTick tick: Int) -> Instant { max(grid.instant(ofTick: tick), lastEnd) }

  /// Records a frame and says when it is shown, by the rate in force at its tick.
  ///
  /// - Parameters:
  ///   - tick: The tick, at or after `nextTick`.
  ///   - firstActiveTick: The first active tick after the one handled last, at most `tick`.
  ///   - duration: Engine cost and the host's stall together.
  ///   - drawn: What drawing took on the engine's thread; nil for the declared share of the period, which
  ///     another thread takes.
  /// - Precondition: `tick` was not handled yet, `firstActiveTick` lies after the one handled last.
  package mutating func present(
    tick: Int,
    firstActiveTick: Int,
    duration: Nanoseconds,
    drawn: Nanoseconds? = nil
  ) -> PresentedFrame {
    precondition(tick > lastTick, "tick \(tick) was handled, the last one was \(lastTick)")
    precondition(
      firstActiveTick > lastTick && firstActiveTick <= tick,
      "first active tick \(firstActiveTick) is not in \(lastTick + 1) ... \(tick)"
    )
    let start = start(ofTick: tick)
    let end = start + duration
    let drawing = drawn ?? grid.rate(ofTick: tick).share(hostShare)
    let ready = grid.firstTick(atOrAfter: end + drawing)
    let vsync = max(lastVsync + 1, tick + 1 + depth, ready)
    let lastOnTime = max(lastVsync, firstActiveTick + depth)
    lastTick = tick
    lastVsync = vsync
    lastEnd = end + (drawn ?? .zero)
    return PresentedFrame(
      tick: tick,
      end: end,
      vsync: vsync,
      lostVsyncs: vsync - lastOnTime - 1,
      firstLostTick: lastOnTime - depth,
      isOnTime: vsync == tick + 1 + depth
    )
  }
}
