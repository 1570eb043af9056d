import Lengths
import Timebase

/// Goes to the end by jumps, in a design that does not hold it in every frame.
package protocol EndJumping: Sendable {
  /// Whether the end is held in every frame nevertheless.
  var holdsEnd: Bool { get }
  /// Calls `body` with the instant at which each jump that waits is due.
  func forEachTimer(_ body: (Instant) -> Void)

  /// A conversation is opened.
  mutating func open()
  /// The reader has taken over: nothing of the opening is to come.
  mutating func endOpening()
  /// The app asks for another place: no jump that waits is made.
  mutating func goElsewhere()
  /// Something was sent: what was held at its opening is no longer.
  mutating func send()
  /// Text came while the end is followed, whether anything of it is shown or not.
  mutating func grow(at instant: Instant)
  /// Something covers the content's end.
  mutating func cover(at instant: Instant)

  /// Whether to jump to the end in a frame while it is followed.
  ///
  /// - Parameters:
  ///   - height: The content's.
  ///   - isResting: Whether the end is left where it is as long as nothing comes below.
  mutating func isDue(at instant: Instant, frame: Int, height: LayoutUnit, isResting: Bool) -> Bool
  /// Whether to jump to the end in a frame while something else is held.
  mutating func isDueElsewhere(at instant: Instant) -> Bool

  /// Traps unless its parts agree.
  func checkInvariants()
}
