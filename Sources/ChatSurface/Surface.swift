import AnchoredLayout
import FramePacing
import HeightIndexing
import Lengths
import MarkdownBlocks
import Revealing
import TextMeasuring
import Timebase
import TokenStreaming

/// One conversation on screen: events in, frame out.
///
/// A surface reads no clock. Whoever drives it calls the six phases for each tick that has
/// something to show, in order, each with the tick's instant; `frame(_:at:tick:into:)` calls all
/// six. What became of the frame comes back through `note`, which feeds the fallback rule.
///
/// Words: *handle*, a number for a message inside; *record*, what is known of a message that was
/// looked at; *still point*, the place on screen that an edit may not move. Invariants: every
/// handle in the layout belongs to the store; a visible item is measured when the frame is
/// committed; text released never shrinks while its message streams. A surface is no view: it draws
/// nothing and knows no gesture recogniser. It is not safe to use from two threads at once.
public final class Surface {
  /// The choices in force.
  public let profile: Profile
  /// The device it is shown on; its size changes with `resize`.
  public internal(set) var device: Device
  /// What was refused, in order: edits that name unknown or duplicate messages, bad heights.
  public internal(set) var refusals: [SurfaceRefusal] = []
  /// Work done in the frame that is being made, by phase.
  public internal(set) var work = PhaseValues(repeating: OperationCounts())
  /// What happened to text in the frame that is being made.
  public internal(set) var observations = FrameObservations()
  /// Whether work of this frame passed the limit and the rest was left undone.
  public internal(set) var isAbandoned = false
  /// Bytes of tokens that came after their stream was stopped or ended.
  public internal(set) var discardedUTF8 = 0

  let measurer: any TextMeasurer
  let parser: any BlockParser
  let boundaries: (any WordBoundaries & Sendable)?
  let costs: OperationCosts
  let workLimit: Int
  let allowance: Int

  var layout: VirtualLayout
  var messages = MessageStore()
  var measured = HandleSet()
  var cache = HeightCache()
  var estimate = HeightEstimate()
  var insets: Insets
  var offset: LayoutUnit
  var motion = ScrollMotion()
  var follow: FollowState = .following
  var followed: UInt32?
  var lastUser: UInt32?
  /// The message last sent, until its task has ended.
  var sentMessage: UInt32?
  var isBlankInForce = false
  var isTaskRunning = false
  var isReducedMotion = false
  var isInBackground = false
  /// Whether text that is taken in now arrives in the background.
  var showsAtOnce = false
  var fallback: FallbackRule?
  var timeline: RevealTimeline
  var streaming: [UInt32] = []
  var inbox: [StreamInput] = []
  var pendingReveals: [RevealCommand] = []
  var sink = ChunkSink()
  var releases: [Release] = []
  var unplaced: [UnplacedItems] = []
  var activity = ActivityLog()
  var drift = DriftMeter()
  var isClamped = false
  /// Where an unanimated jump of this frame goes, until everything it shows is measured.
  var landing: ScrollMotion.Target?
  /// Where the reader is in an item that gets another height in this frame, by a change of width.
  var readingPlace: ReadingPlace?
  /// Where the content ended when an inset changed that may not move it; nil when the end is held.
  var restingEnd: LayoutUnit?
  /// Whether a message before or after `lastUser` may be the last one of the user's by now.
  var isLastUserStale = false
  var rebaseShift: LayoutUnit = .zero
  var frameNumber = 0
  var lastInstant: Instant = .zero
  var versions = 0
  var meter = OperationCounts()
  var frameTotal = OperationCounts()
  var layoutCounts = OperationCounts()
  var wantedItems: [WantedItem] = []
  var listed = PlacedItems()

  /// Makes an empty surface.
  ///
  /// - Parameters:
  ///   - profile: The choices.
  ///   - device: What it is shown on.
  ///   - measurer: What measures text.
  ///   - parser: What turns text into blocks, for profiles that show Markdown.
  ///   - boundaries: Words of scripts without spaces; nil where the platform has no dictionary.
  ///   - costs: Declared costs, which ration the measuring of what is not yet visible.
  ///   - workLimit: Declared nanoseconds in one frame after which it is abandoned.
  public init(
    profile: Profile,
    device: Device,
    measurer: any TextMeasurer,
    parser: any BlockParser,
    boundaries: (any WordBoundaries & Sendable)? = nil,
    costs: OperationCosts,
    workLimit: Int = 10_000_000_000
  ) {
    self.profile = profile
    self.device = device
    self.measurer = measurer
    self.parser = parser
    self.boundaries = boundaries
    self.costs = costs
    self.workLimit = workLimit
    switch profile.measuring {
    case .lazily(_, let percent):
      allowance = Int(device.rate.period.rawValue) * percent / 100
    case .eagerly:
      allowance = 0
    }
    layout = VirtualLayout(strategy: profile.layout.makeStrategy())
    insets = Insets(device: device)
    offset = ContentSpace.start - profile.style.topPadding - device.safeTop
    fallback = profile.fallback.map { FallbackRule($0, rate: device.rate) }
    timeline = RevealTimeline(rule: profile.reveal)
  }

  /// Makes one frame: all six phases.
  ///
  /// - Parameters:
  ///   - events: What is due at or before `instant`, by time and then by arrival.
  ///   - instant: When the tick is.
  ///   - tick: The tick's number.
  ///   - snapshot: Where the frame is written.
  public func frame(
    _ events: [ScheduledEvent],
    at instant: Instant,
    tick: Int,
    into snapshot: inout FrameSnapshot
  ) {
    input(events, at: instant)
    ingest(at: instant)
    reveal(at: instant)
    measure(at: instant)
    layout(at: instant)
    commit(at: instant, tick: tick, into: &snapshot)
  }

  // MARK: Asked by whoever drives

  /// Whether something runs that changes with every tick: a fade, a motion, a finger.
  public var isRunning: Bool { timeline.isFading || !motion.isIdle }

  /// When something is due next by itself: a step, a held release, the end of a hold.
  public var nextDue: Instant? {
    var next = timeline.nextDue
    for handle in streaming {
      guard let deadline = messages.record(handle)?.stream?.chunker.holdDeadline else { continue }
      next = min(next ?? deadline, deadline)
    }
    return next
  }

  /// Whether something was due after `start` and at or before `end`, or still running at `end`.
  public func isActive(after start: Instant, through end: Instant) -> Bool {
    activity.isActive(after: start, through: end)
  }

  /// Forgets what was active up to `instant`: the frame there has been shown.
  public func forgetActivity(through instant: Instant) {
    activity.forget(through: instant)
  }

  /// The text of a message that is laid out, and whether its stream was cut short.
  public func shownText(of id: MessageID) -> (text: [UInt8], wasCutShort: Bool)? {
    guard let handle = handle(of: id), let record = messages.record(handle) else { return nil }
    return (record.text.text, record.state == .cancelled || record.state == .failed)
  }

  /// Takes note of what became of a frame.
  public func note(
    _ frame: PresentedFrame,
    swallowedTicks: Int,
    cost: FrameCost
  ) {
    fallback?.note(frame, swallowedTicks: swallowedTicks, cost: cost)
  }

  /// Every stay in the fallback so far.
  public var fallbackEpisodes: [FallbackEpisode] { fallback?.episodes ?? [] }

  /// Counters of the height cache.
  public var cacheCounts: (hits: Int, misses: Int, evictions: Int) {
    (Int(cache.hits), Int(cache.misses), Int(cache.evictions))
  }

  /// Counters of the pool: the most fades at once, and fades cut short.
  public var poolCounts: (peak: Int, snaps: Int) { (timeline.poolPeak, timeline.snaps) }

  /// The largest change of an opacity in one frame beyond its curve or line.
  public var opacityJump: Double { timeline.opacityJumpMax }

  /// How many messages there are.
  public var count: Int { layout.count }

  // MARK: Work

  /// Adds what was counted since the last call to `phase`.
  func charge(_ phase: Phase) {
    let now = layout.counts
    var delta = now
    delta -= layoutCounts
    layoutCounts = now
    meter += delta
    meter[.phase] += 1
    work[phase] += meter
    frameTotal += meter
    meter = OperationCounts()
  }

  /// The declared cost of everything counted in this frame so far.
  var spent: Int {
    var total = frameTotal
    total += meter
    var layoutDelta = layout.counts
    layoutDelta -= layoutCounts
    total += layoutDelta
    return costs.charge(total)
  }
}

extension LayoutRule {
  /// Makes an empty layout of this kind.
  func makeStrategy() -> any LayoutStrategy {
    switch self {
    case .anchoredTree: AnchoredTree()
    case .anchoredArray: AnchoredArray()
    }
  }
}
