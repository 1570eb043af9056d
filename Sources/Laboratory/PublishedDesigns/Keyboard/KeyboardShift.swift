import Lengths

/// By how much less than the keyboard `vercel-v0` moves the list when it opens or closes.
///
/// T is what is covered more with the keyboard than without. A shift lies between −T and 0. Opening
/// moves content up by T + shift, along the keyboard's animation, so −T leaves it where it is and 0
/// pushes it up by the whole keyboard; closing takes T + the shift of its own row back. The table is
/// that of the published code (aix), as the specification gives it.
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

  /// The shift of one opening or closing.
  ///
  /// - Parameters:
  ///   - direction: Which way the keyboard goes.
  ///   - distance: Points from the end before the event, less T while the keyboard is shown;
  ///     negative beyond it.
  ///   - blank: The blank size before the event when opening; when closing, what it will be with
  ///     the keyboard closed. 0 or more.
  ///   - travel: What is covered more with the keyboard than without (T), 0 or more.
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
