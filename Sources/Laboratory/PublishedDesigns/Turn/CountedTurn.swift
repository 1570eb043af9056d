import ChatSurface
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
package struct CountedTurn: TurnCounting {
  private struct Growth: Hashable {
    var length: LayoutUnit
    var due: Instant
  }

  private let rule: BlankSize
  private var growth: Growth?
  /// The length that counts.
  package private(set) var length: LayoutUnit = .zero

  /// Makes a turn without length.
  ///
  /// - Precondition: The delay is not negative.
  package init(_ rule: BlankSize) {
    precondition(rule.growthDelay >= .zero, "a turn cannot grow \(rule.growthDelay) later")
    self.rule = rule
  }

  package var isAlwaysInForce: Bool { rule.isAlwaysInForce }
  package var countsComposer: Bool { rule.countsComposer }
  package var tallestQuestion: LayoutUnit? { rule.tallestQuestion }

  package mutating func begin(_ length: LayoutUnit) {
    self.length = length
    growth = nil
  }

  package mutating func update(_ now: LayoutUnit, at instant: Instant) -> LayoutUnit {
    if let growth, growth.due <= instant {
      // It was over before the length was another one.
      length = growth.length
      self.growth = nil
    }
    if now <= length || rule.growthDelay == .zero {
      length = now
      growth = nil
    } else if growth?.length != now {
      growth = Growth(length: now, due: instant + rule.growthDelay)
    }
    return length
  }

  package var nextDue: Instant? { growth?.due }

  package func checkInvariants() {
    precondition(growth.map { $0.length > length } ?? true, "a turn of \(length) waits to shrink")
  }
}
