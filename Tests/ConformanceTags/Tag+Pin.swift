// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// The target is the sent message at the top, clamped: in a short chat it rests at the bottom.
  @Tag package static var pinTargetClamped: Self

  /// The reply pushes the message up.
  @Tag package static var pinPushedUp: Self

  /// In the frame in which the content below first fills the viewport the message is exactly at
  /// the top, and stays.
  @Tag package static var pinExactAtFill: Self

  /// A pinned message's top stays while the reply grows out of view below.
  @Tag package static var pinStays: Self

  /// Push and pin can be chosen in any profile in place of the blank size.
  @Tag package static var pinSelectable: Self

  /// The next send arms the pin again.
  @Tag package static var pinRearms: Self
}
