import Lengths
import Timebase

/// How far the list is shifted for the keyboard, on its way along the keyboard's spring.
struct ListShift {
  private var start = LayoutUnit.zero
  private var goal = LayoutUnit.zero
  private var since = Instant.zero
  /// How far it is shifted as of the last frame; negative means that content has moved up.
  private(set) var applied = LayoutUnit.zero

  /// Whether it is still on its way.
  var isRunning: Bool { applied != goal }

  /// How far the offset has yet to move down.
  var remaining: LayoutUnit { applied - goal }

  /// Goes on by `amount` from where it is headed.
  mutating func go(by amount: LayoutUnit, at instant: Instant) {
    start = applied
    goal += amount
    since = instant
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
