import Lengths
import Timebase

// How the keyboard moves content.
extension ScrollPosition {
  /// The keyboard opens: content moves up by `amount` more.
  package mutating func raise(by amount: LayoutUnit, pace: MotionPace, at instant: Instant) {
    keyboard.open(by: amount, pace: pace, at: instant)
  }

  /// The keyboard closes, or gets lower: content moves down by `amount` more.
  package mutating func lower(
    by amount: LayoutUnit,
    isClosed: Bool,
    pace: MotionPace,
    at instant: Instant
  ) {
    keyboard.close(by: amount, isClosed: isClosed, pace: pace, at: instant)
  }

  /// Content stands `amount` higher at once.
  ///
  /// - Parameter most: How much of all that content was moved up is the keyboard's at most.
  package mutating func raiseAtOnce(
    by amount: LayoutUnit,
    atMost most: LayoutUnit = LayoutUnit(rawValue: .max)
  ) {
    keyboard.add(max(.zero, min(amount, most - keyboard.amount)))
    shift(by: amount)
  }

  /// A finger takes hold of the keyboard and drags it to `left`.
  package mutating func dragKeyboard(
    height: LayoutUnit,
    amount: LayoutUnit,
    to left: LayoutUnit
  ) {
    keyboard.takeHold(height: height, amount: amount)
    keyboard.drag(to: left)
  }

  /// The finger has let go of the keyboard; see `KeyboardDisplacement.letGo`.
  package mutating func letGoOfKeyboard(
    at height: LayoutUnit,
    pace: MotionPace,
    at instant: Instant
  ) -> Bool {
    keyboard.letGo(at: height, pace: pace, at: instant)
  }

  /// Nothing of the keyboard's is left in the position.
  package mutating func endKeyboard() { keyboard.end() }

  /// The keyboard is closed, moves or is held.
  package mutating func endKeyboardRest() { keyboard.endRest() }

  /// The keyboard is open and at rest; see `KeyboardDisplacement.changesRest`.
  package mutating func keyboardRestChanges(messages: Int, blank: LayoutUnit) -> Bool {
    keyboard.changesRest(messages: messages, blank: blank)
  }

  /// Moves content on its way for the keyboard; a hand that holds it holds it there.
  package mutating func advanceKeyboard(to instant: Instant) {
    guard keyboard.remaining != .zero else { return }
    shift(by: keyboard.advance(to: instant))
  }

  /// Content on its way for the keyboard is there at once.
  package mutating func finishKeyboard() { shift(by: keyboard.finish()) }
}
