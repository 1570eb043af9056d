import ChatSurface
import Lengths
import Timebase
import ViewportPlacing

/// How far the content is displaced for the keyboard, on its way at the keyboard's pace.
///
/// It is a part of the scroll position that edits do not touch: whoever holds a message at a place
/// holds it at that place and this much higher.
///
/// Complexity: O(1) each; nothing is allocated.
package struct KeyboardDisplacement: Sendable {
  /// A finger on the keyboard.
  private struct Hold {
    /// The keyboard's height when it was taken hold of.
    var height: LayoutUnit
    /// The displacement then.
    var start: LayoutUnit
    /// What closing the keyboard from there takes back, 0 or more.
    var amount: LayoutUnit

    /// The displacement when so much is left of the keyboard.
    func displacement(at left: LayoutUnit) -> LayoutUnit {
      guard height > .zero else { return start }
      let way = amount.rawValue * (height - left).rawValue / height.rawValue
      return start + LayoutUnit(rawValue: way)
    }
  }

  /// What an open keyboard at rest stands over.
  private struct Rest {
    var messages: Int
    /// The blank that there would be with the keyboard closed.
    var blank: LayoutUnit
  }

  /// A blank that changes by no more than this is the same one: half a point.
  private static let sameBlank = LayoutUnit(rawValue: 32)

  private var start = LayoutUnit.zero
  private var goal = LayoutUnit.zero
  private var since = Instant.zero
  private var pace = MotionPace.keyboard
  private var hold: Hold?
  private var rest: Rest?
  /// How far content is displaced as of the last frame; negative means that it has moved up.
  package private(set) var applied = LayoutUnit.zero

  /// Makes content that nothing displaces.
  package init() {}

  /// Whether content is on its way by itself; under a finger it moves with the finger only.
  package var isRunning: Bool { applied != goal && hold == nil }
  /// How far the content offset has yet to move up; negative when it moves down.
  package var remaining: LayoutUnit { applied - goal }
  /// Whether a finger holds the keyboard.
  package var isHeld: Bool { hold != nil }
  /// How far content will be up when it is there, 0 or more.
  package var amount: LayoutUnit { -goal }

  /// Content moves up by `amount` more, from where it is headed.
  ///
  /// - Precondition: `amount` is not negative.
  package mutating func open(by amount: LayoutUnit, pace: MotionPace, at instant: Instant) {
    precondition(amount >= .zero, "an opening keyboard takes back \(amount)")
    goal -= amount
    run(pace, at: instant)
  }

  /// Content moves down by `amount` more, from where it is headed.
  ///
  /// A keyboard that is closed leaves nothing displaced, whatever the amounts of opening and closing
  /// were.
  ///
  /// - Parameter isClosed: Whether nothing is left of the keyboard.
  /// - Precondition: `amount` is not negative.
  package mutating func close(
    by amount: LayoutUnit,
    isClosed: Bool,
    pace: MotionPace,
    at instant: Instant
  ) {
    precondition(amount >= .zero, "a closing keyboard adds \(amount)")
    let way = remaining - amount
    goal = isClosed ? .zero : min(.zero, goal + amount)
    applied = goal + way
    run(pace, at: instant)
  }

  /// Content stands `amount` higher at once; whoever asks moves the content offset.
  ///
  /// - Precondition: `amount` is not negative, and nothing is on its way.
  package mutating func add(_ amount: LayoutUnit) {
    precondition(amount >= .zero && !isRunning, "\(amount) more, \(remaining) left")
    goal -= amount
    (start, applied) = (goal, goal)
  }

  /// Something else says where the content is to lie: nothing of the keyboard's is left in it.
  package mutating func end() {
    (start, goal, applied) = (.zero, .zero, .zero)
    hold = nil
  }

  /// The keyboard is open and at rest over this conversation.
  ///
  /// - Parameters:
  ///   - messages: How many messages there are.
  ///   - blank: The blank that there would be with the keyboard closed.
  /// - Returns: Whether the number of messages, though not from 0, or the blank has become another
  ///   one since it came to rest or this was last so.
  package mutating func changesRest(messages: Int, blank: LayoutUnit) -> Bool {
    guard let known = rest else {
      rest = Rest(messages: messages, blank: blank)
      return false
    }
    let isOther = messages != known.messages || (blank - known.blank).magnitude > Self.sameBlank
    if isOther { rest = Rest(messages: messages, blank: blank) }
    return isOther && known.messages > 0
  }

  /// The keyboard is closed, moves or is held.
  package mutating func endRest() { rest = nil }

  /// The range's end has stopped the content short of where a finger on the keyboard would have it:
  /// it goes there when there is room.
  ///
  /// - Parameter distance: How far content was moved down by that; negative for up.
  package mutating func limit(by distance: LayoutUnit) {
    if hold != nil { applied = min(.zero, applied + distance) }
  }

  /// A finger takes hold of the keyboard; nothing happens when one has.
  ///
  /// - Parameters:
  ///   - height: The keyboard's height.
  ///   - amount: What closing it takes back, 0 or more.
  package mutating func takeHold(height: LayoutUnit, amount: LayoutUnit) {
    guard hold == nil else { return }
    let way = remaining
    goal = min(goal, -amount)
    applied = goal + way
    hold = Hold(height: height, start: goal, amount: amount)
  }

  /// Goes with the finger, at once.
  ///
  /// - Parameter left: What is left of the keyboard.
  package mutating func drag(to left: LayoutUnit) {
    guard let hold else { return }
    goal = hold.displacement(at: left)
    start = goal
  }

  /// The finger has let go: content goes on to where the keyboard ends.
  ///
  /// - Parameter height: The keyboard's height then.
  /// - Returns: Whether there was a finger.
  package mutating func letGo(at height: LayoutUnit, pace: MotionPace, at instant: Instant) -> Bool
  {
    guard let hold else { return false }
    self.hold = nil
    let amount = hold.displacement(at: height) - goal
    if amount < .zero {
      open(by: -amount, pace: pace, at: instant)
    } else {
      close(by: amount, isClosed: height == .zero, pace: pace, at: instant)
    }
    return true
  }

  /// Moves on to `instant`.
  ///
  /// - Returns: How far the content offset is to move: positive when content moves up.
  package mutating func advance(to instant: Instant) -> LayoutUnit {
    let before = applied
    let way = Relaxation(
      pace: pace,
      goal: 0,
      displacement: (start - goal).points,
      velocity: 0,
      since: since
    )
    applied =
      way.isSettled(at: instant)
      ? goal : goal + LayoutUnit(nearest: way.displacement(at: instant).position)
    return before - applied
  }

  /// Goes to where it is headed at once; nothing happens under a finger.
  ///
  /// - Returns: How far the content offset is to move: positive when content moves up.
  package mutating func finish() -> LayoutUnit {
    guard hold == nil else { return .zero }
    defer { (start, applied) = (goal, goal) }
    return remaining
  }

  private mutating func run(_ pace: MotionPace, at instant: Instant) {
    start = applied
    since = instant
    self.pace = pace
  }

  /// Traps unless content is displaced upward when it has arrived.
  package func checkInvariants() {
    precondition(goal <= .zero, "a keyboard that displaces content by \(goal)")
  }
}
