import FramePacing
import Timebase

/// Whether anything may be animated: the system, the app's state and the fallback each have a say.
///
/// Complexity: O(1) each, but for the fallback's window.
package struct AnimationConsent {
  /// Whether the system asks for reduced motion.
  package private(set) var isReducedMotion = false
  /// Whether the app is in the background.
  package private(set) var isInBackground = false
  private var fallback: FallbackRule?

  /// Consents until something speaks against it.
  ///
  /// - Parameter fallback: Gives animation up where frames are late; nil for never.
  package init(fallback: FallbackRule?) { self.fallback = fallback }

  /// Whether text may fade, the fallback aside.
  package var isAnimated: Bool { !isReducedMotion && !isInBackground }
  /// Whether the fallback is in force.
  package var isFallback: Bool { fallback?.isActive == true }
  /// Every stay in the fallback so far.
  package var episodes: [FallbackEpisode] { fallback?.episodes ?? [] }

  /// The system asks for reduced motion, or no longer.
  package mutating func reduceMotion(_ isOn: Bool) { isReducedMotion = isOn }
  /// The app has gone to the background.
  package mutating func background() { isInBackground = true }
  /// The app is in front again.
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

  /// An active tick went by without a frame of its own.
  package mutating func pass(tick: Int) { fallback?.pass(tick: tick) }

  /// Takes note of what became of a frame.
  package mutating func note(_ frame: PresentedFrame, cost: FrameCost) {
    fallback?.note(frame, cost: cost)
  }

  /// Traps unless the parts agree.
  package func checkInvariants() {
    precondition(isAnimated != (isReducedMotion || isInBackground), "consent and refusal")
  }
}
