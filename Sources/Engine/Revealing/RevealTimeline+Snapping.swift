import Timebase
import TokenStreaming

// Stops, failures, the background, fallback and reduced motion: what waits is shown at once.
extension RevealTimeline {
  /// Shows all that waits of a part, and ends its fades: a stop, a failure.
  ///
  /// Everything due before `instant` is performed first. Fades that are cut short count as snaps.
  ///
  /// - Parameters:
  ///   - part: The part; nil for every part (background, reduced motion, fallback).
  ///   - instant: Not before `now`.
  ///   - releases: Gets the releases, unfaded, in the order of completion within a part.
  /// - Complexity: O(backlog of the surface).
  public mutating func snap(
    part: UInt32?,
    at instant: Instant,
    into releases: inout [Release]
  ) {
    arrive(at: instant, into: &releases)
    takeOut(part)
    pool.snap(part: part, at: instant)
    let animated = animates
    animates = false
    show(at: instant, due: instant, into: &releases)
    animates = animated
    for index in 0..<trails.count where part == nil || trails.key(at: index) == part {
      trails[index] = Trail()
    }
    scheduler.call(at: instant)
    keepDemandAlive()
    findSoonest()
  }

  /// Turns the animation on or off: off in fallback, with reduced motion and in the background.
  ///
  /// Turning it off shows all that waits and ends the fades; from then on a chunk is released as it
  /// completes, at opacity 1. Turning it on changes nothing that is visible.
  public mutating func setAnimated(
    _ animated: Bool,
    at instant: Instant,
    into releases: inout [Release]
  ) {
    if !animated, animates {
      snap(part: nil, at: instant, into: &releases)
    } else {
      arrive(at: instant, into: &releases)
    }
    animates = animated
    findSoonest()
  }

  /// Takes it that a message's stream has ended: no more chunks of it will come.
  ///
  /// What waits goes on by the schedule. The message no longer quickens the stagger of the others
  /// once the queue has emptied, and its trail, if any, ends.
  public mutating func end(
    message: UInt32,
    at instant: Instant,
    into releases: inout [Release]
  ) {
    arrive(at: instant, into: &releases)
    scheduler.end(message: message)
    for index in 0..<parts.count where parts[index].message == message {
      parts[index].hasEnded = true
      endTrail(of: parts.key(at: index), at: index)
    }
    findSoonest()
  }

  /// Replaces a part's text from a place on: what waits is dropped, what is visible before that
  /// place stays as it is.
  ///
  /// The caller completes chunks for the new text from `releasedUTF8(of:)` on. With a text that
  /// begins like the old one nothing is shown twice and nothing fades again.
  ///
  /// - Parameters:
  ///   - part: A known part.
  ///   - keptUTF8: How many bytes of the new text are there at once: what is visible of the old one in
  ///     common with it, or more, which was visible before.
  ///   - keptScalars: How many scalars these are.
  ///   - instant: Not before `now`.
  public mutating func replaceText(
    of part: UInt32,
    keptUTF8: Int,
    keptScalars: Int,
    at instant: Instant,
    into releases: inout [Release]
  ) {
    arrive(at: instant, into: &releases)
    guard let index = parts.index(of: part) else { return }
    takeOut(part)
    batch.removeAll(keepingCapacity: true)
    parts[index].backlog = 0
    if let trail = trails.index(of: part) { trails[trail].starts.removeAll { $0 >= keptScalars } }
    if parts[index].releasedUTF8 > keptUTF8 { pool.clip(part: part, to: keptScalars) }
    parts[index].releasedUTF8 = keptUTF8
    parts[index].releasedScalars = keptScalars
    keepDemandAlive()
    findSoonest()
  }

  /// Drops a part and whatever of it waits or fades: its message was removed, or it is done. With
  /// the last part of a message its count of chunks goes too.
  public mutating func forget(part: UInt32) {
    guard let index = parts.index(of: part) else { return }
    takeOut(part)
    batch.removeAll(keepingCapacity: true)
    pool.clip(part: part, to: 0)
    let message = parts[index].message
    parts.remove(at: index)
    var isLast = true
    for other in 0..<parts.count where parts[other].message == message { isLast = false }
    if isLast { scheduler.end(message: message) }
    if let trail = trails.index(of: part) { trails.remove(at: trail) }
    keepDemandAlive()
    findSoonest()
  }

  /// Moves all that waits of a part (of every part when nil) into the batch, in order.
  private mutating func takeOut(_ part: UInt32?) {
    var taken: [WaitingChunk] = []
    swap(&taken, &batch)
    var unreserved = 0
    held.removeAll(where: { part == nil || $0.entry.part == part }) { chunk in
      if chunk.isReserved { unreserved += 1 }
      taken.append(chunk.entry)
    }
    for _ in 0..<unreserved { pool.unreserve() }
    scheduler.removeAll(of: part) { taken.append($0) }
    swap(&taken, &batch)
  }

  /// Traps unless the pool is within its limit and every part's counts agree with the queues.
  package func checkInvariants() {
    pool.checkInvariants()
    scheduler.checkInvariants()
    var backlog = 0
    for index in 0..<parts.count {
      precondition(parts[index].backlog >= 0, "part \(parts.key(at: index)) has a backlog below 0")
      backlog += parts[index].backlog
    }
    precondition(backlog == backlogChunks, "\(backlog) chunks counted, \(backlogChunks) wait")
    var fresh = self
    fresh.findSoonest()
    precondition(fresh.soonest == soonest, "due at \(fresh.soonest), not at \(soonest)")
    precondition(batch.isEmpty, "\(batch.count) chunks in hand between calls")
    if rule.pool.overflow == .compress, let last = held.isEmpty ? nil : held[held.count - 1] {
      precondition(last.start - last.due <= stepStagger, "held for \(last.start - last.due)")
      precondition(last.start == held[0].start, "two releases are held")
    }
    for index in 0..<max(0, held.count - 1) {
      precondition(held[index].start <= held[index + 1].start, "held out of order")
    }
  }
}
