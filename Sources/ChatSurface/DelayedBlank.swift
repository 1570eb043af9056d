import Lengths
import Timebase

/// A blank size that shrinks at once, and grows only when what is asked for has stood unchanged for
/// a while.
///
/// The wait starts when a larger size is first asked for, and again whenever another larger size is:
/// the published source (aix) debounces. A size that is not larger than the present one is taken at
/// once and ends the wait. A new turn begins with its own size, at once. With a delay of zero it is
/// always what is asked for.
///
/// Complexity: O(1) each; nothing is allocated.
package struct DelayedBlank: Hashable, Sendable {
  private struct Growth: Hashable {
    var size: LayoutUnit
    var due: Instant
  }

  private let delay: Nanoseconds
  private var growth: Growth?
  /// The size that was asked for last.
  private var asked: LayoutUnit = .zero
  /// The size in force.
  package private(set) var size: LayoutUnit = .zero

  /// Makes a blank of no size.
  ///
  /// - Precondition: The delay is not negative.
  package init(delay: Nanoseconds) {
    precondition(delay >= .zero, "a blank cannot grow \(delay) later")
    self.delay = delay
  }

  /// A new turn begins, or a conversation was opened: its size holds at once.
  package mutating func begin(_ size: LayoutUnit) {
    self.size = size
    asked = size
    growth = nil
  }

  /// What covers the viewport has changed, and with it the size that is asked for: an inset takes
  /// its final value at once. What is waited for is waited for on top.
  package mutating func inset(_ wanted: LayoutUnit) {
    size = min(wanted, max(.zero, size + wanted - asked))
    asked = wanted
    if growth != nil { growth?.size = wanted }
    if size == wanted { growth = nil }
  }

  /// Takes the size that is asked for now.
  ///
  /// - Parameters:
  ///   - wanted: The size by the rule.
  ///   - instant: When it is asked for; not before the time before.
  /// - Returns: The size in force.
  package mutating func update(_ wanted: LayoutUnit, at instant: Instant) -> LayoutUnit {
    asked = wanted
    if let growth, growth.due <= instant {
      // It was over before anything else was asked for.
      size = max(size, growth.size)
      self.growth = nil
    }
    if wanted <= size || delay == .zero {
      size = wanted
      growth = nil
    } else if growth?.size != wanted {
      growth = Growth(size: wanted, due: instant + delay)
    }
    return size
  }

  /// When it grows by itself; nil when it does not wait.
  package var nextDue: Instant? { growth?.due }
}
