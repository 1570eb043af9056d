import Lengths
import Timebase

/// How a design counts the last turn, where a blank is not that of a turn that was sent, all of which counts at
/// once.
package protocol TurnCounting: Sendable {
  /// Whether there may be a blank before the first send since the last load.
  var isAlwaysInForce: Bool { get }
  /// Whether the composer's height counts.
  var countsComposer: Bool { get }
  /// With how much of its height the user's message counts at most; nil for all of it.
  var tallestQuestion: LayoutUnit? { get }
  /// When a length counts by itself; nil when none waits.
  var nextDue: Instant? { get }

  /// A turn, or a part of it, has its first length.
  mutating func begin(_ length: LayoutUnit)
  /// Takes the length that the turn has now.
  ///
  /// - Parameter instant: When it has it; not before the time before.
  /// - Returns: The length that counts.
  mutating func update(_ now: LayoutUnit, at instant: Instant) -> LayoutUnit
  func checkInvariants()
}
