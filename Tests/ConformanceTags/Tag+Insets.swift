// Made by `scripts/conformance tags` from Docs/Conformance.yaml.
package import Testing

extension Tag {
  /// Covered is max(bottom safe area, the keyboard's height + 8) when it is open, else the bottom
  /// safe area; in the v0 profile a finger on it covers in proportion.
  @Tag package static var insetsCovered: Self

  /// The bottom inset is blank + composer + covered.
  @Tag package static var insetsBottom: Self

  /// The blank is max(0, viewport - covered - composer - heights from the last user message's top
  /// to the content's end).
  @Tag package static var insetsBlank: Self

  /// The blank is in force from the first send since the last load; in v0 always.
  @Tag package static var insetsBlankInForce: Self

  /// A sent message comes to the top of the viewport, under the top inset.
  @Tag package static var insetsSentToTop: Self

  /// The reply grows into the blank, which shrinks by as much in the same frame: the content
  /// offset stands still, and the other way round.
  @Tag package static var insetsReplyIntoBlank: Self

  /// Insets take their final value in the frame of the event; what has to move is animated by the
  /// content offset.
  @Tag package static var insetsFinalAtOnce: Self

  /// What a send moves moves along the 0.3 s spring.
  @Tag package static var insetsSendSpring: Self
}
