import Lengths
import Timebase

/// Moves content for the keyboard, beside all that scrolls it.
///
/// It is a part of the scroll position that edits do not touch: whoever holds a message at a place holds it
/// at that place and this much higher.
package protocol ListMoving: Sendable {
  /// How far content is displaced as of the last frame; negative means that it has moved up.
  var applied: LayoutUnit { get }
  /// How far the content offset has yet to move up; negative when it moves down.
  var remaining: LayoutUnit { get }
  /// Whether content is on its way by itself; under a finger it moves with the finger only.
  var isRunning: Bool { get }

  /// The keyboard has another height.
  mutating func take(_ scene: KeyboardScene, at instant: Instant)
  /// A finger drags the keyboard.
  mutating func drag(_ scene: KeyboardScene)
  /// A frame is laid out.
  ///
  /// - Returns: How far content is to stand higher at once, 0 or more.
  mutating func layOut(_ scene: KeyboardScene) -> LayoutUnit
  /// The keyboard moves or is held, or nothing may be moved for it: whatever it rests over counts again.
  mutating func endRest()
  /// Something else says where the content is to lie: nothing of the keyboard's is left in it.
  mutating func end()
  /// The range's end has moved content down by `distance`; negative for up.
  mutating func limit(by distance: LayoutUnit)
  /// Moves on to `instant`.
  ///
  /// - Returns: How far the content offset is to move: positive when content moves up.
  mutating func advance(to instant: Instant) -> LayoutUnit
  /// Goes to where it is headed at once; nothing happens under a finger.
  ///
  /// - Returns: As for `advance`.
  mutating func finish() -> LayoutUnit
  func checkInvariants()
}

/// What the keyboard stands over, and what stood there before it changed.
package struct KeyboardScene {
  /// Points from the end, the blank, and how much more was covered than without a keyboard: before.
  package var before = (distance: LayoutUnit.zero, blank: LayoutUnit.zero, travel: LayoutUnit.zero)
  /// How much more is covered now.
  package var travel: LayoutUnit
  /// The blank that there would be with the keyboard closed.
  package var blankWhenClosed: LayoutUnit
  package var composer: LayoutUnit
  package var keyboard: Keyboard
  package var messages: Int
  /// Whether a sent message is on its way to the viewport's top.
  package internal(set) var isApproaching = false
  /// Whether one is, or stands there.
  package internal(set) var isPinned = false

  package init(
    travel: LayoutUnit,
    blankWhenClosed: LayoutUnit,
    composer: LayoutUnit,
    keyboard: Keyboard,
    messages: Int
  ) {
    self.travel = travel
    self.blankWhenClosed = blankWhenClosed
    self.composer = composer
    self.keyboard = keyboard
    self.messages = messages
  }
}
