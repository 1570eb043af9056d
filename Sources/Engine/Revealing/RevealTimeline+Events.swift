import Timebase
import TokenStreaming

// What happens by itself, in order: fades end, held releases start, a step is performed.
//
// The small questions are asked in place: a call would copy the whole timeline for its answer.
extension RevealTimeline {
  /// Finds when something is due next.
  mutating func findSoonest() {
    soonest = nextEnd ?? .distantFuture
    if let start = nextHeld { soonest = min(soonest, start) }
    if let step = nextStep { soonest = min(soonest, step) }
  }

  /// When the next fade or trail ends.
  @inline(__always)
  var nextEnd: Instant? {
    guard trailLength > 0 else { return pool.nextEnd }
    var next: Instant?
    for index in 0..<trails.count {
      if let end = trails[index].end { next = min(next ?? end, end) }
    }
    return next
  }

  /// When the next held release starts.
  @inline(__always)
  var nextHeld: Instant? { held.isEmpty ? nil : held[0].start }

  /// When the next step is performed; nil while nothing waits or the pool holds it.
  @inline(__always)
  var nextStep: Instant? {
    guard let due = scheduler.nextStep, let first = scheduler.first else { return nil }
    if overflow == .wait, pool.freeSlots <= 0, takesSlot(first) { return nil }
    return max(due, present)
  }

  /// Whether a chunk fades, and so needs a slot.
  @inline(__always)
  func takesSlot(_ entry: WaitingChunk) -> Bool {
    guard animates, fadeDuration != nil, let index = parts.index(of: entry.part) else {
      return false
    }
    return parts[index].isVisible
  }

  /// Performs all that comes before an event at `instant`: what was due before it, and the fades
  /// that end at it.
  mutating func arrive(at instant: Instant, into releases: inout [Release]) {
    precondition(instant >= present, "cannot go back from \(present) to \(instant)")
    while soonest < instant {
      perform(at: soonest, into: &releases)
      findSoonest()
    }
    present = instant
    endFades()
  }

  /// Performs what is due at `instant`, the earliest of all that is pending.
  mutating func perform(at instant: Instant, into releases: inout [Release]) {
    present = max(present, instant)
    endFades()
    while let start = nextHeld, start <= present { releaseHeld(into: &releases) }
    if let step = nextStep, step <= present { performStep(into: &releases) }
    keepDemandAlive()
  }

  /// Ends the fades and trails whose time has come.
  private mutating func endFades() {
    if pool.end(by: present) { scheduler.call(at: present) }
    guard trailLength > 0 else { return }
    for index in 0..<trails.count {
      if let end = trails[index].end, end <= present { trails[index] = Trail() }
    }
  }

  /// Releases the chunks at the front of the held ones that start together.
  private mutating func releaseHeld(into releases: inout [Release]) {
    let first = held[0]
    while !held.isEmpty, held[0].start == first.start, held[0].due == first.due {
      let next = held.removeFirst()
      if next.isReserved { pool.unreserve() }
      batch.append(next.entry)
    }
    show(at: first.start, due: first.due, into: &releases)
  }

  private mutating func performStep(into releases: inout [Release]) {
    guard let due = scheduler.nextStep else { return }
    let size = scheduler.step(at: present)
    stepStagger = scheduler.staggerInForce
    takeBatch(of: size)
    if case .onDemand(let within) = rule.stagger {
      spread(within: within, due: due)
      while let next = nextHeld, next <= present { releaseHeld(into: &releases) }
    } else {
      holdBack(due: due)
      show(at: present, due: due, into: &releases)
    }
  }

  /// Takes a batch out of the queue; where releases wait for slots, no more than there are.
  private mutating func takeBatch(of size: Int) {
    var free = overflow == .wait ? pool.freeSlots : Int.max
    var sharesSlot = false
    for _ in 0..<size {
      guard let first = scheduler.first else { return }
      if takesSlot(first), !sharesSlot {
        guard free > 0 else { return }
        free -= 1
        sharesSlot = sharesSlots
      }
      if let entry = scheduler.popFirst() { batch.append(entry) }
    }
  }

  /// Holds the chunks of a batch on demand until their turn, each with a slot kept for it. None
  /// overtakes one that is held already.
  private mutating func spread(within: Nanoseconds, due: Instant) {
    var start = present
    if !held.isEmpty { start = max(start, held[held.count - 1].start + within) }
    for (place, entry) in batch.enumerated() {
      let isReserved = overflow == .wait && takesSlot(entry)
      if isReserved { pool.reserve() }
      held.append(
        HeldChunk(
          entry: entry,
          start: start,
          due: due + within * place,
          isReserved: isReserved
        )
      )
      start = start + within
    }
    batch.removeAll(keepingCapacity: true)
  }

  /// Under `compress`, holds the part of a batch that finds no slot until the oldest fades, which
  /// are re-timed, have ended.
  private mutating func holdBack(due: Instant) {
    guard overflow == .compress, fadeDuration != nil else { return }
    var fading = 0
    for entry in batch where takesSlot(entry) { fading += 1 }
    let needed = min(fading, sharesSlots ? 1 : rule.pool.limit)
    guard needed > pool.freeSlots else { return }
    let start = pool.hasten(oldest: needed - pool.freeSlots, at: present, within: stepStagger)
    for entry in batch where takesSlot(entry) {
      held.append(HeldChunk(entry: entry, start: start, due: due, isReserved: false))
    }
    var kept = 0
    for index in batch.indices where !takesSlot(batch[index]) {
      batch[kept] = batch[index]
      kept += 1
    }
    batch.removeLast(batch.count - kept)
  }

  /// Asks for the next batch on demand when no end of a fade will: nothing that was released fades.
  mutating func keepDemandAlive() {
    guard case .onDemand(let within) = rule.stagger, pool.count == 0, held.isEmpty else { return }
    guard !scheduler.isEmpty, scheduler.nextStep == nil else { return }
    scheduler.call(at: present + (fadeDuration ?? within))
  }
}
