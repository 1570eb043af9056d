import Timebase
import TokenStreaming

// How a batch becomes visible: a slot for what fades, a release for each part, the part's counts.
extension RevealTimeline {
  /// Makes the batch in hand visible at `instant`; under `wait` and `compress` its slots are free.
  mutating func show(at instant: Instant, due: Instant, into releases: inout [Release]) {
    let first = releases.count
    var shared: UInt64?
    for entry in batch {
      guard let index = parts.index(of: entry.part) else { continue }
      let start = parts[index].releasedScalars
      let end = start + entry.chunk.scalarCount
      let slot = takesSlot(entry) ? takeSlot(sharing: &shared, at: instant) : nil
      if let slot { pool.put(start..<end, of: entry.part, into: slot) }
      if trailLength > 0 { trail(entry, from: start, isVisible: parts[index].isVisible) }
      parts[index].releasedScalars = end
      parts[index].releasedUTF8 += entry.chunk.utf8Count
      parts[index].backlog -= 1
      if trailLength > 0 { endTrail(of: entry.part, at: index) }
      record(
        Release(entry, at: instant, due: due, fades: slot != nil),
        entry.chunk,
        from: first,
        into: &releases
      )
    }
    batch.removeAll(keepingCapacity: true)
  }

  /// Finds a slot for a chunk that fades; nil when the pool says to show it unfaded.
  private mutating func takeSlot(sharing shared: inout UInt64?, at instant: Instant) -> UInt64? {
    if sharesSlots, let shared { return shared }
    if pool.freeSlots == 0 {
      switch overflow {
      case .evict: pool.evictOldest(at: instant)
      case .bypass: return nil
      case .compress, .wait:
        // A batch of more words than the pool has slots: those that are over share the last. And a
        // chunk that had no slot kept, because it was off screen then, comes without a fade.
        return shared
      }
    }
    shared = pool.start(at: instant, lasting: durationNow)
    return shared
  }

  /// How long a fade lasts that starts now.
  @inline(__always)
  private var durationNow: Nanoseconds {
    guard let fadeDuration else { return .zero }
    guard overflow == .compress, !scheduler.isEmpty else { return fadeDuration }
    return min(fadeDuration, stepStagger * rule.pool.limit)
  }

  /// Adds a chunk to the last release of its part in this batch, or makes a new one.
  private mutating func record(
    _ release: Release,
    _ chunk: Chunk,
    from first: Int,
    into releases: inout [Release]
  ) {
    var index = releases.count - 1
    while index >= first, releases[index].part != release.part { index -= 1 }
    if index >= first, releases[index].fades == release.fades {
      releases[index].append(chunk)
      return
    }
    releases.append(release)
    releaseCount += 1
    if !release.fades { unfadedCount += 1 }
  }

  /// Moves the trail of a part on to a released chunk.
  private mutating func trail(_ entry: WaitingChunk, from start: Int, isVisible: Bool) {
    let index = trails.index(of: entry.part, inserting: Trail())
    trails[index].end = nil
    guard animates, isVisible else {
      trails[index].starts.removeAll(keepingCapacity: true)
      return
    }
    if trails[index].starts.count == trailLength { trails[index].starts.removeFirst() }
    trails[index].starts.append(start)
  }

  /// Lets a trail end one stagger after the last release of a message that has ended.
  mutating func endTrail(of part: UInt32, at index: Int) {
    guard parts[index].hasEnded, parts[index].backlog == 0, let trail = trails.index(of: part),
      !trails[trail].starts.isEmpty
    else { return }
    trails[trail].end = present + stepStagger
  }
}
