import Lengths
import Timebase

/// The blank space below the last turn that lets its message reach the viewport's top.
package struct BlankSize: Hashable, Sendable {
  /// Whether the composer's height counts; `parameter-article` leaves it out, so that a sent message
  /// goes under the top inset by the composer's height.
  package var countsComposer: Bool
  /// Whether it is in force before the first send since the last load (`vercel-v0`).
  package var isAlwaysInForce: Bool
  /// How long growth of the answer has to pause before it counts; zero for not at all. The blank is
  /// late to shrink by as much, never to grow.
  package var growthDelay: Nanoseconds
  /// With how much of its height the user's message counts at most; nil for all of it.
  package var tallestQuestion: LayoutUnit?

  /// Makes a rule.
  package init(
    countsComposer: Bool = true,
    isAlwaysInForce: Bool = false,
    growthDelay: Nanoseconds = .zero,
    tallestQuestion: LayoutUnit? = nil
  ) {
    self.countsComposer = countsComposer
    self.isAlwaysInForce = isAlwaysInForce
    self.growthDelay = growthDelay
    self.tallestQuestion = tallestQuestion
  }
}
