// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// It begins when the last N active ticks show less than 5/6 of the rate, 50 frames at 60 Hz.
  @Tag package static var fallbackEnter: Self

  /// It looks back over as many active ticks as the rate; missing ones count as on time.
  @Tag package static var fallbackWindow: Self

  /// It ends after two seconds of screen time whose active ticks, however few, lost at most 1/30
  /// of their vsyncs; the window then starts empty.
  @Tag package static var fallbackLeave: Self

  /// In fallback chunks appear at opacity 1 without stagger.
  @Tag package static var fallbackShown: Self

  /// The v0, messaging-ui and conversation-kit profiles and the SwiftUI tips have no fallback.
  @Tag package static var fallbackNone: Self

  /// It is decided before the reveal phase and in force in that frame.
  @Tag package static var fallbackBeforeReveal: Self

  /// Idle ticks neither count towards a trigger nor interrupt it.
  @Tag package static var fallbackIdle: Self

  /// Each trigger records its time, its cause (the costliest phase or the host's stall) and its
  /// length.
  @Tag package static var fallbackRecord: Self
}
