import Lengths
import Timebase

/// The blank space below the last turn that lets its message reach the viewport's top.
package struct BlankSize: Hashable, Sendable {
  /// Whether the composer takes room; `parameter-article` leaves it out, so that a sent message
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

  /// Whether there may be a blank.
  package func isInForce(hasSent: Bool) -> Bool { hasSent || isAlwaysInForce }

  /// How much of a turn counts.
  ///
  /// - Parameters:
  ///   - question: The height of the user's message.
  ///   - rest: From its bottom to the content's end.
  package func length(question: LayoutUnit, rest: LayoutUnit) -> LayoutUnit {
    (tallestQuestion.map { min(question, $0) } ?? question) + rest
  }

  /// max(0, viewport − covered − composer − turn).
  ///
  /// - Parameters:
  ///   - viewport: The viewport's height less its top inset.
  ///   - covered: The keyboard and its gap, or the bottom safe area.
  ///   - composer: The composer's height.
  ///   - turn: From the top of the user's last message to the content's end: spacing and auxiliary
  ///     parts count.
  /// - Complexity: O(1).
  package func size(
    viewport: LayoutUnit,
    covered: LayoutUnit,
    composer: LayoutUnit,
    turn: LayoutUnit
  ) -> LayoutUnit {
    max(.zero, viewport - covered - (countsComposer ? composer : .zero) - turn)
  }
}
