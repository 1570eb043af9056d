/// Which swipe up in the composer gives it the focus.
package enum ComposerFocus: Hashable, Sendable {
  /// Judged when the finger's first direction is known, by its speed (v0's patch of the text view).
  case atFirstDirection
  /// Judged at release, by speed and travel (the SwiftUI translation).
  case atRelease

  /// A swipe is upward and faster than this, in points a second.
  package static let speed = 250.0
  /// How far a finger goes before it is a drag, where the drag is judged at release, in points.
  package static let minimumDrag = 20.0
  /// How far up it goes in all, in points: further than this, as published.
  package static let minimumTravel = 50.0

  /// Whether a finger that went so far is a drag; one that is not taps or selects.
  ///
  /// - Parameter distance: From where it went down, in points, in any direction.
  package func isDrag(distance: Double) -> Bool {
    self == .atFirstDirection ? distance > 0 : distance >= Self.minimumDrag
  }

  /// Whether a drag gives the focus to a composer that has it not.
  ///
  /// - Parameters:
  ///   - velocity: At the moment that is judged, in points a second; negative upward.
  ///   - travel: From where the finger went down, in points; negative upward.
  package func focuses(velocity: Double, travel: Double) -> Bool {
    guard velocity < -Self.speed else { return false }
    switch self {
    case .atFirstDirection: return true
    case .atRelease: return isDrag(distance: abs(travel)) && travel < -Self.minimumTravel
    }
  }
}
