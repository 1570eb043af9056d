import Timebase

/// The fades that run, in the order of their release, and never more than the limit.
///
/// A slot may hold text of several parts: one batch may span messages. All of it is evaluated from
/// instants; nothing is advanced frame by frame. Operations take O(slots + ranges), which are few.
package struct FadePool: Sendable {
  /// One running fade.
  struct Fade: Sendable {
    let order: UInt64
    var start: Instant
    var end: Instant
    /// The opacity that a straight line to 1 starts from; nil while the curve is in force.
    var lineFrom: Double?
  }

  /// A stretch of a part's text in a slot.
  struct Stretch: Sendable {
    let order: UInt64
    let part: UInt32
    let start: Int
    var end: Int
  }

  let limit: Int
  private let curve: CurveTable
  private var fades: [Fade] = []
  private var stretches: [Stretch] = []
  private var started: UInt64 = 0
  private var reserved = 0
  private var earliestEnd = Instant.distantFuture
  private var peakCount = 0
  private var snapCount = 0
  private var largestJump = 0.0

  /// Makes an empty pool.
  ///
  /// - Precondition: The limit is positive.
  init(limit: Int, curve: TimingCurve) {
    precondition(limit > 0, "a pool has at least one slot, got \(limit)")
    self.limit = limit
    self.curve = CurveTable(curve)
  }

  /// How many fades run.
  package var count: Int { fades.count }
  /// The most that ran at a time.
  package var peak: Int { peakCount }
  /// How many fades were cut short.
  package var snaps: Int { snapCount }
  /// The largest change of opacity that a snap made at once.
  package var opacityJumpMax: Double { largestJump }
  /// How many slots are free, those promised to releases to come taken off.
  @inline(__always)
  var freeSlots: Int { limit - fades.count - reserved }
  /// When the next fade ends; nil when none runs.
  @inline(__always)
  var nextEnd: Instant? { fades.isEmpty ? nil : earliestEnd }

  mutating func reserve() { reserved += 1 }
  mutating func unreserve() { reserved -= 1 }

  /// Starts a fade in a free slot.
  ///
  /// - Returns: The number by which text is put into it.
  mutating func start(at instant: Instant, lasting duration: Nanoseconds) -> UInt64 {
    precondition(freeSlots > 0, "a pool of \(limit) is full")
    started += 1
    earliestEnd = min(earliestEnd, instant + duration)
    fades.append(Fade(order: started, start: instant, end: instant + duration, lineFrom: nil))
    peakCount = max(peakCount, fades.count)
    return started
  }

  /// Puts scalars of a part into a running fade, after those that are there.
  mutating func put(_ scalars: Range<Int>, of part: UInt32, into order: UInt64) {
    var index = stretches.count - 1
    while index >= 0, stretches[index].order == order, stretches[index].part != part { index -= 1 }
    if index >= 0, stretches[index].order == order {
      stretches[index].end = scalars.upperBound
    } else {
      stretches.append(
        Stretch(order: order, part: part, start: scalars.lowerBound, end: scalars.upperBound)
      )
    }
  }

  /// Ends the fades whose time has come.
  ///
  /// - Returns: Whether there was one.
  mutating func end(by instant: Instant) -> Bool {
    guard earliestEnd <= instant else { return false }
    let before = fades.count
    var index = 0
    while index < fades.count {
      if fades[index].end <= instant { remove(at: index) } else { index += 1 }
    }
    return fades.count < before
  }

  /// Ends the oldest fade at once.
  mutating func evictOldest(at instant: Instant) {
    guard let oldest = fades.first else { return }
    noteSnap(oldest, at: instant)
    remove(at: 0)
  }

  /// Lets the `count` oldest fades go linearly to 1 in `duration`, those aside that end before.
  ///
  /// - Returns: When all of them have ended.
  mutating func hasten(
    oldest count: Int,
    at instant: Instant,
    within duration: Nanoseconds
  ) -> Instant {
    var latest = instant
    for index in 0..<min(count, fades.count) {
      if fades[index].end > instant + duration {
        fades[index].lineFrom = opacity(of: fades[index], at: instant)
        fades[index].start = instant
        fades[index].end = instant + duration
      }
      latest = max(latest, fades[index].end)
    }
    findEarliestEnd()
    return latest
  }

  /// Ends the fades of a part (of every part when nil) at once. A fade that holds text of other
  /// parts too goes on for them.
  mutating func snap(part: UInt32?, at instant: Instant) {
    for index in fades.indices.reversed() {
      let fade = fades[index]
      let holdsPart = stretches.contains {
        $0.order == fade.order && (part == nil || $0.part == part)
      }
      guard holdsPart else { continue }
      noteSnap(fade, at: instant)
      stretches.removeAll { $0.order == fade.order && (part == nil || $0.part == part) }
      if !stretches.contains(where: { $0.order == fade.order }) { fades.remove(at: index) }
    }
    findEarliestEnd()
  }

  /// Drops the text of a part from scalar `end` on. Slots that hold nothing else become free.
  mutating func clip(part: UInt32, to end: Int) {
    stretches.removeAll { $0.part == part && $0.start >= end }
    for index in stretches.indices where stretches[index].part == part {
      stretches[index].end = min(stretches[index].end, end)
    }
    fades.removeAll { fade in !stretches.contains { $0.order == fade.order } }
    findEarliestEnd()
  }

  /// Hands the visible stretches of a part to `body`, one for each slot that holds some, in the
  /// order of release.
  func forEachFade(
    of part: UInt32,
    at instant: Instant,
    _ body: (_ start: Int, _ end: Int, _ opacity: Double) -> Void
  ) {
    var fade = 0
    for stretch in stretches where stretch.part == part {
      while fade < fades.count, fades[fade].order < stretch.order { fade += 1 }
      guard fade < fades.count, fades[fade].end > instant else { continue }
      body(stretch.start, stretch.end, opacity(of: fades[fade], at: instant))
    }
  }

  @inline(__always)
  private func opacity(of fade: Fade, at instant: Instant) -> Double {
    let fraction = (instant - fade.start) / (fade.end - fade.start)
    guard let from = fade.lineFrom else { return curve.value(at: fraction) }
    return from + (1 - from) * min(1, max(0, fraction))
  }

  private mutating func findEarliestEnd() {
    earliestEnd = .distantFuture
    for fade in fades { earliestEnd = min(earliestEnd, fade.end) }
  }

  private mutating func noteSnap(_ fade: Fade, at instant: Instant) {
    snapCount += 1
    largestJump = max(largestJump, 1 - opacity(of: fade, at: instant))
  }

  private mutating func remove(at index: Int) {
    let order = fades.remove(at: index).order
    var kept = 0
    for place in stretches.indices where stretches[place].order != order {
      if kept != place { stretches[kept] = stretches[place] }
      kept += 1
    }
    stretches.removeLast(stretches.count - kept)
    findEarliestEnd()
  }

  /// Traps unless the limit holds and every stretch lies in a running fade, in order.
  package func checkInvariants() {
    precondition(fades.count + reserved <= limit, "\(fades.count) + \(reserved) of \(limit) slots")
    precondition(reserved >= 0, "\(reserved) slots are reserved")
    precondition(fades.allSatisfy { $0.end >= earliestEnd }, "a fade ends before the earliest")
    for (fade, next) in zip(fades, fades.dropFirst()) {
      precondition(fade.order < next.order, "fades out of order")
    }
    for (stretch, next) in zip(stretches, stretches.dropFirst()) {
      precondition(stretch.order <= next.order, "stretches out of order")
    }
    for fade in fades {
      precondition(fade.start < fade.end, "a fade from \(fade.start) to \(fade.end)")
      precondition(stretches.contains { $0.order == fade.order }, "a fade of nothing")
    }
    for stretch in stretches {
      precondition(stretch.start < stretch.end, "an empty stretch")
      precondition(fades.contains { $0.order == stretch.order }, "a stretch without a fade")
    }
  }
}
