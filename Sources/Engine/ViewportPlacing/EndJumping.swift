import Lengths
import Timebase

/// Goes to the end by jumps, in a design that does not hold it in every frame, and to messages in a way of its
/// own.
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
  /// - Parameter isResting: Whether the end is left where it is as long as nothing comes below.
  mutating func isDue(at instant: Instant, frame: Int, height: LayoutUnit, isResting: Bool) -> Bool
  /// Whether to jump to the end in a frame while something else is held.
  mutating func isDueElsewhere(at instant: Instant) -> Bool

  /// A jump to another place leaves the end that was followed.
  mutating func leaveEnd(at height: LayoutUnit)
  /// Whether the end that a jump has left is gone back to now that the content is so tall.
  func goesBack(at height: LayoutUnit) -> Bool
  /// Says where a jump takes its message's top to be; nil for where it is.
  mutating func estimate(_ jump: ItemJump) -> LayoutUnit?
  /// Where a jump goes that is tried again in the next frame; nil for none.
  var nextTry: ViewportTarget? { get }

  func checkInvariants()
}

/// A jump to a message, as a design may know of it.
package struct ItemJump: Sendable {
  package var goal: ViewportTarget
  /// The message's place among all.
  package var index: Int
  /// How many there are; at least one.
  package var count: Int
  /// Where all of them lie.
  package var range: Range<LayoutUnit>
  /// Whether the message's height is known.
  package var isMeasured: Bool

  package init(
    goal: ViewportTarget,
    index: Int,
    count: Int,
    range: Range<LayoutUnit>,
    isMeasured: Bool
  ) {
    (self.goal, self.index, self.count) = (goal, index, count)
    (self.range, self.isMeasured) = (range, isMeasured)
  }
}
