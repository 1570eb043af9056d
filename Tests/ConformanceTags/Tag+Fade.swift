// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A fade goes from 0 to 1 in 500 ms.
  @Tag package static var fadeTime: Self

  /// Opacity is a function of the time since the release, not of the frames.
  @Tag package static var fadeFromRelease: Self

  /// Ease-out is the cubic Bezier (0, 0, 0.58, 1).
  @Tag package static var fadeEaseOut: Self

  /// Ease-in is the cubic Bezier (0.42, 0, 1, 1).
  @Tag package static var fadeEaseIn: Self

  /// Ease-in-out is the cubic Bezier (0.42, 0, 0.58, 1).
  @Tag package static var fadeEaseInOut: Self

  /// A spring of response r and bounce b has omega = 2 pi / r, zeta = 1 - b and mass 1.
  @Tag package static var fadeSpring: Self

  /// Text that is not streaming appears at once.
  @Tag package static var fadeNotStreaming: Self

  /// Text that was seen never fades again, also after scrolling away or opening again.
  @Tag package static var fadeSeenOnce: Self

  /// With reduced motion all text is at opacity 1, in the same order, without stagger.
  @Tag package static var fadeReducedMotion: Self

  /// A streaming message off screen goes on by the same schedule, unfaded and without slots.
  @Tag package static var fadeOffScreen: Self

  /// A stop, a failure or going to the background reveals what arrived at once; nothing replays.
  @Tag package static var fadeStop: Self

  /// Text that arrives in the background is there on return.
  @Tag package static var fadeBackground: Self

  /// Tokens after a stop are discarded and counted.
  @Tag package static var fadeAfterStop: Self

  /// Character mode shows three characters every 16 ms.
  @Tag package static var fadeCharacters: Self

  /// In character mode the last three glyphs have opacity 1, 2/3 and 1/3.
  @Tag package static var fadeCharactersTail: Self
}
