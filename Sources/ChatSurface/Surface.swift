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
  /// Whether a sideways drag slides the messages aside to show their timestamps; messages that are
  /// aside when it is disabled are back at once.
  public var revealsTimestamps = true {
    didSet { gesture = RevealGesture(revealsTimestamps ? RevealGesture.Rule() : nil) }
  }

  let measurer: any TextMeasurer
  let parser: any BlockParser
  let boundaries: (any WordBoundaries & Sendable)?
  let costs: OperationCosts
  let workLimit: Int
  let messageLimit: Int
  let allowance: Int

  var layout: VirtualLayout
  var messages = MessageStore()
  var measured = HandleSet()
  var cache = HeightCache()
  var estimate = HeightEstimate()
  var insets: Insets
  var auxiliaries = Auxiliaries()
  var textSize: TextSizeCategory = .large
  var composer = Composer()
  var keyboard = Keyboard()
  var displacement = KeyboardDisplacement()
  var turn: Turn
  /// Jumps to the end that the content's growth asks for.
  var endJumps: EndJumps
  /// Jumps to the end that the composer asks for.
  var composerJumps = EndJumps(JumpRule.repeated.jumps)
  /// The content's height when jumps were last asked for; nil while the end is not followed.
  var followedHeight: LayoutUnit?
  var opening: OpeningJumps?
  /// What the app keeps for messages, by the kind of state.
  var itemStates: [ObjectIdentifier: any ItemStateStorage] = [:]
  var gesture = RevealGesture()
  var touchStart = (x: 0.0, y: 0.0)
  var topLoader = EdgeLoader()
  var endLoader = EdgeLoader()
  /// Whether the viewport was moved by hand or by a jump since the conversation was opened.
  var wasMoved = false
  var entrance: EntranceState?
  /// When the last frame was committed.
  var lastShown: Instant = .zero
  /// Whether a conversation held by its bottom was not touched since it was opened.
  var isHeldByBottom = false
  var offset: LayoutUnit
  var motion: ScrollMotion
  var follow: FollowState = .following
  var followed: UInt32?
  var tasks = SendTasks()
  /// What stands where the answer is expected, in profiles that add it with the question.
  var placeholder: UInt32?
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
  /// Whether this frame's content turned out too short for the viewport: the end stays at the end
  /// of the range while heights are still being found.
  var isHeldByClamp = false
  /// Where an unanimated jump of this frame goes, until everything it shows is measured.
  var landing: ScrollMotion.Target?
  /// Where the reader is in an item that gets another height in this frame, by a change of width.
  var readingPlace: ReadingPlace?
  /// Whether the range's ends keep a pinned message from its place.
  var isPinLimited = false
  /// Where the content ended when an inset changed that may not move it; nil when the end is held.
  var restingEnd: LayoutUnit?
  /// Whether this frame gives the viewport what it is owed: what is measured in it is made up for
  /// at once, unless an edit has come first.
  var isCatchingUp = false
  /// How far rebases have shifted the space, this frame's and all.
  var rebaseShift: LayoutUnit = .zero
  var spaceShift: LayoutUnit = .zero
  var frameNumber = 0
  var lastInstant: Instant = .zero
  var versions = 0
  var meter = OperationCounts()
  var frameTotal = OperationCounts()
  var layoutCounts = OperationCounts()
  var wantedItems: [WantedItem] = []
  /// Heights on their way from measuring to the layout.
  var newHeights: [LayoutUnit] = []
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
  ///   - messageLimit: How many messages it takes; an edit that would bring more is refused.
  /// - Precondition: `messageLimit` is 1 to 10,000,000.
  public init(
    profile: Profile,
    device: Device,
    measurer: any TextMeasurer,
    parser: any BlockParser,
    boundaries: (any WordBoundaries & Sendable)? = nil,
    costs: OperationCosts,
    workLimit: Int = 10_000_000_000,
    messageLimit: Int = 1_000_000
  ) {
    precondition(
      (1...10_000_000).contains(messageLimit),
      "a surface of \(messageLimit) messages: it holds 1 to 10000000"
    )
    self.profile = profile
    self.device = device
    self.measurer = measurer
    self.parser = parser
    self.boundaries = boundaries
    self.costs = costs
    self.workLimit = workLimit
    self.messageLimit = messageLimit
    let percent = profile.measuring.overscan?.allowancePercent ?? 0
    allowance = Int(device.rate.period.rawValue) * percent / 100
    layout = VirtualLayout(strategy: profile.layout.makeStrategy())
    motion = ScrollMotion(profile.deceleration)
    insets = Insets(
      device: device,
      composer: composer.height,
      isDraggedInProportion: profile.keyboard == .shiftsList
    )
    offset = ContentSpace.start - profile.style.topPadding - device.safeTop
    turn = Turn(rule: profile.blank)
    endJumps = EndJumps(profile.jump.jumps)
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
  public var isRunning: Bool { timeline.isFading || !motion.isIdle || isMoving }

  /// Whether something beside the scroll view and the fades moves by itself.
  var isMoving: Bool {
    displacement.isRunning || gesture.isRunning || entrance?.isRunning(at: lastInstant) == true
  }

  /// When something is due next by itself: a step, a held release, the end of a hold.
  public var nextDue: Instant? {
    var next = timeline.nextDue
    forEachTimer { next = min(next ?? $0, $0) }
    // What the viewport is owed it gets in the very next frame.
    if layout.pendingCorrection != .zero {
      let soon = lastInstant + Nanoseconds(rawValue: 1)
      next = min(next ?? soon, soon)
    }
    for handle in streaming {
      guard let deadline = messages.record(handle)?.stream?.chunker.holdDeadline else { continue }
      next = min(next ?? deadline, deadline)
    }
    return next
  }

  /// Calls `body` with the instant at which each of what waits by itself is due.
  ///
  /// No list is made: this happens in every frame, which must not allocate for it.
  func forEachTimer(_ body: (Instant) -> Void) {
    if let due = endJumps.nextDue { body(due) }
    if let due = composerJumps.nextDue { body(due) }
    if let due = opening?.nextDue { body(due) }
    if let due = turn.nextDue { body(due) }
    if let due = keyboard.nextDue { body(due) }
  }

  /// Whether something was due after `start` and at or before `end`, or still running at `end`.
  public func isActive(after start: Instant, through end: Instant) -> Bool {
    activity.isActive(after: start, through: end)
  }

  /// Forgets what was active up to `instant`: the frame there has been shown.
  public func forgetActivity(through instant: Instant) {
    activity.forget(through: instant)
  }

  /// The text of a message that is laid out, and whether its stream was cut short. Looking is no work
  /// of a frame: it is not charged.
  public func shownText(of id: MessageID) -> (text: [UInt8], wasCutShort: Bool)? {
    let charged = meter
    defer { meter = charged }
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
    case .maintainedArray: AdjustingArray(maintainsVisible: true)
    case .adjustingArray: AdjustingArray()
    case .pagedArray: PagedArray()
    case .unsizedArray: UnsizedArray()
    }
  }
}
