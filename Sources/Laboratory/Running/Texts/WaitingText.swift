import Timebase

/// Tokens or chunks of an answer that no presented frame shows yet, in the order in which they arrived.
///
/// An answer arrives in the order of its text, so what a frame shows is at the front: a frame costs what it
/// shows, however much waits behind. Where text is replaced by a shorter one, all that waits is looked at.
package struct WaitingText: Sendable {
  private struct Entry {
    var since: Instant
    /// The scalars of the answer with it.
    var scalars: Int
  }

  private var entries: [Entry] = []
  /// The first entry that waits; those before it were shown.
  private var front = 0
  /// Whether none that waits has fewer scalars than one before it.
  private var isInOrder = true

  package init() {}

  /// Whether nothing waits.
  package var isEmpty: Bool { front == entries.count }

  /// Adds what ends at so many scalars.
  ///
  /// - Complexity: Amortised O(1).
  package mutating func append(since: Instant, scalars: Int) {
    if !isEmpty, scalars < entries[entries.count - 1].scalars { isInOrder = false }
    entries.append(Entry(since: since, scalars: scalars))
  }

  /// Takes out what a frame shows.
  ///
  /// - Parameter latencies: Gets how long each of it waited, in the order in which it arrived.
  /// - Complexity: Amortised O(what is shown) in order; else O(what waits).
  package mutating func release(
    shown: Int,
    into latencies: inout [Nanoseconds],
    _ presented: Instant
  ) {
    if isInOrder {
      while front < entries.count, entries[front].scalars <= shown {
        latencies.append(presented - entries[front].since)
        front += 1
      }
    } else {
      entries.removeSubrange(..<front)
      front = 0
      entries.removeAll { entry in
        guard entry.scalars <= shown else { return false }
        latencies.append(presented - entry.since)
        return true
      }
    }
    guard front * 2 >= entries.count else { return }
    entries.removeSubrange(..<front)
    front = 0
    if entries.isEmpty { isInOrder = true }
  }
}
