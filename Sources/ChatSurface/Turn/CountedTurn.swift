import Lengths
import Timebase

/// The length of the last turn as the blank below it counts it: growth counts once it has paused.
///
/// The wait starts when a larger length is first seen, and again whenever another larger one is: the
/// published source (aix) debounces. A length that is not larger than the one that counts does so at
/// once and ends the wait; so does the first length of a turn. With a delay of zero it is always the
/// length as it is.
///
/// Complexity: O(1) each; nothing is allocated.
package struct CountedTurn: Hashable, Sendable {
  private struct Growth: Hashable {
    var length: LayoutUnit
    var due: Instant
  }

  private let delay: Nanoseconds
  private var growth: Growth?
  /// The length that counts.
  package private(set) var length: LayoutUnit = .zero

  /// Makes a turn without length.
  ///
  /// - Precondition: The delay is not negative.
  package init(delay: Nanoseconds) {
    precondition(delay >= .zero, "a turn cannot grow \(delay) later")
    self.delay = delay
  }

  /// A turn, or a part of it, has its first length.
  package mutating func begin(_ length: LayoutUnit) {
    self.length = length
    growth = nil
  }

  /// Takes the length that the turn has now.
  ///
  /// - Parameters:
  ///   - now: The length.
  ///   - instant: When it has it; not before the time before.
  /// - Returns: The length that counts.
  package mutating func update(_ now: LayoutUnit, at instant: Instant) -> LayoutUnit {
    if let growth, growth.due <= instant {
      // It was over before the length was another one.
      length = growth.length
      self.growth = nil
    }
    if now <= length || delay == .zero {
      length = now
      growth = nil
    } else if growth?.length != now {
      growth = Growth(length: now, due: instant + delay)
    }
    return length
  }

  /// When growth counts by itself; nil when none waits.
  package var nextDue: Instant? { growth?.due }

  /// Traps unless what waits is growth.
  package func checkInvariants() {
    precondition(growth.map { $0.length > length } ?? true, "a turn of \(length) waits to shrink")
  }
}
