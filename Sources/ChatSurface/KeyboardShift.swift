import Lengths

/// How far `vercel-v0` moves the list when the keyboard opens or closes.
///
/// A shift is never positive: negative means that content moves up. Opening adds −shift to the
/// content offset along the keyboard's spring (stiffness 500, damping 45, mass 1), closing takes it
/// away. The table is that of the published code (aix), as the specification gives it.
package enum KeyboardShift {
  /// Which way the keyboard goes.
  package enum Direction: String, Hashable, Sendable, CaseIterable {
    case opening
    case closing
  }

  /// Up to so many points from the end a list counts as being there, when the keyboard closes.
  package static let reachOfEnd = LayoutUnit(points: 12)
  /// Below so many points from the end a list is near it, when the keyboard opens.
  package static let nearEnd = LayoutUnit(points: 100)

  /// How far the keyboard goes beyond the bottom safe area: the T of the table.
  ///
  /// - Returns: Keyboard less safe area; 0 for a keyboard that does not reach beyond it.
  package static func travel(keyboard: LayoutUnit, safeBottom: LayoutUnit) -> LayoutUnit {
    max(.zero, keyboard - safeBottom)
  }

  /// The shift of one opening or closing.
  ///
  /// - Parameters:
  ///   - direction: Which way the keyboard goes.
  ///   - distance: Points from the end before the event; negative beyond it.
  ///   - blank: The blank size before the event when opening; when closing, what it will be with
  ///     the keyboard closed. 0 or more.
  ///   - travel: Keyboard less bottom safe area (T), 0 or more.
  ///   - reach: Keyboard and composer (M).
  /// - Returns: Between −`travel` and 0.
  /// - Complexity: O(1).
  /// - Precondition: `blank` and `travel` are not negative.
  package static func shift(
    _ direction: Direction,
    distance: LayoutUnit,
    blank: LayoutUnit,
    travel: LayoutUnit,
    reach: LayoutUnit
  ) -> LayoutUnit {
    precondition(blank >= .zero && travel >= .zero, "blank \(blank), travel \(travel)")
    switch direction {
    case .opening:
      if distance < blank {
        return blank < reach ? max(-(blank - distance), -travel) : -travel
      }
      guard distance < nearEnd, blank < travel else { return -travel }
      return blank > .zero ? max(-(travel - blank), -travel) : .zero
    case .closing:
      return distance <= reachOfEnd ? -min(blank, travel) : -travel
    }
  }
}
