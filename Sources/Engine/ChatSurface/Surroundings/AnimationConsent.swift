import FramePacing
import Timebase

/// Whether anything may be animated. The system, the app's state and the fallback can each forbid it.
///
/// Complexity: O(1) each, but for the fallback's window.
package struct AnimationConsent {
  package private(set) var isReducedMotion = false
  package private(set) var isInBackground = false
  private var fallback: FallbackRule?

  /// Consents until something speaks against it.
  ///
  /// - Parameter fallback: Gives animation up where frames are late; nil for never.
  package init(fallback: FallbackRule?) { self.fallback = fallback }

  /// Whether text may fade, the fallback aside.
  package var isAnimated: Bool { !isReducedMotion && !isInBackground }
  package var isFallback: Bool { fallback?.isActive == true }
  package var episodes: [FallbackEpisode] { fallback?.episodes ?? [] }

  package mutating func reduceMotion(_ isOn: Bool) { isReducedMotion = isOn }
  package mutating func background() { isInBackground = true }
  package mutating func foreground() { isInBackground = false }

  /// Decides whether the fallback is in force in the frame at `instant`.
  ///
  /// - Returns: Whether anything may be animated in it.
  package mutating func decide(at instant: Instant) -> Bool {
    let isFallback = fallback?.decide(at: instant) ?? false
    return isAnimated && !isFallback
  }

  /// The display has another rate from the first tick at or after `instant` on.
  package mutating func setRate(_ rate: RefreshRate, at instant: Instant) {
    fallback?.setRate(rate, at: instant)
  }

  package mutating func pass(tick: Int) { fallback?.pass(tick: tick) }

  package mutating func note(_ frame: PresentedFrame, cost: FrameCost) {
    fallback?.note(frame, cost: cost)
  }

  package func checkInvariants() {
    precondition(isAnimated != (isReducedMotion || isInBackground), "consent and refusal")
  }
}
