// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// A sideways drag counts after 10 pt of direction lock.
  @Tag package static var gestureLock: Self

  /// Past max the offset is max + b (1 - 1 / (0.55 (x - max) / b + 1)), b = max = 60 pt.
  @Tag package static var gestureBand: Self

  /// The timestamp's opacity is min(1, offset / 40).
  @Tag package static var gestureOpacity: Self

  /// Release springs back with response 0.5 and damping 0.5, in steps of at most 1/30 s.
  @Tag package static var gestureRelease: Self

  /// The gesture can be disabled.
  @Tag package static var gestureDisabled: Self
}
