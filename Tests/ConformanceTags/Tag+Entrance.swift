// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// The first user message of a new chat goes through opacity 0, 0.5, 1, offset 50, 10, 0 and
  /// scale 0.95, 0.98, 1.
  @Tag package static var entrancePhases: Self

  /// Its springs are 0.3 s with bounce 0.2, then 0.4 s with bounce 0.15 after 0.2 s.
  @Tag package static var entranceSprings: Self

  /// In the v0 profile the entrance waits until the item is measured, runs once and starts from
  /// the heights of item, window and keyboard.
  @Tag package static var entranceV0Measured: Self

  /// The first assistant message fades in over 350 ms when the entrance is done.
  @Tag package static var entranceAssistant: Self

  /// Existing chats show at once.
  @Tag package static var entranceExisting: Self
}
