import Lengths
import Timebase

/// How far the list is shifted for the keyboard, on its way along the keyboard's spring.
struct ListShift {
  /// A finger on the keyboard.
  private struct Hold {
    /// How far the keyboard reached beyond the safe area when it was taken hold of.
    var travel: LayoutUnit
    /// What the list was shifted by then.
    var shift: LayoutUnit
    /// What closing the keyboard from there takes away.
    var amount: LayoutUnit

    /// What the list is shifted by when the keyboard reaches `rest` beyond the safe area.
    func shift(at rest: LayoutUnit) -> LayoutUnit {
      guard travel > .zero else { return shift }
      let way = amount.rawValue * (travel - rest).rawValue / travel.rawValue
      return shift + LayoutUnit(rawValue: way)
    }
  }

  private var start = LayoutUnit.zero
  private var goal = LayoutUnit.zero
  private var since = Instant.zero
  private var hold: Hold?
  /// How far it is shifted as of the last frame; negative means that content has moved up.
  private(set) var applied = LayoutUnit.zero

  /// Whether it is still on its way.
  var isRunning: Bool { applied != goal }

  /// How far the offset has yet to move down.
  var remaining: LayoutUnit { applied - goal }

  /// Content moves up by `amount` more, from where it is headed.
  ///
  /// - Parameter amount: 0 or less.
  mutating func open(by amount: LayoutUnit, at instant: Instant) {
    goal += amount
    start = applied
    since = instant
  }

  /// Content moves down by `amount` more, from where it is headed.
  ///
  /// A keyboard that is closed leaves nothing applied, whatever the amounts of opening and closing
  /// were: the scroll range's end takes the rest.
  ///
  /// - Parameters:
  ///   - amount: 0 or more.
  ///   - isClosed: Whether nothing is left of the keyboard.
  mutating func close(by amount: LayoutUnit, isClosed: Bool, at instant: Instant) {
    let way = remaining - amount
    goal = isClosed ? .zero : min(.zero, goal + amount)
    applied = goal + way
    start = applied
    since = instant
  }

  /// A finger takes hold of the keyboard; nothing happens when one has.
  ///
  /// - Parameters:
  ///   - travel: How far the keyboard reaches beyond the safe area.
  ///   - amount: What closing it takes away.
  mutating func takeHold(travel: LayoutUnit, amount: LayoutUnit) {
    guard hold == nil else { return }
    let way = remaining
    goal = min(goal, -amount)
    applied = goal + way
    hold = Hold(travel: travel, shift: goal, amount: amount)
  }

  /// Goes with the finger, at once.
  mutating func drag(to travel: LayoutUnit) {
    guard let hold else { return }
    goal = hold.shift(at: travel)
    start = goal
  }

  /// The finger has let go: goes on to where the keyboard ends.
  ///
  /// - Returns: Whether there was a finger.
  mutating func letGo(at travel: LayoutUnit, instant: Instant) -> Bool {
    guard let hold else { return false }
    self.hold = nil
    let amount = hold.shift(at: travel) - goal
    if amount < .zero {
      open(by: amount, at: instant)
    } else {
      close(by: amount, isClosed: travel == .zero, at: instant)
    }
    return true
  }

  /// Moves on to `instant`.
  ///
  /// - Returns: How far the content offset is to move: positive when content moves up.
  mutating func advance(to instant: Instant) -> LayoutUnit {
    let before = applied
    let way = (start - goal).points
    let rest = ScrollMotion.keyboard.state(
      position: way,
      velocity: 0,
      after: max(.zero, instant - since)
    )
    let isSettled = abs(rest.position) < 0.25 && abs(rest.velocity) < 5
    applied = isSettled ? goal : goal + LayoutUnit(nearest: rest.position)
    return before - applied
  }
}
