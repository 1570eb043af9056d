import Timebase
import TokenStreaming

/// The reveal of one surface: complete chunks in, releases and opacities out.
///
/// It merges what happens by itself (fades that end, held releases, steps) with what it is told, in
/// the order of time; each happens at its own instant, however late the caller asks. Every call that
/// takes an instant first performs what was due before it, and no call may go back in time.
///
/// Parts and messages are numbers of the caller's choice. The steady state allocates nothing.
public struct RevealTimeline: Sendable {
  let rule: RevealRule
  /// The rule's parts that every step asks for.
  let overflow: PoolOverflow
  let sharesSlots: Bool
  /// How long a fade lasts; nil when nothing fades by time.
  let fadeDuration: Nanoseconds?
  /// How many chunks stand in a trail; 0 when there is none.
  let trailLength: Int
  var scheduler: BatchScheduler
  var pool: FadePool
  var parts = KeyedTable<RevealedPart>()
  /// The trails of parts that have one.
  var trails = KeyedTable<Trail>()
  var held = FirstInFirstOut<HeldChunk>(capacity: 16)
  /// The batch in hand; empty between calls.
  var batch: [WaitingChunk] = []
  var present = Instant.distantPast
  /// When something is due next; kept by `findSoonest` at the end of every change.
  var soonest = Instant.distantFuture
  var animates = true
  /// The stagger in force at the last step: it bounds how long a release may be held.
  var stepStagger = Nanoseconds.zero
  var releaseCount = 0
  var unfadedCount = 0

  /// Starts with nothing to show.
  public init(rule: RevealRule) {
    self.rule = rule
    scheduler = BatchScheduler(stagger: rule.stagger, batch: rule.batch)
    overflow = rule.pool.overflow
    sharesSlots = rule.sharesSlots
    switch rule.fade {
    case .timed(let duration, let curve):
      (fadeDuration, trailLength) = (duration, 0)
      pool = FadePool(limit: rule.pool.limit, curve: curve)
    case .trailing(let chunks):
      (fadeDuration, trailLength) = (nil, chunks)
      pool = FadePool(limit: rule.pool.limit, curve: .linear)
    case nil:
      (fadeDuration, trailLength) = (nil, 0)
      pool = FadePool(limit: rule.pool.limit, curve: .linear)
    }
    batch.reserveCapacity(128)
  }

  /// The instant up to which everything has been performed.
  public var now: Instant { present }
  /// Whether chunks are staggered and fade; false in fallback, background and reduced motion.
  public var isAnimated: Bool { animates }
  /// Whether a fade runs.
  public var isFading: Bool { pool.count > 0 }
  /// When something is due next by itself; nil when nothing is pending.
  ///
  /// - Complexity: O(1).
  public var nextDue: Instant? {
    soonest == .distantFuture ? nil : soonest
  }

  /// Takes a complete chunk into the queue of its surface.
  ///
  /// - Parameters:
  ///   - chunk: It completed at or after `now`; everything due before that is performed first.
  ///   - part: The text part; it is opened when it is not known.
  ///   - message: The message of the part: its parts share one count of chunks.
  ///   - visible: Whether the message is on screen. Off screen it keeps its schedule, but takes no
  ///     slot and does not fade. The latest word counts for all of the part that still waits.
  ///   - releases: Gets what is released meanwhile.
  /// - Complexity: O(1), amortised, plus what is performed.
  public mutating func complete(
    _ chunk: Chunk,
    part: UInt32,
    message: UInt32,
    visible: Bool = true,
    into releases: inout [Release]
  ) {
    arrive(at: chunk.completed, into: &releases)
    let entry = WaitingChunk(part: part, message: message, chunk: chunk)
    let index = parts.index(of: part, inserting: RevealedPart(message: message))
    parts[index].isVisible = visible
    parts[index].backlog += 1
    if !animates {
      scheduler.pass(entry)
      batch.append(entry)
      show(at: chunk.completed, due: chunk.completed, into: &releases)
    } else {
      scheduler.enqueue(entry)
    }
    findSoonest()
  }

  /// Performs everything due at or before `instant`, each at its own.
  ///
  /// - Parameters:
  ///   - instant: Not before `now`.
  ///   - releases: Gets what is released, in order.
  public mutating func advance(to instant: Instant, into releases: inout [Release]) {
    precondition(instant >= present, "cannot go back from \(present) to \(instant)")
    while soonest <= instant {
      perform(at: soonest, into: &releases)
      findSoonest()
    }
    present = instant
  }

  /// Opens a part that already shows text: what a view finds when it appears, what was seen before.
  ///
  /// That text never fades again.
  ///
  /// - Precondition: The part is not known, or nothing of it waits or fades.
  public mutating func open(
    part: UInt32,
    message: UInt32,
    shownUTF8: Int = 0,
    shownScalars: Int = 0
  ) {
    let index = parts.index(of: part, inserting: RevealedPart(message: message))
    precondition(
      parts[index].backlog == 0,
      "part \(part) has \(parts[index].backlog) waiting chunks"
    )
    parts[index] = RevealedPart(
      message: message,
      releasedUTF8: shownUTF8,
      releasedScalars: shownScalars
    )
  }

  /// Says whether a part's message is on screen; unknown parts are left alone.
  public mutating func setVisible(_ visible: Bool, part: UInt32) {
    guard let index = parts.index(of: part) else { return }
    parts[index].isVisible = visible
    findSoonest()
  }

  /// Hands the fading stretches of a part to `body`: one for each slot that holds some of it, in
  /// the order of release, as scalar positions in the part's released text.
  ///
  /// - Parameter instant: At or after `now`; what is due by then must have been performed.
  public func forEachFade(
    of part: UInt32,
    at instant: Instant,
    _ body: (_ startScalar: Int, _ endScalar: Int, _ opacity: Double) -> Void
  ) {
    guard trailLength > 0 else {
      pool.forEachFade(of: part, at: instant, body)
      return
    }
    guard let index = trails.index(of: part) else { return }
    let starts = trails[index].starts
    for (place, start) in starts.enumerated() {
      let end = place + 1 < starts.count ? starts[place + 1] : releasedScalars(of: part)
      let opacity = Double(starts.count - place) / Double(trailLength)
      if opacity < 1 { body(start, end, opacity) }
    }
  }

  /// How many chunks of a part are complete and not released; 0 for an unknown part.
  public func backlogChunks(of part: UInt32) -> Int {
    parts.index(of: part).map { parts[$0].backlog } ?? 0
  }
  /// How many scalars of a part are released, those that fade included; 0 for an unknown part.
  public func releasedScalars(of part: UInt32) -> Int {
    parts.index(of: part).map { parts[$0].releasedScalars } ?? 0
  }
  /// How many bytes of a part are released, those that fade included; 0 for an unknown part.
  public func releasedUTF8(of part: UInt32) -> Int {
    parts.index(of: part).map { parts[$0].releasedUTF8 } ?? 0
  }

  /// How many chunks are complete and not released, over all parts.
  public var backlogChunks: Int { scheduler.count + held.count }
  /// How many fades run now.
  public var fadeCount: Int { pool.count }
  /// The most fades that ran at a time.
  public var poolPeak: Int { pool.peak }
  /// How many fades were cut short: by a stop, a failure, the background, fallback, reduced motion
  /// or an eviction.
  public var snaps: Int { pool.snaps }
  /// The largest change of opacity that a snap made at once; 0 without snaps.
  public var opacityJumpMax: Double { pool.opacityJumpMax }
  /// How many releases were shown at opacity 1 at once.
  public var unfadedReleases: Int { unfadedCount }
  /// How many releases there were.
  public var releases: Int { releaseCount }
  /// How many steps were performed.
  public var steps: Int { scheduler.steps }
}
