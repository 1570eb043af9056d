import Timebase

/// The drag that reveals timestamps, with where its finger went down.
///
/// Complexity: O(1) each; nothing is allocated.
package struct TimestampDrag {
  private var gesture = RevealGesture()
  private var start = (x: 0.0, y: 0.0)
  /// Whether a sideways drag reveals timestamps.
  package private(set) var isEnabled = true

  /// Makes an enabled drag at rest.
  package init() {}

  /// Whether messages slide by themselves.
  package var isRunning: Bool { gesture.isRunning }
  /// Whether a finger reveals: it does not scroll meanwhile.
  package var isDragging: Bool { gesture.isDragging }

  /// Enables or disables it; messages that are aside are back at once.
  package mutating func enable(
    _ isEnabled: Bool,
    by rule: RevealGesture.Rule = RevealGesture.Rule()
  ) {
    self.isEnabled = isEnabled
    gesture = RevealGesture(isEnabled ? rule : nil)
  }

  /// A finger went down.
  package mutating func began(x: Double, y: Double) {
    gesture.began()
    start = (x, y)
  }

  /// The finger is elsewhere.
  package mutating func moved(x: Double, y: Double) {
    gesture.moved(x: x - start.x, y: y - start.y)
  }

  /// The finger left.
  package mutating func ended(at instant: Instant) { gesture.ended(at: instant) }

  /// Nothing is aside any more.
  package mutating func rest() { gesture.rest() }

  /// Goes on to a frame.
  ///
  /// - Returns: How far messages slide there, in points.
  package mutating func advance(to instant: Instant) -> Double { gesture.advance(to: instant) }

  /// Traps unless a disabled drag rests.
  package func checkInvariants() {
    precondition(isEnabled || (!isRunning && !isDragging), "a disabled drag moves")
  }
}
