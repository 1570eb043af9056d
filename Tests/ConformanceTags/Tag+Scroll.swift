// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A drag moves the content with the finger.
  @Tag package static var scrollDrag: Self

  /// A fling loses speed by 0.998 or 0.99 a millisecond.
  @Tag package static var scrollDeceleration: Self

  /// Past an end a drag is banded with 0.55, and bounces back at release.
  @Tag package static var scrollRubberBand: Self

  /// A programmatic scroll is a spring of 0.3 s, aimed at its target anew each frame.
  @Tag package static var scrollSpring: Self

  /// A touch cancels a programmatic scroll.
  @Tag package static var scrollTouchCancels: Self
}
