/// How the end lies when more or less of the viewport has been covered from below.
package struct Cover: Sendable {
  /// What the viewport does.
  package enum Reaction: Equatable, Sendable {
    /// Nothing: the scroll range's end alone may move it.
    case none
    /// It stays although the end is followed.
    case rest
    /// It goes to the end.
    case follow(MotionPace)
    /// It jumps there, as the design's jumps do.
    case jump
  }

  /// Whether more is covered than before.
  package var isGrowing: Bool
  /// Whether the end was in view, or was followed.
  package var wasAtEnd: Bool
  /// Whether it was near.
  package var wasNearEnd: Bool
  /// Whether the viewport is beyond the end of its range.
  package var isBeyondEnd: Bool
  /// Whether the last item stands above the screen's bottom, and no place is being gone to.
  package var isPastEnd: Bool
}
